// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/explanation_runner.h"

#include <QElapsedTimer>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kExplanationRunnerRestMs = 60;
/// What is worked out within a part of a frame need not wait.
constexpr qint64 kQuickMs = 4;

} // namespace

ExplanationRunner::ExplanationRunner(QObject* parent) : QObject(parent), m_job(*this)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kExplanationRunnerRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ExplanationRunner::run);
}

ExplanationRunner::~ExplanationRunner() = default;

void ExplanationRunner::start(const EvaluationPtr& evaluation)
{
    forget();
    if (evaluation && evaluation->brokenBecause.empty()) {
        m_wanted = evaluation;
        if (evaluation->actionCount <= m_quickCount)
            run();
        else
            m_rest.start();
    }
    // Only now: who asks on this is told whether the next one is on its way.
    emit changed();
}

void ExplanationRunner::run()
{
    const EvaluationPtr evaluation = std::exchange(m_wanted, nullptr);
    m_job.start(
        [evaluation](const CancelToken& cancel) {
            QElapsedTimer clock;
            clock.start();
            Made made;
            if (Result<Explanation> explained = explain(*evaluation->timeline, evaluation->costs, cancel))
                made.explanation = std::make_shared<const Explanation>(std::move(*explained));
            made.tookMs = clock.elapsed();
            return made;
        },
        [this, evaluation](const Made& made) {
            m_explanation = made.explanation;
            if (evaluation->actionCount >= m_quickCount)
                m_quickCount = made.tookMs <= kQuickMs ? evaluation->actionCount : 0;
            emit changed();
        });
}

void ExplanationRunner::clear()
{
    if (forget())
        emit changed();
}

bool ExplanationRunner::forget()
{
    m_rest.stop();
    m_wanted.reset();
    m_job.drop();
    return std::exchange(m_explanation, nullptr) != nullptr;
}

} // namespace bubblescope::ui

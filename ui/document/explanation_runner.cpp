// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/explanation_runner.h"

#include "ui/document/guarded.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QtConcurrentRun>
#include <utility>

namespace bubblescope::ui {

struct ExplanationRunner::Job
{
    CancelToken cancel;
    ExplanationPtr explanation;
    qint64 tookMs = 0;
};

namespace {

constexpr int kRestMs = 60;
/// What is worked out within a part of a frame need not wait.
constexpr qint64 kQuickMs = 4;

} // namespace

ExplanationRunner::ExplanationRunner(QObject* parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ExplanationRunner::run);
}

ExplanationRunner::~ExplanationRunner()
{
    if (m_job)
        m_job->cancel.cancel();
}

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
    const auto job = std::make_shared<Job>();
    m_job = job;
    auto* watcher = new QFutureWatcher<void>(this);
    connect(watcher, &QFutureWatcher<void>::finished, this, [this, watcher, job, evaluation] {
        watcher->deleteLater();
        if (job != m_job)
            return;
        m_job.reset();
        m_explanation = job->explanation;
        if (evaluation->actionCount >= m_quickCount)
            m_quickCount = job->tookMs <= kQuickMs ? evaluation->actionCount : 0;
        emit changed();
    });
    watcher->setFuture(QtConcurrent::run([job, evaluation] {
        QElapsedTimer clock;
        clock.start();
        Result<Explanation> made = guarded(
            "this schedule", [&] { return explain(*evaluation->timeline, evaluation->costs, job->cancel); });
        if (made)
            job->explanation = std::make_shared<const Explanation>(std::move(*made));
        job->tookMs = clock.elapsed();
    }));
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
    if (m_job)
        m_job->cancel.cancel();
    m_job.reset();
    return std::exchange(m_explanation, nullptr) != nullptr;
}

} // namespace bubblescope::ui

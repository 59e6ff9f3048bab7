// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/explanation_runner.h"

#include "ui/document/guarded.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

namespace bubblescope::ui {

struct ExplanationRunner::Job
{
    CancelToken cancel;
    ExplanationPtr explanation;
};

ExplanationRunner::ExplanationRunner(QObject* parent) : QObject(parent) {}

ExplanationRunner::~ExplanationRunner()
{
    if (m_job)
        m_job->cancel.cancel();
}

void ExplanationRunner::start(const EvaluationPtr& evaluation)
{
    clear();
    if (!evaluation || !evaluation->brokenBecause.empty())
        return;
    const auto job = std::make_shared<Job>();
    m_job = job;
    auto* watcher = new QFutureWatcher<void>(this);
    connect(watcher, &QFutureWatcher<void>::finished, this, [this, watcher, job] {
        watcher->deleteLater();
        if (job != m_job)
            return;
        m_job.reset();
        m_explanation = job->explanation;
        emit changed();
    });
    watcher->setFuture(QtConcurrent::run([job, evaluation] {
        Result<Explanation> made = guarded(
            "this schedule", [&] { return explain(*evaluation->timeline, evaluation->costs, job->cancel); });
        if (made)
            job->explanation = std::make_shared<const Explanation>(std::move(*made));
    }));
}

void ExplanationRunner::clear()
{
    if (m_job)
        m_job->cancel.cancel();
    m_job.reset();
    if (!m_explanation)
        return;
    m_explanation.reset();
    emit changed();
}

} // namespace bubblescope::ui

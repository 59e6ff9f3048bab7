// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/evaluation_runner.h"

#include <QSemaphore>
#include <QTimer>
#include <QtConcurrentRun>

namespace bubblescope::ui {

namespace {

// Half a frame: long enough for ten thousand actions, too short to be felt.
constexpr int kImmediateMs = 8;

} // namespace

struct EvaluationRunner::Job
{
    CancelToken cancel;
    QSemaphore done;
    EvaluationProgress progress;
    Result<EvaluationPtr> result = failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
};

EvaluationRunner::EvaluationRunner(QObject* parent) : QObject(parent) {}

EvaluationRunner::~EvaluationRunner()
{
    if (m_job)
        m_job->cancel.cancel();
}

void EvaluationRunner::start(const EvaluationInput& input, const WhatIf& whatIf, const EvaluationPtr& before)
{
    m_next.reset();
    run({input, whatIf, before});
}

void EvaluationRunner::retime(const EvaluationInput& input, const WhatIf& whatIf, const EvaluationPtr& before)
{
    const bool waits = m_job != nullptr;
    m_next.reset();
    if (waits)
        m_next = Request{input, whatIf, before};
    else
        run({input, whatIf, before});
}

void EvaluationRunner::run(Request request)
{
    const bool wasBusy = isBusy();
    if (m_job)
        m_job->cancel.cancel();
    const auto job = std::make_shared<Job>();
    m_job = job;
    auto* watcher = new QFutureWatcher<void>(this);
    connect(watcher, &QFutureWatcher<void>::finished, this, [this, watcher, job] {
        watcher->deleteLater();
        deliver(job);
    });
    watcher->setFuture(QtConcurrent::run([job, request = std::move(request)] {
        job->result =
            evaluate(request.input, job->cancel,
                     {.whatIf = request.whatIf, .before = request.before, .progress = &job->progress});
        job->done.release();
    }));
    if (job->done.tryAcquire(1, kImmediateMs)) {
        deliver(job);
    } else if (!wasBusy) {
        emit busyChanged(true);
    }
}

void EvaluationRunner::cancel()
{
    if (!isBusy())
        return;
    m_next.reset();
    if (m_job)
        m_job->cancel.cancel();
    m_job.reset();
    emit busyChanged(false);
}

void EvaluationRunner::deliver(const std::shared_ptr<Job>& job)
{
    if (job != m_job)
        return;
    m_job.reset();
    m_result = std::move(job->result);
    m_progress = job->progress;
    if (!m_next)
        emit busyChanged(false);
    emit finished();
    // After the frame of what was delivered is painted.
    if (m_next)
        QTimer::singleShot(0, this, &EvaluationRunner::runNext);
}

void EvaluationRunner::runNext()
{
    if (m_job || !m_next)
        return;
    Request next = std::move(*m_next);
    m_next.reset();
    if (m_result)
        next.before = *m_result;
    run(std::move(next));
}

} // namespace bubblescope::ui

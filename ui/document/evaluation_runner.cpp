// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evaluation_runner.h"

#include <QSemaphore>
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
    EvaluationStep reached = EvaluationStep::Generate;
    Result<EvaluationPtr> result = failure(ErrorKind::Cancelled, "stopped");
};

EvaluationRunner::EvaluationRunner(QObject* parent) : QObject(parent) {}

EvaluationRunner::~EvaluationRunner()
{
    if (m_job)
        m_job->cancel.cancel();
}

void EvaluationRunner::start(const EvaluationInput& input, const WhatIf& whatIf)
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
    watcher->setFuture(QtConcurrent::run([job, input, whatIf] {
        job->result = evaluate(input, job->cancel, &job->reached, whatIf);
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
    if (!m_job)
        return;
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
    m_reached = job->reached;
    emit busyChanged(false);
    emit finished();
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation.h"

#include <QFutureWatcher>
#include <QObject>
#include <memory>

namespace bubblescope::ui {

/// Evaluates on a worker thread; only the newest request is ever delivered. A request first waits a few
/// milliseconds for its own result, so that a small schedule answers before the window paints again and a
/// large one never holds the window.
class EvaluationRunner : public QObject
{
    Q_OBJECT

public:
    explicit EvaluationRunner(QObject* parent = nullptr);
    ~EvaluationRunner() override;

    /// Drops what runs and starts anew.
    void start(const EvaluationInput& input, const WhatIf& whatIf = {});
    /// Drops what runs; nothing more is delivered.
    void cancel();
    /// Of the last request that finished.
    [[nodiscard]] const Result<EvaluationPtr>& result() const { return m_result; }
    /// How far that request came.
    [[nodiscard]] EvaluationStep reachedStep() const { return m_reached; }
    [[nodiscard]] bool isBusy() const { return m_job != nullptr; }

signals:
    void finished(); ///< result() is new
    void busyChanged(bool busy);

private:
    struct Job;
    void deliver(const std::shared_ptr<Job>& job);
    std::shared_ptr<Job> m_job; ///< the newest one, until it is delivered
    EvaluationStep m_reached = EvaluationStep::Generate;
    Result<EvaluationPtr> m_result = failure(ErrorKind::Cancelled, "stopped");
};

} // namespace bubblescope::ui

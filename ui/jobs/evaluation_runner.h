// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"

#include <QFutureWatcher>
#include <QObject>
#include <memory>
#include <optional>

namespace bubblescope::ui {

/// Evaluates on a worker thread; of requests that differ in more than
/// a what-if only the newest is ever delivered. A request first waits a few
/// milliseconds for its own result, so that a small schedule answers before the window paints again and a
/// large one never holds the window.
class EvaluationRunner : public QObject
{
    Q_OBJECT

public:
    explicit EvaluationRunner(QObject* parent = nullptr);
    ~EvaluationRunner() override;

    /// Drops what runs and starts anew. What has not changed since `before` is taken from it.
    void start(const EvaluationInput& input, const WhatIf& whatIf = {},
               const EvaluationPtr& before = nullptr);
    /// The same input under other factors. What runs is let finish, and delivered, first; of several that
    /// wait for it the newest runs next. So a slider that never rests is followed as fast as can be.
    void retime(const EvaluationInput& input, const WhatIf& whatIf, const EvaluationPtr& before);
    /// Drops what runs; nothing more is delivered.
    void cancel();
    /// Of the last request that finished.
    [[nodiscard]] const Result<EvaluationPtr>& result() const { return m_result; }
    /// How far that request came.
    [[nodiscard]] const EvaluationProgress& progress() const { return m_progress; }
    [[nodiscard]] bool isBusy() const { return m_job != nullptr || m_next.has_value(); }

signals:
    void finished(); ///< result() is new
    void busyChanged(bool busy);

private:
    struct Job;
    struct Request
    {
        EvaluationInput input;
        WhatIf whatIf;
        EvaluationPtr before;
    };
    void run(Request request);
    void runNext();
    void deliver(const std::shared_ptr<Job>& job);
    std::shared_ptr<Job> m_job;    ///< the newest one, until it is delivered
    std::optional<Request> m_next; ///< waits for m_job
    EvaluationProgress m_progress;
    Result<EvaluationPtr> m_result = failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "ui/jobs/latest_job.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace bubblescope::ui {

/// Explains an evaluation on a worker thread, once it is shown and no newer one has come for a moment: a
/// slider that moves needs the processor for its frames. What is known to be quick does not wait. Only the
/// newest one is ever delivered.
class ExplanationRunner : public QObject
{
    Q_OBJECT

public:
    explicit ExplanationRunner(QObject* parent = nullptr);
    ~ExplanationRunner() override;

    /// Drops what runs and starts anew. An evaluation that cannot run has no explanation.
    void start(const EvaluationPtr& evaluation);
    /// Drops what runs and what was delivered.
    void clear();
    /// One is being worked out, or will be in a moment.
    [[nodiscard]] bool isBusy() const { return m_job.isRunning() || m_wanted != nullptr; }
    /// Of the evaluation started last; null until it is there.
    [[nodiscard]] const ExplanationPtr& explanation() const { return m_explanation; }

signals:
    void changed(); ///< explanation() is new, or null again

private:
    struct Made
    {
        ExplanationPtr explanation;
        qint64 tookMs = 0;
    };
    /// Cancels and drops all; whether something delivered was among it.
    bool forget();
    void run();
    QTimer m_rest; ///< until nothing newer has come for a while
    EvaluationPtr m_wanted;
    std::size_t m_quickCount = 0; ///< orders of up to so many actions were explained at once
    LatestJob<Made> m_job;
    ExplanationPtr m_explanation;
};

} // namespace bubblescope::ui

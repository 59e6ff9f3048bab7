// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/time/memory_stack.h"
#include "ui/jobs/latest_job.h"

#include <QObject>

namespace bubblescope::ui {

/// The parts of a timeline's memory, while they are asked for: of short orders at once, so that nothing
/// blinks while a cost or an action is dragged; of long ones from a worker, a moment later.
class MemoryPartsLayer : public QObject
{
    Q_OBJECT

public:
    explicit MemoryPartsLayer(QObject* parent);

    /// What is shown; null for none.
    void setEvaluation(const EvaluationPtr& evaluation);
    void setWanted(bool wanted);
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    /// Of the evaluation; null while it is not there or not wanted.
    [[nodiscard]] const MemoryStackPtr& stack() const { return m_stack; }

signals:
    void changed(); ///< stack() or isWanted() is another, not because of setEvaluation()

private:
    void make(bool tells);

    EvaluationPtr m_evaluation;
    bool m_isWanted = false;
    MemoryStackPtr m_stack;
    LatestJob<MemoryStackPtr> m_job;
};

} // namespace bubblescope::ui

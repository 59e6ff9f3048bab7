// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation.h"

#include <QTreeWidget>
#include <optional>

namespace bubblescope::ui {

/// The bottom dock: what validation found in the shown order, with a jump to the action. Validation runs on a
/// worker thread; only the newest answer is shown.
class ProblemsPanel : public QTreeWidget
{
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    void setEvaluation(const EvaluationPtr& evaluation);
    /// Nothing while validation runs.
    [[nodiscard]] std::optional<std::size_t> problemCount() const { return m_count; }

signals:
    void problemCountChanged();
    void actionAsked(const bubblescope::ActionPosition& action);

private:
    void show(const std::vector<Problem>& problems);
    void jump(QTreeWidgetItem* item);

    EvaluationPtr m_evaluation;
    int m_revision = 0;
    std::optional<std::size_t> m_count;
};

} // namespace bubblescope::ui

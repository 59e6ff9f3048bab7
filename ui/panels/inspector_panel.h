// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation.h"
#include "ui/timeline/dependency_links.h"

#include <QWidget>
#include <optional>

class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace bubblescope::ui {

class KindBars;

/// The right dock: the selected action with what it waited for and what needs it, or the run's figures when
/// nothing is selected; below both the time by kind.
class InspectorPanel : public QWidget
{
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    /// `links` are the selected action's in that evaluation.
    void setContent(const EvaluationPtr& evaluation, const std::optional<ActionPosition>& selection,
                    const DependencyLinks& links);
    /// All that is said about the selection or the run, a line each; for tests and for copying.
    [[nodiscard]] QString plainText() const;

signals:
    void actionAsked(const bubblescope::ActionPosition& action);

private:
    void rebuild();
    void showAction(const ActionPosition& action);
    void showRun();
    void addHeading(const QString& title);
    void addFact(const QString& name, const QString& value);
    void addBadgeLine(const ActionPosition& action);
    /// `turn`: the one of `actions` that only stands before it on its rank.
    void addLinks(const QString& title, const std::vector<ActionPosition>& actions, bool waited,
                  std::optional<ActionPosition> turn);

    EvaluationPtr m_evaluation;
    std::optional<ActionPosition> m_selection;
    DependencyLinks m_links;
    QVBoxLayout* m_facts;
    QWidget* m_factsHolder = nullptr;
    QVBoxLayout* m_holderLayout = nullptr;
    KindBars* m_bars;
    QStringList m_lines;
};

} // namespace bubblescope::ui

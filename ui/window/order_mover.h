// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation_runner.h"
#include "ui/document/explanation_runner.h"
#include "ui/document/latest_job.h"
#include "ui/timeline/move_tool.h"

#include <QObject>
#include <optional>
#include <utility>

namespace bubblescope::ui {

class MainWindow;

/// Moves actions of the window's order: works out, while one is dragged, where it may stand and what would
/// come of the place where it is, has the window show that, and makes the drop one undo step. Of larger
/// orders it works on a worker, and the newest place counts; the picture before stays until the next is
/// there.
class OrderMover : public QObject
{
    Q_OBJECT

public:
    explicit OrderMover(MainWindow& window);

    /// What the window shows instead of the document's order; null while nothing is dragged elsewhere.
    [[nodiscard]] const EvaluationPtr& preview() const { return m_preview; }
    /// Why that is as long as it is.
    [[nodiscard]] const ExplanationRunner& explainer() const { return m_explainer; }
    /// Moves the selected action one place back (-1) or on (1) in the order of its rank.
    void step(int step);
    /// A new order in place of the shown one has come of it.
    void noteEdited(const SchedulePtr& order);
    /// Whether what is shown is the document's order with its times; says why not.
    [[nodiscard]] bool mayMove();
    [[nodiscard]] bool hasOrigin() const;
    /// The order that was generated before it was edited, as one undo step.
    void backToOrigin();

signals:
    void originChanged();
    void explained(); ///< preview()

private:
    void begin();
    void findPlaces();
    void aim();
    void takePreview();
    void showPreview(const EvaluationPtr& evaluation, const ActionPosition& selected);
    void drop(const EvaluationPtr& base, const ActionPosition& action, const MoveTarget& target);
    void goBack();
    void setMoved(MovedOrder moved, const ActionPosition& action, const Schedule& before);
    void announce(const QString& text);

    MainWindow& m_window;
    MoveTool& m_tool;
    EvaluationRunner m_runner;
    ExplanationRunner m_explainer;
    LatestJob<LegalPlacesPtr> m_places;
    /// An order that was asked for, where the dragged action goes for it, and where it stands then.
    struct Tried
    {
        std::weak_ptr<const Schedule> order; ///< the runner keeps those it still needs
        MoveTarget target;
        ActionPosition action;
    };
    std::vector<Tried> m_tried; ///< not delivered yet, the newest last
    EvaluationPtr m_base;       ///< while something is dragged
    ActionPosition m_action;    ///< in that
    EvaluationPtr m_preview;
    bool m_isMoving = false; ///< what noteEdited() is told of is a move
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/evaluation_runner.h"
#include "ui/jobs/explanation_runner.h"
#include "ui/jobs/latest_job.h"
#include "ui/timeline/move_tool.h"

#include <QObject>
#include <optional>
#include <utility>

namespace bubblescope::ui {

class OrderEditor;
class SchedulePanel;
class ShownTimes;
class WindowServices;

/// Moves actions of the shown order: works out, while one is dragged, where it may stand and what would
/// come of the place where it is, has the window show that, and makes the drop one undo step. Of larger
/// orders it works on a worker, and the newest place counts; the picture before stays until the next is
/// there.
class OrderMover : public QObject
{
    Q_OBJECT

public:
    /// Adds the commands; `panel` says that the order was edited, and asks for the way back.
    OrderMover(WindowServices& window, ShownTimes& shown, OrderEditor& editor, SchedulePanel& panel);

private:
    void addCommands();
    void showOrigin();
    /// Moves the selected action one place back (-1) or on (1) in the order of its rank.
    void step(int step);
    /// The order that was generated before it was edited, as one undo step.
    void backToOrigin();
    void begin();
    void findPlaces();
    void aim();
    void takePreview();
    /// Null = the document's order again.
    void setPreview(const EvaluationPtr& evaluation);
    void showPreview(const EvaluationPtr& evaluation, const ActionPosition& selected);
    void drop(const EvaluationPtr& base, const ActionPosition& action, const MoveTarget& target);
    void goBack();
    void setMoved(MovedOrder moved, const ActionPosition& action, const Schedule& before);
    void announce(const QString& text);

    WindowServices& m_window;
    ShownTimes& m_shown;
    OrderEditor& m_editor;
    SchedulePanel& m_panel;
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
    EvaluationPtr m_preview;    ///< shown instead of the document's order
    bool m_isMoving = false;    ///< the order that is edited is a move's
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "ui/timeline/hover_text.h"
#include "ui/timeline/move_places.h"
#include "ui/timeline/timeline_tool.h"

#include <QTimer>
#include <functional>
#include <memory>

namespace bubblescope::ui {

using LegalPlacesPtr = std::shared_ptr<const LegalPlaces>;

/// Whether the selected action, or another of its cell, is drawn at a place of the viewport.
[[nodiscard]] bool isInSelectedCell(const TimelineView& view, const QPointF& position);

/// Drags the selected action, with its cell, to another place in the order. It knows the order as it was when
/// the drag began, where the pointer is and what is lit up; what a place would do to the times others work
/// out and show meanwhile (expect()).
class MoveTool : public TimelineTool
{
    Q_OBJECT

public:
    explicit MoveTool(TimelineView& view);

    /// What a shown evaluation has to do with a move.
    enum class Expected : std::uint8_t {
        Not,     ///< nothing: the drag ends
        Preview, ///< what comes of the place where the pointer is, or was
        Back,    ///< the order of before
        Moved,   ///< the moved order stays
    };

    /// Asked when the selected action is dragged; without a guard nothing can be moved here.
    void setGuard(std::function<bool()> mayMove);
    [[nodiscard]] bool canMove() const { return m_mayMove != nullptr; }
    [[nodiscard]] bool isMoving() const { return m_move.has_value(); }
    /// The dragged action, as it stood. Requires isMoving().
    [[nodiscard]] const ActionPosition& action() const { return m_move->action; }
    /// The order and times as the drag began. Requires isMoving().
    [[nodiscard]] const EvaluationPtr& base() const { return m_move->base; }
    /// Where it would go now. Requires isMoving().
    [[nodiscard]] const MoveTarget& target() const { return m_move->target; }
    [[nodiscard]] const LegalPlacesPtr& legalPlaces() const { return m_legal; }
    /// Where the dragged action may stand; null while that is not known.
    void setLegalPlaces(LegalPlacesPtr places);
    /// True, or false, if it is known whether the order runs with the action where it would go now.
    [[nodiscard]] std::optional<bool> isLegal() const;
    /// Whether the timeline shows what comes of the present place.
    [[nodiscard]] bool isShown() const;

    /// Evaluations of this order are of this sort, until another is expected. The view then keeps its range,
    /// and the order it shows is taken to have the action at `at`.
    void expect(const SchedulePtr& order, Expected as, const MoveTarget& at = {});
    /// A moved order that comes is fitted if the present one is.
    void rememberRange();
    [[nodiscard]] Expected expectationOf(const Evaluation* evaluation) const;
    /// Whether the range stays when what was expected is shown.
    [[nodiscard]] bool keepsRange(Expected expected) const
    {
        return expected != Expected::Moved || !m_wasFitted;
    }
    /// While something is dragged the axis reaches as far as it did before.
    [[nodiscard]] Time heldEnd() const { return m_move ? m_move->end : 0; }
    /// What is told beside the pointer; empty while nothing is dragged.
    [[nodiscard]] HoverCard card() const;

    void paint(QPainter& painter) const override;
    bool drag(const QPointF& from, Qt::KeyboardModifiers modifiers) override;
    void move(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    [[nodiscard]] std::optional<Qt::CursorShape> cursorAt(const QPointF& position) const override;

signals:
    void begun();         ///< action() is dragged
    void targetChanged(); ///< target()
    /// It was let go where it does not stand already; `base` is the order that it was dragged in.
    void dropped(const bubblescope::EvaluationPtr& base, const bubblescope::ActionPosition& action,
                 const bubblescope::ui::MoveTarget& target);
    /// It stays where it was.
    void cancelled();

private:
    struct Move
    {
        ActionPosition action;
        EvaluationPtr base;
        MoveTarget target;
        QPointF pointer;
        double grabbed = 0; ///< pixels from the block's left edge to the pointer
        double width = 0;   ///< of the block
        Time end = 0;       ///< of the axis
    };

    void aim();
    void scrollAtEdges();
    [[nodiscard]] QPointF scrollStep() const;

    std::function<bool()> m_mayMove;
    std::optional<Move> m_move;
    LegalPlacesPtr m_legal;
    SchedulePtr m_expected;
    Expected m_expectedAs = Expected::Not;
    MoveTarget m_shownAt; ///< of the expected order
    bool m_wasFitted = false;
    QTimer m_scroll;
};

} // namespace bubblescope::ui

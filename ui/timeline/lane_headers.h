// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "core/scene/theme.h"
#include "ui/timeline/lane_order.h"
#include "ui/timeline/timeline_tool.h"

#include <QRectF>
#include <QTimer>

namespace bubblescope::ui {

/// The names of the lanes left of the plot: what pins, hides, folds and moves them. A lane may be chosen
/// there, in place of an action or a gap.
class LaneHeaders : public TimelineTool
{
    Q_OBJECT

public:
    explicit LaneHeaders(TimelineView& view);

    [[nodiscard]] const LaneArrangement& arrangement() const { return m_arrangement; }
    void setArrangement(const LaneArrangement& arrangement);

    /// The chosen lane.
    [[nodiscard]] std::optional<RankId> selected() const { return m_selected; }
    void select(std::optional<RankId> rank);
    /// The lane that commands act on: whose menu is open, else that of the selected action, of the marked
    /// gap, the chosen one, the one under the pointer.
    [[nodiscard]] std::optional<RankId> target() const;
    [[nodiscard]] std::size_t hiddenCount() const;

    void togglePinned(RankId rank)
    {
        setArrangement(withPinned(m_arrangement, rank, !isPinned(m_arrangement, rank)));
    }
    void toggleFolded(RankId rank)
    {
        setArrangement(withFolded(m_arrangement, rank, !isFolded(m_arrangement, rank)));
    }
    /// The last lane that is shown stays.
    void hide(RankId rank);
    /// Up (-1) or down (1) among the pinned lanes or the others.
    void moveBy(RankId rank, int step) { setArrangement(movedBy(m_arrangement, ranks(), rank, step)); }
    /// In front of all others, or of all pinned ones.
    void moveToTop(RankId rank);
    void showAll() { setArrangement(withAllShown(m_arrangement, ranks())); }
    void foldAll() { setArrangement(withAllFolded(m_arrangement, ranks(), true)); }
    void unfoldAll() { setArrangement(withAllFolded(m_arrangement, ranks(), false)); }
    /// As if nothing had ever been arranged, of ranks that are not there either.
    void reset() { setArrangement({}); }
    /// Shows a rank that is hidden, and unfolds it if asked to: something there is to be seen.
    void reveal(RankId rank, bool unfolded);
    /// Marks the header of a lane that was asked for, for a moment, so that the eye finds it.
    void mark(RankId rank);
    /// The marked rank; nothing a moment later.
    [[nodiscard]] std::optional<RankId> marked() const { return m_marked; }
    /// Where the menu key was pressed: false if no lane is chosen.
    bool openMenuOfSelected();

    void paint(QPainter& painter) const override;
    bool press(const QPointF& position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) override;
    void move(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void release(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;
    bool doubleClick(const QPointF& position) override;
    bool clear() override;
    [[nodiscard]] std::optional<Qt::CursorShape> cursorAt(const QPointF& position) const override;
    void hover(const std::optional<QPointF>& position) override;
    bool contextMenu(const QPointF& position, const QPoint& globalPosition) override;
    void evaluationChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    // Where its parts are, in viewport pixels.
    enum class Part : std::uint8_t { Name, Fold, Pin, Hide, ShowAll };
    struct Spot
    {
        Part part = Part::Name;
        std::size_t row = 0; ///< of no meaning for ShowAll
        bool operator==(const Spot&) const = default;
    };
    [[nodiscard]] std::optional<Spot> spotAt(const QPointF& position) const;
    [[nodiscard]] QRectF headerRect(std::size_t row) const;
    /// Fold, Pin and Hide are there while the pointer is on the header.
    [[nodiscard]] QRectF buttonRect(std::size_t row, Part part) const;
    /// Empty while nothing is hidden.
    [[nodiscard]] QRectF hiddenLineRect() const;
    [[nodiscard]] bool isDragging() const { return m_dragging; }

signals:
    void arrangementChanged(const bubblescope::LaneArrangement& arrangement);
    void selectedChanged(std::optional<bubblescope::RankId> rank);
    /// A menu for target() is asked for.
    void menuAsked(const QPoint& globalPosition);
    /// A hidden rank is shown again because something there was asked for.
    void rankRevealed(bubblescope::RankId rank);
    /// The only lane was to be hidden.
    void lastLaneKept();

private:
    /// Where a dragged lane would go.
    struct Drop
    {
        std::size_t row = 0; ///< in front of this one
        bool pinned = false;
        double y = 0; ///< of the line that shows it
    };
    [[nodiscard]] std::uint32_t ranks() const;
    [[nodiscard]] std::optional<Drop> dropAt(double y) const;
    [[nodiscard]] LaneArrangement dropped() const;
    void act(const Spot& spot);
    void scrollAtBorder();
    void endDrag();
    void unmark();
    void repaintHeaders();
    [[nodiscard]] QString tipOf(const Spot& spot) const;

    // The look (lane_headers_look.cpp).
    void paintMark(QPainter& painter, const Theme& theme) const;
    void paintPinnedBorder(QPainter& painter, const Theme& theme) const;
    void paintStates(QPainter& painter, const Theme& theme) const;
    void paintRow(QPainter& painter, std::size_t row, const Theme& theme) const;
    void paintButtons(QPainter& painter, std::size_t row, const Theme& theme) const;
    void paintHiddenLine(QPainter& painter, const Theme& theme) const;
    void paintDrag(QPainter& painter, const Theme& theme) const;

    LaneArrangement m_arrangement;
    std::optional<RankId> m_selected;
    std::optional<RankId> m_menuRank; ///< while its menu is open
    std::optional<QPointF> m_pointer;
    std::optional<Spot> m_hovered;
    std::optional<Spot> m_pressed; ///< what the held button went down on
    RankId m_dragged;              ///< while something is pressed
    QPointF m_pressedAt, m_draggedTo;
    bool m_dragging = false;
    QTimer m_scrolling;
    std::optional<RankId> m_marked;
    QTimer m_markTimer;
};

} // namespace bubblescope::ui

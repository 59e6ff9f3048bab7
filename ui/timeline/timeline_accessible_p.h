// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_accessible_tools.h"
#include "ui/timeline/timeline_view.h"

#include <QAccessibleWidget>
#include <memory>

namespace bubblescope::ui {

/// The timeline itself: its children are the shown lanes, top to bottom, then the notes, the measured area,
/// and the widgets that stand in it.
class TimelineAccessible : public QAccessibleWidget
{
public:
    explicit TimelineAccessible(TimelineView* view);
    ~TimelineAccessible() override;

    [[nodiscard]] TimelineView& view() const;
    /// Of the evaluation that the kept children are of; null while nothing is shown.
    [[nodiscard]] const LaneIndex* index() const;
    /// The kept children are of what is shown now.
    [[nodiscard]] bool isCurrent() const { return m_evaluation == view().evaluation(); }
    [[nodiscard]] QAccessibleInterface* laneOf(RankId rank);
    [[nodiscard]] QAccessibleInterface* actionAt(const ActionPosition& action);
    /// Null while no gap is marked.
    [[nodiscard]] QAccessibleInterface* gap();
    [[nodiscard]] QAccessibleInterface* note(std::size_t number);
    /// Null while nothing is measured.
    [[nodiscard]] QAccessibleInterface* area();
    /// What keys act on: what was chosen last of the focused note, the area, and the selection.
    enum class Sort : std::uint8_t { Selection, Note, Area };
    void setLatest(Sort sort) { m_latest = sort; }
    /// The latest; else the selected action, the marked gap or the chosen lane. Null if there is none.
    [[nodiscard]] QAccessibleInterface* chosen();
    /// A rectangle of the viewport on the screen, as far as it is to be seen; empty if nothing of it is.
    [[nodiscard]] QRect onScreen(const RectF& rect) const;
    /// Deletes the children of an evaluation that is no longer shown.
    void renew();
    [[nodiscard]] std::size_t kept() const { return m_lanes.size() + m_actions.size() + m_notes.size(); }

    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;
    [[nodiscard]] QString text(QAccessible::Text which) const override;

private:
    /// Children are made and dropped where Qt asks a constant interface for them.
    [[nodiscard]] TimelineAccessible& self() const { return const_cast<TimelineAccessible&>(*this); }
    void forget();
    [[nodiscard]] QString description() const;
    /// How many children come before the notes, and before the widgets.
    [[nodiscard]] std::size_t laneCount() const;
    [[nodiscard]] std::size_t itemCount() const;
    [[nodiscard]] std::vector<QWidget*> widgets() const;

    EvaluationPtr m_evaluation; ///< keeps alive what the children refer to
    KeptInterfaces<std::uint32_t> m_lanes;
    KeptInterfaces<std::pair<std::uint32_t, std::size_t>> m_actions;
    KeptInterfaces<std::size_t> m_notes;
    QAccessible::Id m_gap = 0, m_area = 0;
    Sort m_latest = Sort::Selection;
};

} // namespace bubblescope::ui

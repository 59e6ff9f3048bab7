// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_accessible_items.h"
#include "ui/timeline/timeline_view.h"

#include <QAccessibleWidget>
#include <memory>

namespace bubblescope::ui {

/// The timeline itself: its children are the shown lanes, top to bottom, then widgets that stand in it.
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
    /// The selected action or the marked gap.
    [[nodiscard]] QAccessibleInterface* chosen();
    /// A rectangle of the viewport on the screen, as far as it is to be seen; empty if nothing of it is.
    [[nodiscard]] QRect onScreen(const RectF& rect) const;
    /// Deletes the children of an evaluation that is no longer shown.
    void renew();
    [[nodiscard]] std::size_t kept() const { return m_lanes.size() + m_actions.size(); }

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
    [[nodiscard]] std::vector<QWidget*> widgets() const;

    EvaluationPtr m_evaluation; ///< keeps alive what the children refer to
    KeptInterfaces<std::uint32_t> m_lanes;
    KeptInterfaces<std::pair<std::uint32_t, std::size_t>> m_actions;
    QAccessible::Id m_gap = 0;
};

} // namespace bubblescope::ui

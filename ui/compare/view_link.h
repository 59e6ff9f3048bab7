// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_view.h"

#include <QObject>
#include <vector>

namespace bubblescope::ui {

/// Keeps timelines in step, whichever the user acts on: the range of time, the first lane, which lanes are
/// shown, the selected action. What is chosen for the first one (kinds, memory, theme, search) the others
/// follow. Timelines of one unit share one axis, which reaches to the latest end; others are shown as shares
/// of their run.
class ViewLink : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the first view, which outlives the others.
    explicit ViewLink(TimelineView& first);

    /// A view that follows as soon as it is among the active ones.
    void add(TimelineView& view);
    /// The first and these are in step, all others are left alone; none ends it.
    void setActive(const std::vector<TimelineView*>& others);
    [[nodiscard]] bool isActive() const { return m_active.size() > 1; }

private:
    void connectView(TimelineView& view);
    void connectFirst();
    /// After one of them shows another evaluation.
    void align();
    void alignLanes();
    void shareAxis();
    void passRange(const TimelineView& from, TimelineView& to);
    void passScroll(const TimelineView& from, TimelineView& to);
    void passSelection(const TimelineView& from, TimelineView& to);
    /// Runs `task` unless one of the views is being told something.
    template <typename Task>
    void tell(const Task& task);
    /// Runs `task` for each active view but `from`, if that is active itself.
    template <typename Task>
    void tellOthers(const TimelineView& from, const Task& task);

    TimelineView& m_first;
    std::vector<TimelineView*> m_active; ///< with the first, or empty
    bool m_telling = false;
};

} // namespace bubblescope::ui

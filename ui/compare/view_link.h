// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_view.h"

#include <QObject>

namespace bubblescope::ui {

/// Keeps two timelines in step, whichever the user acts on: the range of time, the first lane, which lanes
/// are shown, the selected action. What is chosen for the first one (kinds, memory, theme, motion) the second
/// follows. Timelines of one unit share one axis, which reaches to the later end; others are shown as shares
/// of their run.
class ViewLink : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the second view.
    ViewLink(TimelineView& first, TimelineView& second);

    /// While it does not, the second is left alone.
    void setActive(bool active);
    [[nodiscard]] bool isActive() const { return m_active; }

private:
    void connectBoth(TimelineView& from, TimelineView& to);
    void connectFirst();
    /// After one of them shows another evaluation.
    void align();
    void alignLanes();
    void passRange(const TimelineView& from, TimelineView& to);
    void passScroll(const TimelineView& from, TimelineView& to);
    void passSelection(const TimelineView& from, TimelineView& to);
    /// Runs `task` unless one of the views is being told something.
    template <typename Task>
    void tell(const Task& task);

    TimelineView& m_first;
    TimelineView& m_second;
    bool m_active = false;
    bool m_telling = false;
};

} // namespace bubblescope::ui

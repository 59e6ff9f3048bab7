// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <cstddef>
#include <functional>

namespace bubblescope::ui {

class TimelineView;

/// Makes a timeline readable by screen readers: a tree of lanes, each with its actions in their order and,
/// after them, the marked gap if it is on that lane. Names are those of SpokenText. What is selected or
/// marked is told as focused. Called once for each view.
///
/// Children are made when they are asked for, and only the latest are kept: an interface that was handed out
/// before so many others becomes invalid, as one of another evaluation does.
void makeAccessible(TimelineView& view);
/// For its destructor: from then on nobody reads it any more.
void endAccessible(TimelineView& view);

/// How many actions and how many lanes of a view are kept at most.
inline constexpr std::size_t kKeptActions = 1024;
inline constexpr std::size_t kKeptLanes = 256;

/// How many a view keeps now, for tests; 0 while nobody has asked for any.
[[nodiscard]] std::size_t keptAccessibleChildren(TimelineView& view);

/// Gets what timelines tell to screen readers, also where Qt has none to tell it to; null = nobody. For
/// tests.
using AccessibleListener = std::function<void(QAccessible::Event, const QAccessibleInterface&)>;
void setAccessibleListener(AccessibleListener listener);

} // namespace bubblescope::ui

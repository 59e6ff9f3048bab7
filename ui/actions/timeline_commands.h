// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope::ui {

class CommandRegistry;
class TimelineView;

/// Registers what a timeline can do by itself, whatever window it stands in: zoom and pan, selecting,
/// bubbles, the critical path and the kinds, with the keys and the gestures for it. The registry must give
/// the keys of Timeline commands to this view. What needs more than the view (notes of a document, settings,
/// a status bar to speak in) is registered by who has that.
void addTimelineCommands(CommandRegistry& commands, TimelineView& view);

} // namespace bubblescope::ui

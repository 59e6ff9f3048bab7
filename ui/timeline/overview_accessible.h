// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope::ui {

class OverviewStrip;

/// Makes an overview readable by screen readers: a scroll bar whose value is where the shown range begins,
/// told as "2 to 5 of 8 steps". Called before anything else of it is told.
void makeAccessible(OverviewStrip& overview);
/// Says that another range is shown.
void tellValue(OverviewStrip& overview);

} // namespace bubblescope::ui

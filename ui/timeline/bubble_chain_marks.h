// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/chain_lines.h"
#include "ui/timeline/overlay_painter.h"

namespace bubblescope::ui {

/// The chain of the marked gap; empty without one.
[[nodiscard]] ChainLines gapChain(const ChosenPlaces& chosen, const OverlayPlace& place);
void paintChain(QPainter& painter, const ChainLines& lines, const OverlayPlace& place);

} // namespace bubblescope::ui

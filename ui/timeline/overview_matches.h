// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/match_index.h"

#include <QRectF>
#include <vector>

namespace bubblescope::ui {

/// Where over the whole run something matches, on any lane: ticks in `row`, rising and apart, at least two
/// pixels wide. O(lanes), each in nearly constant time, and ends early where all of the row is covered.
[[nodiscard]] std::vector<QRectF> overviewTicks(const MatchIndex& matches, const QRectF& row);

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/match_index.h"

#include <QPixmap>
#include <QRectF>
#include <span>
#include <vector>

namespace bubblescope::ui {

/// The lanes in that order and the whole time, up to `end`, in a small picture. Lanes that get less than two
/// pixels are drawn higher and averaged down, so that a thousand ranks still show their true density.
[[nodiscard]] QPixmap overviewPicture(const LaneIndex& index, std::span<const RankId> order, Time end,
                                      const QSizeF& size, double devicePixelRatio, const Theme& theme,
                                      FillMask shown);

/// Where over the whole run something matches, on any lane: ticks in `row`, rising and apart, at least two
/// pixels wide. O(lanes), each in nearly constant time, and ends early where all of the row is covered.
[[nodiscard]] std::vector<QRectF> overviewTicks(const MatchIndex& matches, const QRectF& row);

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"

#include <QPixmap>
#include <span>

namespace bubblescope::ui {

/// The lanes in that order, or all of them in their own if it is empty, and the whole time, up to `end`, in a
/// small picture. Lanes that get less than two pixels are drawn higher and averaged down, so that a thousand
/// ranks still show their true density.
[[nodiscard]] QPixmap overviewPicture(const LaneIndex& index, std::span<const RankId> order, Time end,
                                      const QSizeF& size, double devicePixelRatio, const Theme& theme,
                                      FillMask shown);

} // namespace bubblescope::ui

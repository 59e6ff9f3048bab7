// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace bubblescope::ui {

/// Pixels of the streams' page.
struct StreamMetrics
{
    static constexpr double kRuler = 24;
    static constexpr double kLane = 26;
    static constexpr double kPadding = 3;  ///< above and below a lane's bars
    static constexpr double kLeft = 12;    ///< before the names
    static constexpr double kGap = 12;     ///< behind them
    static constexpr double kFigures = 68; ///< the column of shares
    static constexpr double kLeastNames = 96;
    static constexpr double kMostNamesShare = 0.32; ///< of the page's width
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/charts/chart_plot.h"

#include <QByteArray>

namespace bubblescope::ui {

/// A chart as a picture of its own, in logical pixels.
struct ChartPicture
{
    ChartContent content;
    ThemeName theme = ThemeName::Light;
    QSize size{960, 420};
    QString subtitle; ///< whose chart it is; follows the chart's own title
    std::optional<RankId> selected;
};

// Both want the thread of the window: what paints them are graphics items. They hold less than
// kMostChartPoints points, so that they are soon done.

/// `scale` image pixels a logical pixel, at least 0.1 and at most 8.
[[nodiscard]] Result<QByteArray> chartPng(const ChartPicture& picture, double scale);
[[nodiscard]] Result<QByteArray> chartSvg(const ChartPicture& picture);

/// The exact figures of what is shown, whatever is drawn of them. Runs on any thread.
[[nodiscard]] std::string chartCsv(const ChartContent& content);
/// How many lines that would have, so that nobody copies millions. O(ranks · log n).
[[nodiscard]] std::size_t chartCsvLines(const ChartContent& content);

} // namespace bubblescope::ui

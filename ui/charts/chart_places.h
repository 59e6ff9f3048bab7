// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_data.h"

#include <QPointF>
#include <QRectF>
#include <QString>
#include <optional>

namespace bubblescope::ui {

/// What a chart's axes say, so that what is drawn and what is pointed at agree.
struct ChartScale
{
    double from = 0; ///< of the horizontal axis: time, share of time, or the swept value
    double to = 1;
    bool isLogarithmic = false;
    double top = 1;       ///< of the vertical axis, from 0
    std::size_t bars = 0; ///< in place of a vertical axis
    std::size_t groupSize = 1;

    [[nodiscard]] static ChartScale of(const ChartContent& content, std::size_t mostBars);
};

/// Where on the screen that is.
struct ChartFrame
{
    QRectF plot;
    ChartScale scale;

    [[nodiscard]] double xOf(double value) const;
    [[nodiscard]] double valueAtX(double x) const;
    [[nodiscard]] double yOf(double value) const;
    [[nodiscard]] std::size_t barAtY(double y) const;
    [[nodiscard]] double middleOfBar(std::size_t bar) const;
};

/// Something in a chart that has a figure.
struct ChartPlace
{
    std::optional<RankId> rank;
    std::optional<Time> time;
    std::size_t index = 0; ///< of a bar, or of a swept point
    std::size_t part = 0;  ///< of a bar: its TimeKind
    QPointF position;      ///< in the frame
    QString text;          ///< "rank 3 · 12.5 µs · 4 stage activations"
};

/// What is nearest to a point of the plot; nothing outside. O(ranks · log n).
[[nodiscard]] std::optional<ChartPlace> placeAt(const ChartContent& content, const ChartFrame& frame,
                                                const QPointF& position);
enum class ChartMove : std::uint8_t { Left, Right, Up, Down, First, Last };
/// From one figure to the next one that way, as arrows do; without one to begin with, a first one.
[[nodiscard]] std::optional<ChartPlace> placeAfter(const ChartContent& content, const ChartFrame& frame,
                                                   const std::optional<ChartPlace>& from, ChartMove move);

/// The same rank and moment, bar or point in what is drawn now, if it is there.
[[nodiscard]] std::optional<ChartPlace> placeAgain(const ChartContent& content, const ChartFrame& frame,
                                                   const ChartPlace& place);

} // namespace bubblescope::ui

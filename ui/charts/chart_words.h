// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_data.h"

#include <QCoreApplication>
#include <QString>

namespace bubblescope::ui {

/// What charts call their parts, on the screen and in files.
class ChartWords
{
    Q_DECLARE_TR_FUNCTIONS(bubblescope::ui::ChartWords)

public:
    /// "Memory", as the choice above the charts has it.
    [[nodiscard]] static QString shortTitle(ChartKind kind);
    /// "Memory per rank"
    [[nodiscard]] static QString title(const ChartContent& content);
    /// How much of the chart's values is one on its value axis: 1e9 for bytes in GB.
    [[nodiscard]] static double valueUnit(const TimeChart& chart);
    /// Of the value axis, with its unit: "Memory, stage activations".
    [[nodiscard]] static QString valueTitle(const TimeChart& chart);
    /// Where that has no room: "Memory, act."
    [[nodiscard]] static QString shortValueTitle(const TimeChart& chart);
    /// In which an axis to the end of the range counts times kept in `unit`.
    [[nodiscard]] static QuantityUnit timeUnit(const TimeRange& range, const std::string& unit);
    [[nodiscard]] static QString timeTitle(const QuantityUnit& unit); ///< "Time (µs)"
    [[nodiscard]] static QString kindName(TimeKind kind);
    [[nodiscard]] static QString axisName(SweepAxis axis);                   ///< "microbatches"
    [[nodiscard]] static QString count(SweepAxis axis, std::int64_t number); ///< "1 rank", "8 microbatches"
    /// What a drawn level is, with its unit: "4 stage activations", "3 microbatches".
    [[nodiscard]] static QString level(const TimeChart& chart, double level);
    /// What holds a rank's memory at a time, as names and sizes, the uppermost part first. Requires a stack.
    [[nodiscard]] static std::vector<std::pair<QString, QString>> parts(const TimeChart& chart, RankId rank,
                                                                        Time time);
    /// What the picture leaves out or adds up, as one line; empty for nothing.
    [[nodiscard]] static QString note(const ChartContent& content, std::size_t mostBars);
    /// Each value that is left out with its reason, a line each.
    [[nodiscard]] static QString refusals(const SweepChart& chart);
    /// The chart in a few words, for who cannot see it.
    [[nodiscard]] static QString summary(const ChartContent& content);
};

} // namespace bubblescope::ui

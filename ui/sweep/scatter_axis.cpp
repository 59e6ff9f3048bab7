// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/scatter_axis.h"

#include "core/base/quantity.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

struct AxisWords
{
    Q_DECLARE_TR_FUNCTIONS(ScatterAxis)
};

constexpr double kDecade = 10;
constexpr double kFewDoublings = 4;
/// A limit further off than that would press the points together.
constexpr double kNearLimit = 1.6;

/// What one figure of the axis stands for, and the title that says so.
struct TickUnit
{
    double size = 1;
    QString title;
};

TickUnit unitOf(double top, const QString& title, const Measure& measure)
{
    const QuantityUnit unit = unitFor(top, measure);
    return {unit.size,
            AxisWords::tr("%1 (%2)", "what is measured, unit")
                .arg(title, QString::fromUtf8(unit.name.data(), static_cast<qsizetype>(unit.name.size())))};
}

TickUnit unitOf(double top, SweepMeasure measure, const SweepUnits& units)
{
    if (measure == SweepMeasure::PeakMemory && units.memory == MemoryUnit::Bytes) {
        return unitOf(top, measureTitle(measure), {Quantity::Size});
    }
    const bool isTime = measure == SweepMeasure::StepTime || measure == SweepMeasure::TimePerMicrobatch ||
                        measure == SweepMeasure::Latency;
    if (const Measure times{Quantity::Duration, units.time}; isTime && times.hasUnits())
        return unitOf(top, measureTitle(measure), times);
    return {measure == SweepMeasure::BubbleRate ? 0.01 : 1, measureTitle(measure, units)};
}

QString tickText(double value, double unit)
{
    const double figure = value / unit;
    const double size = std::abs(figure);
    const int decimals = size == 0 ? 0 : std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 9);
    return figureText(figure, decimals);
}

void addTick(PlotAxis& axis, double value, double unit)
{
    axis.ticks.emplace_back(value, tickText(value, unit));
}

void addLinearTicks(PlotAxis& axis, double unit, std::size_t most)
{
    const double step =
        roundStep((axis.to - axis.from) / unit / std::max(1.0, static_cast<double>(most))) * unit;
    for (double i = std::ceil(axis.from / step - 1e-9); i * step <= axis.to * (1 + 1e-9); ++i)
        addTick(axis, i * step, unit);
}

/// 1, 2, 5 of each decade, or 1 alone where there is no room for all.
void addLogarithmicTicks(PlotAxis& axis, double unit, std::size_t most)
{
    const double decades = std::log10(axis.to / axis.from);
    const bool all = decades * 3 <= static_cast<double>(most);
    const double every = std::max(1.0, std::ceil(decades / static_cast<double>(most)));
    const double first = std::floor(std::log10(axis.from / unit));
    for (double decade = first; std::pow(10, decade) * unit <= axis.to; decade += every)
        for (const double times : {1.0, 2.0, 5.0}) {
            const double value = times * std::pow(10, decade) * unit;
            if ((all || times == 1) && value >= axis.from && value <= axis.to)
                addTick(axis, value, unit);
        }
}

std::vector<double> distinct(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// Of numbers that the plan lists: all of them, or so many that there is room.
void addListedTicks(PlotAxis& axis, const std::vector<double>& values, std::size_t most)
{
    const std::size_t every = (values.size() + most - 1) / std::max<std::size_t>(1, most);
    for (std::size_t i = 0; i < values.size(); i += std::max<std::size_t>(1, every))
        axis.ticks.emplace_back(values[i], figureText(values[i], 4));
}

/// A stretch beyond the ends, so that no mark is cut.
void widen(PlotAxis& axis, double share)
{
    if (axis.isLogarithmic) {
        const double factor = axis.to > axis.from ? std::pow(axis.to / axis.from, share) : 1.5;
        axis.from /= factor;
        axis.to *= factor;
        return;
    }
    const double length = axis.to > axis.from ? axis.to - axis.from : std::max(1.0, axis.to);
    axis.to += length * share;
    axis.from -= axis.from == 0 ? 0 : length * share;
}

} // namespace

PlotAxis scatterAxis(const std::vector<double>& values, SweepMeasure measure, const SweepUnits& units,
                     std::size_t mostTicks, std::optional<double> also)
{
    constexpr double kMargin = 0.06;
    const std::vector<double> shown = distinct(values);
    PlotAxis axis;
    if (shown.empty()) {
        axis.title = measureTitle(measure, units);
        return axis;
    }
    const bool isListed = isAxis(measure);
    const double least = shown.front();
    double most = shown.back();
    if (also && *also <= most * kNearLimit)
        most = std::max(most, *also);
    axis.isLogarithmic =
        least > 0 && (isListed ? shown.size() > 2 && most / least >= kFewDoublings : most / least > kDecade);
    axis.from = isListed || axis.isLogarithmic ? least : 0;
    axis.to = most;
    const TickUnit unit = unitOf(most, measure, units);
    axis.title = axis.isLogarithmic && !isListed
                     ? AxisWords::tr("%1, logarithmic", "title of an axis").arg(unit.title)
                     : unit.title;
    widen(axis, isListed ? 2 * kMargin : kMargin);
    if (!(axis.to > axis.from))
        axis.to = axis.from + 1;
    if (isListed)
        addListedTicks(axis, shown, mostTicks);
    else if (axis.isLogarithmic)
        addLogarithmicTicks(axis, unit.size, mostTicks);
    else
        addLinearTicks(axis, unit.size, static_cast<std::size_t>(mostTicks));
    return axis;
}

} // namespace bubblescope::ui

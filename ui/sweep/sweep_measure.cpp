// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_measure.h"

#include "core/base/quantity.h"
#include "core/generate/catalog.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <QStringList>

namespace bubblescope::ui {

namespace {

struct MeasureWords
{
    Q_DECLARE_TR_FUNCTIONS(SweepMeasure)
};

/// Unless asked otherwise.
bool hasSeveralStages(const ScheduleRequest& request)
{
    const ScheduleInfo* info = findSchedule(request.schedule);
    return info && !info->variants.empty() && info->variants.front().stagesPerRank > 1;
}

QString countOf(std::int64_t number)
{
    return countText(static_cast<std::size_t>(std::max<std::int64_t>(0, number)));
}

} // namespace

std::uint32_t stagesOfARank(const SweepRow& row)
{
    return static_cast<std::uint32_t>(
        std::max<std::int64_t>(0, row.configuration.request.stagesPerRank.value_or(0)));
}

bool isAxis(SweepMeasure measure)
{
    return measure >= SweepMeasure::Ranks;
}

std::optional<double> valueOf(const SweepRow& row, SweepMeasure measure)
{
    if (!row.metrics)
        return std::nullopt;
    const ScheduleRequest& request = row.configuration.request;
    switch (measure) {
    case SweepMeasure::StepTime:
        return row.metrics->makespan;
    case SweepMeasure::TimePerMicrobatch:
        return row.metrics->makespan / static_cast<double>(std::max<std::int64_t>(1, request.microbatches));
    case SweepMeasure::BubbleRate:
        return row.metrics->bubbleRate;
    case SweepMeasure::PeakMemory:
        return row.metrics->peakMemory;
    case SweepMeasure::Ranks:
        return static_cast<double>(request.ranks);
    case SweepMeasure::Microbatches:
        return static_cast<double>(request.microbatches);
    case SweepMeasure::StagesPerRank:
        return stagesOfARank(row);
    case SweepMeasure::Latency:
        break;
    }
    return row.configuration.p2pLatency;
}

QString measureTitle(SweepMeasure measure)
{
    switch (measure) {
    case SweepMeasure::StepTime:
        return MeasureWords::tr("Step time");
    case SweepMeasure::TimePerMicrobatch:
        return MeasureWords::tr("Time per microbatch");
    case SweepMeasure::BubbleRate:
        return MeasureWords::tr("Bubble rate");
    case SweepMeasure::PeakMemory:
        return MeasureWords::tr("Peak memory");
    case SweepMeasure::Ranks:
        return MeasureWords::tr("Ranks");
    case SweepMeasure::Microbatches:
        return MeasureWords::tr("Microbatches");
    case SweepMeasure::StagesPerRank:
        return MeasureWords::tr("Stages per rank");
    case SweepMeasure::Latency:
        break;
    }
    return MeasureWords::tr("Latency");
}

QString measureTitle(SweepMeasure measure, const SweepUnits& units)
{
    const QString title = measureTitle(measure);
    const auto with = [&title](const QString& unit) {
        return MeasureWords::tr("%1 (%2)", "what is measured, unit").arg(title, unit);
    };
    switch (measure) {
    case SweepMeasure::StepTime:
    case SweepMeasure::TimePerMicrobatch:
    case SweepMeasure::Latency:
        return units.time == "step" ? with(unitText(units.time)) : title; // others are in the cells
    case SweepMeasure::BubbleRate:
        return with(QStringLiteral("%"));
    case SweepMeasure::PeakMemory:
        return units.countsActivations ? with(MeasureWords::tr("activations")) : title;
    default:
        return title;
    }
}

QString measureText(double value, SweepMeasure measure, const SweepUnits& units)
{
    switch (measure) {
    case SweepMeasure::StepTime:
    case SweepMeasure::TimePerMicrobatch:
    case SweepMeasure::Latency:
        return timeText(value, units.time);
    case SweepMeasure::BubbleRate:
        return rateText(value);
    default:
        return measureFigure(value, measure, units);
    }
}

QString measureFigure(double value, SweepMeasure measure, const SweepUnits& units)
{
    switch (measure) {
    case SweepMeasure::BubbleRate:
        return percentFigure(value);
    case SweepMeasure::PeakMemory:
        return memoryText(value, units.memory);
    case SweepMeasure::StepTime:
    case SweepMeasure::TimePerMicrobatch:
    case SweepMeasure::Latency:
        return timeCell(value, units.time);
    default:
        return figureText(value, 0);
    }
}

QString scheduleText(const ScheduleRequest& request)
{
    const ScheduleInfo* info = findSchedule(request.schedule);
    QStringList parts{QString::fromStdString(info ? info->title : request.schedule)};
    for (const auto& [key, value] : request.options)
        parts << QString::fromStdString(key + '=' + value);
    return parts.join(QStringLiteral(" · "));
}

QString numbersText(const SweepRow& row)
{
    const ScheduleRequest& request = row.configuration.request;
    QStringList parts{MeasureWords::tr("%1 ranks × %2 microbatches")
                          .arg(countOf(request.ranks), countOf(request.microbatches))};
    if (const std::uint32_t stages = stagesOfARank(row); stages > 1)
        parts << MeasureWords::tr("%1 stages per rank").arg(stages);
    else if (hasSeveralStages(request))
        parts << MeasureWords::tr("1 stage per rank");
    if (row.configuration.p2pLatency > 0)
        parts << MeasureWords::tr("latency %1").arg(figureText(row.configuration.p2pLatency, 3));
    return parts.join(QStringLiteral(" · "));
}

QString configurationText(const SweepRow& row)
{
    return scheduleText(row.configuration.request) + QStringLiteral(" · ") + numbersText(row);
}

} // namespace bubblescope::ui

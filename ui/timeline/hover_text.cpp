// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hover_text.h"

#include "core/analyze/memory_parts.h"
#include "core/analyze/metrics.h"
#include "core/base/quantity.h"
#include "core/base/thousands.h"
#include "core/scene/memory_strip.h"
#include "ui/document/core_text.h"
#include "ui/timeline/bubble_search.h"
#include "ui/timeline/fill_names.h"
#include "ui/widgets/figures.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

HoverCard gapCard(const Timeline& timeline, const Gap& gap, const Explanation* explanation)
{
    const std::string& unit = timeline.unit;
    const QString title = HoverText::tr("Idle %1 · rank %2", "time, rank")
                              .arg(timeText(gap.to - gap.from, unit), QString::number(gap.rank.value));
    const auto bubble = explanation == nullptr
                            ? std::nullopt
                            : bubbleAt(explanation->ledger, gap.rank, gap.from + (gap.to - gap.from) / 2);
    const auto [from, to] = stretchTexts(gap.from, gap.to, unit);
    return {title,
            Fill{Role::Idle},
            {{QString(), bubble ? coreSentence(bubbleReason(timeline, explanation->ledger.bubbles[*bubble]))
                                : HoverText::tr("%1 to %2", "time").arg(from, to)}}};
}

HoverCard phaseCard(const LaneIndex& index, const PhaseSpot& phase)
{
    const std::string& unit = index.timeline().unit;
    const auto [from, to] = stretchTexts(phase.from, phase.to, unit);
    return {
        phaseName(phase.phase) + QStringLiteral(" · ") + timeText(phase.to - phase.from, unit),
        Fill{Role::StepPhase, index.hasTailActions() ? lookOf(phase.phase).tone : std::uint8_t{0}},
        {{QString(), HoverText::tr("rank %1 · %2 to %3").arg(QString::number(phase.rank.value), from, to)}}};
}

} // namespace

QString shortTimeText(Time time, const std::string& unit, Time resolution)
{
    if (unit != "step") {
        // Nothing measures a part of a nanosecond.
        const double nanosecond = unit == "ms" ? 1e-6 : 1e-3;
        if (resolution > 0)
            resolution = std::max(std::pow(10.0, std::floor(std::log10(resolution))), nanosecond);
        const double digit = resolution > 0 ? resolution : nanosecond;
        const QuantityUnit own = unitFor(std::max(std::abs(time), digit), {Quantity::Duration, unit});
        return QString::fromStdString(numberOfUnits(time, own, digit)) + QLatin1Char(' ') +
               QString::fromUtf8(own.name.data(), static_cast<qsizetype>(own.name.size()));
    }
    if (resolution > 0) {
        const double digit = std::pow(10.0, std::floor(std::log10(resolution)));
        time = std::round(time / digit) * digit;
        return QString::fromStdString(withThousands(numberText(time == 0 ? 0.0 : time)));
    }
    constexpr int kFigures = 5, kDecimals = 3;
    const int whole = time == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(time)))) + 1;
    return QString::fromStdString(withThousands(shortNumber(time, std::max(kFigures, whole + kDecimals))));
}

namespace {

/// "3", or "2 to 4" where a pixel shows several levels.
QString levelsText(const MemorySpot& spot, const MemoryCurves& memory)
{
    const double low = memory.lowest(spot.rank, spot.from, spot.to);
    const double high = memory.highest(spot.rank, spot.from, spot.to);
    const QString text = QString::fromStdString(levelText(high, memory));
    return low < high
               ? HoverText::tr("%1 to %2", "levels").arg(QString::fromStdString(levelText(low, memory)), text)
               : text;
}

QString momentText(const MemorySpot& spot, const std::string& unit)
{
    return shortTimeText((spot.from + spot.to) / 2, unit, spot.to - spot.from);
}

QString memoryLine(const MemorySpot& spot, const MemoryCurves& memory, const std::string& unit)
{
    const QString text =
        HoverText::tr("memory · rank %1 · %2 · %3 of %4")
            .arg(QString::number(spot.rank.value), momentText(spot, unit), levelsText(spot, memory),
                 QString::fromStdString(levelText(memory.peak(spot.rank).level, memory))) +
        (memory.countsActivations() ? HoverText::tr(" activations") : QString());
    const std::optional<double> limit = memory.limit(spot.rank);
    return limit ? HoverText::tr("%1, limit %2").arg(text, QString::fromStdString(levelText(*limit, memory)))
                 : text;
}

HoverCard memoryCard(const MemorySpot& spot, const MemoryCurves& memory, const std::string& unit)
{
    const auto level = [&memory](double value) { return QString::fromStdString(levelText(value, memory)); };
    const MemoryPeak& peak = memory.peak(spot.rank);
    HoverCard card{HoverText::tr("Memory %1 · rank %2", "level, rank")
                       .arg(levelsText(spot, memory), QString::number(spot.rank.value)),
                   Fill{Role::MemoryLine},
                   {}};
    QString line =
        HoverText::tr("peak %1 at %2", "level at time")
            .arg(memory.countsActivations() ? HoverText::tr("%1 act.", "activations").arg(level(peak.level))
                                            : level(peak.level),
                 timeCell(peak.time, unit));
    if (const std::optional<double> limit = memory.limit(spot.rank)) {
        line += HoverText::tr(", limit %1").arg(level(*limit));
        if (memory.highest(spot.rank, spot.from, spot.to) > *limit)
            card.fill = Fill{Role::CriticalPath};
        if (const auto& crossing = memory.crossing(spot.rank))
            line += HoverText::tr(", above it from %1", "limit, time").arg(timeCell(crossing->time, unit));
    }
    card.rows.emplace_back(QString(), line);
    return card;
}

} // namespace

QString HoverText::line(const LaneIndex& index, const Hit& hit, const MemoryCurves* memory)
{
    const Timeline& timeline = index.timeline();
    const std::string& unit = timeline.unit;
    if (hit.memory && memory != nullptr)
        return memoryLine(*hit.memory, *memory, unit);
    if (hit.gap) {
        const auto [from, to] = stretchTexts(hit.gap->from, hit.gap->to, unit);
        return tr("idle · rank %1 · %2 to %3 · length %4")
            .arg(QString::number(hit.gap->rank.value), from, to, timeCell(hit.gap->to - hit.gap->from, unit));
    }
    if (hit.phase) {
        const auto [from, to] = stretchTexts(hit.phase->from, hit.phase->to, unit);
        return tr("%1 · rank %2 · %3 to %4")
            .arg(phaseName(hit.phase->phase), QString::number(hit.phase->rank.value), from, to);
    }
    if (!hit.action)
        return {};
    const auto [from, to] = stretchTexts(timeline.startOf(*hit.action), timeline.endOf(*hit.action), unit);
    return tr("%1 · rank %2 · %3 to %4")
        .arg(QString::fromStdString(actionText(timeline.schedule->at(*hit.action).id())),
             QString::number(hit.action->rank.value), from, to);
}

HoverCard HoverText::card(const LaneIndex& index, const Hit& hit, const MemoryCurves* memory,
                          const Explanation* explanation)
{
    const Timeline& timeline = index.timeline();
    const std::string& unit = timeline.unit;
    if (hit.memory && memory != nullptr)
        return memoryCard(*hit.memory, *memory, unit);
    if (hit.gap)
        return gapCard(timeline, *hit.gap, explanation);
    if (hit.phase)
        return phaseCard(index, *hit.phase);
    if (!hit.action)
        return {};
    const Action action = timeline.schedule->at(*hit.action);
    const Time start = timeline.startOf(*hit.action);
    const Time end = timeline.endOf(*hit.action);
    HoverCard card;
    card.title = QString::fromStdString(actionText(action.id())) + QStringLiteral("  ") +
                 coreText(kindName(action.kind())) + QStringLiteral(" · ") + timeText(end - start, unit);
    card.fill = {roleOf(action.kind()), index.chunkOf(hit.action->rank, action.stage())};
    const auto [from, to] = stretchTexts(start, end, unit);
    QString said = tr("rank %1 · %2 to %3").arg(QString::number(hit.action->rank.value), from, to);
    if (explanation != nullptr)
        said += tr(" · slack %1", "time")
                    .arg(timeText(explanation->slack[hit.action->rank.value][hit.action->index], unit));
    if (action.isOverlapped())
        said += tr(" · overlapped");
    card.rows = {{QString(), said}};
    return card;
}

std::vector<std::pair<QString, QString>> HoverText::partRows(const MemorySpot& spot, const MemoryStack& stack)
{
    std::vector<std::pair<QString, QString>> rows;
    const MemorySizes sizes = stack.at(spot.rank, spot.from + (spot.to - spot.from) / 2);
    const auto add = [&](MemoryPart part) {
        if (const double size = sizes[static_cast<std::size_t>(part)]; size > 0)
            rows.emplace_back(coreText(memoryPartName(part)),
                              QString::fromStdString(levelText(size, *stack.total())));
    };
    std::for_each(stack.parts().rbegin(), stack.parts().rend(), add);
    if (stack.hasHost())
        add(MemoryPart::Offloaded);
    return rows;
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: Apache-2.0
#include "core/chart/chart_csv.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

/// As RFC 4180 has it.
std::string quoted(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string result = "\"";
    for (const char letter : text)
        result += letter == '"' ? "\"\"" : std::string(1, letter);
    return result + '"';
}

/// -0 is 0.
double plain(double value)
{
    return value == 0 ? 0 : value;
}

std::int64_t valueIn(const SweepOutcome& outcome)
{
    return std::visit([](const auto& known) { return known.value; }, outcome);
}

} // namespace

std::string curvesCsv(std::span<const NamedCurve> curves, const TimeRange& range, std::string_view timeUnit,
                      std::string_view valueColumn)
{
    std::string csv = fmt::format("rank,time ({}),{}\n", timeUnit, quoted(valueColumn));
    const auto add = [&csv](RankId rank, Time time, double level) {
        fmt::format_to(std::back_inserter(csv), "{},{},{}\n", rank.value, plain(time), plain(level));
    };
    for (const NamedCurve& named : curves) {
        double level = named.curve.levelAt(range.from);
        add(named.rank, range.from, level);
        if (!named.curve.steps.empty())
            for (std::size_t i = named.curve.stepAt(range.from); i < named.curve.steps.size(); ++i) {
                const MemoryStep& step = named.curve.steps[i];
                if (step.time >= range.to)
                    break;
                if (step.time <= range.from)
                    continue;
                level = step.level;
                add(named.rank, step.time, level);
            }
        add(named.rank, range.to, level);
    }
    return csv;
}

std::string memoryPartsCsv(const MemoryStack& stack, std::span<const RankId> ranks, const TimeRange& range,
                           std::string_view timeUnit, std::string_view valueColumn, std::string_view sizeUnit)
{
    std::vector<MemoryPart> parts(stack.parts().begin(), stack.parts().end());
    if (stack.hasHost())
        parts.push_back(MemoryPart::Offloaded);
    std::string csv = fmt::format("rank,time ({}),{}", timeUnit, quoted(valueColumn));
    for (const MemoryPart part : parts)
        csv += fmt::format(",{}", quoted(fmt::format("{}{}", memoryPartId(part), sizeUnit)));
    csv += '\n';
    const auto out = std::back_inserter(csv);
    for (const RankId rank : ranks) {
        std::vector<Time> times{range.from, range.to};
        const auto take = [&times, &range](std::span<const MemoryStep> steps) {
            for (const MemoryStep& step : steps)
                if (step.time > range.from && step.time < range.to)
                    times.push_back(step.time);
        };
        for (std::size_t layer = 0; layer < stack.parts().size(); ++layer)
            take(stack.steps(rank, layer));
        if (stack.hasHost())
            take(stack.hostSteps(rank));
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        for (const Time time : times) {
            // At the range's end what holds up to it.
            const Time at = time < range.to ? time : std::nextafter(range.to, range.from);
            const MemorySizes sizes = stack.at(rank, at);
            fmt::format_to(
                out, "{},{},{}", rank.value, plain(time),
                plain(StepCurveView{stack.total()->steps(rank), &stack.total()->pyramid(rank)}.levelAt(at)));
            for (const MemoryPart part : parts)
                fmt::format_to(out, ",{}", plain(sizes[static_cast<std::size_t>(part)]));
            csv += '\n';
        }
    }
    return csv;
}

std::string kindTimesCsv(std::span<const KindTimes> ranks, std::string_view timeUnit)
{
    std::vector<TimeKind> kinds;
    for (std::size_t i = 0; i < kTimeKindCount; ++i)
        if (const auto kind = static_cast<TimeKind>(i);
            isCommon(kind) || std::any_of(ranks.begin(), ranks.end(),
                                          [kind](const KindTimes& rank) { return rank.of(kind) > 0; }))
            kinds.push_back(kind);
    std::string csv = "rank";
    for (const TimeKind kind : kinds)
        csv += fmt::format(",{} ({})", columnOf(kind), timeUnit);
    csv += '\n';
    for (const KindTimes& rank : ranks) {
        csv += std::to_string(rank.rank.value);
        for (const TimeKind kind : kinds)
            csv += fmt::format(",{}", plain(rank.of(kind)));
        csv += '\n';
    }
    return csv;
}

std::string sweepCsv(std::vector<SweepOutcome> outcomes, SweepAxis axis, std::string_view timeUnit)
{
    std::sort(outcomes.begin(), outcomes.end(),
              [](const SweepOutcome& a, const SweepOutcome& b) { return valueIn(a) < valueIn(b); });
    std::string csv = fmt::format("{},bubble rate,idle fraction,makespan ({}),left out because\n",
                                  axis == SweepAxis::Ranks ? "ranks" : "microbatches", timeUnit);
    for (const SweepOutcome& outcome : outcomes)
        if (const auto* point = std::get_if<SweepPoint>(&outcome))
            csv += fmt::format("{},{},{},{},\n", point->value, plain(point->bubbleRate),
                               plain(point->idleFraction), plain(point->makespan));
        else
            csv += fmt::format("{},,,,{}\n", valueIn(outcome),
                               quoted(std::get<SweepRefusal>(outcome).reason.text()));
    return csv;
}

} // namespace bubblescope

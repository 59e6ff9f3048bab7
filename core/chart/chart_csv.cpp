// SPDX-License-Identifier: Apache-2.0
#include "core/chart/chart_csv.h"

#include <algorithm>
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

std::string kindTimesCsv(std::span<const KindTimes> ranks, std::string_view timeUnit)
{
    std::string csv = "rank";
    for (std::size_t kind = 0; kind < kTimeKindCount; ++kind)
        csv += fmt::format(",{} ({})", columnOf(static_cast<TimeKind>(kind)), timeUnit);
    csv += '\n';
    for (const KindTimes& rank : ranks) {
        csv += std::to_string(rank.rank.value);
        for (const Time time : rank.times)
            csv += fmt::format(",{}", plain(time));
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

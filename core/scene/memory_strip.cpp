// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory_strip.h"

#include "core/base/quantity.h"
#include "core/base/thousands.h"
#include "core/scene/memory_parts_strip.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Up to so many times the highest peak the limit is inside the strip.
constexpr double kLimitInside = 2;
constexpr double kMemoryStripMarkPx = 6;
void addCrossing(Scene& scene, const SceneCurve& curve, const MemoryCrossing& crossing)
{
    const double x = scene.geometry.xOf(crossing.time);
    const RectF& plot = scene.geometry.plot;
    if (x < plot.x - kMemoryStripMarkPx || x > plot.right() + kMemoryStripMarkPx ||
        curve.rect.height < kMemoryStripMarkPx)
        return;
    const double y =
        std::max(curve.yOf(std::min(*curve.limit, curve.top)), curve.rect.y + kMemoryStripMarkPx / 2);
    scene.rects.push_back(
        {{x - kMemoryStripMarkPx / 2, y - kMemoryStripMarkPx / 2, kMemoryStripMarkPx, kMemoryStripMarkPx},
         {Role::CriticalPath},
         false,
         false,
         kMemoryStripMarkPx / 2,
         -1,
         true});
}

std::string titleOf(const MemoryCurves& memory, RankId rank, const std::string& unit)
{
    const MemoryPeak& peak = memory.peak(rank);
    std::string title =
        fmt::format("memory of rank {}: peak {}{} at {}", rank.value, levelText(peak.level, memory),
                    memory.countsActivations() ? " activations" : "",
                    quantityText(peak.time, {Quantity::Duration, unit}));
    const std::optional<double> limit = memory.limit(rank);
    return limit ? fmt::format("{}, limit {}", title, levelText(*limit, memory)) : title;
}

void addStrip(Scene& scene, const SceneOptions& options, std::size_t row, Time makespan)
{
    const TimelineGeometry& geometry = options.geometry;
    const MemoryCurves& memory = *options.memory;
    if (geometry.isFolded(row))
        return;
    const RankId rank = geometry.lanes[row];
    const double ratio = options.devicePixelRatio > 0 ? options.devicePixelRatio : 1;
    const auto snapped = [ratio](double px) { return std::round(px * ratio) / ratio; };
    const double top = snapped(geometry.memoryTop(row));
    const double bottom = std::max(snapped(geometry.memoryTop(row) + geometry.memoryHeight), top + 1 / ratio);
    const RectF& plot = geometry.plot;
    if (rank.value >= memory.rankCount() || bottom <= plot.y || top >= plot.bottom())
        return;
    SceneCurve curve;
    curve.rank = rank;
    curve.rect = {plot.x, top, plot.width, bottom - top};
    curve.top = memoryScale(memory);
    curve.limit = memory.limit(rank);
    curve.limitLine = options.limitLine;
    const TimeRange shown{std::max(geometry.from, 0.0), std::min(geometry.to, makespan)};
    if (shown.from < shown.to) {
        const double rows = options.wholeRows ? std::round(curve.rect.height * ratio) / curve.top : 0;
        curve.steps = curveSteps(memory, rank, geometry, ratio, shown, rows);
        curve.end = geometry.xOf(shown.to);
    }
    if (options.blockTitles)
        curve.title = titleOf(memory, rank, geometry.unitOfTime);
    if (options.stack)
        addParts(scene, curve, options, shown);
    if (curve.limit && memory.crossing(rank))
        addCrossing(scene, curve, *memory.crossing(rank));
    scene.curves.push_back(std::move(curve));
}

} // namespace

double memoryScale(const MemoryCurves& memory)
{
    const double peak = memory.highestPeak();
    const double limit = memory.limits() ? memory.limits()->highest() : 0;
    const double scale = limit <= kLimitInside * peak || !(peak > 0) ? std::max(peak, limit) : peak;
    return scale > 0 && std::isfinite(scale) ? scale : 1;
}

std::string levelText(const RankValues& levels, MemoryUnit unit)
{
    return spanText(levels, [unit](double level) { return levelText(level, unit); });
}

std::string levelText(double level, MemoryUnit unit)
{
    if (unit == MemoryUnit::Bytes)
        return byteText(level);
    constexpr double kManyDigits = 1e6;
    if (std::abs(level) >= kManyDigits)
        return fmt::format("{:.3g}", level);
    const double rounded = std::round(level * 100) / 100;
    return withThousands(fmt::format("{}", rounded == 0 ? 0.0 : rounded));
}

std::string levelText(double level, const MemoryCurves& memory)
{
    return levelText(level / memory.perShare(), memory.unit());
}

std::string levelText(const RankValues& levels, const MemoryCurves& memory)
{
    return spanText(levels, [&memory](double level) { return levelText(level, memory); });
}

void addMemoryStrips(Scene& scene, const SceneOptions& options, Time makespan)
{
    if (!options.memory || !(options.geometry.memoryHeight > 0))
        return;
    for (auto [row, end] = options.geometry.scrolledRowsInView(); row < end; ++row)
        if (options.geometry.hasMemory(row))
            addStrip(scene, options, row, makespan);
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory_strip.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace bubblescope {

namespace {

/// Up to so many times the highest peak the limit is inside the strip.
constexpr double kLimitInside = 2;
constexpr double kGridSlack = 1e-7;
constexpr double kMarkPx = 6;
/// So many steps are faster looked at than searched.
constexpr std::size_t kFewSteps = 64;

/// Walks over one rank's steps, column by column where they are dense.
class CurveWalk
{
public:
    CurveWalk(const MemoryCurves& memory, RankId rank, const TimelineGeometry& geometry, double ratio,
              const TimeRange& range)
        : m_memory(memory)
        , m_rank(rank)
        , m_steps(memory.steps(rank))
        , m_geometry(geometry)
        , m_ratio(ratio)
        , m_range(range)
    {}

    [[nodiscard]] std::vector<CurveStep> walk();

private:
    [[nodiscard]] double columnOf(std::size_t step) const
    {
        return std::floor(m_geometry.xOf(m_steps[step].time) * m_ratio + kGridSlack);
    }
    static bool isBefore(const MemoryStep& step, Time t) { return step.time < t; }
    [[nodiscard]] std::size_t firstFrom(std::size_t step, Time until) const;
    [[nodiscard]] std::pair<double, double> extremes(std::size_t first, std::size_t end) const;
    void addColumn(std::size_t first, std::size_t end, double column);
    void add(double x, double low, double high);

    const MemoryCurves& m_memory;
    RankId m_rank;
    std::span<const MemoryStep> m_steps;
    const TimelineGeometry& m_geometry;
    double m_ratio;
    TimeRange m_range;
    std::size_t m_end = 0; ///< of the steps in the range
    std::vector<CurveStep> m_curve;
};

std::vector<CurveStep> CurveWalk::walk()
{
    const auto past = std::upper_bound(m_steps.begin(), m_steps.end(), m_range.from,
                                       [](Time t, const MemoryStep& step) { return t < step.time; });
    auto next = static_cast<std::size_t>(past - m_steps.begin());
    m_end = static_cast<std::size_t>(std::lower_bound(past, m_steps.end(), m_range.to, isBefore) -
                                     m_steps.begin());
    const double begin = next > 0 ? m_steps[next - 1].level : 0;
    add(m_geometry.xOf(m_range.from), begin, begin);
    while (next < m_end) {
        const double column = columnOf(next);
        const Time until = m_geometry.timeAt((column + 1 - kGridSlack) / m_ratio);
        if (next + 1 < m_end && m_steps[next + 1].time < until) {
            const std::size_t end = firstFrom(next + 1, until);
            addColumn(next, end, column);
            next = end;
        } else {
            add(m_geometry.xOf(m_steps[next].time), m_steps[next].level, m_steps[next].level);
            ++next;
        }
    }
    while (m_curve.size() > 1 && m_curve.back().x >= m_geometry.xOf(m_range.to))
        m_curve.pop_back(); // a column that the range's end cuts
    return std::move(m_curve);
}

/// The first step from `step` on that does not begin before `until`. Most columns hold a few.
std::size_t CurveWalk::firstFrom(std::size_t step, Time until) const
{
    const std::size_t near = std::min(step + kFewSteps, m_end);
    while (step < near && m_steps[step].time < until)
        ++step;
    if (step < near || near == m_end)
        return step;
    std::size_t stride = kFewSteps;
    while (step + stride < m_end && m_steps[step + stride].time < until) {
        step += stride;
        stride *= 2;
    }
    const auto first = m_steps.begin() + static_cast<std::ptrdiff_t>(step);
    const auto last = m_steps.begin() + static_cast<std::ptrdiff_t>(std::min(step + stride, m_end));
    return static_cast<std::size_t>(std::lower_bound(first, last, until, isBefore) - m_steps.begin());
}

/// Lowest and highest of the steps [first, end).
std::pair<double, double> CurveWalk::extremes(std::size_t first, std::size_t end) const
{
    if (end - first > 2 * kFewSteps) {
        const Time from = m_steps[first].time;
        const Time until = end < m_steps.size() ? m_steps[end].time : m_range.to;
        return {m_memory.lowest(m_rank, from, until), m_memory.highest(m_rank, from, until)};
    }
    double low = m_steps[first].level;
    double high = low;
    for (std::size_t i = first + 1; i < end; ++i) {
        low = std::min(low, m_steps[i].level);
        high = std::max(high, m_steps[i].level);
    }
    return {low, high};
}

/// A column in which the steps [first, end) begin, more than one.
void CurveWalk::addColumn(std::size_t first, std::size_t end, double column)
{
    auto [low, high] = extremes(first, end);
    const bool goesOn = m_geometry.xOf(m_steps[first].time) * m_ratio > column + kGridSlack;
    if (goesOn && first > 0) {
        low = std::min(low, m_steps[first - 1].level);
        high = std::max(high, m_steps[first - 1].level);
    }
    add(std::max(column / m_ratio, m_curve.front().x), low, high);
    add((column + 1) / m_ratio, m_steps[end - 1].level, m_steps[end - 1].level);
}

void CurveWalk::add(double x, double low, double high)
{
    if (!m_curve.empty() && x <= m_curve.back().x + kGridSlack)
        m_curve.pop_back();
    if (m_curve.empty() || m_curve.back().low != low || m_curve.back().high != high)
        m_curve.push_back({x, low, high});
}

void addCrossing(Scene& scene, const SceneCurve& curve, const MemoryCrossing& crossing)
{
    const double x = scene.geometry.xOf(crossing.time);
    const RectF& plot = scene.geometry.plot;
    if (x < plot.x - kMarkPx || x > plot.right() + kMarkPx || curve.rect.height < kMarkPx)
        return;
    const double y = std::max(curve.yOf(std::min(*curve.limit, curve.top)), curve.rect.y + kMarkPx / 2);
    scene.rects.push_back({{x - kMarkPx / 2, y - kMarkPx / 2, kMarkPx, kMarkPx},
                           {Role::CriticalPath},
                           false,
                           false,
                           kMarkPx / 2,
                           -1,
                           true});
}

std::string titleOf(const MemoryCurves& memory, RankId rank)
{
    const MemoryPeak& peak = memory.peak(rank);
    std::string title =
        fmt::format("memory of rank {}: peak {} at {:.6g}", rank.value, levelText(peak.level), peak.time);
    return memory.limit() ? fmt::format("{}, limit {}", title, levelText(*memory.limit())) : title;
}

void addStrip(Scene& scene, const SceneOptions& options, std::size_t row, Time makespan)
{
    const TimelineGeometry& geometry = options.geometry;
    const MemoryCurves& memory = *options.memory;
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
    curve.limit = memory.limit();
    const TimeRange shown{std::max(geometry.from, 0.0), std::min(geometry.to, makespan)};
    if (shown.from < shown.to) {
        curve.steps = curveSteps(memory, rank, geometry, ratio, shown);
        curve.end = geometry.xOf(shown.to);
    }
    if (options.blockTitles)
        curve.title = titleOf(memory, rank);
    if (curve.limit && memory.crossing(rank))
        addCrossing(scene, curve, *memory.crossing(rank));
    scene.curves.push_back(std::move(curve));
}

} // namespace

double memoryScale(const MemoryCurves& memory)
{
    const double peak = memory.highestPeak();
    const double limit = memory.limit().value_or(0);
    const double scale = limit <= kLimitInside * peak || !(peak > 0) ? std::max(peak, limit) : peak;
    return scale > 0 && std::isfinite(scale) ? scale : 1;
}

std::string levelText(double level)
{
    constexpr double kManyDigits = 1e6;
    if (std::abs(level) >= kManyDigits)
        return fmt::format("{:.3g}", level);
    const double rounded = std::round(level * 100) / 100;
    return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::vector<CurveStep> curveSteps(const MemoryCurves& memory, RankId rank, const TimelineGeometry& geometry,
                                  double ratio, const TimeRange& range)
{
    return CurveWalk(memory, rank, geometry, ratio, range).walk();
}

void addMemoryStrips(Scene& scene, const SceneOptions& options, Time makespan)
{
    if (!options.memory || !(options.geometry.memoryHeight > 0))
        return;
    for (std::size_t row = 0; row < options.geometry.lanes.size(); ++row)
        addStrip(scene, options, row, makespan);
}

} // namespace bubblescope

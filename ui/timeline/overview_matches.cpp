// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_matches.h"

#include "core/scene/geometry.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kLeastTick = 2;
/// Of all lanes together; beyond it the rest of the lanes hardly adds a tick.
constexpr std::size_t kMostStretches = 400'000;

} // namespace

std::vector<QRectF> overviewTicks(const MatchIndex& matches, const QRectF& row)
{
    std::vector<QRectF> ticks;
    const auto columns = static_cast<std::size_t>(std::max(0.0, std::floor(row.width())));
    const TimeRange whole = fitted(matches.lanes()->timeline().makespan);
    if (columns == 0 || matches.count() == 0)
        return ticks;
    const Time pixel = (whole.to - whole.from) / static_cast<double>(columns);
    std::vector<std::uint8_t> isMarked(columns, 0);
    std::size_t marked = 0, looked = 0;
    std::vector<MatchIndex::Stretch> stretches;
    for (std::uint32_t rank = 0; rank < matches.lanes()->laneCount(); ++rank)
        for (const Track track : {Track::Compute, Track::Communication, Track::Fsdp}) {
            stretches.clear();
            matches.stretches({RankId{rank}, track}, whole.from, whole.to, pixel, stretches);
            looked += stretches.size();
            for (const auto& [start, end] : stretches) {
                const auto first = static_cast<std::size_t>(std::clamp(
                    std::floor((start - whole.from) / pixel), 0.0, static_cast<double>(columns - 1)));
                const auto past = static_cast<std::size_t>(
                    std::clamp(std::ceil((end - whole.from) / pixel - 1e-9), static_cast<double>(first + 1),
                               static_cast<double>(columns)));
                for (std::size_t column = first; column < past; ++column) {
                    marked += isMarked[column] == 0 ? 1 : 0;
                    isMarked[column] = 1;
                }
            }
            if (marked == columns || looked > kMostStretches)
                rank = matches.lanes()->laneCount() - 1;
        }
    for (std::size_t column = 0; column < columns; ++column) {
        if (isMarked[column] == 0)
            continue;
        const double x = row.x() + static_cast<double>(column);
        if (!ticks.empty() && ticks.back().right() >= x)
            ticks.back().setRight(x + 1);
        else
            ticks.emplace_back(x, row.y(), 1, row.height());
    }
    for (QRectF& tick : ticks)
        tick.setWidth(std::max(tick.width(), kLeastTick));
    return ticks;
}

} // namespace bubblescope::ui

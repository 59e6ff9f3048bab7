// SPDX-License-Identifier: Apache-2.0
#include "core/scene/shared_columns.h"

#include "core/scene/lane_index.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr std::size_t kGhost = SceneStrip::kFills;

std::size_t sharedIndex(const Fill& fill)
{
    for (std::size_t i = 0; i < kGhost; ++i)
        if (stripFill(i) == Fill{fill.role, std::min<std::uint8_t>(fill.chunk, 1)})
            return i;
    return kGhost;
}

} // namespace

Fill sharedFill(std::size_t index)
{
    return index == kGhost ? Fill{Role::Ghost} : stripFill(index);
}

bool abut(const SceneRect& first, const SceneRect& second)
{
    constexpr double kAbutPx = 1e-6;
    return std::abs(first.rect.right() - second.rect.x) < kAbutPx;
}

std::vector<BlockRun> blockRuns(std::span<const SceneRect> blocks)
{
    // An edge takes two pixels: on anything narrower it would be most of what is seen.
    constexpr double kFramedPx = 8;
    std::vector<BlockRun> runs;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i == 0 || !abut(blocks[i - 1], blocks[i]))
            runs.push_back({i, i, false});
        BlockRun& run = runs.back();
        run.end = i + 1;
        run.framed = blocks[i].rect.right() - blocks[run.first].rect.x >= kFramedPx;
    }
    return runs;
}

std::vector<SharedColumn> sharedColumns(const SceneStrip& strip, std::span<const SceneRect> blocks)
{
    std::vector<SharedColumn> columns;
    auto block = blocks.begin();
    for (std::size_t at = 0; at < strip.coverage.size(); ++at) {
        const auto& coverage = strip.coverage[at];
        if (std::all_of(coverage.begin(), coverage.end(), [](float share) { return share <= 0; }))
            continue;
        SharedColumn column;
        column.x = strip.x + static_cast<double>(at) * strip.columnWidth;
        for (std::size_t i = 0; i < kGhost; ++i)
            column.shares[(strip.shown >> i / 2 & 1U) != 0 ? i : kGhost] += static_cast<double>(coverage[i]);
        const double end = column.x + strip.columnWidth;
        while (block != blocks.end() && block->rect.right() <= column.x)
            ++block;
        for (auto covering = block; covering != blocks.end() && covering->rect.x < end; ++covering) {
            const double width = std::min(covering->rect.right(), end) - std::max(covering->rect.x, column.x);
            column.shares[sharedIndex(covering->fill)] += width / strip.columnWidth;
            column.touchesBlock = true;
        }
        columns.push_back(column);
    }
    return columns;
}

std::vector<ColumnRun> columnRuns(const SceneStrip& strip, std::span<const SceneRect> blocks)
{
    constexpr double kGridPx = 1e-6;
    std::vector<SharedColumn> columns = sharedColumns(strip, blocks);
    for (SharedColumn& column : columns)
        for (double& share : column.shares)
            share = std::round(share * 1000) / 1000;
    std::vector<ColumnRun> runs;
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t next = i + 1;
        while (next < columns.size() && columns[next].shares == columns[i].shares &&
               columns[next].touchesBlock == columns[i].touchesBlock &&
               std::abs(columns[next].x - columns[next - 1].x - strip.columnWidth) < kGridPx)
            ++next;
        const double width = static_cast<double>(next - i) * strip.columnWidth;
        runs.push_back({{columns[i].x, strip.y, width, strip.height}, columns[i]});
        i = next;
    }
    return runs;
}

std::vector<FillLayer> layersOf(const SharedColumn& column)
{
    double covered = 0;
    for (const double share : column.shares)
        covered += share;
    double below = std::max(0.0, 1 - covered);
    std::vector<FillLayer> layers;
    if (column.touchesBlock)
        layers.push_back({{Role::Idle}, 1});
    for (std::size_t i = 0; i < SharedColumn::kFills; ++i) {
        const double share = column.shares[i];
        if (!(share > 0))
            continue;
        below += share;
        layers.push_back({sharedFill(i), std::min(1.0, share / below)});
    }
    return layers;
}

std::vector<SceneLane> lanesOf(const Scene& scene)
{
    std::map<double, SceneLane> lanes;
    const auto laneAt = [&lanes](double y, double height) -> SceneLane& {
        SceneLane& lane = lanes[y];
        lane.y = y;
        lane.height = height;
        return lane;
    };
    for (const SceneRect& rect : scene.rects)
        if (rect.block >= 0)
            laneAt(rect.rect.y, rect.rect.height).blocks.push_back(rect);
    for (const SceneStrip& strip : scene.strips)
        laneAt(strip.y, strip.height).strips.push_back(&strip);
    std::vector<SceneLane> sorted;
    for (auto& [y, lane] : lanes)
        sorted.push_back(std::move(lane));
    return sorted;
}

} // namespace bubblescope

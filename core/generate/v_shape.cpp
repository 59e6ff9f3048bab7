// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_shape.h"

#include "core/generate/parameters.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::uint32_t kMostRanksPlaced = 1024;

ActionKind kindOf(VPass pass, VBackward backward)
{
    if (isForward(pass))
        return ActionKind::Forward;
    if (isWeight(pass))
        return ActionKind::BackwardWeight;
    return backward == VBackward::Whole ? ActionKind::Backward : ActionKind::BackwardInput;
}

bool isDown(VPass pass)
{
    return pass == VPass::ForwardDown || pass == VPass::InputDown || pass == VPass::WeightDown;
}

Row rowOf(const VRow& slots, std::uint32_t rank, const Shape& shape, const CancelToken& cancel,
          VBackward backward)
{
    const std::uint64_t passes = backward == VBackward::Whole ? kVPathPasses : kVPassKinds;
    RowWriter row(shape, passes * shape.microbatches, 0, cancel);
    std::array<std::uint32_t, kVPassKinds> next{};
    for (const VPass pass : slots) {
        if (pass == VPass::Idle || (isWeight(pass) && backward == VBackward::Whole))
            continue;
        const std::uint32_t stage = isDown(pass) ? rank : 2 * shape.ranks - 1 - rank;
        row.add(stage, kindOf(pass, backward), next[indexOf(pass)]++);
    }
    return row.take();
}

} // namespace

Rule mostRanksRule()
{
    return {kRanksKey, [](const Shape& shape) { return shape.ranks <= kMostRanksPlaced; },
            [](const Shape&) {
                return Sentence({"generate.most-work-grows-cube",
                                 "at most {most}: its work grows with the cube of the ranks"},
                                kMostRanksPlaced);
            }};
}

std::uint32_t peakOf(const VRow& row)
{
    int held = 0;
    int peak = 0;
    for (const VPass pass : row) {
        held += activationStep(pass);
        peak = std::max(peak, held);
    }
    return static_cast<std::uint32_t>(peak);
}

std::vector<std::uint32_t> peaksOf(const VGrid& grid)
{
    std::vector<std::uint32_t> peaks;
    peaks.reserve(grid.size());
    for (const VRow& row : grid)
        peaks.push_back(peakOf(row));
    return peaks;
}

std::vector<Row> rowsOf(const VGrid& grid, const Shape& shape, const CancelToken& cancel, VBackward backward)
{
    std::vector<Row> rows;
    rows.reserve(grid.size());
    for (std::uint32_t rank = 0; rank < grid.size(); ++rank)
        rows.push_back(rowOf(grid[rank], rank, shape, cancel, backward));
    return rows;
}

} // namespace bubblescope

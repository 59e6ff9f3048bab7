// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_replay.h"
#include "core/generate/v_steps.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Each pass takes one slot on every rank.
struct OneSlot
{
    [[nodiscard]] std::array<std::int64_t, kVPassKinds> operator[](std::size_t) const
    {
        return {1, 1, 1, 1, 1, 1};
    }
};

} // namespace

std::optional<VGrid> squeezed(const VGrid& grid, std::uint32_t microbatches)
{
    VGrid squeezed(grid.size());
    for (VRow& row : squeezed)
        row.reserve(grid.front().size());
    VReplay<std::int64_t, OneSlot> replay(grid, microbatches, OneSlot{}, 0);
    const bool isDone = replay.run([&](std::uint32_t rank, VPass pass, std::int64_t slot) {
        squeezed[rank].resize(static_cast<std::size_t>(slot), VPass::Idle);
        squeezed[rank].push_back(pass);
    });
    if (!isDone)
        return std::nullopt;
    std::size_t length = 0;
    for (const VRow& row : squeezed)
        length = std::max(length, row.size());
    for (VRow& row : squeezed)
        row.resize(length, VPass::Idle);
    return squeezed;
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/scene/difference_colors.h"

#include <cmath>

namespace bubblescope {

DeltaLevel deltaLevel(const std::optional<Time>& delta, const DeltaScale& scale)
{
    if (!delta)
        return DeltaLevel::OnlyHere;
    const Time size = std::abs(*delta);
    if (!(size > scale.rounding))
        return DeltaLevel::Same;
    const bool isMuch = size > scale.much();
    if (*delta < 0)
        return isMuch ? DeltaLevel::MuchEarlier : DeltaLevel::Earlier;
    return isMuch ? DeltaLevel::MuchLater : DeltaLevel::Later;
}

std::uint8_t differenceFill(DeltaLevel level)
{
    // As Theme::difference() gives colors to roles; odd ones are the paler tone.
    constexpr auto fill = [](FillClass role, unsigned pale) {
        return static_cast<std::uint8_t>(2 * static_cast<unsigned>(role) + pale);
    };
    constexpr std::array<std::uint8_t, kDeltaLevelCount> kFills{
        fill(FillClass::Forward, 0),  fill(FillClass::Forward, 1),  fill(FillClass::Overlap, 0),
        fill(FillClass::Backward, 1), fill(FillClass::Backward, 0), fill(FillClass::BackwardInput, 0)};
    return kFills[static_cast<std::size_t>(level)];
}

std::optional<ActionFills> levelFills(const Schedule& schedule, const LevelOfCell& levelOf,
                                      const CancelToken& cancel)
{
    ActionFills fills(schedule.rows.size());
    for (std::uint32_t rank = 0; rank < fills.size(); ++rank) {
        if (cancel.isCancelled())
            return std::nullopt;
        const Row& row = schedule.rows[rank];
        fills[rank].reserve(row.size());
        while (fills[rank].size() < row.size()) {
            const std::size_t first = fills[rank].size();
            const std::size_t end = cellEnd(row, first);
            fills[rank].resize(end, differenceFill(levelOf(RankId{rank}, first, end)));
        }
    }
    return fills;
}

} // namespace bubblescope

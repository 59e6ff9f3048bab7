// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_picture.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// Of the first part of the cell that has a partner: the parts of a cell are one block.
std::optional<Time> cellDelta(const ScheduleDifference& difference, RankId rank, std::size_t begin,
                              std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i)
        if (const auto delta = difference.startDelta({rank, i}))
            return delta;
    return std::nullopt;
}

} // namespace

DifferencePicturePtr makeDifferencePicture(const TimelinePtr& reference, const TimelinePtr& current,
                                           bool withLanes, const CancelToken& cancel,
                                           const std::vector<std::uint32_t>& absentRanks)
{
    Result<ScheduleDifference> difference = ScheduleDifference::compare(reference, current, cancel);
    if (!difference)
        return nullptr;
    auto picture = std::make_shared<DifferencePicture>(DifferencePicture{std::move(*difference), {}, {}, {}});
    const DifferenceTotals& totals = picture->difference.totals();
    picture->scale = {picture->difference.tolerance(), std::max(-totals.mostEarlier, totals.mostLater)};
    if (withLanes && !addDifferenceLanes(*picture, reference, current, cancel, absentRanks))
        return nullptr;
    return picture;
}

bool addDifferenceLanes(DifferencePicture& picture, const TimelinePtr& reference, const TimelinePtr& current,
                        const CancelToken& cancel, const std::vector<std::uint32_t>& absentRanks)
{
    const ScheduleDifference& difference = picture.difference;
    const auto fills = levelFills(
        *current->schedule,
        [&](RankId rank, std::size_t first, std::size_t end) {
            return deltaLevel(cellDelta(difference, rank, first, end), picture.scale);
        },
        cancel);
    if (!fills)
        return false;
    LaneIndexPtr currentLanes = LaneIndex::buildRecolored(current, *fills, absentRanks);
    LaneIndexPtr referenceLanes;
    if (difference.totals().onlyReference > 0) {
        const auto others = levelFills(
            *reference->schedule,
            [&](RankId rank, std::size_t first, std::size_t /*end*/) {
                return difference.isMatched({rank, first}) ? DeltaLevel::Same : DeltaLevel::OnlyHere;
            },
            cancel);
        if (!others)
            return false;
        referenceLanes = LaneIndex::buildRecolored(reference, *others);
    }
    picture.current = std::move(currentLanes);
    picture.reference = std::move(referenceLanes);
    return true;
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_picture.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// A class for each action of each rank; nothing if it was cancelled on the way, for then rows are missing.
using Fills = std::vector<std::vector<std::uint8_t>>;

/// Of the first part of the cell that has a partner: the parts of a cell are one block.
std::optional<Time> cellDelta(const ScheduleDifference& difference, RankId rank, std::size_t begin,
                              std::size_t end)
{
    for (std::size_t i = begin; i < end; ++i)
        if (const auto delta = difference.startDelta({rank, i}))
            return delta;
    return std::nullopt;
}

std::optional<Fills> currentFills(const ScheduleDifference& difference, const DeltaScale& scale,
                                  const CancelToken& cancel)
{
    const std::vector<Row>& rows = difference.current().schedule->rows;
    Fills fills(rows.size());
    for (std::uint32_t rank = 0; rank < rows.size(); ++rank) {
        if (cancel.isCancelled())
            return std::nullopt;
        const Row& row = rows[rank];
        fills[rank].resize(row.size());
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            const DeltaLevel level = deltaLevel(cellDelta(difference, RankId{rank}, i, end), scale);
            std::fill(fills[rank].begin() + static_cast<std::ptrdiff_t>(i),
                      fills[rank].begin() + static_cast<std::ptrdiff_t>(end), differenceFill(level));
            i = end;
        }
    }
    return fills;
}

std::optional<Fills> referenceFills(const ScheduleDifference& difference, const CancelToken& cancel)
{
    const std::vector<Row>& rows = difference.reference().schedule->rows;
    Fills fills(rows.size());
    for (std::uint32_t rank = 0; rank < rows.size(); ++rank) {
        if (cancel.isCancelled())
            return std::nullopt;
        fills[rank].resize(rows[rank].size());
        for (std::size_t i = 0; i < rows[rank].size(); ++i)
            fills[rank][i] = differenceFill(difference.isMatched({RankId{rank}, i}) ? DeltaLevel::Same
                                                                                    : DeltaLevel::OnlyHere);
    }
    return fills;
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
    const std::optional<Fills> fills = currentFills(picture.difference, picture.scale, cancel);
    if (!fills)
        return false;
    LaneIndexPtr currentLanes = LaneIndex::buildRecolored(current, *fills, absentRanks);
    LaneIndexPtr referenceLanes;
    if (picture.difference.totals().onlyReference > 0) {
        const std::optional<Fills> others = referenceFills(picture.difference, cancel);
        if (!others)
            return false;
        referenceLanes = LaneIndex::buildRecolored(reference, *others);
    }
    picture.current = std::move(currentLanes);
    picture.reference = std::move(referenceLanes);
    return true;
}

} // namespace bubblescope::ui

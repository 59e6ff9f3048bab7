// SPDX-License-Identifier: Apache-2.0
#include "core/scene/actions_csv.h"

#include "core/time/dependencies.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

void addTouching(std::vector<ActionPosition>& found, const LaneIndex& index, LaneId lane, Time from, Time to)
{
    const std::size_t last = index.firstBlockStartingAt(lane, to);
    std::size_t block =
        std::min(index.firstBlockEndingAfter(lane, from), index.firstBlockStartingAt(lane, from));
    for (; block < last; ++block) {
        const LaneBlock cell = index.block(lane, block);
        if (cell.start < from && cell.end <= from)
            continue;
        for (std::uint32_t part = 0; part < cell.actionCount; ++part)
            found.push_back({lane.rank, cell.firstAction + part});
    }
}

/// The input that ended last; nowhere for none.
Place waitedFor(const Dependencies& dependencies, const Timeline& timeline, const ActionPosition& position)
{
    Place last;
    for (const Input& input : dependencies.inputsOf(timeline.schedule->at(position), position.rank.value))
        if (input.producer &&
            (!last || timeline.endOf(input.producer.position()) > timeline.endOf(last.position())))
            last = input.producer;
    return last;
}

} // namespace

std::vector<ActionPosition> actionsTouching(const LaneIndex& index, std::span<const RankId> ranks, Time from,
                                            Time to)
{
    const std::vector<Track> subTracks = index.subTracksInUse();
    std::vector<ActionPosition> found;
    for (const RankId rank : ranks) {
        const auto begin = static_cast<std::ptrdiff_t>(found.size());
        addTouching(found, index, rank, from, to);
        for (const Track track : subTracks)
            addTouching(found, index, {rank, track}, from, to);
        const LaneTimes& times = index.timeline().lanes[rank.value];
        std::sort(found.begin() + begin, found.end(), [&](const ActionPosition& a, const ActionPosition& b) {
            const Time startA = times.start[a.index];
            const Time startB = times.start[b.index];
            return startA != startB ? startA < startB : a.index < b.index;
        });
    }
    return found;
}

std::string actionsCsv(const Timeline& timeline, const CostModel& costs,
                       std::span<const ActionPosition> actions)
{
    const ActionTable table(*timeline.schedule);
    const Dependencies dependencies(*timeline.schedule, table, dependencyRule(costs.profile),
                                    costs.transfer.mode);
    std::string text = "action,rank,stage,kind,microbatch,start,end,duration,waits_for_rank,waits_for\n";
    for (const ActionPosition& position : actions) {
        const Action& action = timeline.schedule->at(position);
        const Time start = timeline.startOf(position);
        const Time end = timeline.endOf(position);
        const Place input = waitedFor(dependencies, timeline, position);
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{}\n", actionText(action.id()),
                       position.rank.value, action.stage().value, kindText(action.kind()),
                       hasMicrobatch(action.kind()) ? fmt::to_string(action.microbatch().value) : "", start,
                       end, end - start, input ? fmt::to_string(input.rank) : "",
                       input ? actionText(timeline.schedule->at(input.position()).id()) : "");
    }
    return text;
}

} // namespace bubblescope

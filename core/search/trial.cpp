// SPDX-License-Identifier: Apache-2.0
#include "core/search/trial.h"

#include "core/analyze/memory_parts.h"
#include "core/base/try.h"
#include "core/evaluate/make_order.h"
#include "core/lower/pass_costs.h"
#include "core/lower/planned_order.h"
#include "core/search/peak_memory.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <bit>
#include <chrono>

namespace bubblescope::search {

namespace {

std::uint64_t hashOf(const Schedule& schedule)
{
    std::uint64_t hash = schedule.stageCount;
    for (const Row& row : schedule.rows) {
        hash = (hash ^ row.size()) * 0x9E3779B97F4A7C15U;
        for (const Action& action : row)
            hash = (std::rotl(hash, 5) ^ std::bit_cast<std::uint64_t>(action)) * 0x9E3779B97F4A7C15U;
    }
    return hash;
}

bool hasBlocks(const Schedule& schedule)
{
    return std::any_of(schedule.rows.begin(), schedule.rows.end(), [](const Row& row) {
        return std::any_of(row.begin(), row.end(),
                           [](const Action& action) { return action.isOverlapped(); });
    });
}

} // namespace

Time objectiveOf(const Timeline& timeline, SearchObjective objective)
{
    if (objective == SearchObjective::Makespan)
        return timeline.makespan;
    Time longest = 0;
    for (const LaneTimes& lane : timeline.lanes)
        if (!lane.start.empty())
            longest = std::max(longest, *std::max_element(lane.end.begin(), lane.end.end()) -
                                            *std::min_element(lane.start.begin(), lane.start.end()));
    return longest;
}

Result<TimedCandidate> timedCandidate(const Candidate& candidate, GroupCosts& costs,
                                      const CancelToken& cancel)
{
    if (candidate.kept)
        return *candidate.kept;
    const GroupCosts::Entry entry = costs.of(candidate.group);
    if (!entry)
        return tl::unexpected(entry.error());
    std::vector<std::string> passes;
    if (!candidate.pass.empty())
        passes.push_back(candidate.pass);
    TRY(const SchedulePtr order, makeOrder(candidate.request, passes, **entry, cancel));
    std::shared_ptr<const CostModel> composed = *entry;
    if (!passes.empty())
        composed =
            std::make_shared<const CostModel>(withPassCosts(**entry, passes, candidate.group.stageCount));
    if (Sentence unfilled = unfilledSlots(*order, *composed); !unfilled.empty())
        return invalidInput(std::move(unfilled));
    TRY(Timeline timeline, simulate(order, *composed, cancel));
    if (Sentence full = fullHostText(timeline, *composed); !full.empty())
        return invalidInput(std::move(full));
    return TimedCandidate{std::make_shared<const Timeline>(std::move(timeline)), std::move(composed)};
}

Trial tried(const Candidate& candidate, GroupCosts& costs, SearchObjective objective,
            const CancelToken& cancel)
{
    constexpr auto kLong = std::chrono::milliseconds(300);
    Trial trial;
    trial.candidate = candidate;
    const auto begin = std::chrono::steady_clock::now();
    const Result<TimedCandidate> timed = timedCandidate(candidate, costs, cancel);
    if (!timed) {
        trial.isCancelled = timed.error().kind == ErrorKind::Cancelled;
        trial.reason = timed.error().message;
        return trial;
    }
    const Schedule& schedule = *timed->timeline->schedule;
    trial.objective = objectiveOf(*timed->timeline, objective);
    trial.peak = peaksOf(*timed->timeline, *timed->costs);
    trial.orderHash = hashOf(schedule);
    trial.overlaps = hasBlocks(schedule);
    if (std::chrono::steady_clock::now() - begin > kLong)
        trial.candidate.kept = std::make_shared<const TimedCandidate>(*timed);
    return trial;
}

} // namespace bubblescope::search

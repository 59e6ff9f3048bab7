// SPDX-License-Identifier: Apache-2.0
#include "core/trace/measured_run.h"

#include "core/base/text_list.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What of a run's times is before the earliest compute start: the timeline begins at 0.
Time earliest(const MeasuredRun& run, bool withCommunication)
{
    Time first = 0;
    for (const MeasuredRank& rank : run.ranks) {
        for (const MeasuredAction& action : rank.actions) {
            if (withCommunication || isCompute(action.action.kind()))
                first = std::min(first, action.start);
        }
    }
    return first;
}

} // namespace

std::string_view clockBasisName(ClockBasis basis)
{
    switch (basis) {
    case ClockBasis::OneHost:
        return "one-host";
    case ClockBasis::Messages:
        return "messages";
    case ClockBasis::None:
        break;
    }
    return "none";
}

std::string_view streamKindName(StreamKind kind)
{
    switch (kind) {
    case StreamKind::Communication:
        return "communication";
    case StreamKind::Copies:
        return "copies";
    case StreamKind::Compute:
        break;
    }
    return "compute";
}

std::vector<std::uint32_t> absentRanks(const MeasuredRun& run, std::size_t rankCount)
{
    std::vector<std::uint32_t> present;
    for (const MeasuredRank& rank : run.ranks) {
        rankCount = std::max(rankCount, std::size_t{rank.rank} + 1);
        if (!rank.actions.empty())
            present.push_back(rank.rank);
    }
    std::sort(present.begin(), present.end());
    std::vector<std::uint32_t> absent;
    auto next = present.begin();
    for (std::size_t rank = 0; rank < rankCount; ++rank) {
        while (next != present.end() && *next < rank)
            ++next;
        if (next == present.end() || *next != rank)
            absent.push_back(static_cast<std::uint32_t>(rank));
    }
    return absent;
}

std::string noTraceText(const std::vector<std::uint32_t>& ranks)
{
    return ranks.empty() ? std::string()
                         : fmt::format("{} {} no trace", countedList("rank", ranks, 8),
                                       ranks.size() == 1 ? "has" : "have");
}

std::string stepsText(const MeasuredRun& run)
{
    constexpr std::size_t kMostSteps = 20;
    std::string text = run.steps.empty() ? "none complete" : "complete: " + listText(run.steps, kMostSteps);
    if (!run.incompleteSteps.empty())
        text += "; incomplete: " + listText(run.incompleteSteps, kMostSteps);
    return text;
}

Timeline measuredTimeline(const MeasuredRun& run, bool withCommunication)
{
    auto schedule = std::make_shared<Schedule>();
    schedule->name = "trace";
    schedule->stageCount = run.stageCount;
    schedule->microbatchCount = run.microbatchCount;
    schedule->placement = run.placement;
    Timeline timeline;
    timeline.unit = "us";
    const Time first = earliest(run, withCommunication);
    for (const MeasuredRank& rank : run.ranks) {
        Row& row = schedule->rows.emplace_back();
        LaneTimes& lane = timeline.lanes.emplace_back();
        for (const MeasuredAction& action : rank.actions) {
            if (!withCommunication && !isCompute(action.action.kind()))
                continue;
            row.push_back(action.action);
            lane.start.push_back(action.start - first);
            lane.end.push_back(action.end - first);
            timeline.makespan = std::max(timeline.makespan, action.end - first);
        }
    }
    timeline.schedule = std::move(schedule);
    return timeline;
}

bool hasEdges(const MeasuredRun& run)
{
    return !run.empty() && std::all_of(run.ranks.begin(), run.ranks.end(), [](const MeasuredRank& rank) {
        return rank.actions.empty() || rank.edges.has_value();
    });
}

Timeline measuredStepTimeline(const MeasuredRun& run)
{
    Timeline timeline = measuredTimeline(run);
    const Time first = earliest(run, false);
    // The rank that acts first begins the step: what others did before it was waiting.
    std::optional<Time> begin;
    std::optional<Time> soonest;
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& action : rank.actions)
            if (rank.edges && isCompute(action.action.kind()) && (!soonest || action.start < *soonest)) {
                soonest = action.start;
                begin = rank.edges->begin;
            }
    timeline.head = std::max(0.0, first - begin.value_or(first));
    for (LaneTimes& lane : timeline.lanes)
        for (auto* times : {&lane.start, &lane.end})
            for (Time& time : *times)
                time += timeline.head;
    timeline.makespan += timeline.head;
    const Time zero = first - timeline.head;
    const Time actionsEnd = timeline.makespan;
    for (const MeasuredRank& rank : run.ranks) {
        std::vector<PhaseSpan>& spans = timeline.phases.emplace_back();
        if (!rank.edges)
            continue;
        for (const MeasuredPhase& phase : rank.edges->phases) {
            Time start = std::max(0.0, phase.start + phase.waited - zero);
            // Nothing tells what an early rank did until the others were through: most of it is waiting.
            if (phase.phase == StepPhase::Finish && phase.end - zero > actionsEnd)
                start = std::max(start, actionsEnd);
            // Likewise before its first action, once the step has begun.
            const Time end =
                isHead(phase.phase) ? std::min(phase.end - zero, timeline.head) : phase.end - zero;
            if (end <= start)
                continue;
            spans.push_back({phase.phase, start, end});
            timeline.makespan = std::max(timeline.makespan, spans.back().end);
        }
    }
    return timeline;
}

MeasuredRun withRanks(MeasuredRun run, const std::vector<std::uint32_t>& ranks)
{
    for (MeasuredRank& rank : run.ranks)
        if (!std::binary_search(ranks.begin(), ranks.end(), rank.rank)) {
            rank.actions.clear();
            rank.edges.reset();
        }
    return run;
}

Timeline stepTimeline(const MeasuredRun& run, bool isWhole)
{
    return isWhole ? measuredStepTimeline(run) : measuredTimeline(run);
}

} // namespace bubblescope

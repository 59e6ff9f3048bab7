// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/problem_report.h"

#include <algorithm>
#include <tuple>

namespace bubblescope::ui {

namespace {

/// One action of one problem, to be found in its rank's row.
struct Wanted
{
    RankId rank;
    std::size_t cell = 0;
    std::size_t problem = 0;
    std::size_t place = 0; ///< among the problem's actions
};

std::vector<Wanted> wantedOf(const std::vector<Problem>& problems, std::size_t ranks)
{
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < problems.size(); ++i)
        for (std::size_t k = 0; k < problems[i].actions.size(); ++k) {
            const ProblemAction& action = problems[i].actions[k];
            if (action.index && action.rank.value < ranks)
                wanted.push_back({action.rank, *action.index, i, k});
        }
    std::sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) {
        return std::tie(a.rank, a.cell) < std::tie(b.rank, b.cell);
    });
    return wanted;
}

/// The part of the cell at `begin` that is `id`; its first part if none is.
std::size_t partOf(const Row& row, std::size_t begin, const ActionId& id)
{
    const std::size_t end = cellEnd(row, begin);
    for (std::size_t i = begin; i < end; ++i)
        if (row[i].id() == id)
            return i;
    return begin;
}

/// Each wanted action's index in its row, SIZE_MAX where the row has no such cell.
std::vector<std::size_t> foundIndices(const Schedule& schedule, const std::vector<Problem>& problems,
                                      const std::vector<Wanted>& wanted)
{
    std::vector<std::size_t> found(wanted.size(), SIZE_MAX);
    std::size_t cell = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Row& row = schedule.rows[wanted[i].rank.value];
        if (i == 0 || wanted[i].rank != wanted[i - 1].rank)
            cell = begin = 0;
        for (; cell < wanted[i].cell && begin < row.size(); ++cell)
            begin = cellEnd(row, begin);
        if (begin < row.size())
            found[i] = partOf(row, begin, problems[wanted[i].problem].actions[wanted[i].place].action);
    }
    return found;
}

void sortMarks(LaneMarks& lane)
{
    std::sort(lane.marks.begin(), lane.marks.end(), [](const ProblemMark& a, const ProblemMark& b) {
        return std::tie(a.start, a.index) < std::tie(b.start, b.index);
    });
    const auto last =
        std::unique(lane.marks.begin(), lane.marks.end(),
                    [](const ProblemMark& a, const ProblemMark& b) { return a.index == b.index; });
    lane.marks.erase(last, lane.marks.end());
    for (const ProblemMark& mark : lane.marks)
        lane.longest = std::max(lane.longest, mark.end - mark.start);
}

/// Where what the action needs ends; 0 if it needs nothing or nothing of it is there.
Time readyTime(const Timeline& timeline, const ActionId& id)
{
    const auto feeds = [&id](const ActionId& other) {
        if (other.microbatch != id.microbatch)
            return false;
        if (isForward(id.kind))
            return isForward(other.kind) && other.stage.value + 1 == id.stage.value;
        if (id.kind == ActionKind::BackwardWeight)
            return other.kind == ActionKind::BackwardInput && other.stage == id.stage;
        return isInputGradient(other.kind) ? other.stage.value == id.stage.value + 1
                                           : isForward(other.kind) && other.stage == id.stage;
    };
    Time ready = 0;
    for (std::uint32_t rank = 0; rank < timeline.schedule->rankCount(); ++rank) {
        const Row& row = timeline.schedule->rows[rank];
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!row[i].isBubble() && feeds(row[i].id()))
                ready = std::max(ready, timeline.lanes[rank].end[i]);
    }
    return ready;
}

/// In an order made from the read one by passes the cells have other numbers.
void addUnread(std::vector<Problem>& problems, const UnreadCells& unread, bool isAsRead)
{
    problems.insert(problems.begin(), unread.problems.begin(), unread.problems.end());
    if (isAsRead)
        return;
    for (std::size_t i = 0; i < unread.problems.size(); ++i)
        problems[i].actions.clear();
}

} // namespace

ProblemReportPtr findProblems(const TimelinePtr& timeline, SendSemantics sends, const UnreadCellsPtr& unread,
                              const std::vector<std::uint32_t>& absentRanks)
{
    const Schedule& schedule = *timeline->schedule;
    auto report = std::make_shared<ProblemReport>();
    report->timeline = timeline;
    report->sends = sends;
    ValidateOptions options;
    options.sends = sends;
    options.absentRanks = absentRanks;
    report->problems = validate(schedule, options);
    if (unread)
        addUnread(report->problems, *unread, timeline->schedule == unread->order);
    report->places.resize(report->problems.size());
    report->lanes.resize(schedule.rankCount());
    std::vector<Wanted> wanted = wantedOf(report->problems, schedule.rankCount());
    const std::vector<std::size_t> found = foundIndices(schedule, report->problems, wanted);
    std::vector<std::vector<std::pair<std::size_t, ActionPosition>>> placed(report->problems.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (found[i] == SIZE_MAX)
            continue;
        const ActionPosition position{wanted[i].rank, found[i]};
        placed[wanted[i].problem].emplace_back(wanted[i].place, position);
        if (report->problems[wanted[i].problem].kind == ProblemKind::Syntax)
            continue; // nothing is drawn there that could be marked
        report->lanes[position.rank.value].marks.push_back(
            {timeline->startOf(position), timeline->endOf(position), position.index});
    }
    for (std::size_t i = 0; i < placed.size(); ++i) {
        std::sort(placed[i].begin(), placed[i].end());
        for (const auto& [place, position] : placed[i])
            report->places[i].push_back(position);
    }
    for (LaneMarks& lane : report->lanes)
        sortMarks(lane);
    return report;
}

LaneMoment placeOfMissing(const Timeline& timeline, const ProblemAction& missing)
{
    LaneMoment place{missing.rank, 0};
    if (missing.rank.value >= timeline.schedule->rankCount())
        return place;
    const Row& row = timeline.schedule->rows[missing.rank.value];
    const LaneTimes& times = timeline.lanes[missing.rank.value];
    std::optional<std::size_t> before;
    std::optional<std::size_t> after;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const ActionId id = row[i].id();
        if (id.kind != missing.action.kind || id.stage != missing.action.stage)
            continue;
        if (id.microbatch < missing.action.microbatch) {
            if (!before || row[*before].microbatch() < id.microbatch)
                before = i;
        } else if (!after || id.microbatch < row[*after].microbatch()) {
            after = i;
        }
    }
    if (before)
        place.time = times.end[*before];
    else if (after)
        place.time = times.start[*after];
    else
        place.time = readyTime(timeline, missing.action);
    return place;
}

} // namespace bubblescope::ui

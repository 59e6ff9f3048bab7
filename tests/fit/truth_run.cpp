// SPDX-License-Identifier: Apache-2.0
#include "tests/fit/truth_run.h"

#include "tests/support/schedule_text.h"
#include "tests/support/trace_data.h"

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>
#include <tuple>

namespace bubblescope::test {

namespace {

using nlohmann::json;

ActionKind kindOf(const std::string& type)
{
    static const std::map<std::string, ActionKind> kinds{{"F", ActionKind::Forward},
                                                         {"I", ActionKind::BackwardInput},
                                                         {"W", ActionKind::BackwardWeight},
                                                         {"B", ActionKind::Backward}};
    return kinds.at(type);
}

using Key = std::tuple<std::uint32_t, std::uint32_t, std::string, std::uint32_t>; ///< rank, stage, type, mb

/// Where each label of a compute action begins: "PP:3F0" by what it is, "Forward 3" of the one stage.
std::map<Key, double> labelStarts(const json& truth)
{
    static const std::regex pipelining("PP:(\\d+)([FIBW])(\\d+)");
    static const std::regex single("(Forward|Backward) (\\d+)");
    std::map<Key, double> starts;
    for (const json& label : truth["actions"]) {
        const std::string name = label.value("name", "");
        const auto rank = label["rank"].get<std::uint32_t>();
        const double start = label.value("start", 0.0);
        std::smatch match;
        if (std::regex_match(name, match, pipelining))
            starts[{rank, static_cast<std::uint32_t>(std::stoul(match[1])), match[2],
                    static_cast<std::uint32_t>(std::stoul(match[3]))}] = start;
        else if (std::regex_match(name, match, single))
            starts[{rank, rank, match[1] == "Forward" ? "F" : "B",
                    static_cast<std::uint32_t>(std::stoul(match[2]))}] = start;
    }
    return starts;
}

/// The parts of overlapped blocks, by what they are: which begins one and which goes on.
std::map<Key, CellRole> rolesOf(const json& truth)
{
    std::map<Key, CellRole> roles;
    for (const auto& [rank, cells] : truth["order"].items()) {
        const Schedule row = scheduleFromCells(json::array({cells}));
        for (const Action& action : row.rows[0])
            if (action.isOverlapped())
                roles[{static_cast<std::uint32_t>(std::stoul(rank)), action.stage().value,
                       std::string(kindText(action.kind())), action.microbatch().value}] = action.role();
    }
    return roles;
}

void finish(MeasuredRun& run)
{
    Time first = run.ranks.front().actions.front().start;
    for (MeasuredRank& rank : run.ranks) {
        std::stable_sort(rank.actions.begin(), rank.actions.end(),
                         [](const MeasuredAction& a, const MeasuredAction& b) { return a.start < b.start; });
        first = std::min(first, rank.actions.front().start);
    }
    for (MeasuredRank& rank : run.ranks)
        for (MeasuredAction& action : rank.actions) {
            action.start -= first;
            action.end -= first;
            action.busy = action.end - action.start;
            run.stageCount = std::max(run.stageCount, action.action.stage().value + 1);
            run.microbatchCount = std::max(run.microbatchCount, action.action.microbatch().value + 1);
        }
}

std::vector<MeasuredRank> emptyRanks(std::size_t count)
{
    std::vector<MeasuredRank> ranks(count);
    for (std::size_t r = 0; r < count; ++r)
        ranks[r].rank = static_cast<std::uint32_t>(r);
    return ranks;
}

/// Recordings of torch: in-process timers.
MeasuredRun recordedRun(const json& truth)
{
    MeasuredRun run;
    run.ranks = emptyRanks(truth["ranks"].get<std::size_t>());
    const std::map<Key, double> labels = labelStarts(truth);
    const std::map<Key, CellRole> roles = rolesOf(truth);
    for (const json& timed : truth["compute"]) {
        const Key key{timed["rank"], timed["stage"], timed["type"], timed["mb"]};
        const auto role = roles.find(key);
        const auto label = labels.find(key);
        MeasuredAction measured;
        measured.action = Action(StageId{timed["stage"]}, kindOf(timed["type"]), MicrobatchId{timed["mb"]},
                                 role != roles.end() ? role->second : CellRole::Single);
        measured.start = timed["start"];
        measured.end = measured.start + timed["dur"].get<double>();
        measured.wait = label != labels.end() ? std::max(0.0, measured.start - label->second) : 0;
        measured.source = role != roles.end() ? TimeSource::Estimated : TimeSource::Cpu;
        run.ranks[timed["rank"].get<std::size_t>()].actions.push_back(measured);
    }
    finish(run);
    return run;
}

/// Made-up profiles with GPU times; B of zero-bubble's labels is an I, for it has W.
MeasuredRun gpuRun(const json& truth)
{
    MeasuredRun run;
    run.ranks = emptyRanks(truth["ranks"].get<std::size_t>());
    const double unit = truth.value("unit", "us") == "ns" ? 1e-3 : 1;
    const bool hasWeights = truth["emulated_us"].contains("W");
    for (const json& timed : truth["actions"]) {
        const auto rank = timed["rank"].get<std::uint32_t>();
        if (timed.value("iter", 0) != 0)
            continue;
        const ActionKind named = kindOf(timed["type"]);
        MeasuredAction measured;
        measured.action =
            Action(StageId{timed.value("stage", rank)},
                   hasWeights && named == ActionKind::Backward ? ActionKind::BackwardInput : named,
                   MicrobatchId{timed["mb"]});
        measured.start = unit * timed.value("unix_gpu_start", timed["gpu_start"].get<double>());
        measured.end = measured.start + unit * timed["gpu_dur"].get<double>();
        measured.source = TimeSource::Launches;
        run.ranks[rank].actions.push_back(measured);
    }
    finish(run);
    return run;
}

} // namespace

MeasuredRun truthRun(const std::string& recording)
{
    const json truth = traceTruth(recording);
    return truth.contains("compute") ? recordedRun(truth) : gpuRun(truth);
}

MeasuredRun runOf(const std::string& order)
{
    const Schedule schedule = parse(order);
    MeasuredRun run;
    run.ranks = emptyRanks(schedule.rows.size());
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        Time now = 0;
        for (const Action& action : schedule.rows[r])
            if (!action.isBubble()) {
                run.ranks[r].actions.push_back({action, now, now + 10, 0, 10, TimeSource::Cpu});
                now += 10;
            }
    }
    run.stageCount = schedule.stageCount;
    run.microbatchCount = schedule.microbatchCount;
    return run;
}

} // namespace bubblescope::test

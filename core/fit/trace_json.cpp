// SPDX-License-Identifier: Apache-2.0
#include "core/fit/trace_json.h"

#include "core/analyze/number_json.h"
#include "core/fit/pairing.h"
#include "core/fit/robust.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

constexpr std::array kTraceJsonKinds{ActionKind::Forward, ActionKind::BackwardInput,
                                     ActionKind::BackwardWeight, ActionKind::Backward};

std::string numberOrNull(const std::optional<Time>& value)
{
    return value ? jsonNumber(*value) : "null";
}

template <typename List, typename Write>
void writeList(std::string& text, const char* key, const List& list, const char* separator, Write write)
{
    text += fmt::format(",\n \"{}\": [", key);
    bool first = true;
    for (const auto& one : list) {
        text += first ? (separator[1] == ' ' ? "" : separator + 1) : separator;
        text += write(one);
        first = false;
    }
    text += "]";
}

std::string kindJson(const KindSummary& kind)
{
    std::vector<std::string> perStage;
    for (const std::optional<Time>& median : kind.perStage)
        perStage.push_back(numberOrNull(median));
    return fmt::format(R"("{}": {{"median": {}, "span": {}, "count": {}, "per_stage": [{}]}})",
                       kindText(kind.kind), numberOrNull(kind.median), numberOrNull(kind.span), kind.count,
                       fmt::join(perStage, ", "));
}

std::string matchJson(const ScheduleMatch& match)
{
    std::string one = fmt::format(R"({{"schedule": {}, "exact": {}, "score": {}, "options": {{)",
                                  jsonString(match.name), match.isExact, jsonNumber(match.score));
    bool first = true;
    if (match.request)
        for (const auto& [key, value] : match.request->options) {
            one += fmt::format("{}{}: {}", first ? "" : ", ", jsonString(key), jsonString(value));
            first = false;
        }
    one += "}, ";
    if (match.isPart)
        one += fmt::format(R"("part": {{"in_trace": {}, "in_order": {}}}, )", match.inTrace, match.inOrder);
    one += "\"differences\": [";
    for (std::size_t i = 0; i < match.differences.size(); ++i)
        one += (i > 0 ? ", " : "") + jsonString(match.differences[i].text());
    return one + "]}";
}

void writeStreams(std::string& text, const MeasuredRun& run)
{
    writeList(text, "streams", streamTotalsOf(run), ",\n  ", [](const StreamTotals& one) {
        const PhaseTimes& t = one.times;
        std::string part = fmt::format(
            R"({{"rank": {}, "file": {}, "busy": {}, "compute": {}, "communication": {}, "hidden": {}, "exposed": {})",
            one.rank, jsonString(one.file), jsonNumber(t.busy), jsonNumber(t.compute),
            jsonNumber(t.communication), jsonNumber(t.hidden), jsonNumber(t.communication - t.hidden));
        if (one.hasPhases)
            part += fmt::format(R"(, "F": {}, "B": {}, "W": {})", jsonNumber(t.forward),
                                jsonNumber(t.backward), jsonNumber(t.weight));
        part += ", \"lanes\": [";
        for (std::size_t i = 0; i < one.lanes.size(); ++i)
            part +=
                fmt::format(R"({}{{"name": {}, "busy": {}, "count": {}}})", i > 0 ? ", " : "",
                            jsonString(one.lanes[i].name), jsonNumber(one.lanes[i].busy), one.lanes[i].count);
        return part + "]}";
    });
}

void writeFit(std::string& text, const FittedCosts& fitted)
{
    text += fmt::format(",\n \"hop_latency\": {}, \"host_overhead\": {}", numberOrNull(fitted.hopLatency),
                        numberOrNull(fitted.hostOverhead));
    writeList(text, "stragglers", fitted.stragglers, ", ", [](const Straggler& one) {
        return fmt::format(R"({{"rank": {}, "factor": {}}})", one.rank.value, jsonNumber(one.factor));
    });
}

std::string actionsJson(const MeasuredRun& run, Time makespan, const char* indent)
{
    std::string text = "[";
    bool isFirst = true;
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& measured : rank.actions) {
            if (!isCompute(measured.action.kind()))
                continue;
            text += fmt::format(R"({}{}{{"rank": {}, "action": "{}", "start": {}, "end": {}, "busy": {})",
                                isFirst ? "" : ",", indent, rank.rank, actionText(measured.action.id()),
                                jsonNumber(measured.start, makespan), jsonNumber(measured.end, makespan),
                                jsonNumber(measured.work(), makespan));
            if (measured.wait > 0)
                text += ", \"wait\": " + jsonNumber(measured.wait, makespan);
            if (rank.globalRank && *rank.globalRank != rank.rank)
                text += fmt::format(", \"global_rank\": {}", *rank.globalRank);
            text += measured.source == TimeSource::Estimated ? ", \"estimated\": true}" : "}";
            isFirst = false;
        }
    return text + "]";
}

void writeMesh(std::string& text, const MeasuredRun& run)
{
    writeList(text, "mesh", run.mesh, ",\n  ", [](const MeshAxis& axis) {
        std::vector<std::string> groups;
        for (const std::vector<std::uint32_t>& group : axis.members)
            groups.push_back(fmt::format("[{}]", fmt::join(group, ", ")));
        return fmt::format(R"({{"name": {}, "size": {}, "members": [{}]}})", jsonString(axis.name), axis.size,
                           fmt::join(groups, ", "));
    });
}

void writeFiles(std::string& text, const MeasuredRun& run)
{
    writeList(text, "clocks", run.clocks, ",\n  ", [](const FileClock& clock) {
        return fmt::format(R"({{"rank": {}, "offset": {}, "uncertainty": {}, "basis": "{}"}})", clock.rank,
                           jsonNumber(clock.offset), jsonNumber(clock.uncertainty),
                           clockBasisName(clock.basis));
    });
    writeList(text, "gpu_streams", run.gpuStreams, ",\n  ", [](const GpuStream& stream) {
        const std::string number = stream.number ? fmt::format("{}", *stream.number) : "null";
        return fmt::format(
            R"({{"rank": {}, "stream": {}, "name": {}, "kind": "{}", "busy": {}, "spans": {}}})", stream.rank,
            number, jsonString(stream.name), streamKindName(stream.kind), jsonNumber(stream.busy),
            stream.spans);
    });
}

/// What actions without labels rest on.
void writeInferred(std::string& text, const MeasuredRun& run)
{
    if (!run.inferred)
        return;
    const InferredBasis& basis = *run.inferred;
    text += fmt::format(",\n \"inferred\": {{\"from\": {}, \"forwards\": {}, \"backwards\": {}, "
                        "\"messages\": {}, \"schedule\": {}}}",
                        jsonString(std::string(nameFamilyText(NameFamily::Inferred))), basis.forwards,
                        basis.backwards, basis.messages,
                        basis.schedule.empty() ? "null" : jsonString(basis.schedule));
}

Time makespanOf(const MeasuredRun& run)
{
    Time latest = 0;
    for (const MeasuredRank& rank : run.ranks)
        for (const MeasuredAction& measured : rank.actions)
            if (isCompute(measured.action.kind()))
                latest = std::max(latest, measured.end);
    return latest;
}

/// The pipelines that are not shown, of the same step; times count from the start of each one's compute.
void writeReplicas(std::string& text, const MeasuredRun& run, bool withActions)
{
    writeList(text, "replicas", run.replicas, ",\n  ", [&](const MeasuredRun& replica) {
        const Time makespan = makespanOf(replica);
        std::vector<std::string> ranks;
        std::vector<std::string> busy;
        for (const MeasuredRank& rank : replica.ranks) {
            ranks.push_back(rank.globalRank ? fmt::format("{}", *rank.globalRank) : "null");
            Time work = 0;
            for (const MeasuredAction& measured : rank.actions)
                work += isCompute(measured.action.kind()) ? measured.work() : 0;
            busy.push_back(jsonNumber(work, makespan));
        }
        std::string one =
            fmt::format(R"({{"replica": {}, "ranks": [{}], "busy": [{}], "makespan": {})", replica.replica,
                        fmt::join(ranks, ", "), fmt::join(busy, ", "), jsonNumber(makespan, makespan));
        if (withActions)
            one += ", \"actions\": " + actionsJson(replica, makespan, "\n   ");
        return one + "}";
    });
}

} // namespace

std::vector<KindSummary> kindSummaries(const MeasuredRun& run, const FittedCosts& fitted)
{
    std::vector<KindSummary> summaries;
    for (const ActionKind kind : kTraceJsonKinds) {
        KindSummary summary;
        summary.kind = kind;
        bool isRun = false;
        std::vector<Time> times;
        std::vector<Time> spans;
        for (const MeasuredRank& rank : run.ranks)
            for (const MeasuredAction& measured : rank.actions)
                if (measured.action.kind() == kind) {
                    isRun = true;
                    if (!measured.action.isOverlapped() && measured.source != TimeSource::Estimated) {
                        times.push_back(measured.work());
                        spans.push_back(measured.span());
                    }
                }
        if (!isRun)
            continue;
        summary.count = times.size();
        if (!times.empty())
            summary.median = fit::toNanosecond(fit::medianOf(std::move(times)));
        if (!spans.empty())
            summary.span = fit::toNanosecond(fit::medianOf(std::move(spans)));
        summary.perStage.resize(run.stageCount);
        for (const DurationStatistics& one : fitted.durations)
            if (one.kind == kind && !one.isEstimated && one.stage.value < run.stageCount)
                summary.perStage[one.stage.value] = one.median;
        summaries.push_back(std::move(summary));
    }
    return summaries;
}

std::string matchesJson(const std::vector<ScheduleMatch>& matches)
{
    std::string text = "[";
    writeLines(text, matches, matchJson);
    return text + "]";
}

std::string traceJson(const MeasuredRun& run, const Identification& identification, const FittedCosts& fitted,
                      bool withActions, const std::vector<ScheduleMatch>& given)
{
    const Time makespan = makespanOf(run);
    const ScheduleMatch* exact = identification.exact();
    std::string text = "{\"ranks\": [";
    bool isFirst = true;
    for (const MeasuredRank& rank : run.ranks) {
        if (rank.file.empty() && rank.actions.empty())
            continue;
        text += fmt::format("{}{}", isFirst ? "" : ", ", rank.rank);
        isFirst = false;
    }
    text += fmt::format("], \"unit\": \"us\", \"schedule_guess\": {}, \"microbatches\": {}, \"stages\": {}",
                        exact != nullptr && exact->request ? jsonString(exact->name) : "null",
                        run.microbatchCount, run.stageCount);
    text += fmt::format(",\n \"makespan\": {}", jsonNumber(makespan, makespan));
    text += ",\n \"durations\": {";
    writeLines(text, kindSummaries(run, fitted), kindJson);
    text += "}";
    std::vector<std::string> warnings = run.warnings;
    warnings.insert(warnings.end(), fitted.warnings.begin(), fitted.warnings.end());
    writeList(text, "warnings", warnings, ",\n  ", jsonString);
    writeInferred(text, run);
    text += fmt::format(",\n \"step\": {}", run.step);
    writeList(text, "steps", run.steps, ", ", [](std::uint64_t step) { return fmt::format("{}", step); });
    if (const std::vector<std::uint32_t> absent = pipelineOf(run, identification).absent; !absent.empty())
        writeList(text, "absent_ranks", absent, ", ",
                  [](std::uint32_t rank) { return fmt::format("{}", rank); });
    writeList(text, "also_exact", identification.alsoExact(), ", ", jsonString);
    writeList(text, "matches", identification.matches, ",\n  ", matchJson);
    if (!given.empty())
        text += ",\n \"orders\": " + matchesJson(given);
    writeFit(text, fitted);
    if (run.empty())
        writeStreams(text, run);
    text += fmt::format(",\n \"replica\": {}", run.replica);
    writeMesh(text, run);
    writeFiles(text, run);
    writeReplicas(text, run, withActions);
    if (withActions)
        text += ",\n \"actions\": " + actionsJson(run, makespan, "\n  ");
    return text + "}\n";
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/search_text.h"

#include "core/analyze/number_json.h"
#include "core/base/quantity.h"
#include "core/generate/title.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

constexpr std::size_t kShownCandidates = 10;

/// "zb-auto:stages-per-rank=1,memory_limit=4", as every command takes it.
std::string requestWord(const ScheduleRequest& request)
{
    std::vector<std::string> values;
    if (request.stagesPerRank)
        values.push_back(fmt::format("stages-per-rank={}", *request.stagesPerRank));
    if (request.placement)
        values.push_back(fmt::format("placement={}", placementName(*request.placement)));
    for (const auto& [key, value] : request.options)
        values.push_back(fmt::format("{}={}", key, value));
    return fmt::format("{}{}{}", request.schedule, values.empty() ? "" : ":", fmt::join(values, ","));
}

std::vector<std::string> requestWords(const std::vector<ScheduleRequest>& requests)
{
    std::vector<std::string> words;
    for (const ScheduleRequest& request : requests)
        words.push_back(requestWord(request));
    return words;
}

std::string candidateWord(const ScheduleRequest& request, const std::string& pass)
{
    return requestWord(request) + (pass.empty() ? "" : " --with " + pass);
}

std::string objectiveName(SearchObjective objective)
{
    return objective == SearchObjective::Makespan ? "makespan" : "longest_rank_span";
}

std::string limitText(const RankValues& limits, const CostModel& costs)
{
    return spanText(limits, [&costs](double limit) { return memorySizeText(limit, costs.memoryUnit); });
}

std::string figureRow(std::string_view name, const std::string& value)
{
    return fmt::format("{:<28}{}\n", name, value);
}

std::string candidateTable(const SearchReport& report, const std::string& unit)
{
    const auto& all = report.result.candidates;
    const auto fitting = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const SearchCandidate& c) { return c.fits; }));
    std::string text =
        fmt::format("\n{} of {} candidates stay within the limit; the best of them:\n", fitting, all.size());
    text += fmt::format("{:<64} {:>17} {:>12} {:>12}\n", "schedule", objectiveName(report.problem.objective),
                        "bound", "memory_peak");
    for (std::size_t i = 0; i < std::min(fitting, kShownCandidates); ++i) {
        const double gap = report.result.bound > 0 ? *all[i].objective / report.result.bound - 1 : 0;
        text += fmt::format("{:<64} {:>17} {:>12} {:>12}\n", candidateWord(all[i].request, all[i].pass),
                            timeInUnits(*all[i].objective, unit), fmt::format("{:+.2f} %", 100 * gap),
                            memorySizeText(all[i].peakMemory, report.result.best->costs.memoryUnit));
    }
    return text;
}

} // namespace

std::string searchText(const SearchReport& report)
{
    const FoundSchedule& best = *report.result.best;
    const Metrics& metrics = best.metrics;
    const std::string& unit = best.timeline->unit;
    const auto time = [&](Time value) { return timeInUnits(value, unit); };
    std::string text = scheduleTitle(*best.timeline->schedule) + "\n\n";
    text += figureRow("from", best.origin);
    text += figureRow("makespan", time(metrics.makespan));
    text += figureRow("longest_rank_span", time(metrics.longestRankSpan));
    text += figureRow("ideal_time", time(metrics.idealTime));
    text +=
        figureRow("bound", fmt::format("{}  {}", time(report.result.bound), report.result.boundText.text()));
    text += figureRow("gap", report.result.gap() <= 1e-9
                                 ? "0 %  no such order is faster"
                                 : fmt::format("{:.2f} % of {}", 100 * report.result.gap(),
                                               objectiveName(report.problem.objective)));
    if (!report.result.asFast.empty())
        text +=
            figureRow("as_fast_as", fmt::format("{}", fmt::join(requestWords(report.result.asFast), ", ")));
    text += figureRow("bubble_rate", fmt::format("{:.4f}", metrics.bubbleRate));
    text += figureRow("idle_fraction", fmt::format("{:.4f}", metrics.idleFraction));
    text += figureRow("peak_activations",
                      fmt::format("{} on rank {}", numberText(metrics.peakActivations), metrics.peakRank));
    text += figureRow("peak_activations_per_rank", numberText(metrics.peakActivationsPerRank));
    text += figureRow("memory_peak", memorySizeText(best.peakMemory, best.costs.memoryUnit));
    if (best.costs.memoryLimit)
        text += figureRow("memory_limit", limitText(*best.costs.memoryLimit, best.costs));
    if (report.result.layersPerStage)
        text +=
            figureRow("layers_per_stage", fmt::format("{}", fmt::join(*report.result.layersPerStage, ",")));
    if (!report.result.layout.empty())
        text += figureRow("layout", report.result.layout);
    if (report.result.recipe)
        text += figureRow("recipe", time(*report.result.recipe));
    text += figureRow("iterations", fmt::format("{}", report.result.iterations));
    return text + candidateTable(report, unit);
}

namespace {

std::string requestJson(const ScheduleRequest& request)
{
    std::string text = fmt::format(R"({{"schedule": {}, "ranks": {}, "microbatches": {})",
                                   jsonString(request.schedule), request.ranks, request.microbatches);
    if (request.stagesPerRank)
        text += fmt::format(R"(, "stages_per_rank": {})", *request.stagesPerRank);
    if (request.placement)
        text += fmt::format(R"(, "placement": "{}")", placementName(*request.placement));
    std::vector<std::string> options;
    for (const auto& [key, value] : request.options)
        options.push_back(fmt::format("{}: {}", jsonString(key), jsonString(value)));
    if (!options.empty())
        text += fmt::format(R"(, "options": {{{}}})", fmt::join(options, ", "));
    return text + "}";
}

std::vector<std::string> requestsJson(const std::vector<ScheduleRequest>& requests)
{
    std::vector<std::string> texts;
    for (const ScheduleRequest& request : requests)
        texts.push_back(requestJson(request));
    return texts;
}

std::vector<std::string> sentencesJson(const std::vector<Sentence>& sentences)
{
    std::vector<std::string> texts;
    for (const Sentence& sentence : sentences)
        texts.push_back(jsonString(sentence.text()));
    return texts;
}

std::string candidateJson(const SearchCandidate& candidate)
{
    std::string text = fmt::format(
        R"({{"request": {}, "objective": {}, "memory_peak": {}, "fits": {})", requestJson(candidate.request),
        candidate.objective ? jsonNumber(*candidate.objective, *candidate.objective) : "null",
        candidate.objective ? jsonNumber(candidate.peakMemory) : "null", candidate.fits);
    if (!candidate.pass.empty())
        text += fmt::format(R"(, "pass": {})", jsonString(candidate.pass));
    if (!candidate.reason.empty())
        text += fmt::format(R"(, "reason": {})", jsonString(candidate.reason.text()));
    return text + "}";
}

} // namespace

std::string searchJson(const SearchReport& report)
{
    const FoundSchedule& best = *report.result.best;
    std::string text = metricsJson(*best.timeline, best.metrics);
    text.pop_back();
    text += fmt::format(",\n \"objective\": \"{}\", \"memory_peak\": {}, \"memory_limit\": {},",
                        objectiveName(report.problem.objective), jsonNumber(best.peakMemory),
                        jsonNumbers(best.costs.memoryLimit));
    text += fmt::format("\n \"bound\": {}, \"bound_text\": {}, \"gap\": {},",
                        jsonNumber(report.result.bound, best.objective),
                        jsonString(report.result.boundText.text()), jsonNumber(report.result.gap()));
    text += fmt::format("\n \"origin\": {}, \"changes\": {}, \"request\": {},", jsonString(best.origin),
                        best.changes, requestJson(best.request));
    if (!best.pass.empty())
        text += fmt::format("\n \"pass\": {},", jsonString(best.pass));
    if (!report.result.asFast.empty())
        text += fmt::format("\n \"as_fast_as\": [{}],", fmt::join(requestsJson(report.result.asFast), ", "));
    if (!report.result.warnings.empty())
        text += fmt::format("\n \"warnings\": [{}],", fmt::join(sentencesJson(report.result.warnings), ", "));
    if (report.result.layersPerStage)
        text += fmt::format("\n \"layers_per_stage\": [{}],", fmt::join(*report.result.layersPerStage, ", "));
    if (!report.result.layout.empty())
        text += fmt::format("\n \"layout\": {},", jsonString(report.result.layout));
    if (report.result.recipe)
        text += fmt::format("\n \"recipe\": {},", jsonNumber(*report.result.recipe, best.objective));
    text += fmt::format("\n \"iterations\": {}, \"stopped\": {},\n \"candidates\": [",
                        report.result.iterations, report.result.wasStopped);
    for (std::size_t i = 0; i < report.result.candidates.size(); ++i)
        text += fmt::format("{}\n  {}", i > 0 ? "," : "", candidateJson(report.result.candidates[i]));
    return text + "]}\n";
}

std::string nothingFitsText(const SearchProblem& problem, const SearchResult& result)
{
    const SearchCandidate* least = nullptr;
    for (const SearchCandidate& candidate : result.candidates)
        if (candidate.objective && (least == nullptr || candidate.peakMemory < least->peakMemory))
            least = &candidate;
    if (least == nullptr)
        return result.candidates.empty() ? "no schedule takes these ranks, microbatches and stages per rank"
                                         : fmt::format("no schedule can be tried; {}: {}",
                                                       result.candidates.front().request.schedule,
                                                       result.candidates.front().reason.text());
    const RankValues limit =
        problem.memoryLimit ? *problem.memoryLimit : problem.costs.limitOfRanks().value_or(RankValues(0));
    return fmt::format("no schedule fits in {}: the least among those tried is {}, with {}",
                       limitText(limit, problem.costs),
                       memorySizeText(least->peakMemory, problem.costs.memoryUnit),
                       candidateWord(least->request, least->pass));
}

} // namespace bubblescope::cli

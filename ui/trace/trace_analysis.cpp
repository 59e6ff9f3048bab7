// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_analysis.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "core/evaluate/recorded_evaluation.h"
#include "core/generate/catalog.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostAlone = 3; ///< stragglers that are taken away one by one

void addWarning(TraceAnalysis& analysis, std::string text)
{
    if (std::find(analysis.warnings.begin(), analysis.warnings.end(), text) == analysis.warnings.end())
        analysis.warnings.push_back(std::move(text));
}

/// The first one of a file with several.
std::optional<std::uint32_t> rankOf(const TraceFile& file, const MeasuredRun& run)
{
    for (const MeasuredRank& rank : run.ranks)
        if (rank.file == file.path)
            return rank.rank;
    return std::nullopt;
}

void addFiles(TraceAnalysis& analysis, const std::vector<TraceFile>& files)
{
    for (const TraceFile& file : files) {
        TraceFileFacts facts;
        facts.path = file.path;
        facts.host = file.host;
        facts.events = file.eventCount;
        facts.records = file.records.size();
        facts.isCut = file.isCut;
        facts.rank = rankOf(file, analysis.run);
        for (const MeasuredRun& replica : analysis.run.replicas)
            if (!facts.rank && (facts.rank = rankOf(file, replica)))
                facts.replica = replica.replica;
        analysis.files.push_back(std::move(facts));
    }
}

/// What generates exactly the measured order, so that the form has its numbers; else the order itself.
ScheduleSource sourceOf(const TraceAnalysis& analysis, const SchedulePtr& order)
{
    const ScheduleMatch* exact = analysis.bestKnown();
    if (exact && exact->isExact && !exact->mergesBackward && exact->schedule &&
        exact->schedule->rows.size() == order->rows.size()) {
        const ScheduleInfo* info = findSchedule(exact->request->schedule);
        // One that is made for costs would become another with the fitted ones.
        if (info && !info->isMadeForCosts)
            return *exact->request;
    }
    Schedule named = *order;
    named.name = fmt::format("measured order, step {}", analysis.run.step);
    return std::make_shared<const Schedule>(std::move(named));
}

/// Nothing if it cannot run; then a warning says why.
EvaluationPtr runnable(TraceAnalysis& analysis, const ScheduleSource& source, const CancelToken& cancel)
{
    Result<EvaluationPtr> evaluation = evaluate({source, analysis.fitted.costs, {}}, cancel);
    if (!evaluation) {
        addWarning(analysis, "no prediction: " + evaluation.error().headline());
        return nullptr;
    }
    if ((*evaluation)->brokenBecause.empty())
        return std::move(*evaluation);
    addWarning(analysis, "the measured order cannot be simulated: " + (*evaluation)->brokenBecause.text());
    return nullptr;
}

void addWithout(TraceAnalysis& analysis, std::vector<Straggler> stragglers, const CancelToken& cancel)
{
    WithoutStragglers without{std::move(stragglers), {}, std::nullopt};
    for (const Straggler& straggler : without.stragglers)
        without.whatIf.ranks[straggler.rank.value] = 1 / straggler.factor;
    if (analysis.predicted) {
        EvaluationOptions options;
        options.whatIf = without.whatIf;
        options.before = analysis.predicted;
        options.withIndex = options.withMemory = false;
        if (const auto evaluation = evaluate(analysis.predicted->input, cancel, options))
            without.makespan = (*evaluation)->timeline->makespan;
    }
    analysis.without.push_back(std::move(without));
}

/// What the step would take without the stragglers.
void tryWithout(TraceAnalysis& analysis, const CancelToken& cancel)
{
    std::vector<Straggler> slowest = analysis.fitted.stragglers;
    std::stable_sort(slowest.begin(), slowest.end(),
                     [](const Straggler& a, const Straggler& b) { return a.factor > b.factor; });
    for (std::size_t i = 0; i < std::min(slowest.size(), kMostAlone); ++i)
        addWithout(analysis, {slowest[i]}, cancel);
    if (slowest.size() > 1)
        addWithout(analysis, std::move(slowest), cancel);
}

/// Hosts, communicators, head and tail are left out of the costs: so they are what time was lost to.
std::optional<Waterfall> lostTo(const MeasuredRun& run, CostModel costs, const SchedulePtr& schedule,
                                Time measured, const CancelToken& cancel)
{
    costs.communicators = {};
    costs.step = {};
    const auto compared = compareRun(run, costs, schedule, cancel);
    std::optional<Waterfall> lost = compared ? waterfallOf(*compared) : std::nullopt;
    if (lost) { // head and tail are measured where they are predicted
        lost->extra.back() += measured - lost->measured;
        lost->measured = measured;
    }
    return lost;
}

/// Of the measured order; where records are missing in it, of the schedule that is nearest.
void predict(TraceAnalysis& analysis, const CancelToken& cancel)
{
    analysis.source = sourceOf(analysis, analysis.measured->timeline->schedule);
    analysis.predicted = runnable(analysis, *analysis.source, cancel);
    if (const ScheduleMatch* nearest = analysis.bestKnown(); !analysis.predicted && nearest) {
        analysis.predicted = runnable(analysis, *nearest->request, cancel);
        if (analysis.predicted) {
            analysis.source = *nearest->request;
            addWarning(analysis,
                       fmt::format("the prediction is for the nearest schedule, {}, instead", nearest->name));
        }
    }
    if (!analysis.predicted)
        return;
    auto compared =
        compareRun(analysis.run, analysis.fitted.costs, analysis.predicted->timeline->schedule, cancel);
    if (!compared) {
        addWarning(analysis, compared.error().headline());
        return;
    }
    for (const std::string& warning : compared->warnings)
        addWarning(analysis, warning);
    analysis.deviations = std::move(*compared);
    analysis.lost = lostTo(analysis.run, analysis.fitted.costs, analysis.predicted->timeline->schedule,
                           analysis.deviations->measured.makespan, cancel);
}

/// Actions that the lanes of the measured run cannot show as they were.
std::size_t cutCount(const std::vector<LaneTimes>& measured, const std::vector<LaneTimes>& shown)
{
    std::size_t count = 0;
    for (std::size_t rank = 0; rank < measured.size(); ++rank)
        for (std::size_t i = 0; i < measured[rank].start.size(); ++i)
            count += measured[rank].start[i] != shown[rank].start[i] ? 1 : 0;
    return count;
}

void showMeasured(TraceAnalysis& analysis)
{
    // With head and tail where the prediction has them.
    const bool isWhole = analysis.fitted.costs.step != StepCosts() && hasEdges(analysis.run) &&
                         absentRanks(analysis.run).empty();
    Timeline timeline = stepTimeline(analysis.run, isWhole);
    const std::vector<LaneTimes> lanes = timeline.lanes;
    analysis.measured =
        recordedEvaluation(std::move(timeline), analysis.fitted.costs, absentRanks(analysis.run));
    if (const std::size_t cut = cutCount(lanes, analysis.measured->timeline->lanes); cut > 0)
        addWarning(analysis,
                   fmt::format("{} before the previous one on the rank has ended: the measured lanes show "
                               "only the part after that end",
                               cut == 1 ? "1 action starts" : fmt::format("{} actions start", cut)));
}

Result<TraceAnalysisPtr> analyze(const std::vector<TraceFile>& files, const AssembleOptions& options,
                                 const std::vector<SchedulePtr>& candidates)
{
    auto analysis = std::make_shared<TraceAnalysis>();
    AssembleOptions withPlain = options;
    withPlain.withPlain = true;
    TRY(analysis->run, assembleRun(files, withPlain));
    addFiles(*analysis, files);
    for (const TraceFile& file : files)
        for (const std::string& warning : file.warnings)
            addWarning(*analysis, warning);
    for (const std::string& warning : analysis->run.warnings)
        addWarning(*analysis, warning);
    if (analysis->run.empty())
        return analysis;
    if (auto identified = identify(analysis->run, candidates, options.cancel))
        analysis->identification = std::move(*identified);
    else
        addWarning(*analysis, identified.error().headline());
    for (const SchedulePtr& candidate : candidates)
        if (candidate)
            analysis->given.push_back(matchOrder(analysis->run, candidate));
    analysis->fitted = fitCosts(analysis->run);
    if (!analysis->run.replicas.empty())
        analysis->replicas = compareReplicas(analysis->run);
    for (const std::string& warning : analysis->fitted.warnings)
        addWarning(*analysis, warning);
    showMeasured(*analysis);
    predict(*analysis, options.cancel);
    tryWithout(*analysis, options.cancel);
    if (options.cancel.isCancelled())
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    return analysis;
}

std::vector<ActionId> sortedCompute(const Row& row)
{
    std::vector<ActionId> ids;
    for (const Action& action : row)
        if (isCompute(action.kind()))
            ids.push_back(action.id());
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace

const ScheduleMatch* TraceAnalysis::bestKnown() const
{
    const std::vector<ScheduleMatch>& matches = identification.matches;
    const auto best = std::find_if(matches.begin(), matches.end(),
                                   [](const ScheduleMatch& match) { return match.request.has_value(); });
    return best == matches.end() ? nullptr : &*best;
}

Result<TraceAnalysisPtr> analyzeTrace(const std::vector<TraceFile>& files, const AssembleOptions& options,
                                      const std::vector<SchedulePtr>& candidates)
{
    return guarded("these profiles", [&] { return analyze(files, options, candidates); });
}

bool runsWhatWasMeasured(const MeasuredRun& run, const Schedule& schedule)
{
    if (schedule.rows.size() != run.ranks.size())
        return false;
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank) {
        if (run.ranks[rank].actions.empty())
            continue;
        std::vector<ActionId> measured;
        for (const MeasuredAction& action : run.ranks[rank].actions)
            if (isCompute(action.action.kind()))
                measured.push_back(action.action.id());
        std::sort(measured.begin(), measured.end());
        if (measured != sortedCompute(schedule.rows[rank]))
            return false;
    }
    return true;
}

TraceAnalysisPtr heldAgainst(const TraceAnalysisPtr& analysis, const EvaluationPtr& predicted,
                             const CancelToken& cancel)
{
    const Timeline& timeline = *predicted->timeline;
    if (!analysis->measured || timeline.unit != "us" || !predicted->brokenBecause.empty() ||
        !runsWhatWasMeasured(analysis->run, *timeline.schedule))
        return nullptr;
    auto compared = compareRun(analysis->run, predicted->costs, timeline.schedule, cancel);
    if (!compared || cancel.isCancelled())
        return nullptr;
    auto held = std::make_shared<TraceAnalysis>(*analysis);
    held->deviations = std::move(*compared);
    held->lost = lostTo(analysis->run, predicted->costs, timeline.schedule,
                        held->deviations->measured.makespan, cancel);
    return held;
}

} // namespace bubblescope::ui

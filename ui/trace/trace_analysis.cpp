// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_analysis.h"

#include "core/generate/catalog.h"
#include "ui/document/guarded.h"
#include "ui/document/recorded_evaluation.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

void addWarning(TraceAnalysis& analysis, std::string text)
{
    if (std::find(analysis.warnings.begin(), analysis.warnings.end(), text) == analysis.warnings.end())
        analysis.warnings.push_back(std::move(text));
}

void addFiles(TraceAnalysis& analysis, const std::vector<TraceFile>& files)
{
    for (const TraceFile& file : files) {
        TraceFileFacts facts{file.path,       std::nullopt,        file.host,
                             file.eventCount, file.records.size(), file.isCut};
        for (const MeasuredRank& rank : analysis.run.ranks)
            if (rank.file == file.path && !facts.rank)
                facts.rank = rank.rank;
        analysis.files.push_back(std::move(facts));
    }
}

/// What generates exactly the measured order, so that the form has its numbers; else the order itself.
ScheduleSource sourceOf(const TraceAnalysis& analysis, const SchedulePtr& order)
{
    const ScheduleMatch* exact = analysis.identification.exact();
    if (exact && exact->request && !exact->mergesBackward && exact->schedule &&
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

void predict(TraceAnalysis& analysis, const CancelToken& cancel)
{
    analysis.source = sourceOf(analysis, analysis.measured->timeline->schedule);
    Result<EvaluationPtr> predicted = evaluate({*analysis.source, analysis.fitted.costs, {}}, cancel);
    if (predicted)
        analysis.predicted = std::move(*predicted);
    else
        addWarning(analysis, "no prediction: " + predicted.error().headline());
    auto compared = compareRun(analysis.run, analysis.fitted.costs, nullptr, cancel);
    if (!compared) {
        addWarning(analysis, compared.error().headline());
        return;
    }
    for (const std::string& warning : compared->warnings)
        addWarning(analysis, warning);
    analysis.deviations = std::move(*compared);
}

Result<TraceAnalysisPtr> analyze(const std::vector<TraceFile>& files, const AssembleOptions& options)
{
    auto analysis = std::make_shared<TraceAnalysis>();
    AssembleOptions all = options;
    all.withPlain = true;
    Result<MeasuredRun> run = assembleRun(files, all);
    if (!run)
        return tl::unexpected(std::move(run.error()));
    analysis->run = std::move(*run);
    addFiles(*analysis, files);
    for (const TraceFile& file : files)
        for (const std::string& warning : file.warnings)
            addWarning(*analysis, warning);
    for (const std::string& warning : analysis->run.warnings)
        addWarning(*analysis, warning);
    if (analysis->run.empty())
        return analysis;
    if (auto identified = identify(analysis->run, {}, options.cancel))
        analysis->identification = std::move(*identified);
    else
        addWarning(*analysis, identified.error().headline());
    analysis->fitted = fitCosts(analysis->run);
    for (const std::string& warning : analysis->fitted.warnings)
        addWarning(*analysis, warning);
    analysis->measured = recordedEvaluation(measuredTimeline(analysis->run), analysis->fitted.costs);
    predict(*analysis, options.cancel);
    if (options.cancel.isCancelled())
        return failure(ErrorKind::Cancelled, "stopped");
    return analysis;
}

} // namespace

Result<TraceAnalysisPtr> analyzeTrace(const std::vector<TraceFile>& files, const AssembleOptions& options)
{
    return guarded("these profiles", [&] { return analyze(files, options); });
}

} // namespace bubblescope::ui

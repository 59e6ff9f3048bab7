// SPDX-License-Identifier: Apache-2.0
#include "core/slowdown/training_job.h"

#include "core/base/text_list.h"
#include "core/base/try.h"
#include "core/slowdown/timeline_job.h"

#include <utility>

namespace bubblescope {

namespace {

/// The complete steps that are asked for.
Result<std::vector<std::uint64_t>> wantedSteps(const MeasuredRun& run, const JobOptions& options)
{
    if (!options.steps)
        return run.steps.empty() ? std::vector{run.step} : run.steps;
    std::vector<std::uint64_t> wanted;
    for (const std::uint64_t step : run.steps)
        if (step >= options.steps->first && step <= options.steps->second)
            wanted.push_back(step);
    if (wanted.empty())
        return invalidInput({"slowdown.no-complete-steps",
                             "no complete step from {first} to {last}; the profile has {steps}"},
                            options.steps->first, options.steps->second, stepsText(run));
    return wanted;
}

} // namespace

Result<TrainingJob> trainingJobOf(const std::vector<TraceFile>& files, const JobOptions& options)
{
    if (slow::hasTimeline(files))
        return slow::timelineJobOf(files, options);
    AssembleOptions assembling = options.assembling;
    TRY(MeasuredRun shown, assembleRun(files, assembling));
    if (shown.empty())
        return invalidInput(
            {"slowdown.no-pipeline", "no pipeline records in the trace, so there is nothing to replay"});
    TRY(const std::vector<std::uint64_t> steps, wantedSteps(shown, options));
    std::vector<std::string> warnings = std::move(shown.warnings);
    const std::uint64_t shownStep = shown.step;
    std::vector<MeasuredRun> runs;
    for (const std::uint64_t step : steps) {
        if (step == shownStep) {
            runs.push_back(std::exchange(shown, MeasuredRun()));
            continue;
        }
        assembling.step = step;
        TRY(MeasuredRun run, assembleRun(files, assembling));
        runs.push_back(std::move(run));
    }
    TRY(TrainingJob job, slow::runJobOf(runs));
    job.warnings.insert(job.warnings.begin(), warnings.begin(), warnings.end());
    return job;
}

} // namespace bubblescope

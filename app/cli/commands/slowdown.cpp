// SPDX-License-Identifier: Apache-2.0
#include "core/slowdown/slowdown.h"
#include "app/cli/activity.h"
#include "app/cli/output.h"
#include "app/cli/trace_input.h"
#include "core/base/number_parse.h"
#include "core/base/quantity.h"
#include "core/base/text_list.h"
#include "core/base/try.h"

#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct SlowdownCommandOptions
{
    TraceOptions traces;
    std::string steps;
    bool json = false;
};

/// "3..7" or "3"; nothing where the option was not given.
Result<std::optional<std::pair<std::uint64_t, std::uint64_t>>> stepRange(const std::string& given)
{
    if (given.empty())
        return std::nullopt;
    const std::size_t dots = given.find("..");
    const auto first = wholeNumberFrom(given.substr(0, dots));
    const auto last = dots == std::string::npos ? first : wholeNumberFrom(given.substr(dots + 2));
    if (!first || !last || *first < 0 || *last < *first)
        return invalidInput(
            {"cli.steps-write-a-b", "--steps {given}: write A..B with A at most B, e.g. --steps 3..7"},
            given);
    return std::pair(static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last));
}

std::string slowdownRow(const std::string& name, const std::string& value)
{
    return fmt::format("{:<30}{}\n", name, value);
}

/// A kind, a stage or a DP rank with its ratio.
template <typename Shares>
std::string shareRows(const std::string& title, const std::string& before, const Shares& shares)
{
    std::string text = "\n" + slowdownRow(title, "by itself");
    for (const auto& [name, share] : shares)
        text += slowdownRow(fmt::format("  {}{}", before, name), fmt::format("{:.4f}", share));
    return text;
}

std::string ratioText(const std::optional<double>& ratio, const char* otherwise)
{
    return ratio ? fmt::format("{:.4f}", *ratio) : otherwise;
}

std::string slowdownText(const Slowdown& slowdown)
{
    std::string text = slowdownRow("steps", listText(slowdown.steps, 20));
    text += slowdownRow("measured step", slowdown.measuredStep ? secondsInUnits(*slowdown.measuredStep)
                                                               : std::string("not known"));
    text += slowdownRow("replayed step", secondsInUnits(slowdown.step));
    text += slowdownRow("ideal step", secondsInUnits(slowdown.idealStep));
    text += slowdownRow("slowdown", fmt::format("{:.4f}", slowdown.slowdown));
    text += slowdownRow("launch slowdown", ratioText(slowdown.launchSlowdown, "not known"));
    text += slowdownRow("M_S (last stage)", ratioText(slowdown.lastStage, "nothing is lost"));
    text += slowdownRow("M_W (slowest 3 % of workers)", ratioText(slowdown.slowWorkers, "nothing is lost"));
    text += "\n";
    for (const Sentence& sentence : slowdownSentences(slowdown))
        text += sentence.text() + "\n";
    for (const Sentence& note : slowdown.notes)
        text += note.text() + "\n";
    text += shareRows("by kind", "", slowdown.byKind);
    text += shareRows("by stage", "stage ", slowdown.byStage);
    if (slowdown.byReplica.size() > 1)
        text += shareRows("by DP rank", "DP rank ", slowdown.byReplica);
    return text;
}

Result<int> runSlowdown(const SlowdownCommandOptions& options, const Environment& environment)
{
    JobOptions job;
    TRY(job.steps, stepRange(options.steps));
    TRY(LoadedTraces loaded, loadTraces(options.traces, environment, cancelOf(environment)));
    job.assembling = std::move(loaded.assembling);
    const Activity activity(environment, "replaying the run");
    TRY(const TrainingJob training, trainingJobOf(loaded.files, job));
    for (const std::string& warning : training.warnings)
        printWarning(environment, warning);
    TRY(const Slowdown slowdown, measureSlowdown(training, cancelOf(environment)));
    print(environment, options.json ? slowdownJson(slowdown, training.warnings) : slowdownText(slowdown));
    return kExitDone;
}

} // namespace

void addSlowdownCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand(
        "slowdown", "Show what a training run loses to slow ranks, stages, kinds of operations and launches");
    auto options = std::make_shared<SlowdownCommandOptions>();
    command
        ->add_option("FILES", options->traces.files,
                     "Profiles of a run, as for trace, or folders of them; a straggler timeline tells most")
        ->required();
    command->add_flag("--json", options->json, "As JSON");
    command->add_option("--steps", options->steps, "The steps to use (default: all complete ones)")
        ->type_name("A..B");
    addReadingOptions(*command, options->traces, "Reading");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runSlowdown(*options, environment); };
    });
}

} // namespace bubblescope::cli

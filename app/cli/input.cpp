// SPDX-License-Identifier: Apache-2.0
#include "app/cli/input.h"

#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/passes.h"
#include "app/cli/what_if_option.h"
#include "core/base/try.h"
#include "core/fit/costs_for_stages.h"
#include "core/generate/examine.h"
#include "core/generate/generate.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/input_kind.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

Result<void> addOptionPairs(const std::vector<std::string>& pairs, ScheduleRequest& request)
{
    for (const std::string& pair : pairs) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0)
            return invalidInput({"cli.option-write-key-value",
                                 "--option {pair}: write KEY=VALUE, e.g. --option variant=torch"},
                                pair);
        request.options[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
    return {};
}

/// A value that stands both in "NAME:key=value" and in an option: which one is meant cannot be known.
Result<void> refuseTwiceGiven(const InputOptions& options)
{
    const auto inName = [&](const std::string& key) {
        return options.input.find(':' + key + '=') != std::string::npos ||
               options.input.find(',' + key + '=') != std::string::npos;
    };
    std::vector<std::string> given;
    if (options.ranks)
        given.emplace_back("ranks");
    if (options.microbatches)
        given.emplace_back("microbatches");
    if (options.stagesPerRank)
        given.emplace_back("stages-per-rank");
    if (!options.placement.empty())
        given.emplace_back("placement");
    for (const std::string& key : given)
        if (inName(key))
            return invalidInput(
                {"cli.stands-both-give-once", "{key} is given both in {input} and as --{key2}: give it once"},
                key, options.input, key);
    for (const std::string& pair : options.options)
        if (const std::string key = pair.substr(0, pair.find('=')); inName(key))
            return invalidInput({"cli.stands-both-option-give",
                                 "{key} is given both in {input} and as --option {pair}: give it once"},
                                key, options.input, pair);
    return {};
}

Result<ScheduleRequest> requestFrom(const InputOptions& options)
{
    TRY_VOID(refuseTwiceGiven(options));
    ScheduleRequest base;
    if (options.ranks)
        base.ranks = *options.ranks;
    if (options.microbatches)
        base.microbatches = *options.microbatches;
    base.stagesPerRank = options.stagesPerRank;
    if (!options.placement.empty()) {
        TRY(base.placement, placementFromName(options.placement));
    }
    TRY_VOID(addOptionPairs(options.options, base));
    return requestFromText(options.input, base);
}

/// Measured costs in the place of others, where there are any; `name` is what notes call the schedule.
GivenCosts baseOf(const InputOptions& options, const std::string& name, GivenCosts others = {})
{
    if (!options.measured)
        return others;
    GivenCosts base{*options.measured, name, {}};
    base.isMeasured = true;
    // They have been said of the run.
    base.costs.notes.clear();
    return base;
}

/// The costs that the options make of `base`, refused where they do not fit the stages. Warns of what names a
/// rank that is not there.
Result<GivenCosts> fittingCosts(const CostOptions& options, GivenCosts base, std::uint32_t stageCount,
                                std::uint32_t rankCount, std::uint32_t microbatchCount,
                                const Environment& environment, std::uint32_t unitsOfAMicrobatch = 1)
{
    if (base.isMeasured && options.costsFile.empty()) {
        Result<CostModel> divided = costsForStages(base.costs, stageCount);
        if (!divided)
            return invalidInput({"cli.file-problem", "{file}: {problem}"}, base.file,
                                divided.error().message);
        base.costs = std::move(*divided);
    }
    Result<GivenCosts> costs = costsFrom(options, base, stagesOfAShare(stageCount, rankCount), environment,
                                         unitsOfAMicrobatch, stageCount);
    if (!costs)
        return costs;
    if (options.isGiven())
        TRY_VOID(checkPlaced(costs->costs, stageCount, costs->lists, {}, microbatchCount));
    if (costs->namesRanks)
        for (const std::string& unknown : unknownRanks(costs->costs, rankCount))
            printWarning(environment, unknown, costs->file);
    return costs;
}

Input asGiven(Schedule order, GivenCosts costs)
{
    Input input;
    input.unlowered = std::make_shared<const Schedule>(std::move(order));
    input.schedule = input.unlowered;
    input.costs = std::move(costs.costs);
    input.costsLists = std::move(costs.lists);
    return input;
}

Result<Input> generated(const ScheduleRequest& request, const CostOptions& costOptions,
                        const GivenCosts& base, const Environment& environment, const CancelToken& cancel,
                        bool padded)
{
    const Examined examined = examine(request);
    if (!examined.problems.empty())
        return tl::unexpected(examined.problems.front().toError());
    const std::uint32_t stageCount = examined.shape.stageCount();
    TRY(GivenCosts costs,
        fittingCosts(costOptions, base, stageCount, examined.shape.ranks, microbatchCountOf(request),
                     environment, std::max(1U, microbatchCountOf(request) / examined.shape.microbatches)));
    Result<Schedule> schedule = generate(request, GenerateOptions{padded, costs.costs}, cancel);
    if (!schedule) {
        const Result<void> fits = checkPlaced(costs.costs, stageCount, costs.lists);
        return tl::unexpected(fits ? schedule.error() : fits.error());
    }
    Input input = asGiven(std::move(*schedule), std::move(costs));
    input.request = request;
    return input;
}

/// An order that was not generated, its costs `base` and the options over them.
Result<Input> given(Schedule order, const CostOptions& costOptions, const GivenCosts& base,
                    const Environment& environment)
{
    TRY(GivenCosts costs, fittingCosts(costOptions, base, order.stageCount, order.rankCount(),
                                       order.microbatchCount, environment));
    return asGiven(std::move(order), std::move(costs));
}

/// An order that is in memory. Costs that are given stand over a document's own, as over its file's; those
/// that a name was generated for say nothing beside them.
Result<Input> fromMemory(const Input& source, const InputOptions& options, const Environment& environment)
{
    TRY_VOID(refuseParameters(options, options.input));
    const bool isByName = source.request && source.file.empty();
    GivenCosts base;
    if (!isByName || !options.costs.isGiven())
        base.costs = source.costs;
    const std::uint32_t units =
        isByName ? std::max(1U, microbatchCountOf(*source.request) /
                                    static_cast<std::uint32_t>(source.request->microbatches))
                 : 1U;
    CostOptions given = options.costs;
    given.layoutOfOrder = source.layout;
    TRY(GivenCosts costs,
        fittingCosts(given, baseOf(options, options.input, std::move(base)), source.schedule->stageCount,
                     source.schedule->rankCount(), source.schedule->microbatchCount, environment, units));
    Input input = source;
    input.costs = std::move(costs.costs);
    input.costsLists = std::move(costs.lists);
    return input;
}

Result<Input> fromCsv(const InputText& source, const InputOptions& options, const Environment& environment,
                      const CancelToken& cancel)
{
    TRY(ScheduleCsv csv, readScheduleCsv(source.text, source.name, cancel));
    for (const Error& warning : csv.warnings)
        printWarning(environment, warning);
    return given(std::move(csv.schedule), options.costs, baseOf(options, source.name), environment);
}

Result<Input> fromDocument(const InputText& source, const InputOptions& options,
                           const Environment& environment, const CancelToken& cancel, bool padded)
{
    TRY(ProjectDocument document, readDocument(source.text, source.name));
    GivenCosts base = baseOf(options, source.name, {std::move(document.costs), source.name, {}});
    if (!base.isMeasured &&
        (misfitOf(base.costs, 0) || base.costs.blocks || !base.costs.microbatches.areAlike()))
        base.lists = costsListsOfDocument(source.text, source.name);
    const auto* request = std::get_if<ScheduleRequest>(&document.source);
    padded |= std::any_of(document.passes.begin(), document.passes.end(), needsBubbles);
    Result<Input> input =
        request != nullptr
            ? generated(*request, options.costs, base, environment, cancel, padded)
            : given(std::move(std::get<Schedule>(document.source)), options.costs, base, environment);
    if (!input)
        return input;
    input->title = std::move(document.title);
    input->passes = std::move(document.passes);
    input->allPasses = input->passes;
    input->view = std::move(document.view);
    input->notes = std::move(document.notes);
    input->unknownKeys = std::move(document.unknownKeys);
    input->editedFrom = std::move(document.editedFrom);
    Result<SchedulePtr> lowered = withPasses(input->passes, input->unlowered, input->costs, cancel);
    if (!lowered)
        return tl::unexpected(
            Error{lowered.error().kind,
                  Sentence({"cli.file-problem", "{file}: {problem}"}, source.name, lowered.error().message),
                  std::nullopt});
    input->schedule = std::move(*lowered);
    return input;
}

} // namespace

Result<void> refuseParameters(const InputOptions& options, const std::string& what)
{
    if (options.ranks || options.microbatches || options.stagesPerRank || !options.placement.empty() ||
        !options.options.empty())
        return invalidInput({"cli.ranks-microbatches-stages-per",
                             "{what}: --ranks, --microbatches, --stages-per-rank, "
                             "--placement and --option need a schedule's name"},
                            what);
    return {};
}

void addInputOptions(CLI::App& command, InputOptions& options)
{
    command
        .add_option("INPUT", options.input,
                    "A .csv or .bubble file, - for a CSV on standard input, or a schedule's name")
        ->required();
    addScheduleOptions(command, options);
}

void addScheduleOptions(CLI::App& command, InputOptions& options)
{
    const std::string group = "Schedule (for a name)";
    command.add_option("--ranks", options.ranks, "Pipeline ranks (default 4)")
        ->type_name("N")
        ->transform(wholeNumber("--ranks 4"))
        ->group(group);
    command.add_option("--microbatches", options.microbatches, "Microbatches (default 8)")
        ->type_name("N")
        ->transform(wholeNumber("--microbatches 8"))
        ->group(group);
    command.add_option("--stages-per-rank", options.stagesPerRank, "Stages on each rank")
        ->type_name("N")
        ->transform(wholeNumber("--stages-per-rank 2"))
        ->group(group);
    command.add_option("--placement", options.placement, "loop, v, block or mirror")
        ->type_name("NAME")
        ->group(group);
    command.add_option("--option", options.options, "An option of the schedule; may be given again")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->group(group)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    addCostOptions(command, options.costs);
    addOrderCostOptions(command, options.costs);
}

ProjectDocument documentOf(const Input& input, const std::vector<std::string>& more)
{
    ProjectDocument document{{},           input.costs, input.title, input.view, input.unknownKeys,
                             input.passes, input.notes};
    if (input.request && !input.isAsWritten)
        document.source = *input.request;
    else
        document.source = *input.unlowered;
    document.editedFrom = input.editedFrom;
    document.passes.insert(document.passes.end(), more.begin(), more.end());
    return document;
}

const Input* inMemory(const std::string& input, const Environment& environment)
{
    if (environment.caller == nullptr)
        return nullptr;
    const auto found = environment.caller->inputs.find(input);
    return found == environment.caller->inputs.end() ? nullptr : found->second.get();
}

bool isFileInput(const std::string& input)
{
    std::error_code unreadable; // a name too long for a file is no file
    if (input == "-" || std::filesystem::exists(input, unreadable))
        return true;
    // A parameter's value may hold a dot or a slash; a file name holds no "=" before its ending.
    const std::string path = input.substr(0, input.find(':'));
    return path.find('/') != std::string::npos || !endingOf(path).empty();
}

Result<InputText> readInputText(const InputOptions& options)
{
    TRY_VOID(refuseParameters(options, options.input + " is a file"));
    TRY(std::string text, readFile(options.input));
    return InputText{std::move(text), options.input == "-" ? "<stdin>" : options.input};
}

namespace {

Result<Input> readInput(const InputText& source, const InputOptions& options, const Environment& environment,
                        const CancelToken& cancel, bool padded)
{
    const InputKind kind = inputKindOf(source.name, source.text);
    if (kind != InputKind::ScheduleCsv && kind != InputKind::Document)
        return tl::unexpected(unexpectedInput(source.name, kind, "a schedule CSV or a project document"));
    Result<Input> input = kind == InputKind::Document
                              ? fromDocument(source, options, environment, cancel, padded)
                              : fromCsv(source, options, environment, cancel);
    if (input)
        input->file = source.name;
    return input;
}

Result<Input> withOwnPasses(Result<Input> input, const InputOptions& options, const CancelToken& cancel)
{
    if (!input || options.passes.empty())
        return input;
    input->allPasses.insert(input->allPasses.end(), options.passes.begin(), options.passes.end());
    TRY(input->schedule, withPasses(options.passes, input->schedule, input->costs, cancel, input->file));
    return input;
}

Result<Input> withFactors(Result<Input> input, const InputOptions& options)
{
    if (!input)
        return input;
    TRY(input->whatIf,
        whatIfFrom(options.costs.whatIfs, input->schedule->stageCount, input->schedule->rankCount()));
    return input;
}

/// Of a command that times nothing.
Result<Input> withoutFactors(Result<Input> input, const Environment& environment)
{
    if (input && !input->whatIf.isNeutral())
        printWarning(environment, Error{ErrorKind::InvalidInput,
                                        Sentence({"cli.what-if-changes-times",
                                                  "--what-if changes only times, and this command times "
                                                  "nothing: the order and the output ignore it"}),
                                        std::nullopt});
    return input;
}

} // namespace

Result<Input> inputFrom(const InputText& source, const InputOptions& options, const Environment& environment,
                        const CancelToken& cancel, bool padded)
{
    return withoutFactors(withFactors(readInput(source, options, environment, cancel, padded), options),
                          environment);
}

Result<Input> inputOfOrder(Schedule order, const std::string& name, const InputOptions& options,
                           const Environment& environment)
{
    return withFactors(given(std::move(order), options.costs, baseOf(options, name), environment), options);
}

Result<Input> loadInput(const InputOptions& options, const Environment& environment,
                        const CancelToken& cancel, bool padded)
{
    return withoutFactors(loadInputToTime(options, environment, cancel, padded), environment);
}

Result<Input> loadInputToTime(const InputOptions& options, const Environment& environment,
                              const CancelToken& cancel, bool padded)
{
    if (const Input* known = inMemory(options.input, environment))
        return withFactors(withOwnPasses(fromMemory(*known, options, environment), options, cancel), options);
    if (!isFileInput(options.input)) {
        TRY(const ScheduleRequest request, requestFrom(options));
        padded |= std::any_of(options.passes.begin(), options.passes.end(), needsBubbles);
        return withFactors(withOwnPasses(generated(request, options.costs, baseOf(options, options.input),
                                                   environment, cancel, padded),
                                         options, cancel),
                           options);
    }
    TRY(const InputText source, readInputText(options));
    return withFactors(
        withOwnPasses(readInput(source, options, environment, cancel, padded), options, cancel), options);
}

} // namespace bubblescope::cli

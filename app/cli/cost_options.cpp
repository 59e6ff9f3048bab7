// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cost_options.h"

#include "app/cli/option_values.h"
#include "core/base/number_parse.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/fit/costs_for_stages.h"
#include "core/io/calibration.h"
#include "core/io/file.h"
#include "core/io/number_list.h"
#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"
#include "probe/plan/device_table.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace bubblescope::cli {

namespace {

constexpr std::string_view kTimeWords = "time: write a number of 0 or more, e.g. 1.5";
constexpr std::string_view kSizeWords = "size: write a number of 0 or more, e.g. 8";
constexpr std::string_view kMicrobatchWords =
    "number of 0 or more, and no file: write e.g. 1,0.8,1.2, or the name of a file of such numbers";
constexpr std::string_view kShareWords = "share or factor: write a number of 0 or more, e.g. 0.72";

/// The fields that have an option, as --help lists them.
std::vector<const CostField*> byPlace()
{
    return costFieldsBy([](const CostField& field) { return field.option.place; });
}

/// What its numbers are, for a text that is none.
std::string_view wordsOf(const CostField& field)
{
    if (field.unit == CostUnit::Size)
        return kSizeWords;
    return field.unit == CostUnit::Duration ? kTimeWords : kShareWords;
}

Result<double> numberFrom(std::string_view option, std::string_view text, std::string_view what = kTimeWords)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value < 0)
        return invalidInput({"cli.no-value-of-option", "{option}: '{text}' is not a {what}"}, option,
                            printable(text), what);
    return value;
}

Result<StageValues> stageValuesFrom(std::string_view option, std::string_view text,
                                    std::string_view what = kTimeWords)
{
    std::vector<double> values;
    while (true) {
        const std::size_t comma = text.find(',');
        TRY(const double value, numberFrom(option, text.substr(0, comma), what));
        values.push_back(value);
        if (comma == std::string_view::npos)
            return StageValues(std::move(values));
        text.remove_prefix(comma + 1);
    }
}

/// A list, or the file that has one: numbers between commas, blanks and ends of lines; # begins a comment.
Result<std::vector<double>> microbatchNumbers(std::string_view option, const std::string& text)
{
    const Result<StageValues> listed = stageValuesFrom(option, text, kMicrobatchWords);
    std::error_code ignored;
    if (listed || !std::filesystem::is_regular_file(text, ignored))
        return listed.map([](const StageValues& read) { return read.values; });
    TRY(const std::string content, readFile(text));
    return numbersFromText(content, text);
}

/// Times of stages do not go with a file that gives those of blocks.
Result<void> refuseBesideBlocks(const CostOptions& options, const CostModel& costs)
{
    if (!costs.blocks)
        return {};
    for (const CostField* field : byPlace())
        if (field->isComputeTime() && !options.of(field->name).empty())
            return invalidInput(
                {"cli.beside-blocks",
                 "{option} is a stage's time, but {source} gives times by block, from which those of stages "
                 "are computed: leave out {option}; --what-if changes such times, e.g. --what-if F=0.5"},
                field->option.name, options.costsFile.empty() ? "the document" : options.costsFile);
    return {};
}

/// A backward given on the command line replaces what a file said of its halves, and the other way round.
void dropReplacedTimes(const CostOptions& options, CostModel& costs)
{
    const bool backward = !options.of("backward").empty();
    const bool halves = !options.of("backward_input").empty() || !options.of("backward_weight").empty();
    if (backward && !halves) {
        costs.backwardInput.reset();
        costs.backwardWeight.reset();
    }
    if (halves && !backward)
        costs.backward.reset();
}

// apply(field, text, target): what was given for a field of the kinds that options are of.

Result<void> apply(const CostField& field, const std::string& text, double& target)
{
    TRY(target, numberFrom(field.option.name, text, wordsOf(field)));
    return {};
}

Result<void> apply(const CostField& field, const std::string& text, std::optional<RankValues>& target)
{
    return stageValuesFrom(field.option.name, text, wordsOf(field)).map([&](StageValues read) {
        target = RankValues(std::move(read.values));
    });
}

Result<void> apply(const CostField& field, const std::string& text, MicrobatchValues& target)
{
    TRY(target.values, microbatchNumbers(field.option.name, text));
    return {};
}

Result<void> apply(const CostField& field, const std::string& text, std::uint64_t& target)
{
    const std::optional<std::int64_t> number = wholeNumberFrom(text);
    if (!number || *number < static_cast<std::int64_t>(field.least))
        return invalidInput(
            {"cli.no-whole-number", "{option}: '{text}' is not a whole number of at least {least:g}, e.g. 4"},
            field.option.name, printable(text), field.least);
    target = static_cast<std::uint64_t>(*number);
    return {};
}

Result<void> apply(const CostField& field, const std::string& text, std::optional<std::uint64_t>& target)
{
    return apply(field, text, target.emplace());
}

Result<void> apply(const CostField& field, const std::string& text, StageValues& target)
{
    target = StageValues(0.0);
    return apply(field, text, target.values[0]);
}

Result<void> apply(const CostField& field, const std::string& text, std::optional<StageValues>& target)
{
    return stageValuesFrom(field.option.name, text, wordsOf(field)).map([&](StageValues values) {
        target = std::move(values);
    });
}

Result<void> apply(const CostField&, const std::string& text, TimingProfile& target)
{
    return profileFromName(text).map([&](TimingProfile profile) { target = profile; });
}

Result<void> apply(const CostField&, const std::string& text, OverlapRule& target)
{
    target = OverlapRule{};
    if (text == "sum")
        return {};
    if (text == "max") {
        target.fallback = OverlapRule::Fallback::Max;
        return {};
    }
    TRY(const StageValues values, stageValuesFrom("--overlap (sum, max or a time)", text));
    for (const ActionKind kind :
         {ActionKind::Backward, ActionKind::BackwardInput, ActionKind::BackwardWeight}) {
        target.times[{ActionKind::Forward, kind}] = OverlapTime(values);
        target.times[{kind, ActionKind::Forward}] = OverlapTime(values);
    }
    return {};
}

template <typename Value>
Result<void> apply(const CostField&, const std::string&, const Value&)
{
    assert(false && "a field of this kind has no option");
    return {};
}

/// In the order in which --help lists the options.
Result<void> applyAll(const CostOptions& options, CostModel& costs)
{
    dropReplacedTimes(options, costs);
    Result<void> ok;
    for (const CostField* next : byPlace())
        visitCostFields([&](const auto& field) {
            if (ok && next == &field && !options.of(field.name).empty())
                ok = apply(field, options.of(field.name), field.of(costs));
        });
    if (!options.of("p2p latency").empty())
        for (LinkCost& link : costs.transfer.links)
            link.latency.reset();
    return ok;
}

Result<GivenCosts> costsOfFile(const CostOptions& options)
{
    TRY(const std::string text, readFile(options.costsFile));
    return readCostsFile(text, options.costsFile, CalibrationOptions{options.standInTransfers})
        .map([&](CostsFile read) {
            return GivenCosts{std::move(read.costs), options.costsFile, std::move(read.lists),
                              !read.isCalibration};
        });
}

/// The costs of a calibration for as many stages. Those of blocks fit any number.
Result<void> fitStages(GivenCosts& given, std::uint32_t stageCount)
{
    if (given.costs.blocks || !misfitOf(given.costs, stageCount))
        return {};
    Result<CostModel> divided = costsForStages(given.costs, stageCount);
    if (!divided)
        return invalidInput({"cli.file-problem", "{file}: {problem}"}, given.file, divided.error().message);
    given.costs = *std::move(divided);
    given.lists.clear();
    return {};
}

/// A datasheet's memory is the limit of costs whose sizes are bytes.
Result<void> applyDevice(const std::string& name, CostModel& costs)
{
    TRY(const probe::DeviceSheet sheet, probe::findDevice(name));
    if (countsActivations(costs))
        return invalidInput({"cli.device-without-sizes",
                             "--device gives a limit in bytes, but the costs have no sizes: give them with "
                             "--costs, e.g. a calibration"});
    costs.deviceMemory = RankValues(static_cast<double>(sheet.memoryBytes));
    costs.memoryUnit = MemoryUnit::Bytes;
    return {};
}

/// What stands over a file's list has no place in the file.
void dropReplaced(const CostOptions& options, CostsLists& lists)
{
    std::erase_if(lists, [&](const CostsList& list) {
        const std::string_view name(list.name);
        // "overlap F+B" is of the field "overlap".
        return !options.of(name.starts_with("overlap ") ? "overlap" : name).empty();
    });
}

constexpr const char* kCostGroup = "Costs (X: a number, or one number per stage: 1,1,2,1)";

CLI::Validator notEmpty()
{
    return {[](const std::string& text) {
                return text.empty() ? std::string("a value is missing") : std::string();
            },
            ""};
}

} // namespace

const std::string& CostOptions::of(std::string_view name) const
{
    const auto fields = costFields();
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const CostField* field) { return field->name == name; });
    return values[static_cast<std::size_t>(found - fields.begin())];
}

std::string& CostOptions::of(std::string_view name)
{
    return const_cast<std::string&>(std::as_const(*this).of(name));
}

void addCostOptions(CLI::App& command, CostOptions& options)
{
    constexpr int kTimePerPlace = 9;
    const CLI::Validator given = notEmpty();
    const auto add = [&](std::string_view name, std::string& target, std::string_view help,
                         std::string_view type) {
        return command.add_option(std::string(name), target, std::string(help))
            ->type_name(std::string(type))
            ->check(given)
            ->group(kCostGroup);
    };
    CLI::Option* file =
        add("--costs", options.costsFile, "Cost model from a cost file or a calibration", "FILE");
    command
        .add_flag("--stand-in-transfers", options.standInTransfers,
                  "Use a calibration's transfers within one device as if they were real ones")
        ->needs(file)
        ->group(kCostGroup);
    const auto addFields = [&](bool afterTimePer) {
        for (const CostField* field : byPlace())
            if ((field->option.place > kTimePerPlace) == afterTimePer)
                add(field->option.name, options.of(field->name), field->option.help, field->option.value);
    };
    addFields(false);
    add("--time-per", options.timePer,
        "Times and sizes are given per stage, or for the whole share of a rank", "stage|rank")
        ->check(oneOf({"stage", "rank"}));
    addFields(true);
    command
        .add_option("--what-if", options.whatIfs,
                    "Multiply times without changing the order; WHAT: F, I, W, B, stageN, rankN, transfers. "
                    "May be given again")
        ->type_name("WHAT=FACTOR")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->check(given)
        ->group(kCostGroup);
}

void addDeviceOption(CLI::App& command, CostOptions& options)
{
    command
        .add_option(
            "--device", options.device,
            "Limit each rank to the memory of a device of the probe's table, e.g. h100; for costs with "
            "sizes in bytes")
        ->type_name("DEVICE")
        ->check(notEmpty())
        ->group(kCostGroup);
}

void addOrderCostOptions(CLI::App& command, CostOptions& options)
{
    addDeviceOption(command, options);
    command
        .add_option("--layout", options.layout,
                    "Layers of each stage as Megatron writes them, e.g. 'Et*3|tt|L', in the place of the "
                    "file's layers per stage; for costs by block")
        ->type_name("STRING")
        ->check(notEmpty())
        ->group(kCostGroup);
}

Result<GivenCosts> costsFrom(const CostOptions& options, const GivenCosts& base, std::uint32_t stagesPerRank,
                             const Environment& environment, std::uint32_t unitsOfAMicrobatch,
                             std::optional<std::uint32_t> stageCount)
{
    Result<GivenCosts> given = options.costsFile.empty() ? base : costsOfFile(options);
    if (!given)
        return given;
    // Only a calibration has no ranks of its own; a file by hand is taken at its word.
    if (stageCount && !options.costsFile.empty() && !given->namesRanks)
        TRY_VOID(fitStages(*given, *stageCount));
    for (const std::string& note : given->costs.notes)
        printWarning(environment, printable(note), given->file);
    CostModel& costs = given->costs;
    const CostModel asRead = costs;
    TRY_VOID(refuseBesideBlocks(options, costs).and_then([&] { return applyAll(options, costs); }));
    if (!options.device.empty())
        TRY_VOID(applyDevice(options.device, costs));
    if (const std::string& layout =
            options.layout.empty() && costs.blocks ? options.layoutOfOrder : options.layout;
        !layout.empty()) {
        costs.layout = layout;
        costs.layersPerStage = CostModel().layersPerStage;
        std::erase_if(given->lists, [](const CostsList& list) { return list.name == "layout"; });
    }
    const bool isOfStages = options.listsAreOfStages && misfitOf(costs, 0);
    if (options.timePer == "rank" && !isOfStages)
        costs = shareOfOneStage(std::move(costs), stagesPerRank, unitsOfAMicrobatch);
    markEdited(costs, asRead);
    dropReplaced(options, given->lists);
    for (const Error& remark : remarksOnLayers(costs, given->lists))
        printWarning(environment, remark);
    return given;
}

} // namespace bubblescope::cli

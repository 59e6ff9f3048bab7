// SPDX-License-Identifier: Apache-2.0
#include "core/io/calibration.h"

#include "core/base/try.h"
#include "core/io/calibration_parts.h"
#include "core/io/costs_parts.h"
#include "core/io/input_kind.h"
#include "core/time/cost_fit.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

using calibration::Notes;
using json::Json;
using json::Node;

constexpr std::string_view kCalibrationName = "pipeline-calibration/";

/// The version before anything else: of another version nothing else can be judged.
Result<void> checkVersion(const Node& root)
{
    if (!root.value().is_object() || !root.has("schema"))
        return {};
    const Json& schema = root.value()["schema"];
    if (schema.is_string() && schema.get<std::string>().starts_with(kCalibrationName) &&
        schema != "pipeline-calibration/1")
        return root.member("schema").wrong(
            {"calibration.another-version-one-reads",
             "{text} is another version; this program reads pipeline-calibration/1"},
            calibration::shortText(schema.get<std::string>()));
    return {};
}

Result<void> checkShape(const Node& root)
{
    // Blocks of the other kinds of layers (docs/layouts.md) beside those that the schema names.
    static const Json schema = [] {
        Json extended = Json::parse(calibrationSchema());
        Json& names = extended["$defs"]["block"]["properties"]["block"]["enum"];
        names.push_back("expert");
        names.push_back("mtp");
        return extended;
    }();
    return checkVersion(root).and_then([&] { return json::checkSchema(root, schema); });
}

bool someGivesTimes(const Node& root, const std::string& list)
{
    const std::vector<Node> entries = root.has(list) ? root.member(list).items() : std::vector<Node>();
    return std::any_of(entries.begin(), entries.end(), calibration::givesTimes);
}

/// What was traced or written by hand stands by stage, what was measured by block.
Result<void> composeTimes(const Node& root, const std::string& provenance, CostModel& costs, Notes& notes)
{
    const Node blocks = root.member("blocks");
    TRY_VOID(calibration::refuseTwice(blocks, "block"));
    const bool hasBlocks = someGivesTimes(root, "blocks");
    const bool hasStages = someGivesTimes(root, "stages");
    if (!hasBlocks && !hasStages)
        return blocks.wrong({"calibration.no-times-neither-blocks",
                             "no times: neither \"blocks\" nor \"stages\" has a time of F, I, W or B"});
    const bool prefersStages = provenance == "trace" || provenance == "manual";
    return hasStages && (prefersStages || !hasBlocks) ? calibration::composeStages(root, costs, notes)
                                                      : calibration::composeBlocks(root, costs, notes);
}

/// Medians are finite, what is made of them need not be.
Result<void> checkComposed(const Node& root, const CostModel& costs)
{
    std::size_t count =
        std::max(costs.forward ? costs.forward->values.size() : 1, costs.layersPerStage.values.size());
    if (const auto ofLayout = costs.layout.empty() ? std::nullopt : misfitOf(costs, 0))
        count = ofLayout->values;
    const auto stages = static_cast<std::uint32_t>(count);
    // A list that does not fit is told where it is.
    Result<void> ok = checkPlaced(costs, stages, json::calibrationListsOf(root, costs));
    if (!ok && !ok.error().where)
        return root.wrong(ok.error().message);
    return ok;
}

std::string nameIn(const Node& node)
{
    return node.has("name") ? calibration::shortText(node.value()["name"].get<std::string>()) : std::string();
}

/// The provenance first: it is what must not be overlooked.
std::string summaryOf(const Calibration& calibration)
{
    const std::string provenance = calibration.provenance == "manual" ? "by hand" : calibration.provenance;
    return calibration.model.empty()
               ? fmt::format("{} · {}", provenance, calibration.device)
               : fmt::format("{} · {} on {}", provenance, calibration.model, calibration.device);
}

/// Sizes that are not told stand for numbers of activations, which are no bytes.
bool givesSizes(const CostModel& costs)
{
    bool gives = false;
    visitStageSizes(costs, [&](const CostField& field, const StageValues& values) {
        const StageValues standard(field.inBlock == &BlockCost::activation ? 1.0 : 0.0);
        gives = gives || values != standard || (costs.blocks && givesOf(*costs.blocks, field.inBlock));
    });
    return gives;
}

bool isPacked(std::string_view text)
{
    return text.starts_with("\x1F\x8B") || text.starts_with("SQLite format 3");
}

/// The list of events that a trace may be instead of an object.
bool isListOfEvents(const Json& root)
{
    return root.is_array() && !root.empty() && root.front().is_object() && root.front().contains("ph");
}

/// A file whose first key does not tell what it is: its keys may stand in another order.
Result<InputKind> kindByAnyKey(std::string_view text, const std::string& name)
{
    TRY(const json::Document document, json::parse(text, name));
    if (document.root.contains("format"))
        return InputKind::Costs;
    if (document.root.contains("schema"))
        return InputKind::Calibration;
    if (document.root.contains("traceEvents") || isListOfEvents(document.root))
        return InputKind::Trace;
    return Node(document).wrong({"calibration.neither-cost-file-which",
                                 "not a cost file, which starts with \"format\": \"bubblescope-costs\", nor "
                                 "a calibration, which starts with \"schema\": \"pipeline-calibration/1\""});
}

Result<InputKind> kindOfCosts(std::string_view text, const std::string& name)
{
    // A trace may be huge; of a cost file's size none is.
    constexpr std::size_t largest = std::size_t{64} << 20U;
    const InputKind kind = inputKindOf(name, text);
    if (kind != InputKind::Trace || isPacked(text) || text.size() > largest)
        return kind;
    return kindByAnyKey(text, name);
}

Result<CostsFile> readPlainCosts(std::string_view text, const std::string& sourceName)
{
    TRY(const json::Document document, json::parse(text, sourceName));
    const Node root(document);
    return json::costsFromNode(root, true).map([&](CostModel costs) {
        std::vector<std::string> notes = costs.notes;
        std::string source = costs.source;
        return CostsFile{std::move(costs), std::move(notes), std::move(source), json::costsListsOf(root),
                         false};
    });
}

} // namespace

Result<Calibration> readCalibration(std::string_view text, const std::string& sourceName,
                                    const CalibrationOptions& options)
{
    TRY(const json::Document document, json::parse(text, sourceName));
    const Node root(document);
    Calibration read;
    Notes notes;
    TRY_VOID(checkShape(root));
    read.provenance = root.value()["provenance"].get<std::string>();
    read.model = nameIn(root.member("model"));
    read.device = nameIn(root.member("device"));
    read.costs.unit = "us";
    TRY_VOID(composeTimes(root, read.provenance, read.costs, notes));
    TRY_VOID(calibration::composeOverlap(root, read.costs, notes));
    TRY_VOID(calibration::composeTransfers(root, options.standInTransfers, read.costs, notes));
    if (root.has("communicators"))
        TRY_VOID(json::readGroup(root.member("communicators"), "communicators", read.costs));
    if (root.has("step"))
        TRY_VOID(json::readGroup(root.member("step"), "step", read.costs));
    TRY_VOID(checkComposed(root, read.costs));
    read.warnings = notes.texts(root);
    read.lists = json::calibrationListsOf(root, read.costs);
    read.costs.source = summaryOf(read);
    if (givesSizes(read.costs)) {
        read.costs.memoryUnit = MemoryUnit::Bytes;
        if (const Node device = root.member("device"); device.has("memory_bytes"))
            if (const Result<double> bytes = device.member("memory_bytes").nonNegative(); bytes && *bytes > 0)
                read.costs.deviceMemory = RankValues(*bytes);
    }
    read.costs.notes = read.warnings;
    return read;
}

Result<CostsFile> readCostsFile(std::string_view text, const std::string& sourceName,
                                const CalibrationOptions& options)
{
    TRY(const InputKind kind, kindOfCosts(text, sourceName));
    if (kind == InputKind::Costs)
        return readPlainCosts(text, sourceName);
    if (kind != InputKind::Calibration)
        return tl::unexpected(unexpectedInput(sourceName, kind, "a cost file or a calibration"));
    return readCalibration(text, sourceName, options).map([](Calibration read) {
        std::string summary = read.costs.source;
        return CostsFile{std::move(read.costs), std::move(read.warnings), std::move(summary),
                         std::move(read.lists), true};
    });
}

} // namespace bubblescope

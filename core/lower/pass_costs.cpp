// SPDX-License-Identifier: Apache-2.0
#include "core/lower/pass_costs.h"

#include "core/base/number_parse.h"
#include "core/base/quantity.h"
#include "core/lower/pass.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

// GPT-3 175B, of which Korthikanti et al. give the formulas: "Reducing Activation Recomputation in Large
// Transformer Models" (arXiv 2205.05198, 2022), tables 2 and 3; Megatron-LM's theoretical_memory_usage.py
// takes them from there.
constexpr double kSequence = 2048, kHidden = 12288, kHeads = 96;
/// A layer keeps 34 bytes for each of its inputs, and 5 a s / h more for what attention makes of its scores,
/// which is what selective recomputation runs again: 80 of 114 parts.
constexpr double kScores = 5 * kHeads * kSequence / kHidden;
constexpr double kSelectiveShare = kScores / (34 + kScores);
/// The two products with the scores are 4 b s² h of the 24 b s h² + 4 b s² h operations of a layer's forward:
/// 2.7 % of it.
constexpr double kSelectiveTime = kSequence / (6 * kHidden + kSequence);

/// Of an activation; who recomputes for less has recomputed already.
constexpr double kLittle = 0.1;

StageValues byStage(const CostModel& costs, std::uint32_t stageCount, double share,
                    std::initializer_list<ActionKind> kinds)
{
    std::vector<double> values(std::max(stageCount, 1U));
    for (std::uint32_t stage = 0; stage < values.size(); ++stage)
        for (const ActionKind kind : kinds)
            values[stage] += share * costs.durationOf(kind, StageId{stage});
    if (std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); }))
        values.resize(1);
    return StageValues(std::move(values));
}

/// A share that a setting gives; of "auto" what `otherwise` says.
std::optional<double> shareOf(const PassSettings& settings, std::string_view key,
                              std::optional<double> otherwise)
{
    return settings.text(key) == "auto" ? otherwise : realNumberFrom(settings.text(key));
}

/// Of a W, which has two parts alone, each takes its share of both.
double shareOfWhole(const PassSettings& settings, ActionKind part, double share)
{
    if (wholeOf(part) != ActionKind::BackwardWeight)
        return share;
    const double both =
        shareOf(settings, "attention", 0.25).value() + shareOf(settings, "experts", 0.25).value();
    return both > 0 ? share / both : 0;
}

void addPartTimes(const PassSettings& settings, std::uint32_t stageCount, CostModel& costs)
{
    const CostModel composed = costs.forStages(stageCount);
    for (std::size_t k = 0; k < kActionKindCount; ++k) {
        const auto part = static_cast<ActionKind>(k);
        if (!isPart(part) || costs.parts.of(part))
            continue;
        const std::string_view name = textBehindMicrobatch(part).substr(1);
        const bool isGiven = shareOf(settings, "attention", {}) || shareOf(settings, "experts", {});
        if (const auto share = shareOf(
                settings, name,
                wholeOf(part) == ActionKind::BackwardWeight && isGiven ? std::optional(0.25) : std::nullopt))
            costs.parts.of(part) =
                byStage(composed, stageCount, shareOfWhole(settings, part, *share), {wholeOf(part)});
    }
}

StageValues multiplied(StageValues values, double factor)
{
    for (double& value : values.values)
        value *= factor;
    return values;
}

/// What the layers take and hold, as far as the pass runs them again; what the costs give stands over it.
void takeRecomputation(const PassSettings& settings, std::uint32_t stageCount, CostModel& costs)
{
    const CostModel composed = costs.forStages(stageCount);
    const RecomputedLayers& layers = composed.recomputedLayers;
    const bool isSelective = settings.text("style") == "selective";
    if (!costs.recompute || costs.recomputedLayers.areTime) {
        const double part = shareOf(settings, "time", isSelective ? kSelectiveTime : 1).value();
        costs.recompute = layers.time ? std::optional(multiplied(*layers.time, part))
                          : part != 1
                              ? std::optional(byStage(composed, stageCount, part, {ActionKind::Forward}))
                              : std::nullopt;
        costs.recomputedLayers.areTime = costs.recompute.has_value();
    }
    if (!costs.activationRecomputed || costs.recomputedLayers.areShare) {
        if (const auto share = shareOf(settings, "share", std::nullopt))
            costs.activationRecomputed = StageValues(*share);
        else
            costs.activationRecomputed =
                isSelective ? std::optional(multiplied(layers.held, kSelectiveShare)) : layers.share;
        costs.recomputedLayers.areShare = costs.activationRecomputed.has_value();
    }
}

/// What reducing gradients takes is of their actions now, and no phase behind them.
void takeBucketTimes(CostModel& costs)
{
    if (!costs.step.reduceGradients || costs.reduceGrad != CostModel().reduceGrad)
        return;
    costs.reduceGrad = *costs.step.reduceGradients;
    costs.step.reduceGradients.reset();
}

/// Of what a stage holds the largest share that running all layers again gives back.
double mostGivenBack(const CostModel& costs, std::uint32_t stageCount)
{
    const CostModel composed = costs.forStages(stageCount);
    if (!composed.recomputedLayers.share)
        return 1;
    double most = 0;
    for (std::uint32_t stage = 0; stage < std::max(stageCount, 1U); ++stage)
        if (composed.activation.at(StageId{stage}) > 0)
            most = std::max(most, composed.recomputedLayers.share->at(StageId{stage}));
    return most;
}

} // namespace

CostModel withVocabularyTimes(const PassSettings& settings, CostModel costs, std::uint32_t stageCount)
{
    const CostModel composed = costs.forStages(stageCount);
    for (const auto& [key, times] :
         {std::pair{"forward", &CostModel::vocabularyForward}, {"backward", &CostModel::vocabularyBackward}})
        if (const auto share = shareOf(settings, key, std::nullopt);
            share && costs.*times == CostModel().*times)
            costs.*times = byStage(composed, stageCount, *share, {ActionKind::Forward});
    return costs;
}

StageValues copyTimesOf(const PassSettings& settings, const CostModel& costs, std::uint32_t stageCount)
{
    const auto time = shareOf(settings, "time", std::nullopt);
    const CostModel composed = costs.forStages(stageCount);
    if (!time || composed.offload != CostModel().offload)
        return composed.offload;
    return byStage(composed, stageCount, *time,
                   {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight});
}

CostModel withPassCosts(CostModel costs, const std::vector<std::string>& passes, std::uint32_t stageCount)
{
    for (const std::string& text : passes) {
        const std::optional<NamedPass> pass = passOf(text);
        if (pass && pass->name == "parts")
            addPartTimes(pass->settings, stageCount, costs);
        if (pass && pass->name == "vocabulary")
            costs = withVocabularyTimes(pass->settings, std::move(costs), stageCount);
        if (pass && pass->name == "tail" && pass->settings.text("reduce") != "none")
            takeBucketTimes(costs);
        if (!pass || (pass->name != "recompute" && pass->name != "offload"))
            continue;
        if (pass->name == "offload") {
            costs.offload = copyTimesOf(pass->settings, costs, stageCount);
            if (!costs.offloadsInFlight && pass->settings.text("in_flight") != "auto")
                costs.offloadsInFlight = static_cast<std::uint64_t>(pass->settings.number("in_flight"));
            continue;
        }
        takeRecomputation(pass->settings, stageCount, costs);
    }
    return costs;
}

std::vector<Sentence> doubtfulPasses(const CostModel& costs, const std::vector<std::string>& passes,
                                     std::uint32_t stageCount)
{
    std::vector<Sentence> said;
    const double most = mostGivenBack(costs, stageCount);
    for (const std::string& text : passes) {
        const std::optional<NamedPass> pass = passOf(text);
        if (pass && pass->name == "offload" && costs.offload == CostModel().offload)
            said.push_back(Sentence({"lower.offload-takes-no-time",
                                     "the copies of {pass} take no time: give it time=X, a share of F + I + "
                                     "W, or the costs the time of a copy (offload)"},
                                    text));
        if (pass && pass->name == "recompute" && pass->settings.text("style") == "selective" &&
            pass->settings.text("share") == "auto" && costs.memoryUnit == MemoryUnit::Bytes &&
            costs.recomputedLayers.areShare)
            said.push_back(
                Sentence({"lower.selective-as-gpt3",
                          "{pass} gives back {share} of an activation, as in GPT-3, whose attention "
                          "keeps its scores. Fused attention keeps none: give share=X and time=X, or "
                          "probe with --recompute attention"},
                         text, shortNumber(kSelectiveShare)));
        if (pass && pass->name == "recompute" && pass->settings.text("share") == "auto" &&
            costs.recomputedLayers.areShare && most < kLittle)
            said.push_back(Sentence({"lower.recomputes-little",
                                     "{pass} finds at most {share} of a stage's activation to give back: "
                                     "these costs hold little beside the inputs of layers, as those that are "
                                     "probed with recomputation"},
                                    text, shortNumber(most)));
        if (pass && pass->name == "tail" && pass->settings.text("reduce") == "overlapped" &&
            !costs.overlapsFsdp)
            said.push_back(Sentence({"lower.reduced-beside-nothing",
                                     "{pass} reduces gradients in the row and beside nothing: the costs "
                                     "lack fsdp.overlap"},
                                    text));
    }
    return said;
}

} // namespace bubblescope

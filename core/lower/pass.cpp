// SPDX-License-Identifier: Apache-2.0
#include "core/lower/pass.h"

#include "core/base/number_parse.h"
#include "core/base/text_match.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/lower/activations.h"
#include "core/lower/lowering.h"
#include "core/lower/merge_backward.h"
#include "core/lower/offload_plan.h"
#include "core/lower/order_check.h"
#include "core/lower/parts.h"
#include "core/lower/pass_costs.h"
#include "core/lower/planned_order.h"
#include "core/lower/step_tail.h"
#include "core/lower/strip.h"
#include "core/lower/vocabulary.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <new>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::int64_t kMostActiveStages = std::int64_t{Action::kMaxStage} + 1;
constexpr std::int64_t kMostSends = 4'294'967'295;

bool isStyle(std::string_view value)
{
    return value == "torch" || value == "hyper-parallel";
}

bool isAnyStyle(std::string_view value)
{
    return isStyle(value) || value == "hyper-parallel-aligned";
}

bool isSwitch(std::string_view value)
{
    return value == "true" || value == "false";
}

bool isNumber(std::string_view value, std::int64_t least, std::int64_t most)
{
    const std::optional<std::int64_t> number = wholeNumberFrom(value);
    return number && *number >= least && *number <= most;
}

bool isLookahead(std::string_view value)
{
    if (value == "full" || value == "auto")
        return true;
    for (;;) {
        const std::size_t comma = value.find(',');
        if (!isNumber(value.substr(0, comma), 1, kMostActiveStages))
            return false;
        if (comma == std::string_view::npos)
            return true;
        value.remove_prefix(comma + 1);
    }
}

constexpr PassSetting kSendReceiveStyle{
    "style", "torch, hyper-parallel or hyper-parallel-aligned", "torch",
    "which method: that of PyTorch (and d9d), hyper_parallel's column scan over the bubbles of the order, or "
    "the same scan on rows that it aligns first",
    isAnyStyle};
constexpr PassSetting kFsdpStyle{"style", "torch or hyper-parallel", "torch",
                                 "which method; that of hyper_parallel takes only max_active_stages",
                                 isStyle};
constexpr PassSetting kMaxActiveStages{
    "max_active_stages", "a whole number from 1 to 4194304", "3",
    "stages that a rank holds unsharded at once",
    [](std::string_view value) { return isNumber(value, 1, kMostActiveStages); }};
constexpr PassSetting kLookahead{
    "unshard_lookahead",
    "full, auto, or whole numbers from 1 to max_active_stages: one, or one for each rank (1,2,3)",
    "full",
    "stages that a rank gathers ahead: max_active_stages, the rank's number + 2, or the given number",
    isLookahead,
    true};
constexpr PassSetting kDeferWait{"defer_reduce_grad_wait", "true or false", "false",
                                 "wait for reduced gradients only before the next reduction", isSwitch};
constexpr PassSetting kDeferReceive{"defer_pp_recv", "true or false", "false",
                                    "start each RECV as late as its use allows", isSwitch};
constexpr PassSetting kMaxSends{
    "max_outstanding_sends", "none, or a whole number from 0 to 4294967295", "none",
    "sends that a rank may have in progress at once",
    [](std::string_view value) { return value == "none" || isNumber(value, 0, kMostSends); }};

constexpr PassSetting kTorchRelease{
    "release", "a release of PyTorch from 2.6 to 2.15", "2.15",
    "whose words are written; before 2.15 it has none for waits, before 2.10 for REDUCE_GRAD, before 2.9 for "
    "overlapped cells",
    [](std::string_view value) { return torchReleaseFrom(value).has_value(); }};

bool isShare(std::string_view value)
{
    const std::optional<double> number = value == "auto" ? 0 : realNumberFrom(value);
    return number && *number >= 0 && *number <= 1e6;
}

bool isPart(std::string_view value)
{
    return isShare(value) && (value == "auto" || *realNumberFrom(value) <= 1);
}

constexpr PassSetting kRecomputeStyle{
    "style", "full, selective or zero-bubble", "full",
    "what R runs again: the whole forward, or attention alone; with zero-bubble, groups of one stand on its "
    "slots",
    [](std::string_view value) { return value == "full" || value == "selective" || value == "zero-bubble"; }};
constexpr PassSetting kRecomputeTime{
    "time", "auto, or a number from 0", "auto",
    "time of R as a share of F, where the costs do not give it; auto: 1, with costs by block that of the "
    "layers, of selective 0.027",
    isShare};
constexpr PassSetting kRecomputeShare{"share", "auto, or a number from 0 to 1", "auto",
                                      "share of the activation that R makes again, where the costs do not "
                                      "give it; auto: 1, in bytes without the inputs of layers, of "
                                      "selective 80/114",
                                      isPart};
constexpr PassSetting kOffloadStyle{
    "style", "primus or zero-bubble", "primus",
    "where the copies stand: around the neighbors of F and I, as in Primus, or where sail-sg's zero-bubble "
    "plans them in time, over a link that two ranks share",
    [](std::string_view value) { return value == "primus" || value == "zero-bubble"; }};
constexpr PassSetting kOffloadTime{
    "time", "auto, or a number from 0", "auto",
    "time of a copy one way as a share of F + I + W, where the costs do not give it; auto: 0", isShare};
constexpr PassSetting kOffloadsInFlight{
    "in_flight", "auto, or a whole number from 0 to 1000000", "auto",
    "how many O's a rank leaves under way while it computes on, where the costs do not give it; auto: any "
    "number",
    [](std::string_view value) { return value == "auto" || isNumber(value, 0, 1'000'000); }};
constexpr PassSetting kChunks{"chunks", "all, or a whole number from 1 to 1024", "all",
                              "how many stages of each rank, from the lowest on", [](std::string_view value) {
                                  return value == "all" || isNumber(value, 1, 1024);
                              }};

constexpr PassSetting kPartCells{
    "cells", "overlapped or all", "overlapped",
    "what is split: overlapped cells of an F and a B or I, or every F, I, W and B",
    [](std::string_view value) { return value == "overlapped" || value == "all"; }};
constexpr PassSetting partShare(std::string_view key, std::string_view help)
{
    return {key, "auto, or a number from 0", "auto", help, isShare};
}
constexpr std::array kPartsSettings{
    kPartCells,
    partShare("attention", "share of F, I, W and B that attention takes, where the costs do not give it; "
                           "auto: a quarter, of W a half"),
    partShare("dispatch", "share of F, I and B that sending tokens to their experts takes; auto: a quarter"),
    partShare("experts", "share of F, I, W and B that the experts take; auto: a quarter, of W a half"),
    partShare("combine", "share of F, I and B that bringing tokens back takes; auto: a quarter")};
constexpr std::array kVocabularySettings{
    PassSetting{"forward", "auto, or a number from 0", "auto",
                "time of S as a share of F, where the costs do not give it; auto: 0", isShare},
    PassSetting{"backward", "auto, or a number from 0", "auto",
                "time of T as a share of F, where the costs do not give it; auto: 0", isShare}};
constexpr PassSetting kTailReduce{
    "reduce", "none, end or overlapped", "none",
    "REDUCE_GRAD of each stage, a bucket: at the end, or behind the last weight gradient of the stage",
    [](std::string_view value) { return value == "none" || value == "end" || value == "overlapped"; }};
constexpr PassSetting tailSwitch(std::string_view key, std::string_view standard, std::string_view help)
{
    return {key, "true or false", standard, help, isSwitch};
}
constexpr std::array kTailSettings{
    kTailReduce,
    tailSwitch("embedding", "false",
               "EMBED_GRAD, for an embedding that the ranks of the first and the last stage share"),
    tailSwitch("clip", "true", "CLIP, of gradients by their norm over all ranks"),
    tailSwitch("optimizer", "true", "OPTIMIZER"),
    tailSwitch("gather", "true", "PARAM_GATHER, of updated parameters over the replicas")};
constexpr std::array kRecomputeSettings{kRecomputeStyle, kChunks, kRecomputeTime, kRecomputeShare};
constexpr std::array kOffloadSettings{kOffloadStyle, kChunks, kOffloadTime, kOffloadsInFlight};
constexpr std::array kSendReceiveSettings{kSendReceiveStyle};
constexpr std::array kFsdpSettings{kFsdpStyle, kMaxActiveStages, kLookahead, kDeferWait};
constexpr std::array kTorchSettings{kMaxActiveStages, kLookahead, kDeferWait,
                                    kDeferReceive,    kMaxSends,  kTorchRelease};

std::uint32_t maxActiveStages(const PassSettings& settings)
{
    return static_cast<std::uint32_t>(settings.number(kMaxActiveStages.key));
}

Result<Schedule> applySendReceive(const Schedule& schedule, const PassInfo::Use& use)
{
    const std::string& style = use.settings.text(kSendReceiveStyle.key);
    return sendReceive(schedule,
                       style == "torch"            ? SendReceiveStyle::Torch
                       : style == "hyper-parallel" ? SendReceiveStyle::HyperParallel
                                                   : SendReceiveStyle::HyperParallelAligned,
                       use.cancel);
}

Result<Schedule> applyFsdp(const Schedule& schedule, const PassInfo::Use& use)
{
    const PassSettings& settings = use.settings;
    if (auto error = unfitOrder(schedule, "fsdp", BesideCompute::Communication))
        return tl::unexpected(*std::move(error));
    const std::uint32_t active = maxActiveStages(settings);
    if (settings.text(kFsdpStyle.key) == "torch")
        return fsdpLookahead(settings.text(kLookahead.key), schedule.rankCount(), active)
            .and_then([&](const std::vector<std::uint32_t>& lookahead) {
                return addFsdp(schedule, {active, lookahead, settings.isOn(kDeferWait.key)}, use.cancel);
            });
    for (const PassSetting* setting : {&kLookahead, &kDeferWait})
        if (settings.text(setting->key) != setting->defaultValue)
            return invalidInput(
                {"lower.fsdp-takes-style-torch", "{key} is {value}, but fsdp takes it only with style=torch"},
                setting->key, settings.text(setting->key));
    return addFsdpAsHyperParallel(schedule, active, use.cancel);
}

Result<Schedule> applyTorch(const Schedule& schedule, const PassInfo::Use& use)
{
    const PassSettings& settings = use.settings;
    TorchLowering options;
    options.maxActiveStages = maxActiveStages(settings);
    options.unshardLookahead = settings.text(kLookahead.key);
    options.deferReduceGradWait = settings.isOn(kDeferWait.key);
    options.deferReceives = settings.isOn(kDeferReceive.key);
    if (settings.text(kMaxSends.key) != kMaxSends.defaultValue)
        options.maxOutstandingSends = static_cast<std::uint64_t>(settings.number(kMaxSends.key));
    options.release = *torchReleaseFrom(settings.text(kTorchRelease.key));
    return lowerAsTorch(schedule, options, use.cancel);
}

std::optional<std::uint32_t> chunksOf(const PassSettings& settings)
{
    return settings.text(kChunks.key) == kChunks.defaultValue
               ? std::nullopt
               : std::optional(static_cast<std::uint32_t>(settings.number(kChunks.key)));
}

bool isAsZeroBubble(const PassSettings& settings)
{
    return settings.text("style") == "zero-bubble";
}

Result<Schedule> applyRecompute(const Schedule& schedule, const PassInfo::Use& use)
{
    TRY(Schedule recomputed, addRecomputation(schedule, chunksOf(use.settings), use.cancel));
    if (!isAsZeroBubble(use.settings))
        return recomputed;
    TRY_VOID(use.costs.check(schedule.stageCount));
    if (const auto planned = plannedOnSlots(recomputed, use.costs))
        recomputed.plan = planOf(recomputed, *planned);
    return recomputed;
}

Result<Schedule> applyOffload(const Schedule& schedule, const PassInfo::Use& use)
{
    const std::optional<std::uint32_t> chunks = chunksOf(use.settings);
    if (!isAsZeroBubble(use.settings))
        return addOffload(schedule, chunks, use.cancel);
    if (use.settings.text(kOffloadsInFlight.key) != "auto")
        return invalidInput({"lower.planned-in-flight",
                             "offload with style=zero-bubble plans when its copies run: leave out in_flight, "
                             "or take style=primus"});
    TRY_VOID(use.costs.check(schedule.stageCount));
    const std::vector<double> copies = copyTimesOf(use.settings, use.costs, schedule.stageCount).values;
    return addPlannedOffload(std::make_shared<const Schedule>(schedule), chunks,
                             *std::max_element(copies.begin(), copies.end()), use.costs, use.cancel);
}

Result<Schedule> applyVocabulary(const Schedule& schedule, const PassInfo::Use& use)
{
    TRY_VOID(use.costs.check(schedule.stageCount));
    return addVocabulary(schedule, withVocabularyTimes(use.settings, use.costs, schedule.stageCount),
                         use.cancel);
}

Result<Schedule> applyTail(const Schedule& schedule, const PassInfo::Use& use)
{
    const PassSettings& settings = use.settings;
    const std::string& reduce = settings.text(kTailReduce.key);
    return addTail(schedule,
                   {reduce == "none"  ? BucketPlace::None
                    : reduce == "end" ? BucketPlace::End
                                      : BucketPlace::Overlapped,
                    settings.isOn("embedding"), settings.isOn("clip"), settings.isOn("optimizer"),
                    settings.isOn("gather")},
                   use.cancel);
}

constexpr std::array kPasses{
    PassInfo{"send-recv", "SEND and RECV between the ranks", kSendReceiveSettings, applySendReceive},
    PassInfo{"fsdp", "UNSHARD, RESHARD and REDUCE_GRAD of stages that are sharded", kFsdpSettings, applyFsdp},
    PassInfo{"torch", "PyTorch's complete lowering: fsdp, send-recv and a wait for each send", kTorchSettings,
             applyTorch},
    PassInfo{"strip",
             "back to compute actions: removes communication, FSDP actions and bubbles",
             {},
             [](const Schedule& schedule, const PassInfo::Use&) { return strip(schedule); }},
    PassInfo{"merge-backward",
             "an I directly followed by the W of its stage and microbatch becomes B",
             {},
             [](const Schedule& schedule, const PassInfo::Use&) { return mergeBackward(schedule); }},
    PassInfo{"recompute", "R, a forward run again, before each I or B of the chosen stages",
             kRecomputeSettings, applyRecompute},
    PassInfo{"offload", "O and L, which move activations of the chosen stages to the host and back",
             kOffloadSettings, applyOffload},
    PassInfo{"vocabulary", "S and T of every rank: the output layer, split over all of them",
             kVocabularySettings, applyVocabulary},
    PassInfo{"parts", "attention, dispatch, experts and combine in the place of F, I, W and B",
             kPartsSettings,
             [](const Schedule& schedule, const PassInfo::Use& use) {
                 return addParts(schedule,
                                 use.settings.text(kPartCells.key) == "all" ? PartCells::All
                                                                            : PartCells::Overlapped,
                                 use.cancel);
             }},
    PassInfo{"tail", "the end of a step: REDUCE_GRAD, EMBED_GRAD, CLIP, OPTIMIZER and PARAM_GATHER",
             kTailSettings, applyTail},
};

tl::unexpected<Error> unknownPass(std::string_view name)
{
    std::string names;
    std::vector<std::string_view> known;
    for (const PassInfo& pass : kPasses) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", pass.name);
        known.push_back(pass.name);
    }
    const std::string_view nearest = nearestOf(name, known);
    return invalidInput(
        {"lower.no-pass-use-one", "unknown pass {name}{meant}; the passes are {names}"}, quotedText(name),
        nearest.empty() ? Sentence() : Sentence({"lower.meant", " (did you mean {nearest}?)"}, nearest),
        names);
}

} // namespace

std::span<const PassInfo> passes()
{
    return kPasses;
}

std::optional<NamedPass> passOf(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const bool hasSettings = colon != std::string_view::npos;
    for (const PassInfo& pass : kPasses) {
        if (pass.name != text.substr(0, colon))
            continue;
        Result<PassSettings> settings = readPassSettings(
            pass.name, pass.settings, hasSettings ? text.substr(colon + 1) : "", hasSettings);
        if (settings)
            return NamedPass{pass.name, *std::move(settings)};
    }
    return std::nullopt;
}

bool needsBubbles(std::string_view text)
{
    const std::optional<NamedPass> pass = passOf(text);
    return pass && pass->name == "send-recv" &&
           pass->settings.text(kSendReceiveStyle.key) == "hyper-parallel";
}

Result<std::vector<std::string>> returningPasses(std::string_view text, std::uint32_t stagesPerRank)
{
    const std::string_view name = text.substr(0, text.find(':'));
    const std::optional<NamedPass> pass = passOf(text);
    if (!pass) {
        // For its words.
        TRY_VOID(applyPass(text, Schedule()));
        return std::vector<std::string>{};
    }
    if (name != "recompute" && name != "offload")
        return invalidInput({"lower.only-returning-passes",
                             "{pass} cannot be tried: only recompute and offload change what a rank holds"},
                            quotedText(text));
    const std::string given(text);
    if (pass->settings.text(kChunks.key) != kChunks.defaultValue || stagesPerRank < 2)
        return std::vector{given};
    std::vector<std::string> all;
    for (std::uint32_t chunks = 1; chunks < stagesPerRank; ++chunks)
        all.push_back(fmt::format("{}{}chunks={}", given, given.size() > name.size() ? "," : ":", chunks));
    all.push_back(given);
    return all;
}

bool plansInTime(std::string_view text)
{
    const std::optional<NamedPass> pass = passOf(text);
    return pass && (pass->name == "vocabulary" || ((pass->name == "recompute" || pass->name == "offload") &&
                                                   isAsZeroBubble(pass->settings)));
}

Result<Schedule> applyPass(std::string_view text, const Schedule& schedule, const CancelToken& cancel,
                           const CostModel& costs)
try {
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const bool hasSettings = colon != std::string_view::npos;
    for (const PassInfo& pass : kPasses)
        if (pass.name == name)
            return readPassSettings(pass.name, pass.settings, hasSettings ? text.substr(colon + 1) : "",
                                    hasSettings)
                .and_then([&](const PassSettings& settings) {
                    return pass.apply(schedule, {settings, costs, cancel});
                });
    return unknownPass(name);
} catch (const std::bad_alloc&) {
    return invalidInput({"lower.not-enough-memory-lower", "not enough memory to lower {count} actions"},
                        schedule.actionCount());
}

} // namespace bubblescope

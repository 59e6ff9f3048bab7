// SPDX-License-Identifier: Apache-2.0
#include "core/evaluate/memory_fit.h"

#include "core/analyze/number_json.h"
#include "core/base/quantity.h"
#include "core/lower/pass.h"
#include "core/lower/planned_order.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double kFitRounding = 1 + 1e-9; // as MemoryCurves

/// As a sentence has it: sizes without a unit are rounded, too.
std::string sizeText(double size, MemoryUnit unit)
{
    return unit == MemoryUnit::Bytes ? memorySizeText(size, unit) : shortNumber(size);
}

double sizeOf(const RankMemory& memory, MemoryPart part)
{
    return memory.atPeak[static_cast<std::size_t>(part)];
}

MemoryPart largestPart(const RankMemory& memory)
{
    const auto largest = std::max_element(memory.atPeak.begin(), memory.atPeak.begin() + kDevicePartCount);
    return static_cast<MemoryPart>(largest - memory.atPeak.begin());
}

/// The answer without its sentence; of ranks with equal room the first.
MemoryFit leastRoom(std::span<const RankMemory> memory, const RankValues& limits)
{
    MemoryFit found;
    for (std::uint32_t r = 0; r < memory.size(); ++r) {
        const double peak = memory[r].device.level;
        const double limit = limits.at(RankId{r});
        if (r > 0 && limit - peak >= found.limit - found.peak)
            continue;
        found.rank = RankId{r};
        found.peak = peak;
        found.limit = limit;
    }
    found.fits = found.peak <= found.limit * kFitRounding;
    found.most = memory.empty() ? MemoryPart::Forward : largestPart(memory[found.rank.value]);
    return found;
}

/// The rank that moves most beyond what its host has room for.
std::optional<MemoryFit> fullHost(std::span<const RankMemory> memory, const CostModel& costs)
{
    const std::optional<RankId> rank = fullestHost(memory, costs);
    if (!rank)
        return std::nullopt;
    return MemoryFit{false,
                     true,
                     *rank,
                     memory[rank->value].host.level,
                     costs.hostMemory->at(*rank),
                     MemoryPart::Offloaded,
                     {},
                     {},
                     {}};
}

/// How many replicas have to share each rank's optimizer states so that all ranks fit; nothing if no number
/// does.
std::optional<std::uint32_t> replicasFor(std::span<const RankMemory> memory, const RankValues& limits)
{
    constexpr double kMost = 65'536;
    double replicas = 1;
    for (std::uint32_t r = 0; r < memory.size(); ++r) {
        const double excess = memory[r].device.level - limits.at(RankId{r});
        const double optimizer = sizeOf(memory[r], MemoryPart::Optimizer);
        if (excess <= 0)
            continue;
        if (excess >= optimizer)
            return std::nullopt;
        replicas = std::max(replicas, std::ceil(optimizer / (optimizer - excess)));
    }
    return replicas <= kMost ? std::optional(static_cast<std::uint32_t>(replicas)) : std::nullopt;
}

std::vector<std::string> recomputations(const Evaluation& evaluation)
{
    // What GPT-3 takes and gives back says nothing of activations whose sizes are known, or of another share.
    const CostModel& costs = evaluation.input.costs;
    if (evaluation.memory->unit() == MemoryUnit::Bytes ||
        (costs.activationRecomputed && !costs.recomputedLayers.areShare))
        return {"recompute:style=full"};
    return {"recompute:style=selective", "recompute:style=full"};
}

/// The first of the passes that gives memory back; the end if there is none.
auto returningPass(const std::vector<std::string>& passes)
{
    return std::find_if(passes.begin(), passes.end(), [](const std::string& pass) {
        const std::optional<NamedPass> named = passOf(pass);
        return named && (named->name == "offload" || named->name == "recompute");
    });
}

/// Ways to offload: with the time of a copy that the costs know, or that of the pass that offloads already.
std::vector<std::string> offloads(const Evaluation& evaluation)
{
    const CostModel& costs = evaluation.input.costs;
    std::string time;
    if (const auto former = returningPass(evaluation.input.passes); former != evaluation.input.passes.end())
        if (const NamedPass pass = *passOf(*former);
            pass.name == "offload" && pass.settings.text("time") != "auto")
            time = ",time=" + pass.settings.text("time");
    if (time.empty() && costs.offload == CostModel().offload && costs.offloadBandwidth == 0)
        return {};
    std::vector<std::string> families;
    for (const char* family : {"offload:style=zero-bubble", "offload:style=primus"})
        families.push_back(family + time);
    if (!costs.offloadsInFlight)
        families.push_back("offload:style=primus" + time + ",in_flight=1");
    return families;
}

std::vector<std::string> passesToTry(const Evaluation& evaluation)
{
    std::vector<std::string> tried;
    const std::uint32_t stages = evaluation.timeline->schedule->stagesPerRank();
    std::vector<std::string> families = recomputations(evaluation);
    for (std::string& family : offloads(evaluation))
        families.push_back(std::move(family));
    for (const std::string& family : families)
        if (const auto all = returningPasses(family, stages))
            tried.insert(tried.end(), all->begin(), all->end());
    return tried;
}

bool fitsEverywhere(const Evaluation& evaluation)
{
    if (evaluation.memory->firstCrossing())
        return false;
    return fullHostText(*evaluation.timeline, evaluation.costs).empty();
}

/// Another way to lower an order, and what tells of it.
struct Attempt
{
    FittingPass told; ///< by its pass or the one that it replaces; what it takes is not known yet
    EvaluationInput input;
};

/// The order with another pass in the place of one that it has; empty = none.
Attempt instead(const Evaluation& evaluation, const std::string& former, std::string pass)
{
    EvaluationInput input{evaluation.input.source, evaluation.input.costs, evaluation.input.passes};
    const auto place = std::find(input.passes.begin(), input.passes.end(), former);
    if (pass.empty())
        input.passes.erase(place);
    else
        *place = pass;
    return {{.pass = std::move(pass), .insteadOf = former}, std::move(input)};
}

/// The order as it is with one more pass, or with another one in the place of what gives memory back.
std::vector<Attempt> furtherPasses(const Evaluation& evaluation)
{
    std::vector<Attempt> attempts;
    const auto former = returningPass(evaluation.input.passes);
    for (const std::string& pass : passesToTry(evaluation))
        if (former == evaluation.input.passes.end())
            attempts.push_back(
                {{.pass = pass}, {evaluation.timeline->schedule, evaluation.input.costs, {pass}}});
        else if (pass != *former)
            attempts.push_back(instead(evaluation, *former, pass));
    return attempts;
}

/// The order with less on the host: fewer stages offloaded, recomputed instead, or neither.
std::vector<Attempt> lighterPasses(const Evaluation& evaluation)
{
    std::vector<Attempt> attempts;
    const auto offload = returningPass(evaluation.input.passes);
    if (offload == evaluation.input.passes.end() || passOf(*offload)->name != "offload")
        return attempts;
    attempts.push_back(instead(evaluation, *offload, {}));
    std::vector<std::string> families = recomputations(evaluation);
    families.insert(families.begin(), *offload);
    for (const std::string& family : families)
        if (const auto all = returningPasses(family, evaluation.timeline->schedule->stagesPerRank()))
            for (const std::string& pass : *all)
                if (pass != *offload)
                    attempts.push_back(instead(evaluation, *offload, pass));
    return attempts;
}

/// Of the attempts that fit on every device and host the one with the shortest step.
std::optional<FittingPass> bestOf(const std::vector<Attempt>& attempts, const WhatIf& whatIf,
                                  const CancelToken& cancel)
{
    std::optional<FittingPass> best;
    for (const Attempt& attempt : attempts) {
        const Result<EvaluationPtr> tried =
            evaluate(attempt.input, cancel, {.whatIf = whatIf, .withIndex = false, .evenIfBroken = false});
        // An order that cannot have the pass is not to be mended with it.
        if (!tried || !fitsEverywhere(**tried) ||
            !unfilledSlots(*(*tried)->timeline->schedule, (*tried)->costs).empty())
            continue;
        const Time makespan = (*tried)->timeline->makespan;
        if (best && makespan >= best->makespan)
            continue;
        best = attempt.told;
        best->peak = (*tried)->memory->highestPeak();
        best->makespan = makespan;
    }
    return best;
}

std::string stepText(const Evaluation& evaluation, Time time)
{
    return durationText(time, evaluation.timeline->unit);
}

/// What a rank holds without any activation, and how much of that is optimizer states.
struct HeldAlways
{
    RankId rank;
    double size = 0;
    double optimizer = 0;
};
HeldAlways heldAlways(std::span<const RankMemory> memory, RankId rank)
{
    HeldAlways held{rank, 0, sizeOf(memory[rank.value], MemoryPart::Optimizer)};
    for (const MemoryPart part : {MemoryPart::Parameters, MemoryPart::Optimizer, MemoryPart::Gradients,
                                  MemoryPart::CommunicatorBuffers, MemoryPart::Workspace})
        held.size += sizeOf(memory[rank.value], part);
    return held;
}

Sentence stepWords(const FittingPass& pass, const Evaluation& evaluation)
{
    const std::string time = stepText(evaluation, pass.makespan);
    const std::string before = stepText(evaluation, evaluation.timeline->makespan);
    if (time == before)
        return {{"memory.same-step", "in a step of {time}, as now"}, time};
    return {{"memory.step-instead", "in a step of {time} instead of {before}"}, time, before};
}

/// What to change where the device's memory does not suffice.
Sentence whatToChange(const MemoryFit& fit, const Evaluation& evaluation, std::span<const RankMemory> memory)
{
    const MemoryUnit unit = evaluation.memory->unit();
    if (fit.pass && !fit.pass->insteadOf.empty())
        return {
            {"memory.change-pass-instead", "--with {pass} instead of {former} takes it to {peak}, {step}"},
            fit.pass->pass,
            fit.pass->insteadOf,
            sizeText(fit.pass->peak, unit),
            stepWords(*fit.pass, evaluation)};
    if (fit.pass)
        return {{"memory.change-pass", "--with {pass} takes it to {peak}, {step}"},
                fit.pass->pass,
                sizeText(fit.pass->peak, unit),
                stepWords(*fit.pass, evaluation)};
    if (fit.replicas)
        return {{"memory.change-replicas", "share the optimizer states among {replicas} replicas or more"},
                *fit.replicas};
    // An order helps only where each rank has room for activations; the rank that has least room is first.
    const RankValues& limits = *evaluation.costs.limitOfRanks();
    HeldAlways most = heldAlways(memory, fit.rank);
    const auto roomOf = [&](const HeldAlways& held) { return limits.at(held.rank) - held.size; };
    for (std::uint32_t rank = 0; rank < memory.size(); ++rank)
        if (const HeldAlways other = heldAlways(memory, RankId{rank});
            roomOf(other) < std::min(0.0, roomOf(most)))
            most = other;
    if (roomOf(most) < 0 && roomOf(most) + most.optimizer > 0)
        return {{"memory.change-optimizer",
                 "without any activation rank {rank} would hold {size}, {optimizer} of it optimizer states: "
                 "share these among replicas, and give back activations"},
                most.rank.value,
                sizeText(most.size, unit),
                sizeText(most.optimizer, unit)};
    if (roomOf(most) < 0)
        return {{"memory.change-ranks",
                 "without any activation rank {rank} would hold {size}: take more ranks, or split "
                 "layers over several devices"},
                most.rank.value,
                sizeText(most.size, unit)};
    return {{"memory.change-order",
             "{room} are left for activations: search for an order that holds fewer, or "
             "take smaller microbatches"},
            sizeText(roomOf(most), unit)};
}

/// What to change where what is offloaded does not find room on the host.
Sentence whatToMoveLess(const MemoryFit& fit, const Evaluation& evaluation)
{
    if (!fit.pass)
        return {{"memory.change-offload",
                 "offload fewer activations, or take microbatches or stages that hold less"}};
    if (fit.pass->pass.empty())
        return {{"memory.change-no-offload", "without {pass} all ranks fit, {step}"},
                fit.pass->insteadOf,
                stepWords(*fit.pass, evaluation)};
    return {{"memory.change-other-pass", "with {pass} instead of {former} all ranks fit, {step}"},
            fit.pass->pass,
            fit.pass->insteadOf,
            stepWords(*fit.pass, evaluation)};
}

Sentence fitSentence(const MemoryFit& fit, const Evaluation& evaluation, std::span<const RankMemory> memory)
{
    const MemoryUnit unit = evaluation.memory->unit();
    const std::string peak = sizeText(fit.peak, unit);
    const std::string limit = sizeText(fit.limit, unit);
    if (fit.fits)
        return {{"memory.fits", "fits: rank {rank} has the least room, with at most {peak} of {limit}"},
                fit.rank.value,
                peak,
                limit};
    if (fit.isHost)
        return {{"memory.host-is-full",
                 "does not fit: rank {rank} moves {peak} to the host, which has room for "
                 "{limit}; {change}"},
                fit.rank.value,
                peak,
                limit,
                whatToMoveLess(fit, evaluation)};
    return {{"memory.does-not-fit", "does not fit: rank {rank} holds {peak} of {limit}, most of it {part} "
                                    "({size}); {change}"},
            fit.rank.value,
            peak,
            limit,
            Term{std::string(memoryPartName(fit.most))},
            sizeText(sizeOf(memory[fit.rank.value], fit.most), unit),
            whatToChange(fit, evaluation, memory)};
}

} // namespace

std::optional<MemoryFit> memoryFit(const Evaluation& evaluation, std::span<const RankMemory> memory,
                                   const CancelToken& cancel)
{
    const std::optional<RankValues>& limits = evaluation.costs.limitOfRanks();
    std::optional<MemoryFit> fit;
    if (limits && !memory.empty())
        fit = leastRoom(memory, *limits);
    if (!fit || fit->fits)
        if (auto host = fullHost(memory, evaluation.costs))
            fit = std::move(host);
    if (!fit)
        return fit;
    if (!fit->fits && evaluation.timeline->schedule->actionCount() <= kMostActionsTried)
        fit->pass = bestOf(fit->isHost ? lighterPasses(evaluation) : furtherPasses(evaluation),
                           evaluation.whatIf, cancel);
    // Shared optimizer states leave the host as full as it is.
    if (!fit->fits && !fit->isHost && !fullHost(memory, evaluation.costs))
        fit->replicas = replicasFor(memory, *limits);
    fit->sentence = fitSentence(*fit, evaluation, memory);
    return fit;
}

MemoryAnswer memoryAnswer(const Evaluation& evaluation, bool asked, const CancelToken& cancel)
{
    const CostModel& costs = evaluation.costs;
    MemoryAnswer answer;
    if (!asked && !costs.deviceMemory && !costs.hostMemory && !costs.communicatorBuffers && !costs.workspace)
        return answer;
    answer.byPart = memoryByPart(*evaluation.timeline, evaluation.costs);
    answer.fit = memoryFit(evaluation, answer.byPart, cancel);
    return answer;
}

std::string memoryFitJson(const std::optional<MemoryFit>& given)
{
    if (!given)
        return {};
    const MemoryFit& fit = *given;
    std::string text =
        fmt::format(R"({{"fits": {}, "memory": "{}", "rank": {}, "peak": {}, "limit": {}, "most": "{}")",
                    fit.fits, fit.isHost ? "host" : "device", fit.rank.value, jsonNumber(fit.peak),
                    jsonNumber(fit.limit), memoryPartId(fit.most));
    if (fit.pass)
        text += fmt::format(
            R"(, "pass": {{"pass": {}, {}"peak": {}, "makespan": {}}})", jsonString(fit.pass->pass),
            fit.pass->insteadOf.empty() ? "" : "\"instead_of\": " + jsonString(fit.pass->insteadOf) + ", ",
            jsonNumber(fit.pass->peak), jsonNumber(fit.pass->makespan));
    if (fit.replicas)
        text += fmt::format(R"(, "optimizer_replicas": {})", *fit.replicas);
    return text + R"(, "answer": )" + jsonString(fit.sentence.text()) + "}";
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/timeline.h"
#include "core/time/block_costs.h"
#include "core/time/communicators.h"
#include "core/time/microbatch_costs.h"
#include "core/time/overlap_rule.h"
#include "core/time/part_costs.h"
#include "core/time/rank_values.h"
#include "core/time/stage_values.h"
#include "core/time/step_costs.h"
#include "core/time/transfer_cost.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Which dependencies are kept and who pays the transfer; the exact rules are beside the simulation.
enum class TimingProfile : std::uint8_t { Strict, PpScheduleVisualization, PpScheduleVisualizationSync };
[[nodiscard]] std::string_view profileName(TimingProfile profile) noexcept;
[[nodiscard]] Result<TimingProfile> profileFromName(std::string_view name);

/// Every action's time × exp(sigma · z), z standard normal and drawn from the seed and from what the action
/// is: the same wherever it is and for any number of threads. One draw for an overlapped block.
struct Jitter
{
    double sigma = 0;
    std::uint64_t seed = 0;
    bool operator==(const Jitter&) const = default;
};

/// What the sizes of a cost model are counted in. Own = whatever they were given in; nothing is said of it.
enum class MemoryUnit : std::uint8_t { Own, Bytes };
/// A size with its unit, or the number that it is: "62.83 GB", "5.5".
[[nodiscard]] std::string memorySizeText(double size, MemoryUnit unit);

/// What running a stage's layers again takes and gives back, as forStages() finds it.
struct RecomputedLayers
{
    std::optional<StageValues> time;  ///< empty = F's
    std::optional<StageValues> share; ///< of the activation; empty = all of it
    StageValues held{1.0}; ///< share of the activation that is the layers' and not embedding's or head's
    bool areTime = false;  ///< `recompute` is composed or a pass's share of F: it follows F
    bool areShare = false; ///< `activationRecomputed` is composed or a pass's
    bool operator==(const RecomputedLayers&) const = default;
};

/// What an action costs. Times in `unit`; what is empty is derived (see durationOf()).
struct CostModel
{
    std::optional<StageValues> forward;
    std::optional<StageValues> backwardInput;
    std::optional<StageValues> backwardWeight;
    std::optional<StageValues> backward;
    std::optional<StageValues> recompute; ///< of R; F's where it is not given
    StageValues offload{0.0};             ///< of O, and of L: one way between device and host
    /// Of the link between device and host: an activation's size per unit of time, which gives `offload`
    /// where that says nothing; 0 = unknown.
    double offloadBandwidth = 0;
    /// How many O's a rank's compute leaves under way: it waits for the end of the one before those, if no
    /// plan says when that runs. Nothing = any number; 0 = it waits for each.
    std::optional<std::uint64_t> offloadsInFlight;
    PartCosts parts;                     ///< of the parts of blocks
    StageValues vocabularyForward{0.0};  ///< of S, one rank's share of the output layer and the loss
    StageValues vocabularyBackward{0.0}; ///< of T, the gradients of that share's weights
    OverlapRule overlap;
    TransferCost transfer;
    Communicators communicators; ///< in the place of `transfer` where its policy is not None
    StageValues unshard{0.0};
    StageValues reshard{0.0};
    StageValues reduceGrad{0.0};
    bool overlapsFsdp = false;   ///< FSDP actions run beside compute, on one stream a rank, in their order
    StageValues activation{1.0}; ///< size of one stage's activation of one microbatch
    StageValues activationKeptUntilWeight{1.0}; ///< share that only W releases
    /// Share that is given back where there is an R; all where it is not given.
    std::optional<StageValues> activationRecomputed;
    StageValues parameters{0.0};                   ///< size of a stage's parameters; 0 = unknown
    StageValues gradients{0.0};                    ///< size of a stage's gradients; 0 = unknown
    StageValues optimizer{0.0};                    ///< size of a stage's optimizer states; 0 = unknown
    std::optional<RankValues> communicatorBuffers; ///< what a rank's communicators always hold
    std::optional<RankValues> workspace;           ///< what a rank's kernels always keep to work in
    std::optional<RankValues> memoryLimit;         ///< of a rank; in the unit of the sizes above
    std::optional<RankValues> deviceMemory;        ///< of a rank's device; see limitOfRanks()
    std::optional<RankValues> hostMemory;          ///< for what a rank moves to the host
    MemoryUnit memoryUnit = MemoryUnit::Own;       ///< of the sizes above
    MicrobatchCosts microbatches;                  ///< where they are not all of one length
    std::map<std::uint32_t, double> rankFactor;    ///< stragglers: multiplies everything of one rank
    StepCosts step;                                ///< what a step takes before and after its actions
    Jitter jitter;
    /// Part of every compute action's time that passes on the host and not in computing. Shows where
    /// time goes, and what no what-if on a kind or a stage multiplies; the simulation takes the actions'
    /// times with it.
    double hostOverhead = 0;
    /// Times, activations, parameters, gradients and optimizer states by block, in the place of those by
    /// stage.
    std::optional<BlockCosts> blocks;
    StageValues layersPerStage{1.0}; ///< for `blocks`; whole numbers
    std::string layout; ///< Megatron's, in the place of `layersPerStage`: "Et*3|tt|L"; empty = none
    std::uint64_t denseLayers = 0; ///< so many decoder layers have no experts, where there are some;
    std::uint64_t expertEvery = 1; ///< of those behind them one in so many has, the first one first
    TimingProfile profile = TimingProfile::Strict;
    std::string unit = "step"; ///< "step", "us" or "ms"
    /// What the costs are taken from, in words ("measured · llama-8b on NVIDIA H200"); empty = by hand. It
    /// is shown in the legend of what is drawn with them.
    std::string source;
    std::vector<std::string> notes;    ///< what `source` warns of
    RecomputedLayers recomputedLayers; ///< no file has it

    bool operator==(const CostModel&) const = default;

    /// The same with `blocks` composed into lists of one value a stage; itself where there are no blocks.
    /// Whatever asks for times first does this; it requires a model that passed check(stageCount). What R
    /// takes and makes again is composed, too, if it is not given: the layers run again without embedding and
    /// head, and of sizes in bytes the input of each layer stays, as large as a message.
    [[nodiscard]] CostModel forStages(std::uint32_t stageCount) const;
    /// Those of forStages() as they are written for an order without R: without what nobody gave of it.
    [[nodiscard]] CostModel withoutRecomputedLayers() const;
    /// Time of one action alone, without its rank's factor and jitter; blocks must have been composed.
    /// Defaults F 1, I 1, W 1, B 2; a missing B is I + W, missing I and W are halves of B, and one of them
    /// alone is what the other leaves of it. R takes what F takes. Communication and WAITs take 0.
    [[nodiscard]] double durationOf(ActionKind kind, StageId stage) const;
    /// Share of a stage's activation that its F gives back where there is an R.
    [[nodiscard]] double recomputedShare(StageId stage) const
    {
        return activationRecomputed ? activationRecomputed->at(stage) : 1;
    }
    /// Refuses negative, infinite or NaN values, per-stage lists whose length is not `stageCount`, links that
    /// occur twice, what blocks and stages give both, and overlap times that no part is done with. With a
    /// `rankCount` also lists by rank of another length, with a `microbatchCount` lists by microbatch. Ranks
    /// that are named are not looked at: a cost file may be used with schedules of fewer.
    [[nodiscard]] Result<void> check(std::uint32_t stageCount, std::optional<std::uint32_t> rankCount = {},
                                     std::optional<std::uint32_t> microbatchCount = {}) const;
    /// What a rank may hold: the limit that is given, else its device's memory.
    [[nodiscard]] const std::optional<RankValues>& limitOfRanks() const
    {
        return memoryLimit ? memoryLimit : deviceMemory;
    }
    /// What a rank always holds beside its stages: buffers of communicators and workspace.
    [[nodiscard]] double besideStages(RankId rank) const;
    /// Whether F, I and W take one and the same time on every stage and rank, for every microbatch.
    [[nodiscard]] bool hasEqualTimes() const;
};

} // namespace bubblescope

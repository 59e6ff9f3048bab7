// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/estimator.h"

#include <array>

namespace bubblescope::probe {

/// What is measured one after the other.
enum class Phase : std::uint8_t {
    Identify,
    Ceilings,
    SelfCheck,
    Kernels,
    Operations,
    StageCheck,
    Overlap,
    Transfers,
    Optimizer
};
inline constexpr std::size_t kPhaseCount = 9;
[[nodiscard]] std::string_view phaseName(Phase phase) noexcept;

/// How attention comes to its time: computed from its FLOPs, run as products over all scores, or run fused.
enum class AttentionWay : std::uint8_t { Computed, Unfused, Fused };
[[nodiscard]] std::string_view attentionWayName(AttentionWay way) noexcept; ///< as in a calibration

/// What the user wants measured ("--ops").
struct ProbeScope
{
    bool operations = true; ///< F, I, W, B of each block, with their kernels
    bool overlap = true;
    bool transfers = true;
    bool optimizer = true;
    bool selfCheckOnly = false;
    bool quick = false; ///< a tenth of the operations' rounds
    AttentionWay attention = AttentionWay::Computed;
    std::vector<int> peers; ///< devices that transfers are measured between; below two, copies replace them
};

/// One quantity that is measured.
struct PlanPoint
{
    std::string name; ///< "layer.F", "layer.qkv.W", "overlap.F+B", "copy.4096"
    Phase phase = Phase::Kernels;
    double expectedUs = 0;   ///< of one sample
    std::int64_t bytes = 0;  ///< that must be on the device for it
    std::size_t samples = 0; ///< at least
    std::size_t every = 1;   ///< it is sampled in every n-th round
    /// All its samples, with what each takes besides: gate, events, reading the clock.
    [[nodiscard]] double expectedTotalUs() const;
};

/// How many rounds are taken; each of kBatches batches or more has as many.
struct RoundCounts
{
    std::size_t perBatch = 31;     ///< of the operations F, I and W: until their intervals are good
    std::size_t sidePerBatch = 2;  ///< of kernels, ceilings, stage check, transfers, optimizer: no more
    std::size_t pairsPerBatch = 2; ///< of overlapping pairs: until their intervals are good
    /// A backward in one graph runs what its halves run already, so it is sampled in every n-th round alone:
    /// all along the same drift, at a fraction of their time.
    std::size_t backwardEvery = 8;
};

[[nodiscard]] RoundCounts roundCounts(const ProbeScope& scope) noexcept;

/// Known before the first measurement, so that progress has a true denominator.
struct ProbePlan
{
    std::vector<PlanPoint> points;
    double etaSeconds = 0;
    std::int64_t deviceBytes = 0; ///< most that is on the device at once
    [[nodiscard]] std::size_t countOf(Phase phase) const;
    /// What the phase's samples are expected to take, and what it takes besides.
    [[nodiscard]] double secondsOf(Phase phase) const;
    /// 1 for a point that is not planned.
    [[nodiscard]] std::size_t everyOf(std::string_view name) const;
};

/// Expected times come from the estimator, of the device that is there or one like it.
[[nodiscard]] ProbePlan planOf(const ModelShape& shape, const ProbeScope& scope, const Estimator& estimator);
/// Where a plan needs more than nine tenths of what is free: how many tokens, by a shorter sequence or a
/// smaller micro-batch, would fit; empty if even one token does not.
[[nodiscard]] std::string whatWouldFit(const ModelShape& shape, const ProbeScope& scope,
                                       const Estimator& estimator, std::int64_t freeBytes);

} // namespace bubblescope::probe

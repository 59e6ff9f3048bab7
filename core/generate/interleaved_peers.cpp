// SPDX-License-Identifier: Apache-2.0
#include "core/generate/interleaved_peers.h"

#include "core/generate/interleaved_row.h"
#include "core/generate/parameters.h"

namespace bubblescope {

namespace {

constexpr const char* kFuseSteadyStateKey = "fuse_steady_state";
constexpr std::uint32_t kInterleavedPeersWarmUpALaterRank = 2;

std::uint64_t peersWarmUp(const Shape& shape, RankId rank)
{
    return warmUpForwards(shape, rank, kInterleavedPeersWarmUpALaterRank);
}

/// With one round all forwards come before the backwards.
Row neuronxBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t warmUp =
        shape.microbatches == shape.ranks ? passesOfRank(shape) : peersWarmUp(shape, rank);
    return interleavedRow(shape, rank, {Rounds::of(shape), warmUp}, cancel);
}

template <JaxppOrder kOrder>
Row jaxppBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t warmUp = peersWarmUp(shape, rank) + (kOrder == JaxppOrder::OneAhead ? 1 : 0);
    return interleavedRow(shape, rank,
                          {Rounds::of(shape), warmUp,
                           shape.isOn(kFuseSteadyStateKey) ? FusedForwards::All : FusedForwards::OfLastStage},
                          cancel);
}

} // namespace

Variant interleavedNeuronx()
{
    Variant variant;
    variant.name = "neuronx";
    variant.help = "Order of neuronx-distributed: that of torch, but with as many microbatches as ranks all "
                   "forwards run before all backwards.";
    variant.placements = {PlacementKind::Loop};
    variant.rules = {{kMicrobatchesKey,
                      [](const Shape& shape) { return shape.microbatches % shape.ranks == 0; },
                      [](const Shape& shape) {
                          return Sentence({"generate.multiple-of-ranks", "a multiple of the ranks ({ranks})"},
                                          shape.ranks);
                      }}};
    variant.writesBubbles = false;
    variant.cellBound = interleavedRowsCellBound;
    variant.buildRow = neuronxBuildRow;
    return variant;
}

Variant interleavedJaxpp(JaxppOrder order)
{
    Variant variant;
    variant.name = "jaxpp";
    variant.help =
        order == JaxppOrder::Interleaved
            ? "Order of jaxpp's Interleaved1F1B: that of torch. With fuse_steady_state a forward of the "
              "steady phase and the backward after it run as one, but not with its own."
            : "Order of jaxpp's KimiK2, in PyTorch's rounds. Only a forward of the last stage runs "
              "as one with the backward after it, unless fuse_steady_state is true.";
    variant.placements = {PlacementKind::Loop};
    variant.options = {kFuseSteadyStateKey};
    variant.rules = {evenRoundsRule()};
    variant.writesBubbles = false;
    variant.cellBound = interleavedRowsCellBound;
    variant.buildRow = order == JaxppOrder::Interleaved ? jaxppBuildRow<JaxppOrder::Interleaved>
                                                        : jaxppBuildRow<JaxppOrder::OneAhead>;
    return variant;
}

ParameterSpec fuseSteadyStateParameter()
{
    return switchParameter(kFuseSteadyStateKey, "Fuse the steady phase",
                           "Runs each forward of the steady phase as one with the backward after it.",
                           "only in variant jaxpp");
}

} // namespace bubblescope

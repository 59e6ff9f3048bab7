// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/interleaved_groups.h"
#include "core/generate/interleaved_hyper_parallel.h"
#include "core/generate/interleaved_peers.h"
#include "core/generate/parameters.h"
#include "core/generate/rounds.h"
#include "core/generate/row_writer.h"

namespace bubblescope {

namespace {

constexpr std::uint32_t kWarmUpALaterRank = 2;

/// Cells between warm-up and steady part. PyTorch counts the ranks where it means the microbatches of a
/// round, so rows are in step only where these are equal.
std::uint64_t turnBubbles(const Shape& shape, RankId rank, std::uint64_t warmUp)
{
    const std::uint64_t reached =
        std::uint64_t{shape.stageCount()} + std::uint64_t{2} * shape.ranksAfter(rank);
    const std::uint64_t used = warmUp + rank.value;
    return warmUp > 0 && reached > used ? reached - used : 0;
}

std::uint64_t interleaved1f1bCellBound(const Shape& shape)
{
    const std::uint64_t warmUp = warmUpForwards(shape, RankId{0}, kWarmUpALaterRank);
    const std::uint64_t bubbles =
        shape.padded ? std::uint64_t{3} * shape.ranks + shape.stageCount() + warmUp : 0;
    return shape.ranks * (2 * passesOfRank(shape) + bubbles);
}

Row interleaved1f1bBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint64_t warmUp = warmUpForwards(shape, rank, kWarmUpALaterRank);
    const std::uint64_t turn = turnBubbles(shape, rank, warmUp);
    RowWriter row(shape, 2 * passesOfRank(shape), rank.value + turn + warmUp, cancel);
    PassWalk forwards(shape, rank, PassWalk::Direction::Forwards);
    PassWalk backwards(shape, rank, PassWalk::Direction::Backwards);
    const auto forward = [&] {
        const PassWalk::Pass pass = forwards.next();
        row.forward(pass.stage, pass.microbatch);
    };
    const auto backward = [&] {
        const PassWalk::Pass pass = backwards.next();
        row.backward(pass.stage, pass.microbatch);
    };

    row.bubbles(rank.value);
    for (std::uint64_t k = 0; k < warmUp; ++k)
        forward();
    row.bubbles(turn);
    for (std::uint64_t k = warmUp; k < passesOfRank(shape); ++k) {
        forward();
        backward();
    }
    for (std::uint64_t k = 0; k < warmUp; ++k) {
        row.bubbles();
        backward();
    }
    return row.take();
}

} // namespace

ScheduleDefinition interleavedDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "interleaved-1f1b";
    info.title = "Interleaved 1F1B";
    info.aliases = {"Interleaved1F1B", "ScheduleInterleaved1F1B"};
    info.origin = "Narayanan et al., Megatron-LM (2021); order of PyTorch's ScheduleInterleaved1F1B";
    info.help = "1F1B with several stages on each rank, looping over the ranks. Microbatches run in rounds; "
                "each round passes through all stages of the rank. The bubbles shrink in proportion to the "
                "number of stages per rank, at the cost of more communication and more activations.";
    info.parameters = {
        ranksParameter(),
        microbatchesParameter(std::string(kEvenRoundsText) +
                              "; variant hyper-parallel: any number; variant pp-schedule-visualization: any "
                              "number unless the last group is so short that the ranks wait for each other; "
                              "variant neuronx: a multiple of the ranks"),
        anyStagesPerRank(),
        switchParameter("overlap_b_f", "Overlap backward and forward",
                        "Runs each backward of the steady phase together with the forward after it.",
                        "only in variant hyper-parallel"),
        groupSizeParameter("only in variant pp-schedule-visualization"),
        fuseSteadyStateParameter()};

    Variant torch;
    torch.placements = {PlacementKind::Loop};
    torch.rules = {evenRoundsRule()};
    torch.cellBound = interleaved1f1bCellBound;
    torch.buildRow = interleaved1f1bBuildRow;
    Variant d9d = torch;
    d9d.name = "d9d";
    d9d.help = "Same order as torch; its generator writes no bubbles.";
    d9d.writesBubbles = false;
    definition.variants = {torch,
                           d9d,
                           interleavedHyperParallel(),
                           interleavedInGroups(SteadyPart::Alternating),
                           interleavedNeuronx(),
                           interleavedJaxpp(JaxppOrder::Interleaved)};
    return definition;
}

} // namespace bubblescope

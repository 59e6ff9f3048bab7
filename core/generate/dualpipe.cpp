// SPDX-License-Identifier: Apache-2.0
#include "core/generate/dual_row.h"
#include "core/generate/families.h"
#include "core/generate/mirror_rules.h"
#include "core/generate/parameters.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

std::uint64_t dualpipeCellBound(const Shape& shape)
{
    return shape.ranks * (std::uint64_t{2} * shape.microbatches + std::uint64_t{2} * shape.ranks);
}

Row dualpipeBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const std::uint32_t half = shape.microbatches / 2;
    const std::uint32_t before = std::min(rank.value, shape.ranksAfter(rank));
    const bool startsDown = rank.value < shape.ranks / 2;
    DualRank dual;
    dual.nearer.number = before;
    dual.farther.number = shape.ranks - 1 - before;
    // The first half of the microbatches goes down, so a rank of the lower half begins with the second.
    DualRank::Stage& up = startsDown ? dual.farther : dual.nearer;
    up.nextForward = up.nextBackward = half;
    dual.microbatches = half;
    dual.before = before;
    dual.after = shape.ranks / 2 - 1 - before;
    dual.pairs = half + before + 1 - shape.ranks;
    dual.fusesFirst = shape.isOn(kFuseFirstKey);
    return dualRow(shape, dual, cancel);
}

Rule oneMicrobatchAStage()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches >= 2 * shape.ranks; },
            [](const Shape& shape) {
                return Sentence({"generate.least-twice-ranks", "at least twice the ranks ({least})"},
                                2 * shape.ranks);
            }};
}

Rule oneMicrobatchAStageButTwo()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches + 2 >= 2 * shape.ranks; },
            [](const Shape& shape) {
                return Sentence(
                    {"generate.least-twice-ranks-less", "at least twice the ranks minus two ({least})"},
                    2 * shape.ranks - 2);
            }};
}

} // namespace

ScheduleDefinition dualPipeDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "dualpipe";
    info.title = "DualPipe";
    info.origin = "DeepSeek, DualPipe (2025); order of DeepSeek's own code";
    info.help = "Two pipelines in opposite directions: rank r holds stage r of one and stage ranks-1-r of "
                "the other, so every stage is on two ranks. The first half of the microbatches goes down the "
                "ranks, the second half up. In the steady phase, a forward of one direction overlaps a "
                "backward of the other; weight gradients are split off where they fill bubbles. Every rank "
                "keeps the activations of one microbatch more than there are ranks.";
    info.parameters = {evenRanksParameter(),
                       microbatchesParameter("an even number, at least twice the number of ranks (variant "
                                             "pp-schedule-visualization: two fewer)"),
                       fixedStagesPerRank(2), fuseFirstParameter()};

    Variant deepseek;
    deepseek.name = "deepseek";
    deepseek.placements = {PlacementKind::Mirror};
    deepseek.rules = {evenRanksRule(), evenMicrobatchesRule(), oneMicrobatchAStage()};
    deepseek.writesBubbles = false;
    deepseek.cellBound = dualpipeCellBound;
    deepseek.buildRow = dualpipeBuildRow;
    Variant visualization = deepseek;
    visualization.name = "pp-schedule-visualization";
    visualization.help = "The same order; also takes two microbatches fewer. The first pair of the two "
                         "middle ranks can be overlapped, as that project did in 2025.";
    visualization.options = {kFuseFirstKey};
    visualization.rules = {evenRanksRule(), evenMicrobatchesRule(), oneMicrobatchAStageButTwo()};
    definition.variants = {deepseek, visualization};
    return definition;
}

} // namespace bubblescope

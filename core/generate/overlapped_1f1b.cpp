// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/interleaved_groups.h"
#include "core/generate/interleaved_peers.h"
#include "core/generate/parameters.h"

namespace bubblescope {

ScheduleDefinition overlappedOneForwardOneBackwardDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "1f1b-overlap";
    info.title = "1F1B with overlap";
    info.aliases = {"1f1b_overlap"};
    info.origin = "PP-Schedule-Visualization (2025)";
    info.help = "1F1B that runs a forward and a backward as one block in the steady phase, so that the "
                "communication of one is hidden behind the work of the other. For this, each rank runs twice "
                "as far ahead as in 1F1B, plus one forward, and keeps that many more activations.";
    info.parameters = {ranksParameter(),
                       microbatchesParameter("at least twice the number of ranks minus one"),
                       fixedStagesPerRank(1)};

    Variant variant = interleavedInGroups(SteadyPart::Fused);
    variant.help.clear();
    variant.options.clear();
    variant.rules = {wholeWarmUpRule()};
    definition.variants = {variant};
    return definition;
}

ScheduleDefinition overlappedInterleavedDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "interleaved-1f1b-overlap";
    info.title = "Interleaved 1F1B with overlap";
    info.aliases = {"1f1b_interleave_overlap"};
    info.origin = "PP-Schedule-Visualization (2025), after the combined 1F1B of Megatron-LM";
    info.help = "Interleaved 1F1B that runs a forward and a backward as one block in the steady phase, so "
                "that the communication of one, such as that between experts, is hidden behind the work of "
                "the other. Each rank warms up with one more forward than without blocks.";
    info.parameters = {
        ranksParameter(),
        microbatchesParameter("enough for the warm-up of the first rank, and no last group so short that the "
                              "ranks wait for each other; variant jaxpp: a multiple of the number of rounds, "
                              "which is microbatches div ranks but at least 1"),
        anyStagesPerRank(),
        groupSizeParameter("at least the number of ranks if there are two or more groups; auto: the number "
                           "of ranks; only in "
                           "variant pp-schedule-visualization"),
        fuseSteadyStateParameter()};

    Variant variant = interleavedInGroups(SteadyPart::Fused);
    variant.help.clear();
    definition.variants = {variant, interleavedJaxpp(JaxppOrder::OneAhead)};
    return definition;
}

} // namespace bubblescope

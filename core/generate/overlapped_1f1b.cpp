// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/interleaved_groups.h"
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
    info.help =
        "1F1B whose steady part runs a forward and a backward as one block, so that the communication "
        "of one hides behind the other's work. For this every rank is twice as far ahead as in 1F1B, "
        "plus one forward, and keeps that many more activations.";
    info.parameters = {ranksParameter(), microbatchesParameter("at least twice the ranks less one"),
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
    info.help = "Interleaved 1F1B whose steady part runs a forward and a backward as one block, so that the "
                "communication of one, as that between experts, hides behind the other's work. Each rank "
                "warms up with one forward more than without blocks.";
    info.parameters = {
        ranksParameter(),
        microbatchesParameter("enough for the first rank's warm-up, and no last group so short that the "
                              "ranks wait for each other"),
        anyStagesPerRank(),
        groupSizeParameter(
            "at least the number of ranks where there are two groups or more; auto: as many as "
            "ranks")};

    Variant variant = interleavedInGroups(SteadyPart::Fused);
    variant.help.clear();
    definition.variants = {variant};
    return definition;
}

} // namespace bubblescope

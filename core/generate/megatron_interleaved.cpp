// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/group_rules.h"
#include "core/generate/interleaved_row.h"
#include "core/generate/parameters.h"

namespace bubblescope {

namespace {

constexpr const char* kExpertOverlapKey = "overlap";

/// Forwards of a rank before its first backward.
std::uint64_t megatronWarmUp(const Shape& shape, RankId rank)
{
    const std::uint64_t after = shape.ranksAfter(rank);
    if (shape.stagesPerRank == 1)
        return after;
    return 2 * after + std::uint64_t{shape.stagesPerRank - 1} * groupSize(shape);
}

/// With overlap the first forward of the steady part stays alone and each backward runs with the forward
/// after the next, so that the two halves of a pair do not need each other.
Row megatronInterleavedBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    const bool isOverlapped = shape.isOn(kExpertOverlapKey);
    const std::uint32_t group = shape.stagesPerRank == 1 ? shape.microbatches : groupSize(shape);
    return interleavedRow(shape, rank,
                          {Rounds::ofSize(shape, group), megatronWarmUp(shape, rank) + (isOverlapped ? 1 : 0),
                           isOverlapped ? FusedForwards::All : FusedForwards::None},
                          cancel);
}

bool groupIsWithinRanksAndMicrobatches(const Shape& shape)
{
    const std::uint32_t group = groupSize(shape);
    return shape.stagesPerRank == 1 || (group >= shape.ranks && group <= shape.microbatches);
}

bool lastGroupReachesAllRanks(const Shape& shape)
{
    const std::uint32_t rest = shape.microbatches % groupSize(shape);
    return shape.stagesPerRank == 1 || rest == 0 || rest >= shape.ranks;
}

std::vector<Rule> megatronRules()
{
    return {
        {kMicrobatchesKey,
         [](const Shape& shape) { return shape.stagesPerRank == 1 || shape.microbatches >= shape.ranks; },
         [](const Shape& shape) {
             return Sentence({"generate.least-many-ranks", "at least as many as ranks ({least})"},
                             shape.ranks);
         }},
        {kGroupSizeKey, groupIsWithinRanksAndMicrobatches,
         [](const Shape& shape) {
             return Sentence({"generate.group-from-ranks-to-microbatches",
                              "a number from the ranks ({ranks}) to the microbatches ({microbatches})"},
                             shape.ranks, shape.microbatches);
         }},
        {kMicrobatchesKey, lastGroupReachesAllRanks,
         [](const Shape& shape) {
             return Sentence({"generate.last-group-reaches-all-ranks",
                              "a last group of at least as many as ranks ({ranks}): a multiple of the group "
                              "size ({group}), or that and {ranks} or more"},
                             shape.ranks, groupSize(shape));
         }},
        {kStagesPerRankKey,
         [](const Shape& shape) {
             return shape.stagesPerRank > 1 || shape.ranks == 1 || !shape.isOn(kExpertOverlapKey);
         },
         [](const Shape&) {
             return Sentence({"generate.least-2-to-overlap", "at least 2 to overlap forward and backward"});
         }},
    };
}

} // namespace

ScheduleDefinition megatronInterleavedDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "megatron-interleaved";
    info.title = "Megatron interleaved 1F1B";
    info.aliases = {"megatron_interleaved"};
    info.origin = "Narayanan et al., Megatron-LM (2021); order of Megatron-Core 0.19, its combined 1F1B with "
                  "overlap";
    info.help =
        "Interleaved 1F1B in groups of microbatches, each of which passes through all stages of a rank "
        "before the next one begins. With overlap, each backward of the steady phase runs together with a "
        "forward, so that the communication between experts is hidden; for this, each rank warms up with one "
        "more forward. One stage per rank is plain 1F1B.";
    ParameterSpec group = groupSizeParameter(
        "from the number of ranks to that of microbatches, where a last, shorter group has at least as many "
        "as ranks; not used with one stage per rank");
    group.maximum = kMostMicrobatches;
    info.parameters = {
        ranksParameter(),
        microbatchesParameter("at least the number of ranks, and no last group shorter than that; with one "
                              "stage per rank any number"),
        anyStagesPerRank(), group,
        switchParameter(kExpertOverlapKey, "Overlap forward and backward",
                        "Runs each backward of the steady phase together with a forward.",
                        "true only with two or more stages per rank")};

    Variant megatron;
    megatron.name = "megatron";
    megatron.placements = {PlacementKind::Loop};
    megatron.options = {kGroupSizeKey, kExpertOverlapKey};
    megatron.rules = megatronRules();
    megatron.writesBubbles = false;
    megatron.cellBound = interleavedRowsCellBound;
    megatron.buildRow = megatronInterleavedBuildRow;
    definition.variants = {megatron};
    return definition;
}

} // namespace bubblescope

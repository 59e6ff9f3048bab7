// SPDX-License-Identifier: Apache-2.0
#include "core/generate/group_rules.h"

#include "core/generate/parameters.h"
#include "core/generate/rounds.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// By how many passes the first rank's forwards lead its backwards more than the last rank's do.
std::uint64_t lead(const Shape& shape, SteadyPart steady)
{
    return std::uint64_t{2} * (shape.ranks - 1) + (steady == SteadyPart::Fused ? 1 : 0);
}

std::uint64_t earlierPasses(const Shape& shape, std::uint64_t group)
{
    return std::uint64_t{shape.stagesPerRank - 1} * group;
}

/// Whether a trip through two full groups outlasts the lead.
template <SteadyPart kSteady>
bool fullGroupsRun(const Shape& shape)
{
    const std::uint64_t group = groupSize(shape);
    const std::uint64_t groups = shape.microbatches / group;
    if (earlierPasses(shape, group) == 0)
        return true;
    // With two chunks and groups of one, chunks alternate, and the shortest trip spans three groups.
    if (earlierPasses(shape, group) == 1)
        return lead(shape, kSteady) < 4 || (kSteady == SteadyPart::Alternating && groups < 3);
    // A whole warm-up, which blocks need, does not fit into fewer than two such groups.
    return 2 * group + 1 > lead(shape, kSteady) || (kSteady == SteadyPart::Alternating && groups < 2);
}

/// Whether a trip through a full group and the last, shorter one outlasts the lead.
template <SteadyPart kSteady>
bool lastGroupRuns(const Shape& shape)
{
    const std::uint64_t group = groupSize(shape);
    const std::uint64_t rest = shape.microbatches % group;
    return shape.microbatches < group || earlierPasses(shape, rest) < 2 ||
           group + rest + 1 > lead(shape, kSteady);
}

template <SteadyPart kSteady>
Sentence groupNeed(const Shape& shape)
{
    return Sentence(
        {"generate.least-else-ranks-wait", "at least {least}; otherwise its ranks wait for each other"},
        (lead(shape, kSteady) + 1) / 2);
}

template <SteadyPart kSteady>
Sentence restNeed(const Shape& shape)
{
    const std::uint64_t group = groupSize(shape);
    const std::uint64_t longest = lead(shape, kSteady);
    const std::uint64_t least = longest > group ? longest - group : 1;
    const Sentence orOne =
        shape.stagesPerRank == 2 ? Sentence({"generate.or-one-more", " or one more"}) : Sentence();
    const Sentence orMore = least < group
                                ? Sentence({"generate.or-at-least-more", " or at least {least} more"}, least)
                                : Sentence();
    return Sentence(
        {"generate.multiple-group-size-else",
         "a multiple of the group size ({group}){or_one}{or_more}; otherwise its ranks wait for each other"},
        group, orOne, orMore);
}

std::uint64_t fusedWarmUp(const Shape& shape)
{
    return groupWarmUp(shape, RankId{0}, SteadyPart::Fused);
}

template <SteadyPart kSteady>
void addTripRules(std::vector<Rule>& rules)
{
    rules.push_back({kGroupSizeKey, fullGroupsRun<kSteady>, groupNeed<kSteady>});
    rules.push_back({kMicrobatchesKey, lastGroupRuns<kSteady>, restNeed<kSteady>});
}

} // namespace

ParameterSpec groupSizeParameter(std::string rule)
{
    return integerParameter(kGroupSizeKey, "Group size",
                            "How many microbatches run through one stage of a rank before its next stage "
                            "runs; auto: the number of ranks.",
                            std::move(rule), 1, kMostRanks, kAutomaticValue);
}

std::uint32_t groupSize(const Shape& shape)
{
    return static_cast<std::uint32_t>(shape.integer(kGroupSizeKey).value_or(shape.ranks));
}

std::uint64_t groupWarmUp(const Shape& shape, RankId rank, SteadyPart steady)
{
    return std::uint64_t{2} * shape.ranksAfter(rank) + earlierPasses(shape, groupSize(shape)) +
           (steady == SteadyPart::Fused ? 1 : 0);
}

std::vector<Rule> groupRules(SteadyPart steady)
{
    std::vector<Rule> rules;
    if (steady == SteadyPart::Alternating) {
        addTripRules<SteadyPart::Alternating>(rules);
    } else {
        addTripRules<SteadyPart::Fused>(rules);
        rules.insert(rules.begin() + 1, wholeWarmUpRule());
    }
    return rules;
}

Rule wholeWarmUpRule()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return fusedWarmUp(shape) <= passesOfRank(shape); },
            [](const Shape& shape) {
                const std::uint64_t warmUp = fusedWarmUp(shape);
                return Sentence({"generate.least-first-ranks-warm",
                                 "at least {least} (the first rank's warm-up is {warm_up} forwards)"},
                                (warmUp + shape.stagesPerRank - 1) / shape.stagesPerRank, warmUp);
            }};
}

} // namespace bubblescope

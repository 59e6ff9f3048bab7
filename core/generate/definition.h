// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/generate/catalog.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// What a row builder works from: a request whose parameters were checked.
struct Shape
{
    std::uint32_t ranks = 1;
    std::uint32_t microbatches = 1;
    std::uint32_t stagesPerRank = 1;
    PlacementKind placement = PlacementKind::Loop;
    bool padded = false; ///< write the original generator's bubbles
    /// The variant's options, given or by default, without "variant" and without those left to the schedule.
    std::map<std::string, std::string> options;

    [[nodiscard]] std::uint32_t stageCount() const
    {
        return Placement{placement, ranks, stagesPerRank}.stageCount();
    }
    /// Distance to the last rank.
    [[nodiscard]] std::uint32_t ranksAfter(RankId rank) const { return ranks - 1 - rank.value; }
    /// Whether a Boolean option was given as true.
    [[nodiscard]] bool isOn(const std::string& option) const
    {
        const auto found = options.find(option);
        return found != options.end() && found->second == "true";
    }
    /// An Integer option; nothing where it is left to the schedule.
    [[nodiscard]] std::optional<std::int64_t> integer(const std::string& option) const;
    /// A Real option; nothing where it is left to the schedule.
    [[nodiscard]] std::optional<double> real(const std::string& option) const;
    /// A Choice of auto, true and false; nothing for auto.
    [[nodiscard]] std::optional<bool> decision(const std::string& option) const;
};

/// A condition on one parameter, given the others. The check, the message and the search for values that work
/// all use it.
struct Rule
{
    std::string parameter; ///< the parameter that is to be changed when it does not hold
    bool (*holds)(const Shape&);
    /// What is needed, in words that follow "but NAME needs ".
    Sentence (*need)(const Shape&);
};

/// One project's way of ordering a schedule.
struct Variant
{
    std::string name = "torch";
    std::string help;                                 ///< how its order differs from the default variant's
    std::vector<PlacementKind> placements;            ///< the first is the default
    std::vector<std::string> options;                 ///< keys of the options it takes beside "variant"
    std::optional<std::int64_t> defaultStagesPerRank; ///< where it is not the schedule's
    std::vector<Rule> rules;
    bool writesBubbles = true; ///< false: its generator writes none, so a padded order is the plain one
    /// Upper bound of the cells that are written or walked over for all ranks; rises with each parameter.
    std::uint64_t (*cellBound)(const Shape&) = nullptr;
    /// The microbatches of the order where they are not the request's (Seq1F1B cuts each); null = those.
    std::uint32_t (*microbatchUnits)(const Shape&) = nullptr;
    /// Builds all ranks in one go, where a rank's order depends on the others or on costs. Set either this or
    /// buildRow. The costs fit the shape's stages.
    Result<std::vector<Row>> (*buildOrder)(const Shape&, const CostModel&, const CancelToken&) = nullptr;
    /// The order of one rank. Called for several ranks at once.
    Row (*buildRow)(const Shape&, RankId, const CancelToken&) = nullptr;
    /// Puts bubbles between rows that depend on each other; only for padded orders, may be null.
    void (*alignRows)(std::vector<Row>&, const Shape&, const CancelToken&) = nullptr;
};

/// A schedule as its family's file declares it. The registry adds the parameters "placement" and "variant".
struct ScheduleDefinition
{
    ScheduleInfo info;
    std::vector<Variant> variants; ///< the first is the default
};

} // namespace bubblescope

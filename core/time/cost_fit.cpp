// SPDX-License-Identifier: Apache-2.0
#include "core/time/cost_fit.h"

#include "core/layout/layout.h"
#include "core/time/cost_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

constexpr std::size_t kMostNamed = 3;
constexpr std::string_view kEdited = ", edited";

std::string but(std::uint32_t rankCount, bool several)
{
    const std::string ranks = rankCount == 1 ? "only rank 0" : fmt::format("ranks 0 to {}", rankCount - 1);
    return fmt::format(", but the schedule has {}: {} nothing", ranks,
                       several ? "they change" : "it changes");
}

std::string moreOf(std::size_t all)
{
    return all > kMostNamed ? fmt::format(" and {} more", all - kMostNamed) : std::string();
}

} // namespace

std::optional<CostMisfit> misfitOf(const CostModel& costs, std::uint32_t stageCount,
                                   std::optional<std::uint32_t> rankCount,
                                   std::optional<std::uint32_t> microbatchCount)
{
    std::optional<CostMisfit> found;
    const auto look = [&](std::string_view name, const StageValues& values) {
        if (!found && !values.isUniform() && values.values.size() != stageCount)
            found = CostMisfit{std::string(name), values.values.size(), false};
    };
    visitStageValues(costs, [&](const CostField& field, const StageValues& values) {
        if (field.unit != CostUnit::Layers)
            look(field.name, values);
    });
    for (const auto& [pair, rule] : costs.overlap.times)
        look(overlapName(pair), rule.time);
    if (costs.blocks)
        look("layers_per_stage", costs.layersPerStage);
    if (!found && !costs.layout.empty())
        if (const Result<Layout> layout = parseLayout(costs.layout, 1);
            layout && layout->stages.size() != stageCount)
            found = CostMisfit{"layout", layout->stages.size(), false};
    visitCostFields([&](const auto& field) {
        using Value = CostValueOf<std::remove_cvref_t<decltype(field)>>;
        if constexpr (std::is_same_v<Value, std::optional<RankValues>>) {
            const std::optional<RankValues>& values = field.of(costs);
            if (!found && rankCount && values && !values->isUniform() && values->values.size() != *rankCount)
                found = CostMisfit{std::string(field.name), values->values.size(), true};
        } else if constexpr (std::is_same_v<Value, MicrobatchValues>) {
            const std::vector<double>& values = field.of(costs).values;
            if (!found && microbatchCount && !values.empty() && values.size() != *microbatchCount)
                found = CostMisfit{std::string(field.name), values.size(), false, true};
        }
    });
    return found;
}

std::vector<std::string> unknownRanks(const CostModel& costs, std::uint32_t rankCount)
{
    std::vector<std::string> said;
    if (rankCount == 0)
        return said;
    std::vector<std::uint32_t> ranks;
    for (const auto& [rank, factor] : costs.rankFactor)
        if (rank >= rankCount)
            ranks.push_back(rank);
    if (!ranks.empty()) {
        const auto end = ranks.begin() + static_cast<std::ptrdiff_t>(std::min(ranks.size(), kMostNamed));
        said.push_back(fmt::format("rank_factor names rank{} {}{}{}", ranks.size() == 1 ? "" : "s",
                                   fmt::join(ranks.begin(), end, ", "), moreOf(ranks.size()),
                                   but(rankCount, ranks.size() > 1)));
    }
    std::size_t links = 0;
    for (std::size_t i = 0; i < costs.transfer.links.size(); ++i) {
        const LinkCost& link = costs.transfer.links[i];
        if (std::max(link.from, link.to) < rankCount || ++links > kMostNamed)
            continue;
        said.push_back(fmt::format("p2p.links[{}] names rank {}{}", i,
                                   link.from >= rankCount ? link.from : link.to, but(rankCount, false)));
    }
    if (links > kMostNamed)
        said.push_back(fmt::format("{} more entries of p2p.links do so as well", links - kMostNamed));
    return said;
}

void markEdited(CostModel& costs, const CostModel& before)
{
    if (costs.source.empty() || costs.source.ends_with(kEdited) || costs.source != before.source ||
        costs.notes != before.notes)
        return;
    // A limit and a way of counting are nobody's measurement.
    CostModel same = costs;
    same.memoryLimit = before.memoryLimit;
    same.deviceMemory = before.deviceMemory;
    same.hostMemory = before.hostMemory;
    same.profile = before.profile;
    if (same != before)
        costs.source += kEdited;
}

} // namespace bubblescope

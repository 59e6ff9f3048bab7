// SPDX-License-Identifier: Apache-2.0
#include "core/fit/candidates.h"

#include "core/generate/generate.h"
#include "core/generate/parameters.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace bubblescope::fit {

namespace {

constexpr std::array<PlacementKind, 4> kPlacements{PlacementKind::Loop, PlacementKind::V,
                                                   PlacementKind::Block, PlacementKind::Mirror};
constexpr std::uint32_t kMoreRanks = 64;
/// No pipeline has more; what is beyond is a mistaken number.
constexpr std::uint64_t kCandidatesMostStages = 1U << 20U;
/// Values of a whole-number option that are tried.
constexpr std::int64_t kMostValues = 32;

struct RankStages
{
    RankId rank;
    std::vector<StageId> stages; ///< rising
};

std::vector<RankStages> stagesOf(const std::vector<ComputeRow>& rows)
{
    std::vector<RankStages> ranks;
    for (const ComputeRow& row : rows) {
        std::set<StageId> stages;
        for (const ActionId& id : row.actions)
            stages.insert(id.stage);
        if (!stages.empty())
            ranks.push_back({row.rank, {stages.begin(), stages.end()}});
    }
    return ranks;
}

bool explains(const Placement& placement, const std::vector<RankStages>& ranks)
{
    return std::all_of(ranks.begin(), ranks.end(), [&](const RankStages& rank) {
        return rank.rank.value < placement.ranks && placement.stagesOf(rank.rank) == rank.stages;
    });
}

/// Whether every stage up to the highest is there.
bool isComplete(const std::vector<RankStages>& ranks, std::uint32_t stageCount)
{
    std::set<StageId> all;
    for (const RankStages& rank : ranks)
        all.insert(rank.stages.begin(), rank.stages.end());
    return all.size() == stageCount;
}

/// Whether a stray number would make orders that are far larger than the trace: none of them is its own.
bool isBeyond(std::uint32_t microbatches, const std::vector<ComputeRow>& rows)
{
    constexpr std::size_t kAlways = 1024;
    std::size_t longest = 0;
    for (const ComputeRow& row : rows)
        longest = std::max(longest, row.actions.size());
    return microbatches > kAlways + 8 * longest;
}

std::vector<std::string> valuesOf(const ParameterSpec& spec, std::uint32_t microbatches)
{
    std::vector<std::string> values;
    if (spec.type == ParameterType::Boolean)
        values = {"true", "false"};
    else if (spec.type == ParameterType::Choice)
        values = spec.choices;
    else if (spec.type == ParameterType::Integer)
        for (std::int64_t value = spec.minimum;
             value <= std::min({spec.maximum, spec.minimum + kMostValues, std::int64_t{microbatches}});
             ++value)
            values.push_back(fmt::format("{}", value));
    std::erase(values, spec.defaultValue);
    return values;
}

bool isOptionOf(const ParameterSpec& spec, const VariantInfo& variant)
{
    return spec.isOption && spec.key != kVariantKey &&
           (spec.variants.empty() ||
            std::find(spec.variants.begin(), spec.variants.end(), variant.name) != spec.variants.end());
}

/// The request's variant with one of its options changed, in every way.
std::vector<ScheduleRequest> changed(const ScheduleRequest& request, const ScheduleInfo& info,
                                     const VariantInfo& variant)
{
    std::vector<ScheduleRequest> requests;
    for (const ParameterSpec& spec : info.parameters)
        if (isOptionOf(spec, variant))
            for (const std::string& value :
                 valuesOf(spec, static_cast<std::uint32_t>(request.microbatches))) {
                ScheduleRequest& more = requests.emplace_back(request);
                more.options[spec.key] = value;
            }
    return requests;
}

ScheduleRequest plainRequest(const PipelineShape& shape, const ScheduleInfo& info, const VariantInfo& variant,
                             PlacementKind placement)
{
    ScheduleRequest request;
    request.schedule = info.name;
    request.ranks = shape.ranks;
    request.microbatches = shape.microbatches;
    request.stagesPerRank = shape.stagesPerRank;
    if (placement != variant.placements.front())
        request.placement = placement;
    if (&variant != &info.variants.front())
        request.options[kVariantKey] = variant.name;
    return request;
}

} // namespace

std::vector<PipelineShape> shapesOf(const std::vector<ComputeRow>& rows, const MeasuredRun& run)
{
    const std::vector<RankStages> ranks = stagesOf(rows);
    std::vector<PipelineShape> shapes;
    if (ranks.empty())
        return shapes;
    std::uint32_t least = 0;
    for (const RankStages& rank : ranks)
        least = std::max(least, rank.rank.value + 1);
    const auto v = static_cast<std::uint32_t>(ranks.front().stages.size());
    least = std::max(least, run.stageCount / v);
    // What an incomplete step lacks the others have.
    const std::uint32_t microbatches =
        run.isIncomplete() ? std::max(run.microbatchCount, run.fullMicrobatchCount) : run.microbatchCount;
    if (isBeyond(microbatches, rows))
        return shapes;
    const bool whole = isComplete(ranks, run.stageCount);
    if (!whole && run.placement)
        least = std::max(least, run.placement->ranks);
    const std::uint32_t most = whole || run.placement ? least : least + kMoreRanks;
    for (std::uint32_t p = least; p <= most; ++p)
        for (const PlacementKind kind : kPlacements) {
            if (std::uint64_t{p} * v > kCandidatesMostStages ||
                Placement{kind, p, v}.stageCount() < run.stageCount ||
                !explains(Placement{kind, p, v}, ranks))
                continue;
            if (shapes.empty() || shapes.back().ranks != p)
                shapes.push_back({p, v, microbatches, {}});
            shapes.back().placements.push_back(kind);
        }
    return shapes;
}

std::vector<ScheduleRequest> requestsOf(const PipelineShape& shape, CandidateTurn turn)
{
    std::vector<ScheduleRequest> requests;
    for (const ScheduleInfo& info : scheduleCatalog()) {
        if (info.isMadeForCosts != (turn == CandidateTurn::Costs))
            continue;
        for (const VariantInfo& variant : info.variants)
            for (const PlacementKind placement : variant.placements) {
                if (std::find(shape.placements.begin(), shape.placements.end(), placement) ==
                    shape.placements.end())
                    continue;
                const ScheduleRequest plain = plainRequest(shape, info, variant, placement);
                const std::vector<ScheduleRequest> more = turn == CandidateTurn::Options
                                                              ? changed(plain, info, variant)
                                                              : std::vector<ScheduleRequest>{plain};
                std::copy_if(more.begin(), more.end(), std::back_inserter(requests), canBeGenerated);
            }
    }
    return requests;
}

} // namespace bubblescope::fit

// SPDX-License-Identifier: Apache-2.0
#include "core/search/candidate_requests.h"

#include "core/generate/catalog.h"
#include "core/generate/examine.h"
#include "core/generate/generate.h"
#include "core/generate/parameters.h"
#include "core/lower/pass.h"
#include "core/search/candidate_limits.h"
#include "core/time/cost_fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <set>

namespace bubblescope::search {

namespace {

constexpr const char* kLimitKey = "memory_limit";
constexpr std::string_view kBestVariant = "best";

/// Families whose orders do not hang on their option `memory_limit`.
bool ignoresLimit(const ScheduleInfo& info)
{
    return info.name == "v-min" || info.name == "v-half";
}

std::string placementNames(const ScheduleInfo& info)
{
    std::set<std::string_view> names;
    for (const VariantInfo& variant : info.variants)
        for (const PlacementKind placement : variant.placements)
            names.insert(placementName(placement));
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Beyond this value of `memory_limit` a family's order stays what it is.
double highestLimit(const ScheduleRequest& request)
{
    return request.schedule == "v-adaptive" ? 2.0 * static_cast<double>(request.ranks)
                                            : std::numeric_limits<double>::infinity();
}

/// Its search of building blocks takes seconds from here on, and minutes beyond the second.
constexpr std::uint64_t kLongBlockSearch = std::uint64_t{1} << 16U;
constexpr std::uint64_t kLongestBlockSearch = std::uint64_t{1} << 19U;

std::uint64_t actionsOfBlockSearch(const ScheduleRequest& request, const StageGroup& group)
{
    return request.schedule == "v-adaptive"
               ? std::uint64_t{3} * group.stageCount * static_cast<std::uint64_t>(request.microbatches)
               : 0;
}

bool candidateRequestsIsOptionOf(const ParameterSpec& spec, const VariantInfo& variant)
{
    return spec.isOption && spec.key != kVariantKey &&
           (spec.variants.empty() ||
            std::find(spec.variants.begin(), spec.variants.end(), variant.name) != spec.variants.end());
}

std::vector<std::string> groupSizes(const SearchProblem& problem)
{
    std::set<std::uint32_t> sizes;
    for (const std::uint32_t size : {1U, 2U, problem.ranks / 2, problem.ranks, problem.ranks + 1,
                                     problem.ranks * 3 / 2, problem.ranks * 2, problem.microbatches})
        if (size >= 1 && size <= problem.microbatches)
            sizes.insert(size);
    std::vector<std::string> values;
    values.reserve(sizes.size());
    for (const std::uint32_t size : sizes)
        values.push_back(fmt::format("{}", size));
    return values;
}

/// Values of an option that are tried; empty = it stays as it is by default.
std::vector<std::string> valuesOf(const SearchProblem& problem, const ParameterSpec& spec, bool isSmall)
{
    if (spec.key == "inference") // such an order has no backward
        return {};
    if (spec.type == ParameterType::Boolean)
        return {"false", "true"};
    if (spec.type == ParameterType::Choice) {
        std::vector<std::string> values = spec.choices;
        // By itself a family takes the best by its own measure, which may not be ours.
        if (isSmall && values.size() > 1)
            std::erase(values, kAutomaticValue);
        return isSmall ? values : std::vector<std::string>{};
    }
    if (spec.key == "group_size")
        return groupSizes(problem);
    if (spec.key == "seq_splits")
        return {"1"};
    return {};
}

class CandidateMaker
{
public:
    CandidateMaker(const SearchProblem& problem, GroupCosts& costs) : m_problem(problem), m_costs(costs) {}

    CandidateList run()
    {
        for (const ScheduleInfo& info : scheduleCatalog())
            if (isWanted(info))
                addFamily(info);
        return std::move(m_list);
    }

private:
    [[nodiscard]] bool isWanted(const ScheduleInfo& info) const
    {
        return m_problem.schedules.empty() ||
               std::any_of(m_problem.schedules.begin(), m_problem.schedules.end(),
                           [&](const std::string& name) { return findSchedule(name) == &info; });
    }

    void addFamily(const ScheduleInfo& info)
    {
        const std::size_t before = m_list.candidates.size();
        m_refusal = {};
        for (const VariantInfo& variant : info.variants)
            // What `best` would choose from is tried itself.
            for (const PlacementKind placement :
                 variant.name == kBestVariant ? std::vector<PlacementKind>{} : variant.placements)
                if (!m_problem.placement || *m_problem.placement == placement)
                    for (const std::int64_t stages : stagesTried(variant))
                        addShape(info, variant, placement, stages);
        if (m_list.candidates.size() > before)
            return;
        ScheduleRequest request = numbers(info);
        m_list.refused.push_back(
            {std::move(request),
             m_refusal.empty()
                 ? Sentence({"search.no-such-placement", "its placement is {placements}, not {wanted}"},
                            placementNames(info),
                            placementName(m_problem.placement.value_or(PlacementKind::Loop)))
                 : m_refusal});
    }

    [[nodiscard]] std::vector<std::int64_t> stagesTried(const VariantInfo& variant) const
    {
        if (m_problem.stagesPerRank)
            return {*m_problem.stagesPerRank};
        std::set<std::int64_t> stages{variant.stagesPerRank};
        for (std::int64_t count = 1; count <= mostStagesTried(m_problem); ++count)
            stages.insert(count);
        return {stages.begin(), stages.end()};
    }

    [[nodiscard]] ScheduleRequest numbers(const ScheduleInfo& info) const
    {
        ScheduleRequest request;
        request.schedule = info.name;
        request.ranks = m_problem.ranks;
        request.microbatches = m_problem.microbatches;
        return request;
    }

    void addShape(const ScheduleInfo& info, const VariantInfo& variant, PlacementKind placement,
                  std::int64_t stages)
    {
        ScheduleRequest request = numbers(info);
        request.stagesPerRank = stages;
        if (placement != variant.placements.front())
            request.placement = placement;
        if (&variant != &info.variants.front())
            request.options[kVariantKey] = variant.name;
        const StageGroup group{placement, stageCountOf(request)};
        const std::uint64_t actions = std::uint64_t{3} * group.stageCount * m_problem.microbatches;
        std::vector<ScheduleRequest> requests{request};
        const ParameterSpec* limit = nullptr;
        for (const ParameterSpec& spec : info.parameters) {
            if (!candidateRequestsIsOptionOf(spec, variant))
                continue;
            if (spec.key == kLimitKey)
                limit = ignoresLimit(info) ? nullptr : &spec;
            else
                requests = multiplied(requests, spec, actions <= kSmallSearch);
        }
        for (const ScheduleRequest& each : requests)
            limit ? addLimits(each, group) : add(each, group, std::nullopt);
    }

    [[nodiscard]] std::vector<ScheduleRequest> multiplied(const std::vector<ScheduleRequest>& requests,
                                                          const ParameterSpec& spec, bool isSmall) const
    {
        const std::vector<std::string> values = valuesOf(m_problem, spec, isSmall);
        if (values.empty())
            return requests;
        std::vector<ScheduleRequest> all;
        for (const ScheduleRequest& request : requests)
            for (const std::string& value : values) {
                ScheduleRequest& more = all.emplace_back(request);
                if (value != spec.defaultValue)
                    more.options[spec.key] = value;
            }
        return all;
    }

    void addLimits(const ScheduleRequest& request, StageGroup group)
    {
        group.stageCount = std::max(group.stageCount, stageCountOf(request));
        const GroupCosts::Entry costs = group.stageCount > 0 ? m_costs.of(group) : GroupCosts::Entry(nullptr);
        if (!costs || !*costs) {
            add(request, group, std::nullopt);
            return;
        }
        const double unit = largestActivation(**costs);
        const double fixed = heldAlways(m_problem, group, **costs);
        std::vector<double> values = memoryOptions(m_problem, group, **costs);
        const std::uint64_t blockActions = actionsOfBlockSearch(request, group);
        if (blockActions > kLongestBlockSearch) {
            m_refusal = Sentence({"search.takes-minutes", "its search takes minutes for this many actions"});
            return;
        }
        if (blockActions > kLongBlockSearch && !values.empty())
            values = {std::min(values.back(), highestLimit(request))};
        for (const double value : values) {
            if (value > highestLimit(request) && value > values.front())
                break;
            ScheduleRequest limited = request;
            limited.options[kLimitKey] = fmt::format("{:.12g}", value);
            add(limited, group, fixed + value * unit);
        }
        // What it takes without a limit tells how much would do.
        if (values.empty()) {
            ScheduleRequest least = request;
            least.options[kLimitKey] = "1";
            add(least, group, std::nullopt);
        }
    }

    /// Of a mirror's stages, each is on two ranks.
    [[nodiscard]] std::vector<std::string> passesFor(const std::string& pass, const StageGroup& group) const
    {
        const std::uint32_t homes = group.placement == PlacementKind::Mirror ? 2 : 1;
        return returningPasses(pass, homes * group.stageCount / m_problem.ranks).value_or(std::vector{pass});
    }

    void add(const ScheduleRequest& request, StageGroup group, std::optional<double> madeForLimit)
    {
        const Examined examined = examine(request, Nearest::LeftOut);
        if (!examined.problems.empty()) {
            if (m_refusal.empty())
                m_refusal = examined.problems.front().message;
            return;
        }
        if (microbatchCountOf(request) != m_problem.microbatches) {
            m_refusal = Sentence({"search.cuts-microbatches",
                                  "it splits microbatches, so its actions differ from those of the costs"});
            return;
        }
        group.stageCount = examined.shape.stageCount();
        m_list.candidates.push_back({request, group, "", madeForLimit, nullptr});
        for (const std::string& pass : m_problem.passes)
            for (std::string& each : passesFor(pass, group))
                m_list.candidates.push_back({request, group, std::move(each), madeForLimit, nullptr});
    }

    const SearchProblem& m_problem;
    GroupCosts& m_costs;
    CandidateList m_list;
    Sentence m_refusal;
};

} // namespace

std::uint32_t mostStagesTried(const SearchProblem& problem)
{
    constexpr std::uint32_t kMost = 8, kMostOfMany = 4;
    constexpr std::uint64_t kQuick = std::uint64_t{1} << 16U;
    const std::uint64_t actions = std::uint64_t{3} * kMost * problem.ranks * problem.microbatches;
    return problem.stagesPerRank ? *problem.stagesPerRank : actions <= kQuick ? kMost : kMostOfMany;
}

CandidateList candidatesOf(const SearchProblem& problem, GroupCosts& costs)
{
    return CandidateMaker(problem, costs).run();
}

namespace {

Result<void> checkNames(const SearchProblem& problem)
{
    for (const std::string& name : problem.schedules)
        if (findSchedule(name) == nullptr) {
            ScheduleRequest request;
            request.schedule = name;
            return tl::unexpected(checkRequest(request).front().toError());
        }
    return {};
}

} // namespace

Result<void> checkProblem(const SearchProblem& problem)
{
    if (problem.ranks < 1 || problem.ranks > kMostRanks)
        return invalidInput({"search.ranks-out-of-range", "ranks is {ranks}; expected 1 to {most}"},
                            problem.ranks, kMostRanks);
    if (problem.microbatches < 1 || problem.microbatches > kMostMicrobatches)
        return invalidInput(
            {"search.microbatches-out-of-range", "microbatches is {microbatches}; expected 1 to {most}"},
            problem.microbatches, kMostMicrobatches);
    if (problem.stagesPerRank && (*problem.stagesPerRank < 1 || *problem.stagesPerRank > kMostStagesPerRank))
        return invalidInput(
            {"search.stages-out-of-range", "stages-per-rank is {stages_per_rank}; expected 1 to {most}"},
            *problem.stagesPerRank, kMostStagesPerRank);
    if (problem.layers && !problem.costs.blocks)
        return invalidInput(
            {"search.layers-can-split-only",
             "layers can be split only if the costs are given by block (embedding, layer, head)"});
    if (problem.layers && !problem.costs.layout.empty())
        return invalidInput(
            {"search.layers-beside-layout",
             "{layers} layers are to be split, but the costs' layout says which stage has which: leave out "
             "one of them, or find a layout of that many (--layout)"},
            *problem.layers);
    if (const std::optional<double> limit = limitOf(problem); limit && !(*limit >= 0))
        return invalidInput({"search.memory-limit-least-0", "memory_limit is {limit:g}; expected at least 0"},
                            *limit);
    const std::optional<CostMisfit> list = misfitOf(problem.costs, 0);
    const std::size_t stages = list ? list->values : problem.ranks;
    if (Result<void> sound =
            problem.costs.check(static_cast<std::uint32_t>(stages), problem.ranks, problem.microbatches);
        !sound)
        return sound;
    return checkNames(problem);
}

} // namespace bubblescope::search

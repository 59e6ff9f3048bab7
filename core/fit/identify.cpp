// SPDX-License-Identifier: Apache-2.0
#include "core/fit/identify.h"

#include "core/base/try.h"
#include "core/fit/candidates.h"
#include "core/fit/fit_costs.h"
#include "core/fit/order_match.h"
#include "core/generate/generate.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace bubblescope {

namespace {

using namespace fit;

constexpr std::size_t kMostMatches = 12;
/// Orders of more actions are not tried with every value of every option, nor made for costs.
constexpr std::size_t kMostActionsOfSearch = 200'000;

bool hasKind(const std::vector<ComputeRow>& rows, ActionKind kind)
{
    return std::any_of(rows.begin(), rows.end(), [&](const ComputeRow& row) {
        return std::any_of(row.actions.begin(), row.actions.end(),
                           [&](const ActionId& id) { return id.kind == kind; });
    });
}

std::vector<ComputeRow> mergedRows(const std::vector<ComputeRow>& rows)
{
    std::vector<ComputeRow> result;
    result.reserve(rows.size());
    for (const ComputeRow& row : rows)
        result.push_back(merged(row));
    return result;
}

/// Whether the request has the stages a rank that its schedule has by default.
bool hasUsualDepth(const ScheduleRequest& request)
{
    const ScheduleInfo* info = findSchedule(request.schedule);
    return info == nullptr || info->variants.empty() || !request.stagesPerRank ||
           info->variants.front().stagesPerRank == *request.stagesPerRank;
}

/// A match with what orders those of the same score.
struct Ranked
{
    ScheduleMatch match;
    std::size_t overlapMismatch = 0; ///< actions in overlapped blocks on one side alone
    bool isUnusualDepth = false;     ///< not the stages a rank that the schedule is known for
    std::size_t options = 0;
    std::size_t turn = 0; ///< of trying: the catalog's order

    [[nodiscard]] bool isBefore(const Ranked& other) const
    {
        const auto key = [](const Ranked& one) {
            return std::tuple(!one.match.isExact, !one.match.isPart, -one.match.score, one.isUnusualDepth,
                              one.match.mergesBackward, one.overlapMismatch, one.options, one.turn);
        };
        return key(*this) < key(other);
    }
    /// The same row for row as another of its name: a variant that makes no difference here.
    [[nodiscard]] bool repeats(const Ranked& other) const
    {
        return match.name == other.match.name &&
               match.request.has_value() == other.match.request.has_value() &&
               match.schedule->rows == other.match.schedule->rows;
    }
};

/// Whether each rank's trace is a piece of its row without a hole.
bool isPartOf(const std::vector<ComputeRow>& rows, const std::vector<ComputeRow>& trace)
{
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (std::search(rows[r].actions.begin(), rows[r].actions.end(), trace[r].actions.begin(),
                        trace[r].actions.end()) == rows[r].actions.end() &&
            !trace[r].actions.empty())
            return false;
    return !rows.empty();
}

std::size_t actionCount(const std::vector<ComputeRow>& rows)
{
    return std::accumulate(rows.begin(), rows.end(), std::size_t{0},
                           [](std::size_t sum, const ComputeRow& row) { return sum + row.actions.size(); });
}

/// Holds orders against the trace and keeps the best.
class Contest
{
public:
    explicit Contest(const MeasuredRun& run)
        : m_trace(computeRowsOf(run))
        , m_isIncomplete(run.isIncomplete())
        , m_wholeBackward(hasKind(m_trace, ActionKind::Backward))
        , m_halves(hasKind(m_trace, ActionKind::BackwardInput))
    {
        if (!m_wholeBackward && m_halves)
            m_mergedTrace = mergedRows(m_trace);
    }

    [[nodiscard]] const std::vector<ComputeRow>& trace() const { return m_trace; }
    [[nodiscard]] bool hasExact() const { return !m_best.empty() && m_best.front().match.isExact; }

    void add(SchedulePtr schedule, const std::optional<ScheduleRequest>& request)
    {
        Ranked ranked;
        ranked.match.name = schedule->name;
        ranked.match.request = request;
        ranked.isUnusualDepth = request && !hasUsualDepth(*request);
        ranked.options = request ? request->options.size() + (request->placement ? 1 : 0) : 0;
        ranked.turn = m_turn++;
        compareWays(*schedule, ranked);
        ranked.match.schedule = std::move(schedule);
        keep(std::move(ranked));
    }

    [[nodiscard]] std::vector<ScheduleMatch> best() &&
    {
        std::vector<ScheduleMatch> matches;
        for (Ranked& ranked : m_best)
            matches.push_back(std::move(ranked.match));
        return matches;
    }

private:
    /// As it is; else with halves of a backward as one, where one side alone has halves.
    void compareWays(const Schedule& schedule, Ranked& ranked) const
    {
        std::vector<ComputeRow> rows;
        for (const ComputeRow& row : m_trace)
            rows.push_back(computeRowOf(schedule, row.rank));
        compare(rows, m_trace, false, ranked);
        if (ranked.match.isExact || ranked.match.isPart)
            return;
        Ranked other = ranked;
        if (!m_halves && hasKind(rows, ActionKind::BackwardInput))
            compare(mergedRows(rows), m_trace, true, other);
        else if (!m_mergedTrace.empty() && !hasKind(rows, ActionKind::BackwardInput))
            compare(rows, m_mergedTrace, true, other);
        if (other.match.isPart || other.match.score > ranked.match.score)
            ranked = std::move(other);
    }

    void compare(const std::vector<ComputeRow>& rows, const std::vector<ComputeRow>& trace, bool merges,
                 Ranked& ranked) const
    {
        if (m_isIncomplete && isPartOf(rows, trace)) {
            ranked.match.mergesBackward = merges;
            ranked.match.differences.clear();
            ranked.match.inTrace = actionCount(trace);
            ranked.match.inOrder = actionCount(rows);
            ranked.match.isPart = ranked.match.inTrace < ranked.match.inOrder;
            ranked.match.isExact = !ranked.match.isPart;
            ranked.match.score =
                static_cast<double>(ranked.match.inTrace) / static_cast<double>(ranked.match.inOrder);
            return;
        }
        ranked.match.mergesBackward = merges;
        ranked.match.differences.clear();
        ranked.overlapMismatch = 0;
        double sum = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const std::size_t most = std::max(rows[r].overlapped, trace[r].overlapped);
            ranked.overlapMismatch += most - std::min(rows[r].overlapped, trace[r].overlapped);
            if (std::optional<OrderDifference> difference = firstDifference(rows[r], trace[r])) {
                ranked.match.differences.push_back(*difference);
                sum += static_cast<double>(commonLength(rows[r].actions, trace[r].actions)) /
                       static_cast<double>(std::max(rows[r].actions.size(), trace[r].actions.size()));
            } else {
                sum += 1;
            }
        }
        ranked.match.score = rows.empty() ? 0 : sum / static_cast<double>(rows.size());
        ranked.match.isExact = ranked.match.differences.empty() && !rows.empty();
    }

    void keep(Ranked ranked)
    {
        const auto place = std::find_if(m_best.begin(), m_best.end(),
                                        [&](const Ranked& one) { return ranked.isBefore(one); });
        if (std::any_of(m_best.begin(), place, [&](const Ranked& one) { return ranked.repeats(one); }))
            return;
        const auto kept = m_best.insert(place, std::move(ranked));
        m_best.erase(
            std::remove_if(kept + 1, m_best.end(), [&](const Ranked& one) { return one.repeats(*kept); }),
            m_best.end());
        if (m_best.size() > kMostMatches)
            m_best.pop_back();
    }

    std::vector<ComputeRow> m_trace;
    bool m_isIncomplete;
    std::vector<ComputeRow> m_mergedTrace; ///< empty where the trace has no halves alone
    bool m_wholeBackward;
    bool m_halves;
    std::vector<Ranked> m_best;
    std::size_t m_turn = 0;
};

/// Schedules that cut microbatches have several of the trace's for one of the request's.
Result<Schedule> generateFor(ScheduleRequest& request, std::uint32_t microbatches, const CostModel& costs,
                             const CancelToken& cancel)
{
    Result<Schedule> schedule = generate(request, {false, costs}, cancel);
    if (!schedule || schedule->microbatchCount == microbatches || schedule->microbatchCount == 0)
        return schedule;
    const std::int64_t parts = schedule->microbatchCount / request.microbatches;
    if (parts == 0 || request.microbatches % parts != 0)
        return schedule;
    request.microbatches /= parts;
    return canBeGenerated(request) ? generate(request, {false, costs}, cancel) : std::move(schedule);
}

Result<void> tryTurn(Contest& contest, const PipelineShape& shape, CandidateTurn turn, const CostModel& costs,
                     const CancelToken& cancel)
{
    for (ScheduleRequest& request : requestsOf(shape, turn)) {
        Result<Schedule> schedule = generateFor(request, shape.microbatches, costs, cancel);
        if (cancel.isCancelled())
            return failure(ErrorKind::Cancelled, {"fit.stopped-while-looking-schedule",
                                                  "stopped while searching for the schedule"});
        // Costs may not suit a schedule that is made for them; then it is no candidate.
        if (schedule)
            contest.add(std::make_shared<const Schedule>(std::move(*schedule)), request);
    }
    return {};
}

/// Costs of a shape whose stages the fit knows; else the defaults.
CostModel costsFor(const MeasuredRun& run, const PipelineShape& shape)
{
    const Placement placement{shape.placements.front(), shape.ranks, shape.stagesPerRank};
    const bool isKnown = placement.stageCount() == run.stageCount;
    return isKnown ? fitCosts(run).medians : CostModel{};
}

} // namespace

std::vector<std::string> Identification::alsoExact() const
{
    std::vector<std::string> names;
    for (const ScheduleMatch& match : matches)
        if (match.isExact && match.name != matches.front().name &&
            std::find(names.begin(), names.end(), match.name) == names.end())
            names.push_back(match.name);
    return names;
}

ScheduleMatch matchOrder(const MeasuredRun& run, SchedulePtr schedule)
{
    Contest contest(run);
    contest.add(std::move(schedule), std::nullopt);
    return std::move(contest).best().front();
}

Result<Identification> identify(const MeasuredRun& run, const std::vector<SchedulePtr>& candidates,
                                const CancelToken& cancel)
{
    Contest contest(run);
    const std::size_t actions = actionCount(contest.trace());
    if (run.empty() || actions == 0)
        return Identification{};
    const std::vector<PipelineShape> shapes = shapesOf(contest.trace(), run);
    for (const CandidateTurn turn : {CandidateTurn::Plain, CandidateTurn::Options, CandidateTurn::Costs}) {
        if (turn != CandidateTurn::Plain && (contest.hasExact() || actions > kMostActionsOfSearch))
            break;
        for (const PipelineShape& shape : shapes) {
            const CostModel costs = turn == CandidateTurn::Costs ? costsFor(run, shape) : CostModel{};
            TRY_VOID(tryTurn(contest, shape, turn, costs, cancel));
        }
    }
    for (const SchedulePtr& candidate : candidates)
        if (candidate)
            contest.add(candidate, std::nullopt);
    return Identification{std::move(contest).best()};
}

} // namespace bubblescope

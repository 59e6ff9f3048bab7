// SPDX-License-Identifier: Apache-2.0
#include "core/fit/cell_gaps.h"
#include "core/fit/residuals.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace bubblescope {

namespace {

using namespace fit;

/// Takes the host's part off the end of every cell: the simulation knows no gap behind an action.
void uncoverHost(Timeline& timeline, Time overhead)
{
    timeline.makespan = 0;
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        LaneTimes& lane = timeline.lanes[r];
        for (std::size_t i = 0; i < lane.end.size(); ++i) {
            if (isCompute(timeline.schedule->rows[r][i].kind()))
                lane.end[i] = std::max(lane.start[i], lane.end[i] - overhead);
            timeline.makespan = std::max(timeline.makespan, lane.end[i]);
        }
    }
}

/// The run's rows at their ranks' numbers: a run may lack ranks.
Result<Timeline> byRank(Timeline timeline, const MeasuredRun& run)
{
    constexpr std::uint32_t mostRanks = 1U << 20U;
    std::uint32_t count = 0;
    for (const MeasuredRank& rank : run.ranks)
        count = std::max(count, rank.rank + 1);
    if (count > mostRanks)
        return invalidInput(
            fmt::format("rank {} is beyond the {} ranks that can be compared", count - 1, mostRanks));
    if (count == run.ranks.size())
        return timeline;
    Schedule schedule = *timeline.schedule;
    std::vector<LaneTimes> lanes(count);
    schedule.rows.assign(count, {});
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        schedule.rows[run.ranks[r].rank] = timeline.schedule->rows[r];
        lanes[run.ranks[r].rank] = std::move(timeline.lanes[r]);
    }
    timeline.lanes = std::move(lanes);
    timeline.schedule = std::make_shared<const Schedule>(std::move(schedule));
    return timeline;
}

Result<Timeline> predict(const SchedulePtr& schedule, const CostModel& costs, const CancelToken& cancel,
                         Time hostOverhead)
{
    Result<Timeline, TimingFailure> timeline = simulate(schedule, costs, cancel);
    if (!timeline) {
        Error error = timeline.error().toError();
        if (error.kind != ErrorKind::Cancelled)
            error.message = "the order of the trace cannot be simulated: " + error.message;
        return tl::unexpected(std::move(error));
    }
    timeline->schedule = schedule;
    uncoverHost(*timeline, std::max(0.0, hostOverhead));
    return std::move(*timeline);
}

DeviationCause largestOf(const ByCause& growth)
{
    const auto bySize = [](Time a, Time b) { return std::abs(a) < std::abs(b); };
    return static_cast<DeviationCause>(std::max_element(growth.begin(), growth.end(), bySize) -
                                       growth.begin());
}

ByCause difference(const ByCause& a, const ByCause& b)
{
    ByCause result{};
    for (std::size_t c = 0; c < result.size(); ++c)
        result[c] = a[c] - b[c];
    return result;
}

/// Counts what only one side has, with the first as an example.
struct Lacking
{
    std::size_t count = 0;
    std::string first;

    void add(const ActionId& id, RankId rank)
    {
        if (count++ == 0)
            first = fmt::format("{} of rank {}", actionText(id), rank.value);
    }
    void warn(const char* what, std::vector<std::string>& warnings) const
    {
        if (count > 0)
            warnings.push_back(fmt::format("{} action{} {} ({}{}): told under unmodelled", count,
                                           count == 1 ? " is" : "s are", what, first,
                                           count > 1 ? ", …" : ""));
    }
};

/// Holds the two timelines of a comparison against each other.
class Holding
{
public:
    Holding(Comparison& comparison, const MeasuredRun& measured)
        : m_comparison(comparison)
        , m_measured(comparison.measured)
        , m_predicted(comparison.predicted)
    {
        m_measured.tellWaits(measured);
    }

    void run()
    {
        for (std::uint32_t r = 0; r < m_measured.ranks().size(); ++r)
            holdRank(RankId{r});
        for (const std::vector<GapCell>& row : m_predicted.ranks())
            for (const GapCell& cell : row)
                if (counterpart(cell, m_comparison.predicted, m_measured) == nullptr)
                    m_predictedAlone.add(m_comparison.predicted.schedule->at(cell.at).id(), cell.at.rank);
        m_measuredAlone.warn("in the trace alone", m_comparison.warnings);
        m_predictedAlone.warn("in the schedule alone", m_comparison.warnings);
        rankDeviations();
    }

private:
    /// The other side's cell of the same first action on the same rank.
    static const GapCell* counterpart(const GapCell& cell, const Timeline& own, const GapTable& other)
    {
        const GapCell* found = other.find(own.schedule->at(cell.at).id());
        return found != nullptr && found->at.rank == cell.at.rank ? found : nullptr;
    }

    void holdRank(RankId rank)
    {
        RankDeviation deviation;
        deviation.rank = rank;
        for (const GapCell& cell : m_measured.ranks()[rank.value]) {
            deviation.measuredBusy += cell.end - cell.start;
            deviation.measuredEnd = std::max(deviation.measuredEnd, cell.end);
            const GapCell* other = counterpart(cell, m_comparison.measured, m_predicted);
            if (other == nullptr) {
                m_measuredAlone.add(m_comparison.measured.schedule->at(cell.at).id(), rank);
                continue;
            }
            const ByCause growth = difference(cell.byCause, other->byCause);
            for (std::size_t c = 0; c < growth.size(); ++c)
                deviation.byCause[c] += growth[c];
            for (std::size_t i = 0; i < cell.parts; ++i)
                addResidual(cell, *other, i, growth);
        }
        if (rank.value < m_predicted.ranks().size())
            for (const GapCell& cell : m_predicted.ranks()[rank.value]) {
                deviation.predictedBusy += cell.end - cell.start;
                deviation.predictedEnd = std::max(deviation.predictedEnd, cell.end);
            }
        const Time told = std::accumulate(deviation.byCause.begin(), deviation.byCause.end(), 0.0);
        deviation.byCause[static_cast<std::size_t>(DeviationCause::Unmodelled)] +=
            deviation.measuredEnd - deviation.predictedEnd - told;
        m_comparison.perRank.push_back(deviation);
    }

    /// Parts of an overlapped block are held against the whole block: how it is divided is an estimate.
    void addResidual(const GapCell& cell, const GapCell& other, std::size_t part, const ByCause& growth)
    {
        Residual residual;
        residual.rank = cell.at.rank;
        residual.action = m_comparison.measured.schedule->at({cell.at.rank, cell.at.index + part}).id();
        residual.measuredStart = cell.start;
        residual.measuredEnd = cell.end;
        residual.predictedStart = other.start;
        residual.predictedEnd = other.end;
        residual.startDelta = cell.start - other.start;
        residual.durationDelta = (cell.end - cell.start) - (other.end - other.start);
        residual.gapDelta = part == 0 ? cell.gap - other.gap : 0;
        residual.cause = largestOf(growth);
        if (part == 0)
            m_comparison.largest.push_back(m_comparison.residuals.size());
        m_comparison.residuals.push_back(residual);
    }

    void rankDeviations()
    {
        const auto size = [&](std::size_t i) {
            const Residual& one = m_comparison.residuals[i];
            return std::abs(one.gapDelta) + std::abs(one.durationDelta);
        };
        std::vector<std::size_t>& largest = m_comparison.largest;
        const std::size_t kept = std::min(kMostDeviations, largest.size());
        std::partial_sort(
            largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(kept), largest.end(),
            [&](std::size_t a, std::size_t b) { return size(a) > size(b) || (size(a) == size(b) && a < b); });
        largest.resize(kept);
    }

    Comparison& m_comparison;
    GapTable m_measured;
    GapTable m_predicted;
    Lacking m_measuredAlone;
    Lacking m_predictedAlone;
};

} // namespace

std::string_view causeText(DeviationCause cause) noexcept
{
    constexpr std::array<std::string_view, 5> texts{"compute", "wait", "transfer", "host", "unmodelled"};
    return texts[static_cast<std::size_t>(cause)];
}

Result<Comparison> holdAgainst(const MeasuredRun& run, Timeline predicted)
{
    if (run.empty())
        return invalidInput("the trace has no pipeline actions, so there is nothing to compare");
    Comparison comparison;
    Result<Timeline> measured = byRank(measuredTimeline(run), run);
    if (!measured)
        return tl::unexpected(measured.error());
    comparison.measured = std::move(*measured);
    comparison.predicted = std::move(predicted);
    Holding(comparison, run).run();
    if (comparison.measured.makespan > 0)
        comparison.makespanError = comparison.predicted.makespan / comparison.measured.makespan - 1;
    return comparison;
}

Result<Comparison> compareRun(const MeasuredRun& run, const CostModel& costs, const SchedulePtr& schedule,
                              const CancelToken& cancel, Time hostOverhead)
{
    SchedulePtr order = schedule;
    if (!order && !run.empty()) {
        const Result<Timeline> measured = byRank(measuredTimeline(run), run);
        if (!measured)
            return tl::unexpected(measured.error());
        order = measured->schedule;
    }
    if (!order)
        return holdAgainst(run, {});
    Result<Timeline> predicted = predict(order, costs, cancel, hostOverhead);
    return predicted ? holdAgainst(run, std::move(*predicted)) : tl::unexpected(predicted.error());
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/fit/cell_gaps.h"
#include "core/fit/measured_cells.h"
#include "core/fit/pairing.h"
#include "core/fit/prediction_order.h"
#include "core/fit/residuals.h"
#include "core/time/simulate.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace bubblescope {

namespace {

using namespace fit;

/// The run's rows at their ranks' numbers: a run may lack ranks.
Result<Timeline> byRank(Timeline timeline, const MeasuredRun& run)
{
    constexpr std::uint32_t mostRanks = 1U << 20U;
    std::uint32_t count = 0;
    for (const MeasuredRank& rank : run.ranks)
        count = std::max(count, rank.rank + 1);
    if (count > mostRanks)
        return invalidInput(
            {"fit.rank-beyond-ranks-can", "rank {rank} is above the {most} ranks that can be compared"},
            count - 1, mostRanks);
    if (count == run.ranks.size())
        return timeline;
    Schedule schedule = *timeline.schedule;
    std::vector<LaneTimes> lanes(count);
    std::vector<std::vector<PhaseSpan>> phases(timeline.phases.empty() ? 0 : count);
    schedule.rows.assign(count, {});
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        schedule.rows[run.ranks[r].rank] = timeline.schedule->rows[r];
        lanes[run.ranks[r].rank] = std::move(timeline.lanes[r]);
        if (!phases.empty())
            phases[run.ranks[r].rank] = std::move(timeline.phases[r]);
    }
    timeline.phases = std::move(phases);
    timeline.lanes = std::move(lanes);
    timeline.schedule = std::make_shared<const Schedule>(std::move(schedule));
    return timeline;
}

/// Whether the rank has a trace, by its number.
std::vector<bool> tracedRanks(const MeasuredRun& run, std::size_t count)
{
    std::vector<bool> traced(count);
    for (const MeasuredRank& rank : run.ranks)
        if (rank.rank < count)
            traced[rank.rank] = !rank.actions.empty();
    return traced;
}

/// Of the lanes of the ranks that have a trace; nothing where they are empty.
std::optional<Time> firstStart(const Timeline& timeline, const std::vector<bool>& traced)
{
    std::optional<Time> first;
    for (std::size_t r = 0; r < std::min(timeline.lanes.size(), traced.size()); ++r)
        for (std::size_t i = 0; traced[r] && i < timeline.lanes[r].start.size(); ++i)
            if (isCompute(timeline.schedule->rows[r][i].kind()))
                first = std::min(first.value_or(timeline.lanes[r].start[i]), timeline.lanes[r].start[i]);
    return first;
}

void shift(Timeline& timeline, Time by)
{
    for (LaneTimes& lane : timeline.lanes)
        for (auto* times : {&lane.start, &lane.end})
            for (Time& time : *times)
                time += by;
}

/// Head and tail count where both sides have them. Where ranks have no trace it is not known what the others
/// waited for there.
Timeline measuredAs(const Timeline& predicted, const MeasuredRun& run, std::size_t rankCount)
{
    const bool isWhole = absentRanks(run, rankCount).empty();
    return !predicted.phases.empty() && isWhole && hasEdges(run) ? measuredStepTimeline(run)
                                                                 : measuredTimeline(run);
}

Result<Timeline> predict(const SchedulePtr& schedule, const CostModel& costs, const CancelToken& cancel)
{
    Result<Timeline, TimingFailure> timeline = simulate(schedule, costs, cancel);
    if (!timeline) {
        Error error = timeline.error().toError();
        if (error.kind != ErrorKind::Cancelled)
            error.message = Sentence(kTraceCannotRun, std::move(error.message));
        return tl::unexpected(std::move(error));
    }
    timeline->schedule = schedule;
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
    Holding(Comparison& comparison, const MeasuredRun& measured, Time hostOverhead)
        : m_comparison(comparison)
        , m_measured(comparison.measured)
        , m_predicted(comparison.predicted, hostOverhead)
        , m_traced(tracedRanks(measured, comparison.measured.lanes.size()))
    {
        m_measured.tellWaits(measured);
    }

    void run()
    {
        for (std::uint32_t r = 0; r < m_measured.ranks().size(); ++r)
            if (m_traced[r])
                holdRank(RankId{r});
        for (std::size_t r = 0; r < m_predicted.ranks().size(); ++r)
            for (const GapCell& cell : m_predicted.ranks()[r])
                if ((r >= m_traced.size() || m_traced[r]) &&
                    counterpart(cell, m_comparison.predicted, m_measured) == nullptr)
                    m_predictedAlone.add(m_comparison.predicted.schedule->at(cell.at).id(), cell.at.rank);
        m_measuredAlone.warn("only in the trace", m_comparison.warnings);
        m_predictedAlone.warn("only in the schedule", m_comparison.warnings);
        if (m_hasUntracedWaits)
            m_comparison.warnings.emplace_back("what a rank waited for on ranks without a trace is told "
                                               "under unmodelled, in the waterfall under tail");
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
            const ByCause growth = growthOf(cell, *other);
            for (std::size_t c = 0; c < growth.size(); ++c)
                deviation.byCause[c] += growth[c];
            for (std::size_t i = 0; i < cell.parts; ++i)
                addResidual(cell, *other, i, growth);
        }
        addPrediction(deviation);
        const Time told = std::accumulate(deviation.byCause.begin(), deviation.byCause.end(), 0.0);
        const Time rest = deviation.measuredEnd - deviation.predictedEnd - told;
        // Less is what adding up has rounded.
        if (std::abs(rest) > 1e-9 * std::max(deviation.measuredEnd, deviation.predictedEnd))
            deviation.byCause[static_cast<std::size_t>(DeviationCause::Unmodelled)] += rest;
        m_comparison.perRank.push_back(deviation);
    }

    /// Whether the prediction has it wait for a rank that has no trace: then nothing tells what it waited
    /// for.
    [[nodiscard]] bool needsUntraced(const GapCell& predicted) const
    {
        for (std::size_t i = 0; i < predicted.parts; ++i) {
            const Action& action =
                m_comparison.predicted.schedule->at({predicted.at.rank, predicted.at.index + i});
            for (const ActionId& input : inputsOf(action.id())) {
                const GapCell* producer = m_predicted.find(input);
                const bool isTraced = producer == nullptr || producer->at.rank.value >= m_traced.size() ||
                                      m_traced[producer->at.rank.value];
                if (!isTraced)
                    return true;
            }
        }
        return false;
    }

    ByCause growthOf(const GapCell& cell, const GapCell& other)
    {
        ByCause growth = difference(cell.byCause, other.byCause);
        if (!needsUntraced(other))
            return growth;
        constexpr auto compute = static_cast<std::size_t>(DeviationCause::Compute);
        const Time own = growth[compute];
        growth = {};
        growth[compute] = own;
        growth[static_cast<std::size_t>(DeviationCause::Unmodelled)] = cell.gap - other.gap;
        m_hasUntracedWaits = true;
        return growth;
    }

    /// What the host does behind the rank's last action is in its predicted end and in no gap.
    void addPrediction(RankDeviation& deviation) const
    {
        if (deviation.rank.value >= m_predicted.ranks().size())
            return;
        Time computed = 0;
        for (const GapCell& cell : m_predicted.ranks()[deviation.rank.value]) {
            deviation.predictedBusy += cell.end - cell.start;
            computed = std::max(computed, cell.end);
            for (std::size_t i = 0; i < cell.parts; ++i)
                deviation.predictedEnd = std::max(deviation.predictedEnd, predictedEnd(cell, i));
        }
        deviation.byCause[static_cast<std::size_t>(DeviationCause::Host)] -=
            deviation.predictedEnd - computed;
    }

    [[nodiscard]] Time predictedEnd(const GapCell& cell, std::size_t part) const
    {
        return m_comparison.predicted.lanes[cell.at.rank.value].end[cell.at.index + part];
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
        for (std::size_t i = 0; i < other.parts; ++i)
            residual.predictedEnd = std::max(residual.predictedEnd, predictedEnd(other, i));
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
    std::vector<bool> m_traced;
    bool m_hasUntracedWaits = false;
    Lacking m_measuredAlone;
    Lacking m_predictedAlone;
};

Result<void> refuseEmpty(const MeasuredRun& run)
{
    if (run.empty())
        return invalidInput({"fit.trace-no-pipeline-actions",
                             "the trace has no pipeline actions, so there is nothing to compare"});
    return {};
}

/// When the traced ranks begin for the prediction; what is below a clock's resolution is nothing.
Time beginAmong(const Comparison& comparison, const std::vector<bool>& traced)
{
    constexpr Time kClock = 1e-3;
    const Time later = firstStart(comparison.predicted, traced).value_or(0) -
                       firstStart(comparison.measured, traced).value_or(0);
    return later > kClock ? later : 0;
}

} // namespace

std::string_view causeText(DeviationCause cause) noexcept
{
    constexpr std::array<std::string_view, 5> texts{"compute", "wait", "transfer", "host", "unmodelled"};
    return texts[static_cast<std::size_t>(cause)];
}

Result<Comparison> holdAgainst(const MeasuredRun& run, Timeline predicted, Time hostOverhead,
                               std::size_t rankCount)
{
    TRY_VOID(refuseEmpty(run));
    rankCount = rankCount > 0 ? rankCount : predicted.lanes.size();
    Comparison comparison;
    TRY(Timeline measured, byRank(measuredAs(predicted, run, rankCount), run));
    comparison.measured = std::move(measured);
    // Like with like.
    if (comparison.measured.phases.empty())
        predicted = withoutPhases(std::move(predicted));
    comparison.predicted = std::move(predicted);
    comparison.absentRanks = absentRanks(run, rankCount);
    const std::vector<bool> traced = tracedRanks(run, comparison.measured.lanes.size());
    if (std::find(traced.begin(), traced.end(), false) != traced.end())
        comparison.measuredBegin = beginAmong(comparison, traced);
    // Held against each other on the prediction's axis, told as measured.
    std::vector<LaneTimes> asMeasured;
    if (comparison.measuredBegin != 0) {
        asMeasured = comparison.measured.lanes;
        shift(comparison.measured, comparison.measuredBegin);
    }
    Holding(comparison, run, hostOverhead).run();
    if (comparison.measuredBegin != 0)
        comparison.measured.lanes = std::move(asMeasured);
    if (comparison.measured.makespan > 0)
        comparison.makespanError =
            makespanWithout(comparison.predicted, comparison.absentRanks) / comparison.measured.makespan - 1;
    return comparison;
}

Result<Comparison> holdRuns(const MeasuredRun& run, const MeasuredRun& other, bool isWhole)
{
    TRY_VOID(refuseEmpty(run));
    Comparison comparison;
    TRY(Timeline measured, byRank(stepTimeline(run, isWhole), run));
    TRY(Timeline before, byRank(stepTimeline(other, isWhole), other));
    comparison.measured = std::move(measured);
    comparison.predicted = std::move(before);
    Holding(comparison, run, 0).run();
    if (comparison.measured.makespan > 0)
        comparison.makespanError = comparison.predicted.makespan / comparison.measured.makespan - 1;
    return comparison;
}

Metrics measureTraced(const Timeline& recorded, const CostModel& fitted)
{
    CostModel costs = fitted;
    costs.hostOverhead = 0; // gaps have it
    const Metrics whole = measure(recorded, costs);
    Timeline traced;
    Schedule schedule = *recorded.schedule;
    schedule.rows.clear();
    for (std::size_t r = 0; r < recorded.lanes.size(); ++r)
        if (!recorded.lanes[r].start.empty()) {
            schedule.rows.push_back(recorded.schedule->rows[r]);
            traced.lanes.push_back(recorded.lanes[r]);
            if (!recorded.phases.empty())
                traced.phases.push_back(recorded.phases[r]);
        }
    if (traced.lanes.size() == recorded.lanes.size() || traced.lanes.empty())
        return whole;
    traced.unit = recorded.unit;
    traced.makespan = recorded.makespan;
    traced.head = recorded.head;
    traced.schedule = std::make_shared<const Schedule>(std::move(schedule));
    Metrics metrics = measure(traced, costs);
    // These two know ranks by number.
    metrics.bubbleRateFb = whole.bubbleRateFb;
    metrics.peakRank = whole.peakRank;
    metrics.perRank = whole.perRank;
    return metrics;
}

Metrics measureRun(const Comparison& comparison, const CostModel& fitted)
{
    return measureTraced(comparison.measured, fitted);
}

Result<Comparison> compareRun(const MeasuredRun& run, const CostModel& costs, const SchedulePtr& schedule,
                              const CancelToken& cancel)
{
    SchedulePtr order = schedule;
    if (!order && !run.empty()) {
        TRY(const Timeline measured, byRank(measuredTimeline(run), run));
        order = measured.schedule;
    }
    if (!order)
        return holdAgainst(run, {});
    Result<Timeline> predicted = predict(order, costs, cancel);
    return predicted ? holdAgainst(run, std::move(*predicted), costs.hostOverhead)
                     : tl::unexpected(predicted.error());
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/search/pattern_order.h"

#include "core/search/peak_memory.h"
#include "core/search/stage_costs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope::search {

namespace {

constexpr double kPatternRounding = 1e-9;

struct TakenTime
{
    Time begin = 0;
    Time end = 0;
};

/// What a rank does in one period; times are modulo it.
class BusyCircle
{
public:
    void clear() { m_taken.clear(); }

    /// The earliest start from `from` on of something so long, or after `skips` such starts; below 0 = none.
    [[nodiscard]] Time startFrom(Time from, Time length, std::uint32_t skips, Time period) const
    {
        for (Time start = from; start <= from + period + kPatternRounding;) {
            Time conflictEnd = -1;
            TakenTime next{2 * period + start, 2 * period + start};
            for (const TakenTime& taken : m_taken) {
                const Time begin =
                    taken.begin + std::ceil((start - taken.end + kPatternRounding) / period) * period;
                const Time end = begin + taken.end - taken.begin;
                if (begin < start + length - kPatternRounding && end > start + kPatternRounding)
                    conflictEnd = std::max(conflictEnd, end);
                if (begin >= start - kPatternRounding && begin < next.begin)
                    next = {begin, end};
            }
            if (conflictEnd >= 0) {
                start = conflictEnd;
                continue;
            }
            if (skips-- == 0 || m_taken.empty())
                return start;
            // The other end of the same gap leaves it whole for something else.
            if (next.begin - length > start + kPatternRounding && skips-- == 0)
                return next.begin - length;
            start = next.end;
        }
        return -1;
    }
    void take(Time start, Time length, Time period)
    {
        const Time begin = start - std::floor(start / period + kPatternRounding) * period;
        m_taken.push_back({begin, begin + length});
    }

private:
    std::vector<TakenTime> m_taken;
};

/// Starts of one microbatch's actions, by stage.
struct StampedPattern
{
    std::array<std::vector<Time>, 3> starts; ///< F, I, W
    double misfit = 0;                       ///< actions without a place, and activations above the limit
    Time length = 0;
};

constexpr std::array kPatternKinds{ActionKind::Forward, ActionKind::BackwardInput,
                                   ActionKind::BackwardWeight};

std::uint32_t longestMicrobatch(const OrderModel& model)
{
    const MicrobatchFactors factors(model.costs().microbatches);
    std::uint32_t longest = 0;
    for (std::uint32_t m = 1; m < model.microbatches() && !factors.areOne(); ++m)
        if (factors.timeOf(MicrobatchId{m}) > factors.timeOf(MicrobatchId{longest}))
            longest = m;
    return longest;
}

/// What the activations of a microbatch are multiplied by at most.
double longestLength(const CostModel& costs)
{
    const std::vector<double>& lengths = costs.microbatches.lengths.values;
    return lengths.empty() ? 1 : *std::max_element(lengths.begin(), lengths.end());
}

class PatternMaker
{
public:
    PatternMaker(const ModelPtr& model, double limit, SearchObjective objective, const PatternEffort& effort,
                 const CancelToken& cancel)
        : m_model(*model)
        , m_shared(model)
        , m_limit(limit)
        , m_effort(effort)
        , m_cancel(cancel)
        , m_timer(*model, objective)
        , m_circles(model->ranks())
        , m_random(effort.seed)
        , m_longest(longestMicrobatch(*model))
    {}

    std::optional<TimedOrder> run()
    {
        // Between these an order loses a twentieth to nothing of a rank's time; beyond, memory is the limit.
        constexpr std::array kPeriods{1.0, 1.03, 1.07, 1.12, 1.18, 1.25, 1.32,
                                      1.4, 1.5,  1.65, 1.8,  2.0,  2.5,  3.0};
        const Time busiest = busiestRank();
        for (const double share : kPeriods)
            if (!m_cancel.isCancelled() && busiest > 0)
                anneal(share * busiest);
        // One after the other: as long a period as the microbatch takes.
        const StampedPattern alone = made(std::vector<std::uint32_t>(3 * m_model.stages()), 1e3 * wholeWay());
        offer(alone, alone.length);
        return std::move(m_best);
    }

private:
    /// Of the microbatch that takes longest, whose pattern has room for all.
    [[nodiscard]] Time duration(ActionKind kind, std::uint32_t stage) const
    {
        return m_model.duration(kind, m_longest * m_model.stages() + stage);
    }

    [[nodiscard]] Time busiestRank() const
    {
        Time busiest = 0;
        for (std::uint32_t r = 0; r < m_model.ranks(); ++r) {
            Time busy = 0;
            for (const StageId stage : m_model.stagesOf(r))
                for (const ActionKind kind : kPatternKinds)
                    busy += duration(kind, stage.value);
            busiest = std::max(busiest, busy);
        }
        return busiest;
    }
    [[nodiscard]] Time wholeWay() const
    {
        Time way = 1;
        for (std::uint32_t s = 0; s < m_model.stages(); ++s) {
            for (const ActionKind kind : kPatternKinds)
                way += duration(kind, s);
            way += m_model.forwardDelay(s) + m_model.backwardDelay(s);
        }
        return way;
    }

    void anneal(Time period)
    {
        constexpr double kPrice = 50; // of a misfit, in mean actions
        const std::uint32_t count = 3 * m_model.stages();
        std::vector<std::uint32_t> skips(count);
        double cost = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < m_effort.changes; ++i) {
            std::vector<std::uint32_t> changed = skips;
            for (std::uint32_t n = 1 + m_random.below(2); i > 0 && n > 0; --n)
                changed[m_random.below(count)] = m_random.below(2) == 0 ? 0 : m_random.below(4);
            const StampedPattern pattern = made(changed, period);
            const double changedCost = kPrice * m_model.meanDuration() * pattern.misfit + pattern.length;
            const double cool = 1 - static_cast<double>(i) / m_effort.changes;
            if (changedCost > cost - 4 * m_model.meanDuration() * cool * std::log(m_random.share()))
                continue;
            if (pattern.misfit == 0 && changedCost != cost)
                offer(pattern, period);
            cost = changedCost;
            skips = std::move(changed);
        }
    }

    /// Every action as soon as it can be, but for so many places that it leaves out.
    StampedPattern made(const std::vector<std::uint32_t>& skips, Time period)
    {
        const std::uint32_t stages = m_model.stages();
        for (BusyCircle& circle : m_circles)
            circle.clear();
        StampedPattern pattern;
        for (auto& starts : pattern.starts)
            starts.resize(stages);
        std::size_t place = 0;
        const auto put = [&](std::size_t kind, std::uint32_t stage, Time from) {
            const Time length = duration(kPatternKinds[kind], stage);
            BusyCircle& circle = m_circles[m_model.rankOf(stage)];
            Time start = circle.startFrom(from, length, skips[place++], period);
            if (start < 0) {
                ++pattern.misfit;
                start = from;
            } else {
                circle.take(start, length, period);
            }
            pattern.starts[kind][stage] = start;
            return start + length;
        };
        Time now = 0;
        for (std::uint32_t s = 0; s < stages; ++s)
            now = put(0, s, now + (s > 0 ? m_model.forwardDelay(s) : 0));
        for (std::uint32_t s = stages; s-- > 0;)
            now = put(1, s, now + (s + 1 < stages ? m_model.backwardDelay(s) : 0));
        pattern.length = now;
        for (std::uint32_t s = stages; s-- > 0;) {
            const Time from = pattern.starts[1][s] + duration(ActionKind::BackwardInput, s);
            pattern.length = std::max(pattern.length, put(2, s, from));
        }
        pattern.misfit += excessOf(pattern, period);
        return pattern;
    }

    /// What each rank holds above the limit when an F starts, in the largest activations.
    [[nodiscard]] double excessOf(const StampedPattern& pattern, Time period) const
    {
        const CostModel& costs = m_model.costs();
        double excess = 0;
        for (std::uint32_t r = 0; r < m_model.ranks(); ++r) {
            double most = 0;
            double largest = 0;
            double always = heldBack(costs, r);
            for (const StageId stage : m_model.stagesOf(r)) {
                most = std::max(most, heldAt(r, pattern, pattern.starts[0][stage.value], period));
                largest = std::max(largest, costs.activation.at(stage));
                always += costs.parameters.at(stage) + costs.optimizer.at(stage) + costs.gradients.at(stage);
            }
            if (largest > 0 && most + always > withRounding(m_limit))
                excess += (most + always - m_limit) / largest;
        }
        return excess;
    }
    [[nodiscard]] double heldAt(std::uint32_t rank, const StampedPattern& pattern, Time now,
                                Time period) const
    {
        const CostModel& costs = m_model.costs();
        const auto count = [&](Time since) { return std::floor((now - since) / period + kPatternRounding); };
        double held = 0;
        for (const StageId stage : m_model.stagesOf(rank)) {
            const std::uint32_t s = stage.value;
            const double kept = costs.activationKeptUntilWeight.at(stage);
            const double begun = count(pattern.starts[0][s]);
            const double returned = count(pattern.starts[1][s] + duration(ActionKind::BackwardInput, s));
            const double done = count(pattern.starts[2][s] + duration(ActionKind::BackwardWeight, s));
            held += costs.activation.at(stage) * longestLength(costs) *
                    (begun - (1 - kept) * returned - kept * done);
        }
        return held;
    }

    void offer(const StampedPattern& pattern, Time period)
    {
        const Schedule schedule = stamped(pattern, period);
        if (peaksOf(schedule, m_model.costs()).againstLimit > withRounding(m_limit))
            return;
        TimedOrder order{m_shared, WorkingOrder(schedule, m_model), 0};
        const std::optional<OrderTime> time = m_timer.time(order.order);
        if (!time || (m_best && time->objective >= m_best->objective))
            return;
        order.objective = time->objective;
        m_best = std::move(order);
    }

    [[nodiscard]] Schedule stamped(const StampedPattern& pattern, Time period) const
    {
        struct Stamp
        {
            Time start;
            Action action;
        };
        std::vector<std::vector<Stamp>> rows(m_model.ranks());
        for (std::uint32_t m = 0; m < m_model.microbatches(); ++m)
            for (std::uint32_t s = 0; s < m_model.stages(); ++s)
                for (std::size_t kind = 0; kind < kPatternKinds.size(); ++kind)
                    rows[m_model.rankOf(s)].push_back({pattern.starts[kind][s] + m * period,
                                                       {StageId{s}, kPatternKinds[kind], MicrobatchId{m}}});
        Schedule schedule;
        schedule.stageCount = m_model.stages();
        schedule.microbatchCount = m_model.microbatches();
        schedule.rows.resize(rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r) {
            std::stable_sort(rows[r].begin(), rows[r].end(),
                             [](const Stamp& a, const Stamp& b) { return a.start < b.start; });
            for (const Stamp& stamp : rows[r])
                schedule.rows[r].push_back(stamp.action);
        }
        return schedule;
    }

    const OrderModel& m_model;
    ModelPtr m_shared;
    double m_limit;
    PatternEffort m_effort;
    const CancelToken& m_cancel;
    OrderTimer m_timer;
    std::vector<BusyCircle> m_circles; ///< by rank
    Random m_random;
    std::uint32_t m_longest; ///< microbatch
    std::optional<TimedOrder> m_best;
};

bool microbatchesAreAlike(const OrderModel& model)
{
    for (std::uint32_t unit = 0; unit < model.units(); ++unit)
        if (model.rankOf(unit) != model.rankOf(model.stageOf(unit)))
            return false;
    return true;
}

/// When the last of its F's runs, a rank holds all stages of the microbatch.
bool holdsOneMicrobatch(const OrderModel& model, double limit)
{
    const CostModel& costs = model.costs();
    const double length = longestLength(costs);
    for (std::uint32_t r = 0; r < model.ranks(); ++r) {
        double held = heldBack(costs, r);
        for (const StageId stage : model.stagesOf(r))
            held +=
                costs.activation.at(stage) * length + costs.parameters.at(stage) + costs.optimizer.at(stage);
        if (held > withRounding(limit))
            return false;
    }
    return true;
}

} // namespace

bool hasPattern(const OrderModel& model, double limit)
{
    return microbatchesAreAlike(model) && holdsOneMicrobatch(model, limit);
}

std::optional<TimedOrder> patternOrder(const ModelPtr& model, double limit, SearchObjective objective,
                                       const PatternEffort& effort, const CancelToken& cancel)
{
    if (!hasPattern(*model, limit))
        return std::nullopt;
    return PatternMaker(model, limit, objective, effort, cancel).run();
}

} // namespace bubblescope::search

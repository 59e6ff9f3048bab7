// SPDX-License-Identifier: Apache-2.0
#include "core/search/search_bound.h"

#include "core/base/quantity.h"
#include "core/search/peak_memory.h"
#include "core/time/duration_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace bubblescope::search {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Between them a block's share of what its parts take has its least value, whatever its microbatches are.
std::vector<MicrobatchId> shortestAndLongest(const OrderModel& model)
{
    MicrobatchId shortest{0};
    MicrobatchId longest{0};
    const MicrobatchFactors factors(model.costs().microbatches);
    for (std::uint32_t m = 1; m < model.microbatches() && !factors.areOne(); ++m) {
        if (factors.timeOf(MicrobatchId{m}) < factors.timeOf(shortest))
            shortest = MicrobatchId{m};
        if (factors.timeOf(MicrobatchId{m}) > factors.timeOf(longest))
            longest = MicrobatchId{m};
    }
    return shortest == longest ? std::vector{shortest} : std::vector{shortest, longest};
}

/// How short two actions in one cell can be, as a share of both one after the other; at most 1.
double shortestShare(const OrderModel& model)
{
    const OverlapRule& rule = model.costs().overlap;
    if (rule.times.empty() && rule.fallback == OverlapRule::Fallback::Sum)
        return 1;
    const DurationTable table(model.costs(), model.stages());
    constexpr std::array kKinds{ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight,
                                ActionKind::Backward};
    // The longest of two can be half of both, if their microbatches differ enough.
    const bool mayDiffer =
        !model.costs().microbatches.areAlike() && rule.fallback == OverlapRule::Fallback::Max;
    const std::vector<MicrobatchId> microbatches = shortestAndLongest(model);
    double least = mayDiffer ? 0.5 : 1;
    for (std::uint32_t r = 0; r < model.ranks(); ++r)
        for (const StageId a : model.stagesOf(r))
            for (const StageId b : model.stagesOf(r))
                for (const ActionKind first : kKinds)
                    for (const ActionKind second : kKinds) {
                        for (const MicrobatchId microbatch : microbatches) {
                            const std::array cell{
                                Action{a, first, microbatch, CellRole::OverlapForwardBackward},
                                Action{b, second, microbatch, CellRole::OverlapContinued}};
                            const double both = table.of(cell[0]) + table.of(cell[1]);
                            if (both > 0)
                                least = std::min(least, table.ofBlock(cell) / both);
                        }
                    }
    return least;
}

/// What follows for single units from the way of their microbatch through the stages and back.
struct UnitWays
{
    std::vector<Time> in;      ///< before its F can start
    std::vector<Time> latency; ///< from the start of its F to that of its I or B
    std::vector<Time> after;   ///< what must follow the end of its I or B on other ranks
    std::vector<Time> out;     ///< from the start of its I or B to the end of all that hangs on it
};

/// All that a rank computes, and what its order must leave room for.
struct RankFacts
{
    Time way = kNever;        ///< into it
    Time untilFirst = kNever; ///< from its first start to its first I or B
    Time wayOut = kNever;     ///< after its last I or B
    Time compute = 0;
    Time untilLast = 0; ///< compute that stands before the end of its last I or B
    Time forwards = 0;
    double fastestFilling = 0;      ///< time of F for each size that it takes
    double quickestFill = 0;        ///< the largest size that F takes in a unit of time
    double quickestDrain = 0;       ///< the largest size that I, W or B gives back in a unit of time
    double slowestWeight = 0;       ///< the longest time of W for each size that waits for it
    double slowestGradient = 0;     ///< the longest time of I or B for each size
    double slowestBackward = 0;     ///< the longest time of I and W, or B, for each size
    double leastKept = 1;           ///< of an activation until its W
    double sizes = 0;               ///< of all activations
    Time weights = 0;               ///< all W's
    Time backwards = 0;             ///< all I's and W's, or B's
    Time afterLastForward = kNever; ///< from the end of a rank's last F to the end of all that hangs on it
    double held = 0;                ///< sizes times how long they are held at least
    double largest = 0;             ///< activation
    double smallest = kNever;
    Time longestForward = 0;
    Time longestAlone = 0; ///< one unit's way, from its F to its own end
};

class BoundMaker
{
public:
    BoundMaker(const OrderModel& model, std::optional<double> limit, SearchObjective objective, bool overlaps,
               std::string unitOfTime)
        : m_model(model)
        , m_limit(limit)
        , m_objective(objective)
        , m_overlaps(overlaps)
        , m_share(overlaps ? shortestShare(model) : 1)
        , m_unitOfTime(std::move(unitOfTime))
        , m_facts(model.ranks())
        , m_lengths(model.costs().microbatches)
    {}

    OrderBound run()
    {
        fillWays();
        for (std::uint32_t unit = 0; unit < m_model.units(); ++unit)
            note(unit);
        OrderBound best = chain();
        for (std::uint32_t r = 0; r < m_model.ranks(); ++r)
            for (const OrderBound& bound : {ofWaits(r), ofLastForward(r), ofMemory(r)})
                if (bound.value > best.value)
                    best = bound;
        return best;
    }

private:
    [[nodiscard]] Time time(ActionKind kind, std::uint32_t unit) const
    {
        return m_share * m_model.duration(kind, unit);
    }
    /// Of I or B, whichever it is.
    [[nodiscard]] Time gradient(std::uint32_t unit) const
    {
        return std::min(time(ActionKind::BackwardInput, unit), time(ActionKind::Backward, unit));
    }
    [[nodiscard]] Time wholeBackward(std::uint32_t unit) const
    {
        return std::min(time(ActionKind::BackwardInput, unit) + time(ActionKind::BackwardWeight, unit),
                        time(ActionKind::Backward, unit));
    }

    void fillWays()
    {
        const std::uint32_t stages = m_model.stages();
        for (auto* ways : {&m_ways.in, &m_ways.latency, &m_ways.after, &m_ways.out})
            ways->assign(m_model.units(), 0);
        std::vector<Time> up(stages);
        for (std::uint32_t m = 0; m < m_model.microbatches(); ++m) {
            const std::uint32_t first = m * stages;
            for (std::uint32_t s = 1; s < stages; ++s)
                m_ways.in[first + s] = m_ways.in[first + s - 1] + time(ActionKind::Forward, first + s - 1) +
                                       m_model.forwardDelay(first + s);
            const Time turn = m_ways.in[first + stages - 1] + time(ActionKind::Forward, first + stages - 1);
            Time down = 0;
            for (std::uint32_t s = stages; s-- > 0;) {
                m_ways.latency[first + s] = turn - m_ways.in[first + s] + down;
                if (s > 0)
                    down += gradient(first + s) + m_model.backwardDelay(first + s - 1);
            }
            for (std::uint32_t s = 0; s < stages; ++s) {
                const std::uint32_t unit = first + s;
                if (s > 0)
                    m_ways.after[unit] = m_model.backwardDelay(unit - 1) + m_ways.out[unit - 1];
                m_ways.out[unit] = std::max(wholeBackward(unit), gradient(unit) + m_ways.after[unit]);
            }
        }
    }

    /// The lowest stage of the unit's microbatch on the unit's rank, whose F comes first there, and the
    /// highest.
    struct EndsOnRank
    {
        std::uint32_t first;
        std::uint32_t last;
    };
    [[nodiscard]] EndsOnRank endsOnRank(std::uint32_t unit) const
    {
        const std::uint32_t base = unit - m_model.stageOf(unit);
        EndsOnRank ends{unit, unit};
        for (const StageId stage : m_model.stagesOf(m_model.rankOf(unit)))
            if (m_model.rankOf(base + stage.value) == m_model.rankOf(unit))
                ends = {std::min(ends.first, base + stage.value), std::max(ends.last, base + stage.value)};
        return ends;
    }

    /// From the end of the last F of the unit's microbatch on its rank to the end of what is looked at: of
    /// all that hangs on it, or of what the rank itself has still to do for it.
    [[nodiscard]] Time afterForwards(EndsOnRank ends) const
    {
        const Time end = m_ways.in[ends.last] + time(ActionKind::Forward, ends.last);
        const auto backward = [&](std::uint32_t unit) { return m_ways.in[unit] + m_ways.latency[unit]; };
        return ofMakespan() ? backward(ends.last) + m_ways.out[ends.last] - end
                            : backward(ends.first) + wholeBackward(ends.first) - end;
    }

    void note(std::uint32_t unit)
    {
        RankFacts& facts = m_facts[m_model.rankOf(unit)];
        const StageId stage{m_model.stageOf(unit)};
        const double size =
            m_model.costs().activation.at(stage) * m_lengths.sizeOf(MicrobatchId{unit / m_model.stages()});
        const double kept = m_model.costs().activationKeptUntilWeight.at(stage);
        const Time forward = time(ActionKind::Forward, unit);
        const Time latency = m_ways.latency[unit];
        const EndsOnRank ends = endsOnRank(unit);
        facts.way = std::min(facts.way, m_ways.in[unit]);
        facts.untilFirst = std::min(facts.untilFirst, m_ways.in[unit] - m_ways.in[ends.first] + latency);
        facts.wayOut = std::min(facts.wayOut, m_ways.after[unit]);
        facts.forwards += forward;
        facts.compute += forward + wholeBackward(unit);
        facts.untilLast += forward + gradient(unit);
        facts.backwards += wholeBackward(unit);
        facts.afterLastForward = std::min(facts.afterLastForward, afterForwards(ends));
        facts.fastestFilling = std::max(facts.fastestFilling, size > 0 ? forward / size : kNever);
        facts.largest = std::max(facts.largest, size);
        facts.smallest = std::min(facts.smallest, size);
        facts.longestForward = std::max(facts.longestForward, forward);
        const auto rate = [](double amount, Time span) {
            return amount <= 0 ? 0 : span > 0 ? amount / span : kNever;
        };
        const Time weight = time(ActionKind::BackwardWeight, unit);
        facts.quickestFill = std::max(facts.quickestFill, rate(size, forward));
        facts.quickestDrain = std::max({facts.quickestDrain, rate(kept * size, weight),
                                        rate((1 - kept) * size, time(ActionKind::BackwardInput, unit)),
                                        rate(size, time(ActionKind::Backward, unit))});
        const auto pace = [](Time span, double amount) {
            return amount > 0 ? span / amount : span > 0 ? kNever : 0;
        };
        facts.slowestWeight = std::max(facts.slowestWeight, pace(weight, kept * size));
        facts.slowestGradient = std::max(facts.slowestGradient, pace(gradient(unit), size));
        facts.slowestBackward = std::max(facts.slowestBackward, pace(wholeBackward(unit), size));
        facts.leastKept = std::min(facts.leastKept, kept);
        facts.sizes += size;
        facts.weights += weight;
        facts.longestAlone = std::max(facts.longestAlone, latency + wholeBackward(unit));
        facts.held += std::min(size * (latency + time(ActionKind::BackwardInput, unit)) +
                                   kept * size * time(ActionKind::BackwardWeight, unit),
                               size * (latency + time(ActionKind::Backward, unit)));
    }

    /// What a rank may hold of activations.
    [[nodiscard]] double capacityOf(std::uint32_t rank) const
    {
        double capacity = *m_limit * (1 + 1e-9) - heldBack(m_model.costs(), rank) -
                          m_model.costs().besideStages(RankId{rank});
        for (const StageId stage : m_model.stagesOf(rank))
            capacity -= m_model.costs().parameters.at(stage) + m_model.costs().optimizer.at(stage);
        return std::max(0.0, capacity);
    }

    /// The most that a rank can compute before its first I or B.
    [[nodiscard]] Time computeBeforeFirst(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        if (!m_limit || !std::isfinite(facts.fastestFilling))
            return facts.forwards;
        const double capacity = capacityOf(rank);
        const Time most = facts.largest == facts.smallest
                              ? std::floor(capacity / facts.largest) * facts.longestForward
                              : capacity * facts.fastestFilling;
        return std::min(facts.forwards, most);
    }

    /// The most of W that can follow a rank's last I: each holds its activation until then.
    [[nodiscard]] Time weightsAfterLast(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        return m_limit && std::isfinite(facts.slowestWeight) ? capacityOf(rank) * facts.slowestWeight
                                                             : kNever;
    }

    /// The most of I and W, or B, that can follow a rank's last F: each holds its activation, or what is left
    /// of it, until then.
    [[nodiscard]] Time backwardsAfterLastForward(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        if (!m_limit)
            return facts.backwards;
        double held = capacityOf(rank);
        if (facts.largest == facts.smallest && facts.largest > 0 && facts.leastKept == 1)
            held = std::floor(held / facts.largest) * facts.largest;
        if (m_overlaps) // the F's cell may have a B in it that makes room for it
            held += facts.largest;
        const auto most = [held](double pace) { return std::isfinite(pace) ? held * pace : kNever; };
        return std::min({facts.backwards, most(std::max(facts.slowestBackward, facts.slowestWeight)),
                         facts.weights + most(facts.slowestGradient)});
    }

    /// The shortest time in which memory can hold all that must be held: it rises and falls only so fast.
    [[nodiscard]] Time spanOfMemory(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        const double capacity = capacityOf(rank);
        // The first activation is taken when its F starts, the last given back at the end.
        const double first = std::min(capacity, facts.largest);
        const double rise = capacity - first;
        // Time for each size, up and down.
        const double slope = inverse(facts.quickestFill) + inverse(facts.quickestDrain);
        const double area = capacity * slope * rise - slope * rise * rise / 2;
        if (slope <= 0 || facts.held >= area)
            return (facts.held + slope * rise * rise / 2) / capacity;
        // Memory is never full: a trapezoid of `first` and what rises above it and falls again.
        return slope * (std::sqrt(first * first + 2 * facts.held / slope) - first);
    }
    static double inverse(double rate) { return rate > 0 && std::isfinite(rate) ? 1 / rate : 0; }

    [[nodiscard]] bool ofMakespan() const { return m_objective == SearchObjective::Makespan; }

    [[nodiscard]] OrderBound chain() const
    {
        OrderBound best;
        for (std::uint32_t unit = 0; unit < m_model.units() && ofMakespan(); ++unit)
            best.value = std::max(best.value, m_ways.in[unit] + m_ways.latency[unit] + m_ways.out[unit]);
        for (const RankFacts& facts : m_facts)
            best.value = std::max(best.value, facts.longestAlone);
        best.text =
            ofMakespan()
                ? Sentence({"search.one-microbatch",
                            "one microbatch by itself: the way through all stages and back"})
                : Sentence({"search.one-microbatch-of-rank",
                            "one microbatch by itself: from the first stage of a rank and back to it"});
        return best;
    }

    [[nodiscard]] OrderBound ofWaits(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        const Time wait = std::max(0.0, facts.untilFirst - computeBeforeFirst(rank));
        if (!ofMakespan())
            return {wait + facts.compute,
                    Sentence(
                        {"search.rank-wait-first-backward",
                         "rank {rank}: its wait for its first backward ({wait}) and its compute ({compute})"},
                        rank, timeOf(wait), timeOf(facts.compute))};
        const Time all = facts.way + wait + facts.compute;
        // Memory holds back only so many W's behind the last I.
        const Time before = std::max(facts.untilLast, facts.compute - weightsAfterLast(rank));
        const Time withWayOut = facts.way + wait + before + facts.wayOut;
        const Sentence begin = Sentence(
            {"search.rank-earliest-way-into",
             "rank {rank}: the earliest way into it ({way}), its wait for its first backward ({wait})"},
            rank, timeOf(facts.way), timeOf(wait));
        if (withWayOut > all && before > facts.untilLast)
            return {withWayOut, Sentence({"search.compute-but-last-weights",
                                          "{begin}, its compute but for the weight gradients that memory can "
                                          "hold back ({compute}), the shortest way out ({way_out})"},
                                         begin, timeOf(before), timeOf(facts.wayOut))};
        if (withWayOut > all)
            return {withWayOut, Sentence({"search.forwards-input-gradients-shortest",
                                          "{begin}, its forwards and input gradients ({forwards}), the "
                                          "shortest way out ({way_out})"},
                                         begin, timeOf(facts.untilLast), timeOf(facts.wayOut))};
        return {all, Sentence({"search.compute", "{begin} and its compute ({compute})"}, begin,
                              timeOf(facts.compute))};
    }

    /// After its last F a rank has only backwards left, no more than memory holds, and waits for the way of
    /// that microbatch. Its first backward stands before, where memory cannot hold all microbatches at once.
    [[nodiscard]] OrderBound ofLastForward(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        const bool waitsBefore = m_limit && facts.sizes > capacityOf(rank);
        const Time wait = waitsBefore ? std::max(0.0, facts.untilFirst - computeBeforeFirst(rank)) : 0;
        const Time before = facts.compute - backwardsAfterLastForward(rank);
        const Time all = wait + before + facts.afterLastForward;
        if (!ofMakespan())
            return {all,
                    Sentence({"search.rank-wait-last-forward",
                              "rank {rank}: its wait for its first backward ({wait}), its compute but for "
                              "the backwards that memory can hold back ({compute}), its last microbatch's "
                              "way from its last forward on ({way_out})"},
                             rank, timeOf(wait), timeOf(before), timeOf(facts.afterLastForward))};
        return {
            facts.way + all,
            Sentence({"search.rank-last-forward",
                      "rank {rank}: the earliest way into it ({way}), its wait for its first backward "
                      "({wait}), its compute but for the backwards that memory can hold back ({compute}), "
                      "the way from its last forward to the end ({way_out})"},
                     rank, timeOf(facts.way), timeOf(wait), timeOf(before), timeOf(facts.afterLastForward))};
    }

    [[nodiscard]] OrderBound ofMemory(std::uint32_t rank) const
    {
        const RankFacts& facts = m_facts[rank];
        if (!m_limit || facts.held <= 0 || capacityOf(rank) <= 0)
            return {};
        const Time span = spanOfMemory(rank);
        return {
            span + (ofMakespan() ? facts.way : 0),
            Sentence(
                {"search.rank-memory-full-all",
                 "rank {rank}: its memory is always full, and each activation is held at least for ({span})"},
                rank, timeOf(span))};
    }

    [[nodiscard]] std::string timeOf(Time time) const { return durationText(time, m_unitOfTime); }

    const OrderModel& m_model;
    std::optional<double> m_limit;
    SearchObjective m_objective;
    bool m_overlaps;
    double m_share;
    std::string m_unitOfTime;
    UnitWays m_ways;
    std::vector<RankFacts> m_facts;
    MicrobatchFactors m_lengths;
};

} // namespace

OrderBound boundOf(const OrderModel& model, std::optional<double> limit, SearchObjective objective,
                   bool overlaps, const std::string& unitOfTime)
{
    return BoundMaker(model, limit, objective, overlaps, unitOfTime).run();
}

} // namespace bubblescope::search

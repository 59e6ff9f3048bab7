// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/order_model.h"
#include "core/search/search.h"

#include <optional>
#include <utility>
#include <vector>

namespace bubblescope::search {

/// What each rank runs first of what it could run.
struct DispatchRule
{
    /// The lowest first. By microbatch and place on its way: the stages, then back again.
    std::vector<Time> keys;
    std::vector<Time> gates; ///< by microbatch: its way begins no earlier
    Time patience = 0;       ///< for an action of a lower key that comes so soon
};

/// Where a rule differs from another: in the keys of some microbatches from a place on, or in their gates,
/// which are looked at when the place 0 comes.
struct RuleChange
{
    std::uint32_t first = 0; ///< microbatch
    std::uint32_t last = 0;
    std::uint32_t begin = 0; ///< place on the way
};

/// Makes orders of one model from rules, again and again in the same memory: each rank runs the action of the
/// lowest key that is there and has room. Room is given as a banker gives credit (Dijkstra, 1965): an F
/// starts only where the rank can still finish all begun microbatches one after the other, oldest first. So
/// every rule gives a whole order within the limit. Weight gradients fill waits, and run where an F lacks
/// room.
class Dispatcher
{
public:
    /// `limit` of a rank, which all that it ever holds beside activations counts against.
    Dispatcher(const OrderModel& model, double limit, SearchObjective objective);

    /// Whether there are such orders: hasPattern() with gradients beside it, and B no shorter than I and W.
    [[nodiscard]] static bool canRun(const OrderModel& model, double limit);

    /// False as soon as the objective is known to be above `cutoff`. O(actions · microbatches begun).
    bool run(const DispatchRule& rule, Time cutoff);
    /// The same as run(), of a rule that differs so from the one that was kept: what is the same before the
    /// change counts is not run again.
    bool runAgain(const DispatchRule& rule, RuleChange change, Time cutoff);
    /// The rule that ran last is what others differ from. Requires that it ran to its end, since the last
    /// keep().
    void keep();
    [[nodiscard]] Time objective() const { return m_objective; }
    [[nodiscard]] Time meanEnd() const { return m_meanEnd; }
    [[nodiscard]] Schedule schedule(const DispatchRule& rule);

private:
    static constexpr std::size_t kMarks =
        12; ///< states that are kept of a run: more cost more than they save
    /// An F or I that can run from `arrival` on.
    struct Waiting
    {
        Time arrival;
        Time key;
        std::uint32_t number; ///< as of DispatchRule's keys
    };
    struct RankState
    {
        Time clock = 0;
        Time begin = 0; ///< of its first action
        Time left = 0;  ///< compute before it
        double room = 0;
        bool hasBegun = false;
        std::size_t weightsDone = 0;
        std::vector<Waiting> waiting;
        std::vector<std::uint32_t> weights; ///< units, in the order of their I's
    };
    /// An F or I, by its number.
    struct Step
    {
        std::uint32_t unit;
        std::uint32_t rank;
        std::uint32_t microbatch;
        bool isForward;
        Time length;
        Time delay; ///< of what it needs
        double size;
    };
    /// What a rank looks at.
    struct Choice
    {
        std::optional<std::size_t> best;
        bool isBlocked = false; ///< a lower key has no room
        Time nextArrival;       ///< of what comes later than patience lasts
    };

    /// Everything that changes during a run.
    struct State
    {
        std::vector<RankState> ranks;
        std::vector<Time> next;                 ///< by rank: when it looks for something to run
        std::vector<double> wanted;             ///< by rank and microbatch: what it has still to take
        std::vector<double> held;               ///< by rank and microbatch
        std::vector<std::uint32_t> weightsDone; ///< by microbatch
        std::uint32_t oldest = 0;               ///< of the microbatches that are not finished
        std::uint32_t begun = 0;                ///< microbatches
        std::uint32_t started = 0;              ///< steps
    };

    void begin(const DispatchRule& rule);
    bool runOn(const DispatchRule& rule, Time cutoff);
    [[nodiscard]] std::uint32_t nextRank() const;
    [[nodiscard]] Choice choose(std::uint32_t rank, Time patience) const;
    [[nodiscard]] std::optional<std::size_t> filler(std::uint32_t rank, std::size_t best) const;
    bool advance(const DispatchRule& rule, std::uint32_t rank, Time cutoff);
    bool start(const DispatchRule& rule, std::uint32_t rank, std::size_t which, Time cutoff);
    void arrive(const DispatchRule& rule, std::uint32_t number, Time end, std::uint32_t from);
    bool runWeight(std::uint32_t rank, Time cutoff);
    bool end(std::uint32_t rank, Time length, Time cutoff);
    void record(std::uint32_t rank, ActionKind kind, std::uint32_t unit);

    void fillSteps();
    [[nodiscard]] bool hasRoom(std::uint32_t rank, std::uint32_t number) const;
    [[nodiscard]] std::size_t numberOf(std::uint32_t microbatch, std::uint32_t place) const
    {
        return std::size_t{microbatch} * m_way + place;
    }
    [[nodiscard]] std::size_t at(std::uint32_t rank, std::uint32_t microbatch) const
    {
        return std::size_t{rank} * m_model->microbatches() + microbatch;
    }

    const OrderModel* m_model;
    bool m_isRankSpan;
    std::uint32_t m_way; ///< places on a microbatch's way
    std::vector<double> m_capacity;
    std::vector<Step> m_steps;
    std::vector<Time> m_busy;           ///< by rank
    std::vector<double> m_size;         ///< by unit
    std::vector<double> m_kept;         ///< by unit
    std::vector<double> m_share;        ///< by rank and microbatch: all its activations
    std::vector<double> m_largestShare; ///< by rank
    State m_now;
    std::vector<State> m_marks;               ///< of the last run, after equal numbers of steps
    std::vector<State> m_keptMarks;           ///< of the rule that was kept
    std::size_t m_firstMark = 0;              ///< of the last run; it began with the kept one before
    std::vector<std::uint32_t> m_arrived;     ///< by step of the last run: after how many others it could run
    std::vector<std::uint32_t> m_keptArrived; ///< of the rule that was kept
    std::vector<Row>* m_record = nullptr;
    Time m_objective = 0;
    Time m_meanEnd = 0;
};

} // namespace bubblescope::search

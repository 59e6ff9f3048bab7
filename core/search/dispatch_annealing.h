// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/dispatch.h"
#include "core/search/improve.h"
#include "core/search/random.h"

namespace bubblescope::search {

/// Orders under a tight limit from scratch, by simulated annealing of the rule that makes them: every rule
/// gives a whole order within the limit, so that nothing is tried in vain. It begins with the best of some
/// regular rules: a microbatch after each period, whose actions are the less urgent the later they come on
/// its way. Then the keys of a part of the way of one microbatch, or of some, become lower or higher, a
/// microbatch begins earlier or later, or patience changes. The same for the same seed and calls.
class DispatchAnnealing
{
public:
    /// Requires Dispatcher::canRun().
    DispatchAnnealing(ModelPtr model, double limit, SearchObjective objective, std::uint64_t seed);

    /// The best so far, timed.
    [[nodiscard]] const TimedOrder& best() const { return m_best; }
    /// One round from warm to cold, which begins with the best, or every third time with a regular rule that
    /// is drawn, for the best may be a dead end. True if the best is better then. `isOver` is asked now and
    /// then, `count` is told how many changes are about to be tried.
    bool run(std::uint64_t iterations, const std::function<bool()>& isOver,
             const std::function<void(std::uint64_t)>& count);

private:
    void tryRegularRules();
    void makeRegular(Time period, double stretch, double waiting);
    void beginRound();
    bool tryKeys(double temperature);
    bool tryGates(double temperature);
    bool tryPatience(double temperature);
    /// The rule as it is now, which differs so from the last that was accepted; nothing: anywhere.
    bool accept(double temperature, const std::optional<RuleChange>& change);
    void keepBest();

    ModelPtr m_model;
    std::uint32_t m_microbatches;
    std::uint32_t m_way;
    Dispatcher m_dispatcher;
    OrderTimer m_timer;
    Random m_random;
    DispatchRule m_rule;
    std::vector<Time> m_before; ///< keys that a change may give back
    Time m_cost = 0;
    std::uint64_t m_rounds = 0;
    Time m_bestByRule = 0; ///< as dispatched; the order itself may be faster
    DispatchRule m_bestRule;
    TimedOrder m_best;
};

} // namespace bubblescope::search

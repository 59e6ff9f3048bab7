// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/improve.h"
#include "core/search/random.h"
#include "core/search/wave_order.h"

namespace bubblescope::search {

/// Simulated annealing of forwards and input gradients, on all ranks at once: a part of a microbatch's way
/// through the stages and back, or of some microbatches', happens earlier or later, and each rank's row
/// follows. Where memory is tight, a change of one row alone gains nothing. Now and then one action moves in
/// its row, or a weight gradient runs although something waits.
class WaveAnnealing
{
public:
    WaveAnnealing(const OrderModel& model, SearchObjective objective, const ImproveLimits& limits);

    /// Whether it can change an order: not one with overlapped cells.
    [[nodiscard]] bool canRun(const TimedOrder& order) const;

    /// One round from warm to cold, which begins with `order`; true if that is better then. `isOver` is asked
    /// now and then, `count` is told how many changes are about to be tried.
    bool run(TimedOrder& order, std::uint64_t iterations, const std::function<bool()>& isOver,
             const std::function<void(std::uint64_t)>& count);

private:
    bool tryWave(double temperature);
    bool tryMove(double temperature);
    bool tryWeight(double temperature);
    bool accept(double temperature);
    void chooseWave();
    void shiftRow(std::uint32_t rank);
    [[nodiscard]] double costOf(const WaveTimer& timer) const;

    struct Wave
    {
        std::uint32_t firstMicrobatch = 0, lastMicrobatch = 0;
        std::uint32_t begin = 0, end = 0; ///< of the way: stages, then back again; both included
        Time later = 0;
    };

    const OrderModel& m_model;
    bool m_canTime;
    WaveTimer m_timer; ///< of the present order
    WaveTimer m_other; ///< of the one that is tried
    Random m_random;
    WaveOrder m_order;
    Wave m_wave;
    double m_cost = 0;
    std::vector<std::vector<std::uint32_t>> m_kept; ///< rows before a wave
    std::vector<std::uint32_t> m_touched;           ///< ranks
    std::vector<Time> m_keys;                       ///< by number
};

} // namespace bubblescope::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/order_model.h"
#include "core/search/search.h"
#include "core/search/working_order.h"

#include <optional>
#include <vector>

namespace bubblescope::search {

/// An order by its forwards and input gradients alone. Weight gradients follow from these: they fill waits,
/// and make room in memory where an F needs it.
struct WaveOrder
{
    /// By rank, each by its number: twice its unit, and 1 more for an I.
    std::vector<std::vector<std::uint32_t>> rows;
    /// By number: so many W's run just before it, whatever they delay.
    std::vector<std::uint8_t> weightsBefore;
};

/// Nothing where there are overlapped cells.
[[nodiscard]] std::optional<WaveOrder> waveOrderOf(const WorkingOrder& order, const OrderModel& model);

/// By rank, what a limit leaves for activations beside all that the rank ever holds; rounding is forgiven.
[[nodiscard]] std::vector<double> roomForActivations(const OrderModel& model, double limit);

/// Times such orders of one model, again and again in the same memory.
class WaveTimer
{
public:
    /// `limit` of a rank, which all that it ever holds beside activations counts against.
    WaveTimer(const OrderModel& model, double limit, SearchObjective objective);

    /// Whether B is no shorter than I and W, and messages cost what their links say: else W's cannot follow.
    [[nodiscard]] static bool canTime(const OrderModel& model);

    /// False for a deadlock, where memory does not suffice, or as soon as the objective is known to be above
    /// `cutoff`. O(actions).
    bool time(const WaveOrder& order, Time cutoff);
    [[nodiscard]] Time objective() const { return m_objective; }
    [[nodiscard]] Time meanEnd() const { return m_meanEnd; }
    [[nodiscard]] Time startOf(std::uint32_t number) const { return m_starts[number]; }
    /// The order that was timed last with success, W's and all.
    [[nodiscard]] Schedule schedule(const WaveOrder& order);

private:
    bool advance(const WaveOrder& order, std::uint32_t rank, Time cutoff);
    /// What the number waits for on another rank or its own; nothing for the first stage's F.
    [[nodiscard]] std::optional<std::uint32_t> neededBy(std::uint32_t number) const;
    void runWeight(std::uint32_t rank);
    bool finish(const WaveOrder& order, Time cutoff);

    struct RankState
    {
        Time clock = 0;
        Time begin = 0; ///< of its first action
        Time left = 0;  ///< compute before it
        double held = 0;
        std::uint32_t next = 0;
        std::uint32_t weightsDone = 0;
        std::vector<std::uint32_t> weights; ///< units, in the order of their I's
    };

    const OrderModel* m_model;
    bool m_isRankSpan;
    std::vector<double> m_capacity; ///< by rank
    std::vector<Time> m_busy;       ///< by rank
    std::vector<double> m_size;     ///< by stage
    std::vector<double> m_kept;     ///< by stage, of the size
    std::vector<RankState> m_ranks;
    std::vector<Time> m_starts; ///< by number
    std::vector<Time> m_ends;   ///< by number; below 0 = not yet
    std::vector<std::uint32_t> m_waiter;
    std::vector<std::uint32_t> m_runnable;
    std::vector<Row>* m_record = nullptr;
    Time m_objective = 0;
    Time m_meanEnd = 0;
};

} // namespace bubblescope::search

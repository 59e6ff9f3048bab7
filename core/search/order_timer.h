// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"
#include "core/search/working_order.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace bubblescope::search {

/// A cell of a row.
struct CellPlace
{
    std::uint32_t rank = 0;
    std::uint32_t index = 0;
};

/// What an order takes.
struct OrderTime
{
    Time objective = 0;
    Time meanEnd = 0; ///< of all ranks: distinguishes orders whose slowest rank is the same
};

/// Times working orders of one model, again and again in the same memory; the times are simulate()'s. Under a
/// policy of communicators each order that may be within the cutoff is simulated: its critical runs and
/// starts are those without communicators, which are where moves are looked for.
class OrderTimer
{
public:
    OrderTimer(const OrderModel& model, SearchObjective objective);

    /// Nothing for a deadlock, or as soon as it is known that the objective is above `cutoff`. O(actions).
    [[nodiscard]] std::optional<OrderTime> time(const WorkingOrder& order,
                                                Time cutoff = std::numeric_limits<double>::infinity());
    /// Cells of the chain that makes the objective, last first, each of which started when the one before it
    /// on its rank ended, as a run of `length` cells that ends at `last`. Of the order that was timed last.
    struct Run
    {
        CellPlace last;
        std::uint32_t length = 1;
    };
    void criticalRuns(const WorkingOrder& order, std::vector<Run>& runs) const;
    [[nodiscard]] Time startOf(const CellPlace& place) const { return m_starts[place.rank][place.index]; }

private:
    /// Runs a rank until it lacks something; false if the cutoff cannot be kept.
    bool advance(const WorkingOrder& order, std::uint32_t rank, Time cutoff);
    /// Whether the part's input is there; moves `start` behind its arrival. Else the rank waits for it.
    bool await(Part part, std::uint32_t rank, Time& start);
    void publish(Part part, std::uint32_t rank, std::uint32_t index, Time end);
    [[nodiscard]] double durationOf(const WorkCell& cell) const
    {
        return cell.isBlock() ? cell.block : m_model->duration(cell.first.kind(), cell.first.unit());
    }
    [[nodiscard]] OrderTime result() const;
    /// The same under the costs' policy; nothing if messages stop each other.
    [[nodiscard]] std::optional<OrderTime> resultWithCommunicators(const WorkingOrder& order) const;
    [[nodiscard]] std::optional<CellPlace> producerOf(Part part, Time start) const;

    const OrderModel* m_model;
    SearchObjective m_objective;
    std::vector<std::vector<Time>> m_starts; ///< by rank and cell
    std::vector<Time> m_forwardEnd;          ///< by unit; below 0 = not yet
    std::vector<Time> m_backwardEnd;
    std::vector<std::uint32_t> m_forwardIndex; ///< where in its row it is
    std::vector<std::uint32_t> m_backwardIndex;
    std::vector<std::uint32_t> m_forwardWaiter; ///< rank + 1 that waits for it
    std::vector<std::uint32_t> m_backwardWaiter;
    std::vector<Time> m_clock;
    std::vector<Time> m_left; ///< compute that a rank has before it
    std::vector<std::uint32_t> m_next;
    std::vector<std::uint32_t> m_runnable;
};

} // namespace bubblescope::search

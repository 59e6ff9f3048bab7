// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/bindings.h"
#include "core/time/cost_model.h"
#include "core/time/dependencies.h"

#include <unordered_map>

namespace bubblescope {

/// Messages of SEND actions on their directed links. A message occupies its link for bytes / bandwidth, in
/// the order in which the sending rank gets to it; the latency comes on top and occupies nothing. Without a
/// bandwidth nothing is kept and every message takes the same time.
class LinkClock
{
public:
    LinkClock(const Schedule& schedule, const TransferCost& transfer, const ActionTable& table,
              Bindings* bindings = nullptr)
        : m_schedule(schedule)
        , m_table(table)
        , m_latency(transfer.latency)
        , m_occupied(transfer.time() - transfer.latency)
        , m_bindings(bindings)
    {}

    /// A SEND that does not block puts its message on the link at `time`.
    void post(const Place& send, Time time);
    /// Both sides are there at `time`; gives the end of the transfer, the same when either side asks.
    Time rendezvous(const Place& send, const Place& receive, Time time);
    /// When what `input` produced at `produced` has arrived; `transfer` is the time without a queue.
    [[nodiscard]] Time arrival(const Input& input, Time produced, Time transfer) const
    {
        if (m_occupied > 0) {
            const auto sent = m_arrival.find(key(input.producer.rank, input.producer.index));
            if (sent != m_arrival.end())
                return sent->second;
        }
        return produced + transfer;
    }

private:
    struct Link
    {
        Time free = 0;
        Place last; ///< the SEND that keeps it until then
    };

    static std::uint64_t key(std::uint32_t high, std::uint32_t low)
    {
        return std::uint64_t{high} << 32U | low;
    }
    /// Who takes the message: its RECV, else the compute action that needs it.
    [[nodiscard]] Place consumerOf(const Action& send) const;
    Time transmit(const Place& send, std::uint32_t to, Time time);

    const Schedule& m_schedule;
    const ActionTable& m_table;
    double m_latency;
    double m_occupied;                                 ///< link time of one message
    Bindings* m_bindings;                              ///< where to note what a message waits for, if at all
    std::unordered_map<std::uint64_t, Link> m_links;   ///< by (from, to)
    std::unordered_map<std::uint64_t, Time> m_arrival; ///< by the SEND's place
};

} // namespace bubblescope

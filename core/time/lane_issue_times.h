// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/issue_clock.h"
#include "core/time/issue_walk.h"

#include <optional>

namespace bubblescope {

/// The times of an order's actions while its issues run, kept where they will be in the timeline. A transfer
/// whose id is an action's index is there, too: of a message that an order does not have, until the action
/// that waits for it is computed.
class LaneIssueTimes
{
public:
    LaneIssueTimes(const Schedule& schedule, bool overlapsFsdp);

    // What the clock asks and tells.
    void expect(std::uint32_t rank, std::uint32_t id)
    {
        if ((id & kKernelId) == 0)
            m_lanes[rank].end[id] = kRuns;
    }
    void setTransfer(std::uint32_t rank, std::uint32_t id, Time start, Time end)
    {
        if ((id & kKernelId) != 0) {
            m_last[rank] = {id, end};
            return;
        }
        m_lanes[rank].start[id] = start;
        m_lanes[rank].end[id] = end;
    }
    [[nodiscard]] Time endOf(std::uint32_t rank, std::uint32_t id) const
    {
        if ((id & kKernelId) != 0)
            return m_last[rank].id == id ? m_last[rank].end : kRuns;
        const Time end = m_lanes[rank].end[id];
        return end == kNone ? 0 : end;
    }

    void setCell(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, const IssuedSpan& ran)
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            m_lanes[rank].start[i] = ran.start;
            m_lanes[rank].end[i] = ran.end;
        }
    }
    /// Of a cell that is computed.
    void noteStart(Time start) { m_first = std::min(m_first, start); }

    /// When the timeline begins, once all has run.
    [[nodiscard]] Time firstOf(const Schedule& schedule) const;
    /// From the first start on. What an order has before that is put there.
    [[nodiscard]] Timeline take(SchedulePtr schedule);

private:
    static constexpr Time kRuns = -1; ///< a transfer that has not ended
    static constexpr Time kNone = -2; ///< nothing has run there
    struct Last
    {
        std::uint32_t id = Issue::kNone;
        Time end = 0;
    };

    std::vector<LaneTimes> m_lanes;
    std::vector<Last> m_last; ///< by rank, of the transfers that are waited for at once
    bool m_overlapsFsdp;
    Time m_first = std::numeric_limits<Time>::infinity();
};

/// Hands what a walk issues to a clock.
template <typename Clock>
class ClockTarget
{
public:
    ClockTarget(const Schedule& schedule, const IssueCostTable& costs, Clock& clock, LaneIssueTimes& times)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_clock(clock)
        , m_times(times)
    {}

    bool compute(std::uint32_t rank, const IssueLengths& cost, std::uint32_t begin, std::uint32_t end)
    {
        IssuedSpan ran;
        if (!m_clock.compute(rank, cost, ran, begin))
            return false;
        m_times.setCell(rank, begin, end, ran);
        if (ran.end > ran.start || !isFsdp(m_schedule.rows[rank][begin].kind()))
            m_times.noteStart(ran.start);
        return true;
    }
    void transfer(std::uint32_t rank, const IssuedTransfer& what, Time host, std::uint32_t id,
                  std::span<const TransferOperation> operations)
    {
        m_clock.transfer(rank, what, host, id, operations);
    }
    bool wait(std::uint32_t rank, std::uint32_t id) { return m_clock.wait(rank, id); }
    bool synchronize(std::uint32_t rank) { return m_clock.synchronize(rank, 0, m_costs.synchronize()); }
    void skip(std::uint32_t rank, std::uint32_t index)
    {
        const Time now = m_clock.computedUntil(rank);
        m_times.setCell(rank, index, index + 1, {now, now});
    }

private:
    const Schedule& m_schedule;
    const IssueCostTable& m_costs;
    Clock& m_clock;
    LaneIssueTimes& m_times;
};

} // namespace bubblescope

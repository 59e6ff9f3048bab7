// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

#include <unordered_map>

namespace bubblescope {

/// The action that made something wait longest.
struct Binding
{
    Place action;           ///< nowhere if nothing was waited for
    bool byMessage = false; ///< by the arrival of its message, not by its end
};

/// What each action of a timing waited for last. Filled by the simulation itself, so its rules are the
/// simulation's.
class Bindings
{
public:
    explicit Bindings(const Schedule& schedule);

    void setStart(const Place& action, const Binding& by) { m_start[action.rank][action.index] = by; }
    void setEnd(const Place& action, const Binding& by) { m_end[key(action)] = by; }
    void setQueue(const Place& send, const Place& before) { m_queue[key(send)] = before; }

    [[nodiscard]] const Binding& startOf(const Place& action) const
    {
        return m_start[action.rank][action.index];
    }
    /// Who decided when this ended, if another action did: a SEND, RECV or WAIT_SEND that waited for the
    /// other side ends with it.
    [[nodiscard]] Binding decided(Binding by) const;
    /// What `by` waited for: the message before its own on the link, or whatever made it start.
    [[nodiscard]] Binding before(const Binding& by) const;

private:
    static std::uint64_t key(const Place& at) { return std::uint64_t{at.rank} << 32U | at.index; }

    std::vector<std::vector<Binding>> m_start;
    std::unordered_map<std::uint64_t, Binding> m_end;
    std::unordered_map<std::uint64_t, Place> m_queue;
};

/// The bindings of an order under costs, by timing it again; fails as simulate() does.
[[nodiscard]] Result<Bindings, TimingFailure> bindingsOf(const Schedule& schedule, const CostModel& costs);

} // namespace bubblescope

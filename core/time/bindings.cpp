// SPDX-License-Identifier: Apache-2.0
#include "core/time/bindings.h"

namespace bubblescope {

Bindings::Bindings(const Schedule& schedule) : m_start(schedule.rows.size())
{
    for (std::size_t r = 0; r < schedule.rows.size(); ++r)
        m_start[r].resize(schedule.rows[r].size());
}

Binding Bindings::decided(Binding by) const
{
    // A side that waited is decided by one that did not, or by what came before that one.
    for (std::size_t steps = 0; steps <= m_end.size() && !by.byMessage && by.action; ++steps) {
        const auto other = m_end.find(key(by.action));
        if (other == m_end.end())
            break;
        by = other->second;
    }
    return by;
}

Binding Bindings::before(const Binding& by) const
{
    if (by.byMessage)
        if (const auto queued = m_queue.find(key(by.action)); queued != m_queue.end())
            return {queued->second, true};
    return startOf(by.action);
}

} // namespace bubblescope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/view_history.h"

#include <cassert>
#include <utility>

namespace bubblescope::ui {

void ViewHistory::reset(const TimeRange& range)
{
    m_views.assign(1, range);
    m_current = 0;
    m_lastStep = Step::Jump;
}

void ViewHistory::setHeld(bool held)
{
    m_held = held;
    m_lastStep = Step::Jump;
}

void ViewHistory::visit(const TimeRange& range, Step step, Clock::time_point now)
{
    const bool isSoon = now - std::exchange(m_lastTime, now) < kPause;
    const bool goesOn = m_held || step == Step::Follow || isSoon;
    if (m_views[m_current] == range)
        return;
    m_views.resize(m_current + 1);
    if (step != Step::Jump && step == m_lastStep && goesOn && m_current > 0) {
        m_views[m_current] = range;
        return;
    }
    m_lastStep = step;
    m_views.push_back(range);
    if (m_views.size() > kLimit)
        m_views.erase(m_views.begin());
    m_current = m_views.size() - 1;
}

const TimeRange& ViewHistory::back()
{
    assert(canGoBack());
    m_lastStep = Step::Jump;
    return m_views[--m_current];
}

const TimeRange& ViewHistory::forward()
{
    assert(canGoForward());
    m_lastStep = Step::Jump;
    return m_views[++m_current];
}

} // namespace bubblescope::ui

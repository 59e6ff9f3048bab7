// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/view_history.h"

#include <cassert>

namespace bubblescope::ui {

void ViewHistory::reset(const TimeRange& range)
{
    m_views.assign(1, range);
    m_current = 0;
    m_lastStep = Step::Jump;
}

void ViewHistory::visit(const TimeRange& range, Step step)
{
    if (m_views[m_current] == range)
        return;
    m_views.resize(m_current + 1);
    if (step != Step::Jump && step == m_lastStep && m_current > 0) {
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

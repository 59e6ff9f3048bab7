// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/services/holds.h"

#include <QTimer>
#include <utility>

namespace bubblescope::ui {

void Holds::whenFree(std::function<void()> task)
{
    if (areHeld())
        m_waiting.push_back(std::move(task));
    else
        task();
}

void Holds::release()
{
    if (--m_count > 0 || m_waiting.empty())
        return;
    // Not from here: whoever held still has to finish what it was about.
    QTimer::singleShot(0, this, [this] {
        for (const std::function<void()>& task : std::exchange(m_waiting, {}))
            whenFree(task);
    });
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: Apache-2.0
#include "app/probe/cancel_deadline.h"

namespace bubblescope::probe {

CancelDeadline::CancelDeadline(CancelToken cancel, std::chrono::milliseconds patience,
                               std::function<void()> late)
    : m_cancel(std::move(cancel))
    , m_patience(patience)
    , m_late(std::move(late))
    , m_thread([this] { watch(); })
{}

CancelDeadline::~CancelDeadline()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_ends.notify_all();
    m_thread.join();
}

void CancelDeadline::watch()
{
    // A signal's handler can set the token and wake nobody.
    constexpr std::chrono::milliseconds kPeriod{20};
    std::unique_lock lock(m_mutex);
    while (!m_cancel.isCancelled())
        if (m_ends.wait_for(lock, kPeriod, [this] { return m_isOver; }))
            return;
    if (m_ends.wait_for(lock, m_patience, [this] { return m_isOver; }))
        return;
    lock.unlock();
    m_late();
}

} // namespace bubblescope::probe

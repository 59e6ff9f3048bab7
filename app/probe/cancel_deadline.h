// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace bubblescope::probe {

/// For what ends within a time after a cancel, whatever it waits for: a library that is loading, a device
/// that starts, a sample of seconds.
class CancelDeadline
{
public:
    /// Calls `late`, once and on a thread of its own, if this object still lives `patience` after the cancel.
    CancelDeadline(CancelToken cancel, std::chrono::milliseconds patience, std::function<void()> late);
    CancelDeadline(const CancelDeadline&) = delete;
    CancelDeadline& operator=(const CancelDeadline&) = delete;
    /// Waits for `late` where it is being called.
    ~CancelDeadline();

private:
    void watch();

    CancelToken m_cancel;
    std::chrono::milliseconds m_patience;
    std::function<void()> m_late;
    std::mutex m_mutex;
    std::condition_variable m_ends;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace bubblescope::probe

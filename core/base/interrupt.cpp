// SPDX-License-Identifier: Apache-2.0
#include "core/base/interrupt.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace bubblescope {

namespace {

constexpr std::int64_t kOneRequestNs = 1'000'000'000;

// A signal handler can reach nothing but statics.
std::atomic<std::int64_t> firstSignalNs{0}; // 0 = none yet
std::atomic<int> writeEnd{-1};

const CancelToken& token()
{
    static const CancelToken instance;
    return instance;
}

std::int64_t monotonicNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void onInterrupt(int signal)
{
    const int keptErrno = errno;
    const std::int64_t now = monotonicNs();
    std::int64_t first = 0;
    if (firstSignalNs.compare_exchange_strong(first, now)) {
        token().cancel();
        if (writeEnd >= 0) {
            const ssize_t written = ::write(writeEnd, "", 1);
            static_cast<void>(written); // a full pipe wakes the loop, too
        }
    } else if (now - first >= kOneRequestNs) {
        std::signal(signal, SIG_DFL);
        std::raise(signal); // takes effect as soon as this handler returns
    }
    errno = keptErrno;
}

} // namespace

const CancelToken& cancelOnInterrupt()
{
    const CancelToken& result = token(); // made before the handler can ask for it
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    return result;
}

int interruptDescriptor()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return -1;
    writeEnd = ends[1];
    static_cast<void>(cancelOnInterrupt());
    // A program that was started by nohup(1) outlives its terminal.
    if (std::signal(SIGHUP, onInterrupt) == SIG_IGN)
        std::signal(SIGHUP, SIG_IGN);
    return ends[0];
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"

#include <chrono>
#include <fmt/format.h>
#include <unistd.h>

namespace bubblescope::cli {

namespace {

constexpr auto kQuietFor = std::chrono::seconds(1);
constexpr auto kFrame = std::chrono::milliseconds(100);
constexpr int kBarWidth = 20;
constexpr int kRunnerWidth = 5;

/// A bar in which a block runs to and fro: how much is left is not known.
std::string bar(int frame)
{
    const int reach = kBarWidth - kRunnerWidth;
    const int phase = frame % (2 * reach);
    const int at = phase < reach ? phase : 2 * reach - phase;
    return std::string(static_cast<std::size_t>(at), '-') + std::string(kRunnerWidth, '=') +
           std::string(static_cast<std::size_t>(reach - at), '-');
}

} // namespace

Activity::Activity(const Environment& environment, std::string what) : m_what(std::move(what))
{
    if (!environment.quiet && isatty(STDERR_FILENO) == 1)
        m_thread = std::jthread([this](const std::stop_token& stop) { show(stop); });
}

Activity::~Activity()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Activity::show(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    const auto pause = [&](auto time) { m_stopped.wait_for(lock, stop, time, [] { return false; }); };
    pause(kQuietFor);
    int frame = 0;
    for (; !stop.stop_requested(); ++frame) {
        fmt::print(stderr, "\r[{}] {} ", bar(frame), m_what);
        pause(kFrame);
    }
    if (frame > 0)
        fmt::print(stderr, "\r{:{}}\r", "", m_what.size() + kBarWidth + 4);
}

} // namespace bubblescope::cli

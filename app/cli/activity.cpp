// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"

#include <algorithm>
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

std::string filledBar(double share)
{
    const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kBarWidth);
    return std::string(filled, '=') + std::string(kBarWidth - filled, '-');
}

double megabytes(std::uint64_t bytes)
{
    return static_cast<double>(bytes) / 1e6;
}

} // namespace

Activity::Activity(const Environment& environment, std::string what)
    : m_caller(environment.caller)
    , m_what(std::move(what))
{
    if (m_caller == nullptr && !environment.quiet && isatty(STDERR_FILENO) == 1)
        m_thread = std::jthread([this](const std::stop_token& stop) { show(stop); });
}

Activity::~Activity()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Activity::tell(std::uint64_t done, std::uint64_t total)
{
    m_done = done;
    m_total = total;
}

void Activity::say(double share, std::string words)
{
    if (m_caller != nullptr)
        m_caller->share = share;
    const std::scoped_lock lock(m_mutex);
    m_share = share;
    m_words = std::move(words);
}

void Activity::tellShare(double share)
{
    say(share, fmt::format("{:.0f} %", 100 * std::clamp(share, 0.0, 1.0)));
}

std::string Activity::line(int frame) const
{
    if (!m_words.empty())
        return fmt::format("[{}] {}: {} ", filledBar(m_share), m_what, m_words);
    const std::uint64_t total = m_total;
    if (total == 0)
        return fmt::format("[{}] {} ", bar(frame), m_what);
    const std::uint64_t done = std::min(m_done.load(), total);
    return fmt::format("[{}] {}: {:.1f} of {:.1f} MB ",
                       filledBar(static_cast<double>(done) / static_cast<double>(total)), m_what,
                       megabytes(done), megabytes(total));
}

void Activity::show(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    const auto pause = [&](auto time) { m_stopped.wait_for(lock, stop, time, [] { return false; }); };
    pause(kQuietFor);
    int frame = 0;
    std::size_t widest = 0;
    for (; !stop.stop_requested(); ++frame) {
        const std::string text = line(frame);
        widest = std::max(widest, text.size());
        fmt::print(stderr, "\r{:<{}}", text, widest);
        pause(kFrame);
    }
    if (frame > 0)
        fmt::print(stderr, "\r{:{}}\r", "", widest);
}

} // namespace bubblescope::cli

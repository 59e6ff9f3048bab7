// SPDX-License-Identifier: Apache-2.0
#include "core/base/round_team.h"

#include <algorithm>
#include <thread>

namespace bubblescope {

namespace {

void relax()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

template <typename IsSo>
void waitUntil(IsSo&& isSo)
{
    constexpr int kLooks = 200; // some microseconds
    for (int looks = 0; !isSo(); ++looks)
        looks < kLooks ? relax() : std::this_thread::yield();
}

} // namespace

void RoundTeam::help()
{
    // Read before it joins: every round that counts on it comes later.
    std::uint64_t seen = m_round.load(std::memory_order_acquire);
    const unsigned part = m_joined.fetch_add(1, std::memory_order_acq_rel) + 1;
    if (part >= m_most)
        return;
    while (true) {
        std::uint64_t round = seen;
        waitUntil([&] {
            round = m_round.load(std::memory_order_acquire);
            return round == kOver || round != seen;
        });
        if (round == kOver)
            return;
        seen = round;
        if (part >= (round & ((1U << kPartBits) - 1)))
            continue; // it joined too late for this one
        try {
            (*m_work)(part);
        } catch (...) {
            keepFailure(part);
        }
        m_done.fetch_add(1, std::memory_order_release);
    }
}

unsigned RoundTeam::size() const
{
    return m_round.load(std::memory_order_relaxed) == kOver
               ? 1
               : std::min(m_most, 1 + m_joined.load(std::memory_order_acquire));
}

void RoundTeam::run(unsigned parts, const Work& work)
{
    using Clock = std::chrono::steady_clock;
    if (parts == 1)
        return work(0);
    const std::uint64_t number = (m_round.load(std::memory_order_relaxed) >> kPartBits) + 1;
    m_work = &work;
    m_done.store(0, std::memory_order_relaxed);
    m_round.store(number << kPartBits | parts, std::memory_order_release);
    const Clock::time_point began = Clock::now();
    try {
        work(0);
    } catch (...) {
        keepFailure(0);
    }
    const Clock::time_point worked = Clock::now();
    waitUntil([&] { return m_done.load(std::memory_order_acquire) + 1 >= parts; });
    m_worked += worked - began;
    m_waited += Clock::now() - worked;
    if (m_waited > m_worked / 2 + m_patience)
        end();
    if (m_failure)
        std::rethrow_exception(m_failure);
}

void RoundTeam::end()
{
    m_round.store(kOver, std::memory_order_release);
}

void RoundTeam::keepFailure(unsigned part)
{
    const std::scoped_lock lock(m_failing);
    if (!m_failure || part < m_failedPart) {
        m_failure = std::current_exception();
        m_failedPart = part;
    }
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

namespace bubblescope {

/// Work in rounds of a few microseconds: one thread leads, others join when they have nothing else to do. Who
/// waits for a round looks again and again, because waking a thread would take longer than the round; it
/// leaves its processor to others between the looks where it waits longer. Where processors are busy with
/// other work, helpers come late to each round: then the leader sends them home.
class RoundTeam
{
public:
    using Work = std::function<void(unsigned part)>;

    /// For so many threads at most, with the one that leads. That one puts up with waiting for half as long
    /// as it works itself, and `patience`, all rounds together.
    explicit RoundTeam(unsigned most, std::chrono::microseconds patience = std::chrono::milliseconds(2))
        : m_most(most)
        , m_patience(patience)
    {}

    /// A helper's: takes part in rounds until the leader ends. At once if that was so before, or there are
    /// enough.
    void help();

    /// The leader's. How many could work on the next round: those that have joined, and itself. 1 at the end.
    [[nodiscard]] unsigned size() const;
    [[nodiscard]] unsigned most() const { return m_most; }
    /// Calls `work` once for each part, the caller with 0; returns when all are done. At most size() parts.
    /// An exception of any part is thrown again, of several that of the lowest.
    void run(unsigned parts, const Work& work);
    /// Sends the helpers home, also those to come.
    void end();

private:
    static constexpr std::uint64_t kOver = ~std::uint64_t{0};
    static constexpr unsigned kPartBits = 8;
    static constexpr std::size_t kLine = 64; ///< bytes of the cache that processors hand each other

    void keepFailure(unsigned part);

    const unsigned m_most;
    const std::chrono::nanoseconds m_patience;
    std::chrono::nanoseconds m_worked{};                   ///< by the leader, in rounds with others
    std::chrono::nanoseconds m_waited{};                   ///< for them
    alignas(kLine) std::atomic<std::uint64_t> m_round = 0; ///< number and parts; kOver at the end
    const Work* m_work = nullptr;                          ///< of the round
    alignas(kLine) std::atomic<unsigned> m_joined = 0;
    alignas(kLine) std::atomic<unsigned> m_done = 0; ///< helpers that have done their part of the round
    std::mutex m_failing;
    unsigned m_failedPart = 0;
    std::exception_ptr m_failure;
};

/// Ends a team where its leader leaves, whatever the reason.
class RoundTeamEnd
{
public:
    explicit RoundTeamEnd(RoundTeam& team) : m_team(team) {}
    ~RoundTeamEnd() { m_team.end(); }
    RoundTeamEnd(const RoundTeamEnd&) = delete;
    RoundTeamEnd& operator=(const RoundTeamEnd&) = delete;

private:
    RoundTeam& m_team;
};

} // namespace bubblescope

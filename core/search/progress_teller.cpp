// SPDX-License-Identifier: Apache-2.0
#include "core/search/progress_teller.h"

#include <algorithm>

namespace bubblescope::search {

namespace {

constexpr auto kBetweenTells = std::chrono::milliseconds(150);

} // namespace

bool ProgressTeller::isTime()
{
    return m_tell && Clock::now() - m_last >= kBetweenTells;
}

void ProgressTeller::send(double share)
{
    m_progress.share = std::max(m_progress.share, std::min(1.0, share));
    if (m_best)
        if (FoundSchedulePtr found = foundOf(*m_best, m_costs, m_problem.objective, m_cancel))
            m_progress.best = std::move(found);
    m_best.reset();
    m_last = Clock::now();
    if (m_tell)
        m_tell(m_progress);
}

void ProgressTeller::candidate(std::size_t done, std::size_t all, double share)
{
    const std::scoped_lock lock(m_mutex);
    m_progress.candidatesDone = std::max<std::uint64_t>(m_progress.candidatesDone, done);
    m_progress.candidates = all;
    if (isTime())
        send(share);
}

void ProgressTeller::bound(Time bound)
{
    const std::scoped_lock lock(m_mutex);
    m_progress.bound = bound;
    m_progress.phase = SearchPhase::Improving;
}

void ProgressTeller::improving(std::uint64_t iterations, double share)
{
    const std::scoped_lock lock(m_mutex);
    m_progress.iterations = iterations;
    if (isTime())
        send(share);
}

void ProgressTeller::better(const Incumbent& incumbent, std::uint64_t iterations)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_tell)
        return;
    // Threads that found one each may come here in any order.
    const bool isBetter = m_best ? incumbent.objective < m_best->objective
                                 : !m_progress.best || incumbent.objective < m_progress.best->objective;
    if (isBetter)
        m_best = incumbent;
    m_progress.iterations = iterations;
    // What comes within a moment is reported at its end, with how far the search is then.
    if (isTime())
        send(m_progress.share);
}

void ProgressTeller::done(const FoundSchedulePtr& best, std::uint64_t iterations)
{
    const std::scoped_lock lock(m_mutex);
    m_best.reset();
    m_progress.phase = SearchPhase::Done;
    m_progress.best = best;
    m_progress.iterations = iterations;
    send(1);
}

} // namespace bubblescope::search

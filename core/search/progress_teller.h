// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/found.h"

#include <mutex>

namespace bubblescope::search {

/// Reports how far a search is, a few times a second, with the best order until then. From any thread.
class ProgressTeller
{
public:
    ProgressTeller(const SearchProblem& problem, GroupCosts& costs,
                   const std::function<void(const SearchProgress&)>& tell, const CancelToken& cancel)
        : m_problem(problem)
        , m_costs(costs)
        , m_tell(tell)
        , m_cancel(cancel)
    {}

    void candidate(std::size_t done, std::size_t all, double share);
    void bound(Time bound);
    void improving(std::uint64_t iterations, double share);
    void better(const Incumbent& incumbent, std::uint64_t iterations);
    void done(const FoundSchedulePtr& best, std::uint64_t iterations);

private:
    [[nodiscard]] bool isTime();
    void send(double share);

    const SearchProblem& m_problem;
    GroupCosts& m_costs;
    const std::function<void(const SearchProgress&)>& m_tell;
    const CancelToken& m_cancel;
    std::mutex m_mutex;
    SearchProgress m_progress;
    std::optional<Incumbent> m_best; ///< better than what was reported; made a schedule only when it is
    Clock::time_point m_last{};
};

} // namespace bubblescope::search

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/generate.h"
#include "core/model/timeline.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <memory>
#include <sys/resource.h>
#include <vector>

namespace bubblescope::bench {

/// The order of "zbv:ranks=4,microbatches=8".
[[nodiscard]] inline SchedulePtr generated(const std::string& text)
{
    return std::make_shared<const Schedule>(*generate(*requestFromText(text)));
}

/// Processor time of this thread, which the machine's other work does not lengthen.
[[nodiscard]] inline double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The least that makes the arrays of a timeline: each rank's actions one after the other, no dependencies.
[[nodiscard]] inline std::vector<LaneTimes> plainTimes(const Schedule& schedule)
{
    std::vector<LaneTimes> lanes(schedule.rows.size());
    for (std::size_t r = 0; r < lanes.size(); ++r) {
        const Row& row = schedule.rows[r];
        lanes[r].start.resize(row.size());
        lanes[r].end.resize(row.size());
        Time time = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            lanes[r].start[i] = time;
            time += row[i].kind() == ActionKind::Forward ? 1 : 2;
            lanes[r].end[i] = time;
        }
    }
    return lanes;
}

/// Best and median of one thing done many times, in processor seconds.
class Samples
{
public:
    template <typename Work>
    void add(Work&& work)
    {
        const double begin = threadSeconds();
        work();
        m_seconds.push_back(threadSeconds() - begin);
    }
    [[nodiscard]] double best() const { return *std::min_element(m_seconds.begin(), m_seconds.end()); }
    [[nodiscard]] double median()
    {
        std::sort(m_seconds.begin(), m_seconds.end());
        return m_seconds[m_seconds.size() / 2];
    }

private:
    std::vector<double> m_seconds;
};

/// Counters of every benchmark of an order: its actions, the time of one, and the program's largest memory.
inline void report(benchmark::State& state, const Schedule& schedule)
{
    const auto actions = static_cast<double>(schedule.actionCount());
    state.counters["actions"] = actions;
    state.counters["per_action"] = benchmark::Counter(actions, benchmark::Counter::kIsIterationInvariantRate |
                                                                   benchmark::Counter::kInvert);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_rss_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

} // namespace bubblescope::bench

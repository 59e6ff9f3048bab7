// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slowdown/training_job.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Replays the steps of a job: every operation starts as soon as what it waits for has ended, without the
/// delays between. Keeps a reference to the job.
class JobReplay
{
public:
    /// DoesNotHold where operations wait for each other; names two of them.
    [[nodiscard]] static Result<JobReplay> prepare(const TrainingJob& job);

    /// Which operations keep their recorded durations; the others take the ideal of their kind. By
    /// operation, then replica.
    using Kept = std::vector<bool>;
    /// Lengths of every step for each of `scenarios`, seconds: by scenario, then step. Steps run in parallel.
    /// Empty where cancelled. O(scenarios · durations).
    [[nodiscard]] std::vector<std::vector<double>> stepTimes(const std::vector<Kept>& scenarios,
                                                             const CancelToken& cancel = {}) const;

private:
    /// What begins together.
    struct Unit
    {
        std::vector<std::uint32_t> members;
        bool isAcrossReplicas = false;
    };

    explicit JobReplay(const TrainingJob& job) : m_job(&job) {}
    [[nodiscard]] Result<void> sortUnits();
    void setIdeals();
    [[nodiscard]] double replay(std::size_t step, const Kept& kept, std::vector<double>& ends) const;

    const TrainingJob* m_job;
    std::vector<Unit> m_units;   ///< each behind all that it waits for
    std::vector<double> m_ideal; ///< by kind
    /// By operation: whether its end is that of the step. Where there is an optimizer only it, and what
    /// follows it, are.
    std::vector<bool> m_isEnd;
};

} // namespace bubblescope

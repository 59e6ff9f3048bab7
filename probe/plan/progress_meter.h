// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/probe_plan.h"

namespace bubblescope::probe {

/// How far a measurement is: samples done of those that are planned, and the seconds that are left, from the
/// plan's expectation corrected by what the done ones took.
class ProgressMeter
{
public:
    explicit ProgressMeter(const ProbePlan& plan);

    /// A round, with so many samples of the phase's points.
    void addRound(Phase phase, std::size_t samples);
    /// The phase is over: what it did not use is not waited for, what it took more counts.
    void finish(Phase phase);
    [[nodiscard]] std::size_t done() const { return m_done; }
    /// At least done(); grows where a phase takes more rounds than planned.
    [[nodiscard]] std::size_t total() const;
    [[nodiscard]] double etaSeconds(double elapsedSeconds) const;
    /// Of the phases after this one, as the plan expects.
    [[nodiscard]] double secondsAfter(Phase phase) const;

private:
    struct Part
    {
        std::size_t planned = 0; ///< samples
        std::size_t done = 0;
        double expectedUs = 0; ///< of all planned samples
        bool isOver = false;
    };
    [[nodiscard]] const Part& part(Phase phase) const { return m_parts[static_cast<std::size_t>(phase)]; }

    std::array<Part, kPhaseCount> m_parts;
    std::size_t m_done = 0;
};

} // namespace bubblescope::probe

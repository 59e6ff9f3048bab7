// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/progress_meter.h"

#include <algorithm>

namespace bubblescope::probe {

ProgressMeter::ProgressMeter(const ProbePlan& plan)
{
    for (const PlanPoint& point : plan.points) {
        Part& part = m_parts[static_cast<std::size_t>(point.phase)];
        part.planned += point.samples;
        part.expectedUs += point.expectedTotalUs();
    }
}

void ProgressMeter::addRound(Phase phase, std::size_t samples)
{
    Part& part = m_parts[static_cast<std::size_t>(phase)];
    part.done += samples;
    m_done += samples;
}

void ProgressMeter::finish(Phase phase)
{
    m_parts[static_cast<std::size_t>(phase)].isOver = true;
}

std::size_t ProgressMeter::total() const
{
    std::size_t total = 0;
    for (const Part& part : m_parts)
        total += part.isOver ? part.done : std::max(part.planned, part.done);
    return total;
}

double ProgressMeter::etaSeconds(double elapsedSeconds) const
{
    double behind = 0, ahead = 0;
    for (const Part& part : m_parts) {
        if (part.planned == 0)
            continue;
        const double share = static_cast<double>(part.done) / static_cast<double>(part.planned);
        behind += part.expectedUs * share;
        ahead += part.isOver ? 0 : part.expectedUs * std::max(0.0, 1 - share);
    }
    // Too little is done at first to correct anything.
    constexpr double kEnoughUs = 1e5;
    const double factor =
        behind > kEnoughUs && elapsedSeconds > 0 ? std::clamp(elapsedSeconds * 1e6 / behind, 0.2, 20.0) : 1.0;
    return ahead * factor / 1e6;
}

double ProgressMeter::secondsAfter(Phase phase) const
{
    double us = 0;
    for (std::size_t i = static_cast<std::size_t>(phase) + 1; i < kPhaseCount; ++i)
        us += m_parts[i].isOver ? 0 : m_parts[i].expectedUs;
    return us / 1e6;
}

} // namespace bubblescope::probe

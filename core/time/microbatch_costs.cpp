// SPDX-License-Identifier: Apache-2.0
#include "core/time/microbatch_costs.h"

#include "core/time/host_part.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// The rest of the time grows with the length; attention with the pairs of tokens that see each other: those
/// within the slice, and its tokens with all of the slices before it.
std::vector<double> timesOfLengths(const std::vector<double>& lengths, double attention, std::uint64_t slices)
{
    std::vector<double> times(lengths.size());
    double before = 0;
    for (std::size_t m = 0; m < lengths.size(); ++m) {
        if (m % slices == 0)
            before = 0;
        const double length = lengths[m];
        times[m] = (1 - attention) * length + attention * (length * length + 2 * length * before);
        before += length;
    }
    return times;
}

} // namespace

MicrobatchFactors::MicrobatchFactors(const MicrobatchCosts& costs) : m_sizes(costs.lengths.values)
{
    if (costs.areAlike())
        return;
    m_slices = std::max<std::uint64_t>(costs.slices, 1);
    if (!costs.times.values.empty())
        m_times = costs.times.values;
    else if (!m_sizes.empty())
        m_times = timesOfLengths(m_sizes, costs.attention, m_slices);
    else
        m_growth = 2 * costs.attention;
}

double MicrobatchFactors::scaled(double time, ActionKind kind, MicrobatchId microbatch, double host) const
{
    if (areOne() || !hasMicrobatch(kind))
        return time;
    return isCopy(kind) ? time * sizeOf(microbatch) : grown(time, timeOf(microbatch), host);
}

} // namespace bubblescope

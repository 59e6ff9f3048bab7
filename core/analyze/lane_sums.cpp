// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/lane_sums.h"

#include "core/analyze/lane_gaps.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Takes a rank's cells one after the other. In which phase a gap lies is known only later: it is steady if
/// another F comes, else cool-down, so what is added up since the last F is kept both ways.
class GapSums
{
public:
    explicit GapSums(Time makespan) : m_makespan(makespan) {}

    void addCell(Time start, Time end, bool hasForward, bool hasInputGradient)
    {
        addGap(std::min(start, m_makespan));
        m_covered = std::max(m_covered, end);
        if (hasInputGradient && !m_hasBackward) {
            m_hasBackward = true;
            m_cool = 0;
        }
        if (hasForward) {
            m_warmAtForward = m_warm;
            m_steadyAtForward = m_steady;
            m_cool = 0;
        }
    }
    void finish(LaneSums& sums)
    {
        addGap(m_makespan);
        sums.idle = m_idle;
        // Without a backward the warm-up ends with the last F.
        sums.idleWarmup = m_hasBackward ? m_warm : m_warmAtForward;
        sums.idleSteady = m_steadyAtForward;
        sums.idleCooldown = m_cool;
    }

private:
    void addGap(Time until)
    {
        if (!isGap(m_covered, until, m_makespan))
            return;
        const Time length = until - m_covered;
        m_idle += length;
        (m_hasBackward ? m_steady : m_warm) += length;
        m_cool += length;
    }

    Time m_makespan;
    Time m_covered = 0;
    bool m_hasBackward = false;
    Time m_idle = 0;
    Time m_warm = 0;
    Time m_steady = 0;
    Time m_cool = 0;
    Time m_warmAtForward = 0;
    Time m_steadyAtForward = 0;
};

} // namespace

LaneSums laneSums(const Row& row, const LaneTimes& times, Time makespan)
{
    LaneSums sums;
    GapSums gaps(makespan);
    bool isFirst = true;
    Time first = 0;
    Time last = 0;
    for (std::size_t i = 0; i < row.size();) {
        if (!isCompute(row[i].kind())) {
            ++i;
            continue;
        }
        Time start = times.start[i];
        Time end = times.end[i];
        bool hasForward = isForward(row[i].kind());
        bool hasInputGradient = isInputGradient(row[i].kind());
        for (++i; i < row.size() && !row[i].startsCell() && isCompute(row[i].kind()); ++i) {
            start = std::min(start, times.start[i]);
            end = std::max(end, times.end[i]);
            hasForward |= isForward(row[i].kind());
            hasInputGradient |= isInputGradient(row[i].kind());
        }
        sums.busy += end - start;
        gaps.addCell(start, end, hasForward, hasInputGradient);
        first = isFirst ? start : first;
        isFirst = false;
        last = end;
    }
    gaps.finish(sums);
    sums.span = last - first;
    return sums;
}

} // namespace bubblescope

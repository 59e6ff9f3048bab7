// SPDX-License-Identifier: Apache-2.0
#include "core/time/lane_issue_times.h"

#include <cmath>
#include <new>

namespace bubblescope {

LaneIssueTimes::LaneIssueTimes(const Schedule& schedule, bool overlapsFsdp)
    : m_lanes(schedule.rows.size())
    , m_last(schedule.rows.size())
    , m_overlapsFsdp(overlapsFsdp)
{
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        if (schedule.rows[r].size() >= kKernelId)
            throw std::bad_alloc();
        m_lanes[r].start.resize(schedule.rows[r].size());
        m_lanes[r].end.resize(schedule.rows[r].size(), kNone);
    }
}

Time LaneIssueTimes::firstOf(const Schedule& schedule) const
{
    Time first = m_first;
    // An FSDP action that takes no time is no start.
    for (std::size_t r = 0; r < m_lanes.size() && m_overlapsFsdp; ++r)
        for (std::size_t i = 0; i < schedule.rows[r].size(); ++i)
            if (isFsdp(schedule.rows[r][i].kind()) && m_lanes[r].end[i] > m_lanes[r].start[i])
                first = std::min(first, m_lanes[r].start[i]);
    return std::isfinite(first) ? first : 0;
}

Timeline LaneIssueTimes::take(SchedulePtr schedule)
{
    const Time first = firstOf(*schedule);
    Timeline timeline;
    timeline.lanes = std::move(m_lanes);
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        const Row& row = schedule->rows[r];
        LaneTimes& lane = timeline.lanes[r];
        Time until = 0; ///< where bubbles are that no walk came to
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (lane.end[i] == kNone) {
                lane.start[i] = lane.end[i] = until;
                continue;
            }
            lane.start[i] = std::max(0.0, lane.start[i] - first);
            lane.end[i] = std::max(0.0, lane.end[i] - first);
            if (isCompute(row[i].kind()) || isFsdp(row[i].kind()))
                until = lane.end[i];
            timeline.makespan = std::max(timeline.makespan, lane.end[i]);
        }
    }
    timeline.schedule = std::move(schedule);
    return timeline;
}

} // namespace bubblescope

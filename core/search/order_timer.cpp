// SPDX-License-Identifier: Apache-2.0
#include "core/search/order_timer.h"

#include "core/search/trial.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <memory>

namespace bubblescope::search {

namespace {

constexpr Time kUndone = -1;

} // namespace

OrderTimer::OrderTimer(const OrderModel& model, SearchObjective objective)
    : m_model(&model)
    , m_objective(objective)
    , m_starts(model.ranks())
    , m_forwardEnd(model.units())
    , m_backwardEnd(model.units())
    , m_forwardIndex(model.units())
    , m_backwardIndex(model.units())
    , m_forwardWaiter(model.units(), 0)
    , m_backwardWaiter(model.units(), 0)
    , m_clock(model.ranks())
    , m_left(model.ranks())
    , m_next(model.ranks())
{}

std::optional<OrderTime> OrderTimer::time(const WorkingOrder& order, Time cutoff)
{
    std::fill(m_forwardEnd.begin(), m_forwardEnd.end(), kUndone);
    std::fill(m_backwardEnd.begin(), m_backwardEnd.end(), kUndone);
    m_runnable.clear();
    for (std::uint32_t r = m_model->ranks(); r-- > 0;) {
        m_runnable.push_back(r);
        m_clock[r] = 0;
        m_next[r] = 0;
        m_left[r] = order.busy(r);
        m_starts[r].resize(order.row(r).size());
    }
    constexpr double kRounding = 1e-9;
    const Time limit = cutoff * (1 + kRounding);
    bool isWithin = true;
    while (isWithin && !m_runnable.empty()) {
        const std::uint32_t rank = m_runnable.back();
        m_runnable.pop_back();
        isWithin = advance(order, rank, limit);
    }
    bool isComplete = isWithin;
    for (std::uint32_t r = 0; isComplete && r < m_model->ranks(); ++r)
        isComplete = m_next[r] == order.row(r).size();
    if (isComplete)
        return m_model->costs().communicators.policy == CommunicatorPolicy::None
                   ? result()
                   : resultWithCommunicators(order);
    std::fill(m_forwardWaiter.begin(), m_forwardWaiter.end(), 0U);
    std::fill(m_backwardWaiter.begin(), m_backwardWaiter.end(), 0U);
    return std::nullopt;
}

bool OrderTimer::advance(const WorkingOrder& order, std::uint32_t rank, Time cutoff)
{
    const std::vector<WorkCell>& row = order.row(rank);
    std::vector<Time>& starts = m_starts[rank];
    Time clock = m_clock[rank];
    Time left = m_left[rank];
    std::uint32_t index = m_next[rank];
    for (; index < row.size(); ++index) {
        const WorkCell& cell = row[index];
        Time start = clock;
        if (!await(cell.first, rank, start) || (cell.isBlock() && !await(cell.second, rank, start)))
            break;
        const double duration = durationOf(cell);
        starts[index] = start;
        clock = start + duration;
        left -= duration;
        publish(cell.first, rank, index, clock);
        if (cell.isBlock())
            publish(cell.second, rank, index, clock);
    }
    m_clock[rank] = clock;
    m_left[rank] = left;
    m_next[rank] = index;
    const Time begin = m_objective == SearchObjective::RankSpan && index > 0 ? starts[0] : 0;
    return clock - begin + left <= cutoff;
}

bool OrderTimer::await(Part part, std::uint32_t rank, Time& start)
{
    const std::uint32_t unit = part.unit();
    const std::uint32_t stage = m_model->stageOf(unit);
    if (part.kind() == ActionKind::Forward) {
        if (stage == 0)
            return true;
        const Time end = m_forwardEnd[unit - 1];
        if (end < 0) {
            m_forwardWaiter[unit - 1] = rank + 1;
            return false;
        }
        start = std::max(start, end + m_model->forwardDelay(unit));
        return true;
    }
    if (part.kind() == ActionKind::BackwardWeight)
        return m_backwardEnd[unit] >= 0;
    // On other stages than the last the way through the later ones has it.
    if (stage + 1 == m_model->stages())
        return m_forwardEnd[unit] >= 0;
    const Time end = m_backwardEnd[unit + 1];
    if (end < 0) {
        m_backwardWaiter[unit + 1] = rank + 1;
        return false;
    }
    start = std::max(start, end + m_model->backwardDelay(unit));
    return true;
}

void OrderTimer::publish(Part part, std::uint32_t rank, std::uint32_t index, Time end)
{
    const std::uint32_t unit = part.unit();
    if (part.kind() == ActionKind::BackwardWeight)
        return;
    const bool isForward = part.kind() == ActionKind::Forward;
    (isForward ? m_forwardEnd : m_backwardEnd)[unit] = end;
    (isForward ? m_forwardIndex : m_backwardIndex)[unit] = index;
    std::uint32_t& waiter = (isForward ? m_forwardWaiter : m_backwardWaiter)[unit];
    if (waiter != 0 && waiter != rank + 1)
        m_runnable.push_back(waiter - 1);
    waiter = 0;
}

OrderTime OrderTimer::result() const
{
    OrderTime time;
    for (std::uint32_t r = 0; r < m_model->ranks(); ++r) {
        if (m_starts[r].empty())
            continue;
        const Time begin = m_objective == SearchObjective::RankSpan ? m_starts[r].front() : 0;
        time.objective = std::max(time.objective, m_clock[r] - begin);
        time.meanEnd += m_clock[r] - begin;
    }
    time.meanEnd /= m_model->ranks();
    return time;
}

std::optional<OrderTime> OrderTimer::resultWithCommunicators(const WorkingOrder& order) const
{
    const auto timeline =
        simulate(std::make_shared<const Schedule>(order.schedule(*m_model, {})), m_model->costs());
    if (!timeline)
        return std::nullopt;
    OrderTime time{objectiveOf(*timeline, m_objective), 0};
    for (const LaneTimes& lane : timeline->lanes)
        if (!lane.end.empty())
            time.meanEnd +=
                lane.end.back() - (m_objective == SearchObjective::RankSpan ? lane.start.front() : 0);
    time.meanEnd /= m_model->ranks();
    return time;
}

std::optional<CellPlace> OrderTimer::producerOf(Part part, Time start) const
{
    const std::uint32_t unit = part.unit();
    const std::uint32_t stage = m_model->stageOf(unit);
    if (part.kind() == ActionKind::Forward) {
        if (stage == 0 || m_forwardEnd[unit - 1] + m_model->forwardDelay(unit) < start)
            return std::nullopt;
        return CellPlace{m_model->rankOf(unit - 1), m_forwardIndex[unit - 1]};
    }
    if (part.kind() == ActionKind::BackwardWeight || stage + 1 == m_model->stages() ||
        m_backwardEnd[unit + 1] + m_model->backwardDelay(unit) < start)
        return std::nullopt;
    return CellPlace{m_model->rankOf(unit + 1), m_backwardIndex[unit + 1]};
}

void OrderTimer::criticalRuns(const WorkingOrder& order, std::vector<Run>& runs) const
{
    runs.clear();
    CellPlace at;
    Time longest = -1;
    for (std::uint32_t r = 0; r < m_model->ranks(); ++r) {
        if (m_starts[r].empty())
            continue;
        const Time begin = m_objective == SearchObjective::RankSpan ? m_starts[r].front() : 0;
        if (m_clock[r] - begin > longest) {
            longest = m_clock[r] - begin;
            at = {r, static_cast<std::uint32_t>(m_starts[r].size() - 1)};
        }
    }
    while (longest >= 0) {
        Run run{at, 1};
        const auto& row = order.row(at.rank);
        const auto& starts = m_starts[at.rank];
        while (at.index > 0 && starts[at.index - 1] + durationOf(row[at.index - 1]) == starts[at.index]) {
            --at.index;
            ++run.length;
        }
        runs.push_back(run);
        const WorkCell& cell = row[at.index];
        std::optional<CellPlace> producer = producerOf(cell.first, starts[at.index]);
        if (!producer && cell.isBlock())
            producer = producerOf(cell.second, starts[at.index]);
        if (!producer || starts[at.index] <= 0)
            return;
        at = *producer;
    }
}

} // namespace bubblescope::search

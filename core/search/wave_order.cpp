// SPDX-License-Identifier: Apache-2.0
#include "core/search/wave_order.h"

#include "core/search/peak_memory.h"
#include "core/search/stage_costs.h"

#include <algorithm>
#include <limits>

namespace bubblescope::search {

namespace {

constexpr double kWaveRounding = 1e-9;
constexpr std::uint32_t kNobody = 0xFFFFFFFFU;

bool isGradient(std::uint32_t number)
{
    return number % 2 == 1;
}

ActionKind kindOf(std::uint32_t number)
{
    return isGradient(number) ? ActionKind::BackwardInput : ActionKind::Forward;
}

} // namespace

std::optional<WaveOrder> waveOrderOf(const WorkingOrder& order, const OrderModel& model)
{
    WaveOrder waves;
    waves.rows.resize(order.ranks());
    waves.weightsBefore.assign(2 * std::size_t{model.units()}, 0);
    for (std::uint32_t r = 0; r < order.ranks(); ++r) {
        std::uint32_t weights = 0;
        for (const WorkCell& cell : order.row(r)) {
            if (cell.isBlock())
                return std::nullopt;
            if (cell.first.kind() == ActionKind::BackwardWeight) {
                ++weights;
                continue;
            }
            const bool isForward = cell.first.kind() == ActionKind::Forward;
            const std::uint32_t number = 2 * cell.first.unit() + (isForward ? 0 : 1);
            waves.rows[r].push_back(number);
            waves.weightsBefore[number] = static_cast<std::uint8_t>(std::min(weights, 255U));
            weights = cell.first.kind() == ActionKind::Backward ? 1 : 0;
        }
    }
    return waves;
}

std::vector<double> roomForActivations(const OrderModel& model, double limit)
{
    const CostModel& costs = model.costs();
    std::vector<double> room(model.ranks());
    for (std::uint32_t r = 0; r < model.ranks(); ++r) {
        room[r] = withRounding(limit) - heldBack(costs, r) - costs.besideStages(RankId{r});
        for (const StageId stage : model.stagesOf(r))
            room[r] -= costs.parameters.at(stage) + costs.optimizer.at(stage) + costs.gradients.at(stage);
    }
    return room;
}

WaveTimer::WaveTimer(const OrderModel& model, double limit, SearchObjective objective)
    : m_model(&model)
    , m_isRankSpan(objective == SearchObjective::RankSpan)
    , m_capacity(roomForActivations(model, limit))
    , m_busy(model.ranks(), 0)
    , m_ranks(model.ranks())
    , m_starts(2 * std::size_t{model.units()})
    , m_ends(2 * std::size_t{model.units()})
    , m_waiter(2 * std::size_t{model.units()}, kNobody)
{
    const CostModel& costs = model.costs();
    for (std::uint32_t s = 0; s < model.stages(); ++s) {
        m_size.push_back(costs.activation.at(StageId{s}));
        m_kept.push_back(m_size.back() * costs.activationKeptUntilWeight.at(StageId{s}));
    }
    for (std::uint32_t unit = 0; unit < model.units(); ++unit)
        for (const ActionKind kind :
             {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight})
            m_busy[model.rankOf(unit)] += model.duration(kind, unit);
}

bool WaveTimer::canTime(const OrderModel& model)
{
    if (model.costs().communicators.policy != CommunicatorPolicy::None)
        return false;
    for (std::uint32_t unit = 0; unit < model.units(); ++unit)
        if (model.duration(ActionKind::Backward, unit) * (1 + kWaveRounding) <
            model.duration(ActionKind::BackwardInput, unit) +
                model.duration(ActionKind::BackwardWeight, unit))
            return false;
    return true;
}

bool WaveTimer::time(const WaveOrder& order, Time cutoff)
{
    std::fill(m_ends.begin(), m_ends.end(), -1);
    std::fill(m_waiter.begin(), m_waiter.end(), kNobody);
    m_runnable.clear();
    for (std::uint32_t r = m_model->ranks(); r-- > 0;) {
        RankState& rank = m_ranks[r];
        rank.clock = rank.begin = rank.held = 0;
        rank.left = m_busy[r];
        rank.next = rank.weightsDone = 0;
        rank.weights.clear();
        m_runnable.push_back(r);
    }
    while (!m_runnable.empty()) {
        const std::uint32_t rank = m_runnable.back();
        m_runnable.pop_back();
        if (!advance(order, rank, cutoff))
            return false;
    }
    return finish(order, cutoff);
}

std::optional<std::uint32_t> WaveTimer::neededBy(std::uint32_t number) const
{
    const std::uint32_t unit = number / 2;
    const std::uint32_t stage = m_model->stageOf(unit);
    if (!isGradient(number))
        return stage == 0 ? std::nullopt : std::optional(number - 2);
    return stage + 1 == m_model->stages() ? number - 1 : number + 2;
}

void WaveTimer::runWeight(std::uint32_t r)
{
    RankState& rank = m_ranks[r];
    const std::uint32_t unit = rank.weights[rank.weightsDone++];
    const Time length = m_model->duration(ActionKind::BackwardWeight, unit);
    rank.clock += length;
    rank.left -= length;
    rank.held -= m_kept[m_model->stageOf(unit)];
    if (m_record != nullptr)
        (*m_record)[r].emplace_back(StageId{m_model->stageOf(unit)}, ActionKind::BackwardWeight,
                                    MicrobatchId{unit / m_model->stages()});
}

bool WaveTimer::advance(const WaveOrder& order, std::uint32_t r, Time cutoff)
{
    RankState& rank = m_ranks[r];
    const std::vector<std::uint32_t>& row = order.rows[r];
    for (; rank.next < row.size(); ++rank.next) {
        const std::uint32_t number = row[rank.next];
        const std::uint32_t unit = number / 2;
        Time arrival = 0;
        if (const std::optional<std::uint32_t> needed = neededBy(number)) {
            if (m_ends[*needed] < 0) {
                m_waiter[*needed] = r;
                return true;
            }
            const bool isTurn = *needed / 2 == unit;
            arrival = m_ends[*needed] + (isTurn               ? 0
                                         : isGradient(number) ? m_model->backwardDelay(unit)
                                                              : m_model->forwardDelay(unit));
        }
        const std::uint32_t stage = m_model->stageOf(unit);
        const double taken = isGradient(number) ? 0 : m_size[stage];
        for (std::uint32_t forced = order.weightsBefore[number]; rank.weightsDone < rank.weights.size();) {
            const Time weight = m_model->duration(ActionKind::BackwardWeight, rank.weights[rank.weightsDone]);
            const bool lacksRoom = taken > 0 && rank.held + taken > m_capacity[r];
            if (forced == 0 && !lacksRoom && rank.clock + weight > arrival + kWaveRounding)
                break;
            runWeight(r);
            forced -= forced > 0 ? 1 : 0;
        }
        if (taken > 0 && rank.held + taken > m_capacity[r])
            return false;
        if (isGradient(number)) {
            rank.held -= m_size[stage] - m_kept[stage];
            rank.weights.push_back(unit);
        }
        rank.held += taken;
        const Time start = std::max(rank.clock, arrival);
        const Time length = m_model->duration(kindOf(number), unit);
        if (rank.next == 0)
            rank.begin = start;
        m_starts[number] = start;
        m_ends[number] = rank.clock = start + length;
        rank.left -= length;
        if (rank.clock - (m_isRankSpan ? rank.begin : 0) + rank.left > cutoff)
            return false;
        if (m_record != nullptr)
            (*m_record)[r].emplace_back(StageId{stage}, kindOf(number),
                                        MicrobatchId{unit / m_model->stages()});
        if (const std::uint32_t waiter = m_waiter[number]; waiter != kNobody && waiter != r)
            m_runnable.push_back(waiter);
    }
    return true;
}

bool WaveTimer::finish(const WaveOrder& order, Time cutoff)
{
    m_objective = m_meanEnd = 0;
    for (std::uint32_t r = 0; r < m_model->ranks(); ++r) {
        RankState& rank = m_ranks[r];
        if (rank.next < order.rows[r].size())
            return false;
        while (rank.weightsDone < rank.weights.size())
            runWeight(r);
        const Time end = rank.clock - (m_isRankSpan ? rank.begin : 0);
        m_objective = std::max(m_objective, end);
        m_meanEnd += end / m_model->ranks();
    }
    return m_objective <= cutoff;
}

Schedule WaveTimer::schedule(const WaveOrder& order)
{
    Schedule schedule;
    schedule.stageCount = m_model->stages();
    schedule.microbatchCount = m_model->microbatches();
    schedule.rows.resize(m_model->ranks());
    m_record = &schedule.rows;
    (void)time(order, std::numeric_limits<double>::infinity());
    m_record = nullptr;
    return schedule;
}

} // namespace bubblescope::search

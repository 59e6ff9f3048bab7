// SPDX-License-Identifier: Apache-2.0
#include "core/search/order_model.h"

#include "core/time/dense_costs.h"
#include "core/time/duration_table.h"
#include "core/time/link_table.h"

#include <algorithm>

namespace bubblescope::search {

namespace {

constexpr std::uint32_t kNoHome = 0xFFFFFFFFU;
constexpr std::uint64_t kMostUnits = std::uint64_t{1} << 21U;
constexpr std::uint32_t kMostRanksImproved = 4096;

bool hasPlainCells(const Schedule& schedule)
{
    for (const Row& row : schedule.rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i].isBubble())
                continue;
            if (!isCompute(row[i].kind()) || isBeyondTorch(row[i].kind()) ||
                row[i].stage().value >= schedule.stageCount ||
                row[i].microbatch().value >= schedule.microbatchCount || cellEnd(row, i) > i + 2)
                return false;
        }
    return true;
}

} // namespace

std::optional<OrderModel> OrderModel::of(const Schedule& schedule, const CostModel& costs)
{
    const std::uint64_t units = std::uint64_t{schedule.stageCount} * schedule.microbatchCount;
    if (units > kMostUnits || schedule.rankCount() > kMostRanksImproved || !DenseCosts::fit(costs) ||
        !hasPlainCells(schedule))
        return std::nullopt;
    OrderModel model;
    model.m_costs = costs;
    model.m_ranks = schedule.rankCount();
    model.m_stages = schedule.stageCount;
    model.m_microbatches = schedule.microbatchCount;
    if (!model.placeUnits(schedule))
        return std::nullopt;
    model.fillTimes();
    return model;
}

bool OrderModel::placeUnits(const Schedule& schedule)
{
    m_home.assign(units(), kNoHome);
    m_stageOf.resize(units());
    m_held.resize(m_ranks);
    for (std::uint32_t unit = 0; unit < units(); ++unit)
        m_stageOf[unit] = unit % m_stages;
    for (std::uint32_t r = 0; r < m_ranks; ++r) {
        for (const Action& action : schedule.rows[r]) {
            if (action.isBubble())
                continue;
            std::uint32_t& home = m_home[action.microbatch().value * m_stages + action.stage().value];
            if (home != kNoHome && home != r)
                return false;
            home = r;
            m_held[r].push_back(action.stage());
        }
        std::sort(m_held[r].begin(), m_held[r].end());
        m_held[r].erase(std::unique(m_held[r].begin(), m_held[r].end()), m_held[r].end());
    }
    return std::find(m_home.begin(), m_home.end(), kNoHome) == m_home.end();
}

double OrderModel::factorOf(std::uint32_t rank) const
{
    const auto found = m_costs.rankFactor.find(rank);
    return found == m_costs.rankFactor.end() ? 1 : found->second;
}

void OrderModel::fillTimes()
{
    const DurationTable table(m_costs, m_stages);
    const LinkTable links(m_costs);
    std::vector<double> factors(m_ranks);
    for (std::uint32_t r = 0; r < m_ranks; ++r)
        factors[r] = factorOf(r);
    const auto delay = [&](std::uint32_t from, std::uint32_t to) {
        const MicrobatchId microbatch{to / m_stages};
        from = m_home[from];
        to = m_home[to];
        return from == to ? 0.0 : links.of(from, to, microbatch).time();
    };
    m_durations.resize(units());
    m_forwardDelay.assign(units(), 0);
    m_backwardDelay.assign(units(), 0);
    double sum = 0;
    for (std::uint32_t unit = 0; unit < units(); ++unit) {
        const StageId stage{m_stageOf[unit]};
        const std::array kinds{ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight,
                               ActionKind::Backward};
        for (std::size_t k = 0; k < kinds.size(); ++k)
            m_durations[unit][k] =
                table.of(Action{stage, kinds[k], MicrobatchId{unit / m_stages}, CellRole::Single}) *
                factors[m_home[unit]];
        if (stage.value > 0)
            m_forwardDelay[unit] = delay(unit - 1, unit);
        if (stage.value + 1 < m_stages)
            m_backwardDelay[unit] = delay(unit + 1, unit);
        sum += m_durations[unit][0] + m_durations[unit][1] + m_durations[unit][2];
    }
    m_meanDuration = sum / (3.0 * std::max(1U, units()));
}

} // namespace bubblescope::search

// SPDX-License-Identifier: Apache-2.0
#include "core/validate/order_cycles.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::uint32_t kOrderCyclesNone = 0xFFFFFFFFU;

std::uint32_t targetOf(const Input& input)
{
    return input.producer.index + (input.reachedOnly ? 0 : 1);
}

} // namespace

OrderCycles::OrderCycles(const Schedule& schedule, const Worklist& worklist, CellLacks lacksOf)
    : m_schedule(schedule)
    , m_worklist(worklist)
    , m_lacksOf(std::move(lacksOf))
    , m_rows(schedule.rows.size())
    , m_target(schedule.rows.size(), 0)
    , m_lookAt(schedule.rows.size(), 0)
{}

std::optional<WaitCycle> OrderCycles::shortest(std::size_t limit, std::uint32_t from)
{
    if (limit < 2 || (limit == 2 && m_knowsItself && !m_waitsForItself))
        return std::nullopt;
    m_best.clear();
    // Short cycles are the likely ones; what the earlier rounds cost is no more than the last one does.
    for (std::size_t depth = 2; m_best.empty() && !isUsedUp(); depth *= 2) {
        std::size_t most = std::min(depth, limit - 1);
        for (std::uint32_t rank = from; rank < m_rows.size() && most > 0 && !isUsedUp(); ++rank)
            if (!m_worklist.isDone(rank))
                lookFrom(rank, most);
        m_knowsItself = m_knowsItself || (from == 0 && most > 0 && !isUsedUp());
        if (depth >= limit - 1)
            break;
    }
    if (m_best.empty())
        return std::nullopt;
    return cycle();
}

// Cycles through lower ranks have been looked for before.
void OrderCycles::lookFrom(std::uint32_t rank, std::size_t& most)
{
    for (const Needs& first : needsOf(rank)) {
        ++m_lookUps;
        if (first.of < rank || (most == 1 && first.of != rank))
            continue;
        for (const Maximum& wait : first.maxima) {
            if (isUsedUp() || most == 0)
                return;
            if (wait.target > m_worklist.cursor(first.of) && closes(rank, first, wait, most))
                most = m_best.size() - 1;
        }
    }
}

bool OrderCycles::closes(std::uint32_t rank, const Needs& first, const Maximum& wait, std::size_t most)
{
    ++m_lookUps;
    ++m_look;
    m_steps.assign(1, {rank, first.of, wait, kOrderCyclesNone});
    if (first.of == rank) {
        keepWay(m_steps.front());
        return true;
    }
    m_lookAt[first.of] = m_look;
    m_target[first.of] = wait.target;
    std::size_t begin = 0;
    for (std::size_t waits = 1; waits < most && begin < m_steps.size(); ++waits) {
        const std::size_t end = m_steps.size();
        for (; begin < end; ++begin) {
            // One that leads farther in the same row is there already.
            if (m_target[m_steps[begin].to] != m_steps[begin].wait.target)
                continue;
            if (follow(static_cast<std::uint32_t>(begin), rank, wait.begin))
                return true;
            if (isUsedUp())
                return false;
        }
    }
    return false;
}

bool OrderCycles::follow(std::uint32_t number, std::uint32_t rank, std::uint32_t begin)
{
    const std::uint32_t here = m_steps[number].to;
    for (Needs& needs : needsOf(here)) {
        ++m_lookUps;
        if (needs.of < rank || needs.of == here)
            continue;
        const Maximum* wait = farthest(needs, m_target[here]);
        if (wait == nullptr || wait->target <= m_worklist.cursor(needs.of))
            continue;
        if (needs.of == rank) {
            if (wait->target > begin) {
                keepWay({here, rank, *wait, number});
                return true;
            }
        } else if (m_lookAt[needs.of] != m_look || wait->target > m_target[needs.of]) {
            m_lookAt[needs.of] = m_look;
            m_target[needs.of] = wait->target;
            m_steps.push_back({here, needs.of, *wait, number});
        }
    }
    return false;
}

void OrderCycles::keepWay(const Step& last)
{
    m_best.assign(1, last);
    while (m_best.back().before != kOrderCyclesNone)
        m_best.push_back(m_steps[m_best.back().before]);
    std::reverse(m_best.begin(), m_best.end());
}

// The looks of a row go on from one cell to the next, and so do the places that they ask for.
const OrderCycles::Maximum* OrderCycles::farthest(Needs& needs, std::uint32_t target)
{
    const std::vector<Maximum>& maxima = needs.maxima;
    const auto isBefore = [&](std::size_t i) { return maxima[i].begin < target; };
    std::size_t at = needs.last; // number of those before the target
    for (int i = 0; i < 4 && at < maxima.size() && isBefore(at); ++i)
        ++at;
    if ((at < maxima.size() && isBefore(at)) || (at > 0 && !isBefore(at - 1))) {
        const auto found = std::partition_point(maxima.begin(), maxima.end(),
                                                [&](const Maximum& m) { return m.begin < target; });
        at = static_cast<std::size_t>(found - maxima.begin());
    }
    needs.last = static_cast<std::uint32_t>(at);
    return at > 0 ? &maxima[at - 1] : nullptr;
}

std::vector<OrderCycles::Needs>& OrderCycles::needsOf(std::uint32_t rank)
{
    Needed& row = m_rows[rank];
    if (!row.isRead) {
        row.isRead = true;
        read(rank, row.others);
    }
    return row.others;
}

void OrderCycles::read(std::uint32_t rank, std::vector<Needs>& others)
{
    const Row& row = m_schedule.rows[rank];
    std::uint32_t end = 0;
    for (std::uint32_t begin = m_worklist.cursor(rank); begin < row.size() && !isUsedUp(); begin = end) {
        end = static_cast<std::uint32_t>(cellEnd(row, begin));
        m_lookUps += end - begin;
        m_lacks.clear();
        m_lacksOf(rank, begin, end, m_lacks);
        for (const Blockage& lack : m_lacks) {
            const std::uint32_t of = lack.input.producer.rank;
            const std::uint32_t target = targetOf(lack.input);
            if (of == rank && target <= begin)
                continue;
            m_waitsForItself |= of == rank;
            std::size_t i = 0;
            while (i < others.size() && others[i].of != of)
                ++i;
            m_lookUps += i;
            if (i == others.size())
                others.push_back({of, 0, {}});
            std::vector<Maximum>& maxima = others[i].maxima;
            if (maxima.empty() || target > maxima.back().target)
                maxima.push_back({begin, target, lack.index});
        }
    }
}

WaitCycle OrderCycles::cycle()
{
    WaitCycle cycle;
    for (const Step& step : m_best) {
        const auto end = static_cast<std::uint32_t>(cellEnd(m_schedule.rows[step.from], step.wait.begin));
        m_lacks.clear();
        m_lacksOf(step.from, step.wait.begin, end, m_lacks);
        const auto lack = std::find_if(m_lacks.begin(), m_lacks.end(), [&](const Blockage& each) {
            return each.index == step.wait.index && each.input.producer.rank == step.to &&
                   targetOf(each.input) == step.wait.target;
        });
        cycle.push_back({step.from, *lack});
    }
    return cycle;
}

} // namespace bubblescope

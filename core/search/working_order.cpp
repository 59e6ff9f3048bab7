// SPDX-License-Identifier: Apache-2.0
#include "core/search/working_order.h"

#include "core/time/duration_table.h"

#include <algorithm>
#include <unordered_map>

namespace bubblescope::search {

namespace {

Part partOf(const Action& action, const OrderModel& model)
{
    return {action.kind(), action.microbatch().value * model.stages() + action.stage().value};
}

double durationOf(const WorkCell& cell, const OrderModel& model)
{
    return cell.isBlock() ? cell.block : model.duration(cell.first.kind(), cell.first.unit());
}

bool sharesUnit(const WorkCell& a, const WorkCell& b)
{
    const auto isIn = [&](Part part) {
        return part.unit() == b.first.unit() || (b.isBlock() && part.unit() == b.second.unit());
    };
    return isIn(a.first) || (a.isBlock() && isIn(a.second));
}

void moveCells(std::vector<WorkCell>& row, std::uint32_t from, std::uint32_t to, std::uint32_t length)
{
    const auto at = [&](std::uint32_t place) { return row.begin() + static_cast<std::ptrdiff_t>(place); };
    if (from < to)
        std::rotate(at(from), at(from + length), at(to + length));
    else
        std::rotate(at(to), at(from), at(from + length));
}

Action actionOf(Part part, const OrderModel& model, CellRole role)
{
    return {StageId{model.stageOf(part.unit())}, part.kind(), MicrobatchId{part.unit() / model.stages()},
            role};
}

} // namespace

WorkingOrder::WorkingOrder(const Schedule& schedule, const OrderModel& model)
    : m_rows(schedule.rankCount())
    , m_busy(schedule.rankCount(), 0)
{
    const DurationTable table(model.costs(), model.stages());
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const Row& row = schedule.rows[r];
        for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i)) {
            if (row[i].isBubble())
                continue;
            WorkCell cell{partOf(row[i], model), {}, row[i].role(), 0};
            if (cellEnd(row, i) == i + 2) {
                cell.second = partOf(row[i + 1], model);
                cell.block = table.ofBlock(std::span(row).subspan(i, 2)) * model.factorOf(r);
            } else {
                cell.role = CellRole::Single;
            }
            m_busy[r] += durationOf(cell, model);
            m_rows[r].push_back(cell);
        }
    }
}

bool WorkingOrder::isLegal(const Change& change) const
{
    const std::vector<WorkCell>& row = m_rows[change.rank];
    if (change.kind == Change::Kind::Split)
        return change.from < change.to && change.to <= row.size() && !row[change.from].isBlock() &&
               row[change.from].first.kind() == ActionKind::Backward;
    if (change.kind == Change::Kind::Merge) {
        const WorkCell& input = row[change.from];
        const WorkCell& weight = row[change.to];
        return change.from < change.to && !input.isBlock() && !weight.isBlock() &&
               input.first.kind() == ActionKind::BackwardInput &&
               weight.first == Part(ActionKind::BackwardWeight, input.first.unit());
    }
    if (change.from == change.to || change.from + change.length > row.size() ||
        change.to + change.length > row.size())
        return false;
    const std::uint32_t begin = std::min(change.to, change.from + change.length);
    const std::uint32_t end = std::max(change.from, change.to + change.length);
    for (std::uint32_t moved = change.from; moved < change.from + change.length; ++moved)
        for (std::uint32_t passed = begin; passed < end; ++passed)
            if ((passed < change.from || passed >= change.from + change.length) &&
                sharesUnit(row[passed], row[moved]))
                return false;
    return true;
}

void WorkingOrder::split(const Change& change, const OrderModel& model)
{
    std::vector<WorkCell>& row = m_rows[change.rank];
    const std::uint32_t unit = row[change.from].first.unit();
    row[change.from].first = Part(ActionKind::BackwardInput, unit);
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(change.to),
               WorkCell{Part(ActionKind::BackwardWeight, unit), {}, CellRole::Single, 0});
    m_busy[change.rank] += model.duration(ActionKind::BackwardInput, unit) +
                           model.duration(ActionKind::BackwardWeight, unit) -
                           model.duration(ActionKind::Backward, unit);
}

void WorkingOrder::merge(const Change& change, const OrderModel& model)
{
    std::vector<WorkCell>& row = m_rows[change.rank];
    const std::uint32_t unit = row[change.from].first.unit();
    row[change.from].first = Part(ActionKind::Backward, unit);
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(change.to));
    m_busy[change.rank] -= model.duration(ActionKind::BackwardInput, unit) +
                           model.duration(ActionKind::BackwardWeight, unit) -
                           model.duration(ActionKind::Backward, unit);
}

void WorkingOrder::apply(const Change& change, const OrderModel& model)
{
    switch (change.kind) {
    case Change::Kind::Move:
        return moveCells(m_rows[change.rank], change.from, change.to, change.length);
    case Change::Kind::Split:
        return split(change, model);
    case Change::Kind::Merge:
        return merge(change, model);
    }
}

void WorkingOrder::undo(const Change& change, const OrderModel& model)
{
    switch (change.kind) {
    case Change::Kind::Move:
        return moveCells(m_rows[change.rank], change.to, change.from, change.length);
    case Change::Kind::Split:
        return merge(change, model);
    case Change::Kind::Merge:
        return split(change, model);
    }
}

Schedule WorkingOrder::schedule(const OrderModel& model, const std::string& name) const
{
    Schedule schedule;
    schedule.name = name;
    schedule.stageCount = model.stages();
    schedule.microbatchCount = model.microbatches();
    schedule.rows.resize(m_rows.size());
    for (std::size_t r = 0; r < m_rows.size(); ++r)
        for (const WorkCell& cell : m_rows[r]) {
            schedule.rows[r].push_back(actionOf(cell.first, model, cell.role));
            if (cell.isBlock())
                schedule.rows[r].push_back(actionOf(cell.second, model, CellRole::OverlapContinued));
        }
    return schedule;
}

namespace {

std::uint64_t keyOf(Part part)
{
    return std::uint64_t{static_cast<std::uint8_t>(part.kind())} << 32U | part.unit();
}

/// Cells of a row that kept their order among each other: the longest rising sequence of their old places.
std::size_t keptCells(const std::vector<WorkCell>& before, const std::vector<WorkCell>& after)
{
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < before.size(); ++i)
        places.emplace(keyOf(before[i].first), i);
    std::vector<std::size_t> lasts;
    for (const WorkCell& cell : after) {
        const auto found = places.find(keyOf(cell.first));
        if (found == places.end())
            continue;
        const auto at = std::lower_bound(lasts.begin(), lasts.end(), found->second);
        if (at == lasts.end())
            lasts.push_back(found->second);
        else
            *at = found->second;
    }
    return lasts.size();
}

} // namespace

std::uint64_t changesBetween(const WorkingOrder& before, const WorkingOrder& after)
{
    std::uint64_t changes = 0;
    for (std::uint32_t r = 0; r < before.ranks(); ++r)
        changes +=
            std::max(before.row(r).size(), after.row(r).size()) - keptCells(before.row(r), after.row(r));
    return changes;
}

} // namespace bubblescope::search

// SPDX-License-Identifier: Apache-2.0
#include "core/validate/order_facts.h"

namespace bubblescope {

namespace {

using StageCounts = std::unordered_map<std::uint32_t, std::uint32_t>;

StageCounts countStages(const Row& row)
{
    StageCounts counts;
    for (const Action& action : row)
        if (isCompute(action.kind()) && !isVocabulary(action.kind()))
            ++counts[action.stage().value];
    return counts;
}

} // namespace

std::optional<ActionId> otherEnd(const Action& action)
{
    const auto at = [&](ActionKind kind, std::uint32_t stage) {
        return ActionId{StageId{stage}, kind, action.microbatch()};
    };
    const std::uint32_t stage = action.stage().value;
    switch (action.kind()) {
    case ActionKind::SendForward:
    case ActionKind::WaitSendForward:
        return at(ActionKind::ReceiveForward, stage + 1);
    case ActionKind::SendBackward:
    case ActionKind::WaitSendBackward:
        return at(ActionKind::ReceiveBackward, stage - 1);
    case ActionKind::ReceiveForward:
        return at(ActionKind::SendForward, stage - 1);
    case ActionKind::ReceiveBackward:
        return at(ActionKind::SendBackward, stage + 1);
    default:
        return std::nullopt;
    }
}

std::optional<ActionId> bringerOf(const Action& action)
{
    if (takesActivation(action.kind()))
        return ActionId{action.stage(), ActionKind::ReceiveForward, action.microbatch()};
    if (takesGradient(action.kind()))
        return ActionId{action.stage(), ActionKind::ReceiveBackward, action.microbatch()};
    return isReceive(action.kind()) ? otherEnd(action) : std::nullopt;
}

OrderFacts::OrderFacts(const Schedule& schedule, const std::vector<std::uint32_t>& absentRanks)
    : m_schedule(schedule)
    , m_absentRanks(absentRanks.begin(), absentRanks.end())
    , m_table(schedule)
{
    look();
    std::vector<StageCounts> counts;
    counts.reserve(schedule.rows.size());
    for (const Row& row : schedule.rows)
        counts.push_back(countStages(row));
    m_mirror =
        schedule.placement ? schedule.placement->kind == PlacementKind::Mirror : mirrorExplains(counts);
    if (m_mirror)
        findDirections();
    findHomes(counts);
}

void OrderFacts::look()
{
    for (const Row& row : m_schedule.rows)
        for (const Action& action : row)
            m_has[static_cast<std::size_t>(action.kind())] =
                m_has[static_cast<std::size_t>(wholeOf(action.kind()))] = true;
    m_hasCommunication = m_table.hasCommunication();
    m_carriesSplitGradients = has(ActionKind::BackwardInput) && carriesSplitGradients();
}

bool OrderFacts::carriesSplitGradients() const
{
    if (!has(ActionKind::SendBackward) && !has(ActionKind::ReceiveBackward))
        return false;
    for (const Row& row : m_schedule.rows)
        for (const Action& action : row) {
            const bool receives = action.kind() == ActionKind::ReceiveBackward;
            if (!receives && action.kind() != ActionKind::SendBackward)
                continue;
            const StageId from{action.stage().value + (receives ? 1 : 0)};
            const Place producer = m_table.find(ActionClass::InputGradient, from, action.microbatch());
            if (producer && wholeOf(at(producer).kind()) == ActionKind::BackwardInput)
                return true;
        }
    return false;
}

bool OrderFacts::mirrorExplains(const std::vector<StageCounts>& countsByRank) const
{
    const std::uint32_t ranks = m_schedule.rankCount();
    if (ranks < 2 || m_table.stageCount() != ranks)
        return false;
    const auto mayHold = [&](std::uint32_t rank, std::uint32_t stage) {
        return isAbsent(rank) || countsByRank[rank].contains(stage);
    };
    for (std::uint32_t s = 0; s < ranks; ++s)
        if (!mayHold(s, s) || !mayHold(mirrored(s), s))
            return false;
    return true;
}

void OrderFacts::findDirections()
{
    for (std::uint32_t r = 0; r < m_schedule.rankCount(); ++r)
        for (const Action& action : m_schedule.rows[r]) {
            const std::uint32_t stage = action.stage().value;
            if (!isCompute(action.kind()) || isVocabulary(action.kind()) || stage >= m_schedule.rankCount() ||
                stage == mirrored(stage))
                continue;
            if (r == mirrored(stage))
                ++m_upward[action.microbatch().value];
            else if (r == stage)
                --m_upward[action.microbatch().value];
        }
}

void OrderFacts::findHomes(const std::vector<StageCounts>& countsByRank)
{
    const std::uint32_t ranks = m_schedule.rankCount();
    std::unordered_map<std::uint32_t, std::uint32_t> most;
    for (std::uint32_t r = 0; r < ranks; ++r)
        for (const auto& [stage, count] : countsByRank[r]) {
            std::uint32_t& best = most[stage];
            // Of equals the rank of the loop placement, else the lowest.
            if (count > best || (count == best && stage % ranks == r)) {
                best = count;
                m_home[stage] = r;
            }
        }
}

std::optional<std::uint32_t> OrderFacts::rankFor(const ActionId& action) const
{
    const std::uint32_t stage = action.stage.value;
    if (m_mirror && stage < m_schedule.rankCount()) {
        const auto upward = m_upward.find(action.microbatch.value);
        return upward != m_upward.end() && upward->second > 0 ? mirrored(stage) : stage;
    }
    const auto& placement = m_schedule.placement;
    if (placement && placement->ranks == m_schedule.rankCount() && stage < placement->stageCount())
        return placement->rankOf(action.stage).value;
    const auto home = m_home.find(stage);
    return home != m_home.end() ? std::optional(home->second) : std::nullopt;
}

bool OrderFacts::belongs(const ActionId& action, std::uint32_t rank) const
{
    if (m_mirror && !hasMicrobatch(action.kind) && action.stage.value < m_schedule.rankCount())
        return rank == action.stage.value || rank == mirrored(action.stage.value);
    const std::optional<std::uint32_t> right = rankFor(action);
    return !right || *right == rank;
}

bool OrderFacts::mayRunUnseen(StageId stage, MicrobatchId microbatch) const
{
    if (!hasAbsentRanks())
        return false;
    for (const ActionClass kind : {ActionClass::Forward, ActionClass::InputGradient, ActionClass::Weight})
        if (m_table.find(kind, stage, microbatch))
            return false;
    if (m_mirror && stage.value < m_schedule.rankCount())
        return isAbsent(stage.value) || isAbsent(mirrored(stage.value));
    const auto& placement = m_schedule.placement;
    const bool isPlaced =
        placement && placement->ranks == m_schedule.rankCount() && stage.value < placement->stageCount();
    return !isPlaced || isAbsent(placement->rankOf(stage).value);
}

std::size_t OrderFacts::cell(const Place& place) const
{
    if (m_cells.empty())
        m_cells.resize(m_schedule.rows.size());
    std::vector<std::uint32_t>& cells = m_cells[place.rank];
    if (cells.empty()) {
        std::uint32_t cell = 0;
        for (const Action& action : m_schedule.rows[place.rank]) {
            cell += action.startsCell() && !cells.empty();
            cells.push_back(cell);
        }
    }
    return cells[place.index];
}

ProblemAction OrderFacts::problemAction(const Place& place) const
{
    return {RankId{place.rank}, cell(place), at(place).id()};
}

Sentence OrderFacts::withCell(const Place& place) const
{
    return Sentence({"validate.with-cell", "{action} (cell {cell})"}, actionText(at(place).id()),
                    cell(place));
}

void OrderFacts::excuse(const Place& place)
{
    m_excused.resize(m_schedule.rows.size());
    m_excused[place.rank].resize(m_schedule.rows[place.rank].size());
    m_excused[place.rank][place.index] = true;
}

} // namespace bubblescope

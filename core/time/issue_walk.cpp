// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_walk.h"

#include <algorithm>
#include <new>

namespace bubblescope {

namespace {

/// What a row computes is all of one stage.
bool runsOneStage(const Row& row)
{
    const auto first =
        std::find_if(row.begin(), row.end(), [](const Action& action) { return isCompute(action.kind()); });
    return std::all_of(first, row.end(), [&](const Action& action) {
        return !isCompute(action.kind()) || action.stage() == first->stage();
    });
}

} // namespace

RoundsWalk::RoundsWalk(const Schedule& schedule, const ActionTable& table, CellIssuer& cells,
                       const CancelToken& cancel)
    : m_schedule(schedule)
    , m_neighbours(table)
    , m_cells(cells)
    , m_transfer(cells.costs().ofTransfer(1, 0))
    , m_steps(schedule.rows.size())
    , m_cursor(schedule.rows.size(), 0)
{
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        if (schedule.rows[r].size() > kIndex)
            throw std::bad_alloc();
        // Mostly a receive, the action and a send.
        m_steps[r].reserve(3 * schedule.rows[r].size());
    }
    m_isComplete = MessageRounds(schedule, table, *this).run(cancel).kind == RoundsEnd::Kind::Done;
}

ExchangeWalk::ExchangeWalk(const Schedule& schedule, const ActionTable& table, CommunicatorPolicy policy,
                           CellIssuer& cells)
    : m_schedule(schedule)
    , m_neighbours(table)
    , m_policy(policy)
    , m_cells(cells)
    , m_walks(schedule.rows.size())
{
    for (std::size_t r = 0; r < schedule.rows.size(); ++r)
        m_walks[r].hasChunks = policy == CommunicatorPolicy::Megatron && !runsOneStage(schedule.rows[r]);
}

std::uint32_t ExchangeWalk::endOfGroup(const Row& row, std::uint32_t begin, bool hasChunks) const
{
    const auto end = static_cast<std::uint32_t>(cellEnd(row, begin));
    // Interleaved, a steady forward and the backward behind it share their exchange.
    return hasChunks && isForward(row[begin].kind()) && end < row.size() && isInputGradient(row[end].kind())
               ? static_cast<std::uint32_t>(cellEnd(row, end))
               : end;
}

bool ExchangeWalk::plan(std::uint32_t rank, Walk& walk)
{
    if (walk.isOver)
        return false;
    walk.steps.clear();
    walk.operations.clear();
    walk.next = 0;
    const Row& row = m_schedule.rows[rank];
    while (walk.group < row.size() && row[walk.group].isBubble())
        ++walk.group;
    m_receives.clear();
    if (walk.group == row.size()) {
        walk.isOver = true;
        exchange(walk, m_receives, false);
        return true;
    }
    const std::uint32_t begin = walk.group;
    const std::uint32_t end = endOfGroup(row, begin, walk.hasChunks);
    addOperations(rank, begin, end, false, m_receives);
    const bool forward = isForward(row[begin].kind());
    exchange(walk, m_receives,
             !walk.isFirst && (forward != walk.wasForward || end - begin > 1 || walk.hasChunks));
    for (std::uint32_t i = begin; i < end;) {
        const auto next = static_cast<std::uint32_t>(cellEnd(row, i));
        walk.steps.push_back({Step::Kind::Cell, i, next});
        i = next;
    }
    walk.sends.clear();
    addOperations(rank, begin, end, true, walk.sends);
    walk.wasForward = isForward(row[end - 1].kind());
    walk.isFirst = false;
    walk.group = end;
    return true;
}

void ExchangeWalk::exchange(Walk& walk, const std::vector<TransferOperation>& receives, bool isOne) const
{
    if (isOne && !walk.sends.empty() && !receives.empty()) {
        std::vector<TransferOperation>& both = walk.sends;
        both.insert(both.end(), receives.begin(), receives.end());
        return issue(walk, both, true);
    }
    if (!walk.sends.empty())
        issue(walk, walk.sends, m_policy == CommunicatorPolicy::Megatron);
    if (!receives.empty())
        issue(walk, receives, true);
}

void ExchangeWalk::issue(Walk& walk, const std::vector<TransferOperation>& operations, bool waits) const
{
    const auto begin = static_cast<std::uint32_t>(walk.operations.size());
    const auto end = begin + static_cast<std::uint32_t>(operations.size());
    walk.operations.insert(walk.operations.end(), operations.begin(), operations.end());
    if (m_policy == CommunicatorPolicy::MegatronOverlapped) {
        for (std::uint32_t i = begin; i < end; ++i) {
            walk.steps.push_back({Step::Kind::Transfer, i, i + 1, walk.operations[i].peer});
            walk.steps.push_back({Step::Kind::Wait});
        }
        return;
    }
    walk.steps.push_back({Step::Kind::Transfer, begin, end});
    if (waits)
        walk.steps.push_back({Step::Kind::Wait});
    if (m_policy == CommunicatorPolicy::Megatron)
        walk.steps.push_back({Step::Kind::Synchronize});
}

void ExchangeWalk::addOperations(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, bool sends,
                                 std::vector<TransferOperation>& operations)
{
    for (std::uint32_t i = begin; i < end; ++i) {
        const Action& action = m_schedule.rows[rank][i];
        if (!(sends ? m_neighbours.hasConsumer(action) : m_neighbours.hasProducer(action)))
            continue;
        const Place other = sends ? m_neighbours.consumerOf(action) : m_neighbours.producerOf(action);
        if (!other || other.rank == rank)
            continue;
        // Forwards and backwards between the same two ranks do not mix.
        const bool forward = isForward(action.kind());
        TransferOperation operation{other.rank, forward ? 0U : 1U, sends};
        operation.action = i;
        const std::uint32_t stage = action.stage().value;
        operation.message = messageOf(forward,
                                      sends     ? stage
                                      : forward ? stage - 1
                                                : stage + 1,
                                      action.microbatch());
        m_cells.costs().addLink(rank, action.microbatch(), operation);
        operations.push_back(operation);
    }
}

CommunicatorPolicy policyFor(const Schedule& schedule, CommunicatorPolicy given)
{
    const bool isPlain = std::all_of(schedule.rows.begin(), schedule.rows.end(), [](const Row& row) {
        return runsOneStage(row) && std::none_of(row.begin(), row.end(), [](const Action& action) {
                   return action.isOverlapped() || action.kind() == ActionKind::BackwardWeight;
               });
    });
    if (given == CommunicatorPolicy::TorchSingleStage && !isPlain)
        return CommunicatorPolicy::Torch;
    if (given == CommunicatorPolicy::MegatronOverlapped && isPlain)
        return CommunicatorPolicy::Megatron;
    return given;
}

} // namespace bubblescope

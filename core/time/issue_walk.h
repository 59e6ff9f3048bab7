// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/fsdp_streams.h"
#include "core/time/issue_costs.h"
#include "core/time/message_rounds.h"

#include <span>
#include <vector>

/// What the hosts of an order's ranks issue, in their order, under each policy of communicators
/// (docs/predictions.md). A walk goes through the issues of each rank: `advance(rank, target)` hands them to
/// the target until that says that the rank must wait (false; it is asked again later), or they are over
/// (true). The target either runs them (communicator_times.cpp) or writes them down (issue_plan.cpp):
/// - `compute(rank, cost, begin, end)`: a cell of the row; false if the rank must wait
/// - `transfer(rank, what, host, id, operations)`
/// - `wait(rank, id)`: what is computed from here on waits for that transfer, if there is one; as compute()
/// - `synchronize(rank)`: the host waits for all that it issued; as compute()
/// - `skip(rank, index)`: an action that nothing is issued for
namespace bubblescope {

/// Set in the ids of transfers that are waited for right behind their issue, or not at all. Others have the
/// index of an action in their rank's row: of a SEND or RECV, an FSDP action, or the one that is received
/// for.
inline constexpr std::uint32_t kKernelId = 1U << 31U;

/// The same for both ends of a message: what `maker` made, an F, B or I.
[[nodiscard]] constexpr std::uint64_t messageOf(bool isForward, std::uint32_t stageOfMaker,
                                                MicrobatchId microbatch)
{
    return std::uint64_t{isForward} << 63U | std::uint64_t{stageOfMaker} << 32U | microbatch.value;
}

/// What all policies have in common: how cells are issued.
class CellIssuer
{
public:
    CellIssuer(const Schedule& schedule, IssueCostTable& costs, bool overlapsFsdp)
        : m_schedule(schedule)
        , m_costs(costs)
        , m_overlapsFsdp(overlapsFsdp)
        , m_streams(schedule.rows.size())
    {}

    template <typename Target>
    [[nodiscard]] bool issue(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, Target& target)
    {
        const std::span<const Action> cell = std::span(m_schedule.rows[rank]).subspan(begin, end - begin);
        if (m_overlapsFsdp) {
            if (FsdpStreams::runs(cell.front().kind()) && !cell.front().isOverlapped()) {
                target.transfer(rank, m_costs.ofFsdp(rank, cell.front()), 0, begin, {});
                m_streams.note({rank, begin}, cell.front(), 0);
                return true;
            }
            for (const Action& part : cell)
                if (const Place gate = m_streams.gateOf(rank, part).action)
                    if (!target.wait(rank, gate.index))
                        return false;
        }
        return target.compute(rank, m_costs.ofCell(rank, cell), begin, end);
    }
    [[nodiscard]] IssueCostTable& costs() { return m_costs; }

private:
    const Schedule& m_schedule;
    IssueCostTable& m_costs;
    bool m_overlapsFsdp;
    FsdpStreams m_streams; ///< without times
};

/// Rows with messages of their own: a kernel each, in the order of the row. A compute action waits for its
/// receive.
class WrittenWalk
{
public:
    static constexpr bool isComplete() { return true; }
    /// All that was issued had its inputs before it, or their receives: where no message is crossed, the
    /// order runs without communicators, too.
    [[nodiscard]] bool isSure() const { return m_isSure; }
    WrittenWalk(const Schedule& schedule, const ActionTable& table, CellIssuer& cells)
        : m_schedule(schedule)
        , m_table(table)
        , m_cells(cells)
        , m_transfer(cells.costs().ofTransfer(1, 0))
        , m_cursor(schedule.rows.size(), 0)
    {}

    template <typename Target>
    [[nodiscard]] bool advance(std::uint32_t rank, Target& target)
    {
        const Row& row = m_schedule.rows[rank];
        std::uint32_t& at = m_cursor[rank];
        while (at < row.size()) {
            const auto end =
                row[at].role() == CellRole::Single ? at + 1 : static_cast<std::uint32_t>(cellEnd(row, at));
            if (isCompute(row[at].kind()) || isFsdp(row[at].kind())) {
                for (std::uint32_t i = at; i < end; ++i)
                    if (!waitForInput({rank, at}, row[i], target))
                        return false;
                if (!m_cells.issue(rank, at, end, target))
                    return false;
            } else if (!message(rank, at, target)) {
                return false;
            }
            at = end;
        }
        return true;
    }

private:
    /// The receive of what another rank makes, if it was issued; what the rank makes must be before the cell.
    template <typename Target>
    [[nodiscard]] bool waitForInput(const Place& cell, const Action& action, Target& target)
    {
        const std::uint32_t stage = action.stage().value;
        if (isForward(action.kind()))
            return stage == 0 || waitForMessage(cell, ActionClass::ReceiveForward, ActionClass::Forward,
                                                stage - 1, action, target);
        if (isInputGradient(action.kind())) {
            needBefore(cell, m_table.find(ActionClass::Forward, action.stage(), action.microbatch()));
            return stage + 1 == m_table.stageCount() ||
                   waitForMessage(cell, ActionClass::ReceiveBackward, ActionClass::InputGradient, stage + 1,
                                  action, target);
        }
        if (action.kind() == ActionKind::BackwardWeight)
            needBefore(cell, m_table.find(ActionClass::InputGradient, action.stage(), action.microbatch()));
        return true;
    }
    template <typename Target>
    [[nodiscard]] bool waitForMessage(const Place& cell, ActionClass receives, ActionClass made,
                                      std::uint32_t stageOfMaker, const Action& action, Target& target)
    {
        const Place receive = m_table.find(receives, action.stage(), action.microbatch());
        if (receive && receive.rank == cell.rank && receive.index < cell.index)
            return target.wait(cell.rank, receive.index);
        needBefore(cell, m_table.find(made, StageId{stageOfMaker}, action.microbatch()));
        return true;
    }
    void needBefore(const Place& cell, const Place& needed)
    {
        m_isSure = m_isSure && needed.rank == cell.rank && needed.index < cell.index;
    }

    /// The SEND of a WAIT_SEND, else nowhere.
    [[nodiscard]] Place awaitedBy(const Action& action) const
    {
        if (action.kind() == ActionKind::WaitSendForward)
            return m_table.find(ActionClass::SendForward, action.stage(), action.microbatch());
        if (action.kind() == ActionKind::WaitSendBackward)
            return m_table.find(ActionClass::SendBackward, action.stage(), action.microbatch());
        return {};
    }

    template <typename Target>
    [[nodiscard]] bool message(std::uint32_t rank, std::uint32_t at, Target& target)
    {
        const Action& action = m_schedule.rows[rank][at];
        const ActionKind kind = action.kind();
        if (const Place send = awaitedBy(action)) {
            m_isSure = false;
            if (send.rank == rank && send.index < at && !target.wait(rank, send.index))
                return false;
        }
        const bool forward = kind == ActionKind::SendForward || kind == ActionKind::ReceiveForward;
        const bool sends = isSend(kind);
        const bool receives = isReceive(kind);
        const bool up = forward == sends;
        Place peer;
        const std::uint32_t stage = action.stage().value;
        if ((sends || receives) && (up || stage > 0))
            peer = m_table.find(forward ? ActionClass::Forward : ActionClass::InputGradient,
                                StageId{up ? stage + 1 : stage - 1}, action.microbatch());
        if (sends)
            needBefore({rank, at}, m_table.find(forward ? ActionClass::Forward : ActionClass::InputGradient,
                                                action.stage(), action.microbatch()));
        if (!peer || peer.rank == rank) {
            m_isSure = m_isSure && action.isBubble();
            target.skip(rank, at);
            return true;
        }
        TransferOperation operation{peer.rank, 0, sends};
        operation.action = at;
        operation.message = messageOf(forward,
                                      sends ? stage
                                      : up  ? stage + 1
                                            : stage - 1,
                                      action.microbatch());
        m_cells.costs().addLink(rank, action.microbatch(), operation);
        target.transfer(rank, m_transfer, m_cells.costs().hostOfTransfer(), at, std::span(&operation, 1));
        return true;
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    CellIssuer& m_cells;
    IssuedTransfer m_transfer;
    std::vector<std::uint32_t> m_cursor;
    bool m_isSure = true;
};

/// PyTorch's runtime of several stages: SEND and RECV where PyTorch inserts them, a kernel each; an action
/// waits for its own receive.
class RoundsWalk
{
public:
    RoundsWalk(const Schedule& schedule, const ActionTable& table, CellIssuer& cells,
               const CancelToken& cancel);

    template <typename Target>
    [[nodiscard]] bool advance(std::uint32_t rank, Target& target)
    {
        const std::vector<std::uint32_t>& steps = m_steps[rank];
        for (std::size_t& at = m_cursor[rank]; at < steps.size(); ++at) {
            const std::uint32_t index = steps[at] & kIndex;
            switch (steps[at] & ~kIndex) {
            case kCell:
                if (!issue(rank, index, target))
                    return false;
                break;
            case kSend:
                message(rank, index, true, target);
                break;
            default:
                message(rank, index, false, target);
            }
        }
        return true;
    }

    /// The order has no cycle, so that all its messages are there.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    static constexpr bool isSure() { return false; }

    // What MessageRounds visits.
    static constexpr bool kKeepsLost = true;
    void cell(std::uint32_t rank, std::uint32_t begin, std::uint32_t /*end*/)
    {
        m_steps[rank].push_back(begin | kCell);
    }
    void message(const Place& from, const Place& to)
    {
        m_steps[from.rank].push_back(from.index | kSend);
        m_steps[to.rank].push_back(to.index | kReceive);
    }

private:
    static constexpr std::uint32_t kIndex = (1U << 30U) - 1;
    static constexpr std::uint32_t kCell = 0;
    static constexpr std::uint32_t kSend = 1U << 30U;
    static constexpr std::uint32_t kReceive = 2U << 30U;

    template <typename Target>
    [[nodiscard]] bool issue(std::uint32_t rank, std::uint32_t begin, Target& target)
    {
        const Row& row = m_schedule.rows[rank];
        const auto end = static_cast<std::uint32_t>(cellEnd(row, begin));
        for (std::uint32_t i = begin; i < end; ++i)
            if (m_neighbours.hasProducer(row[i]) && !target.wait(rank, i))
                return false;
        return m_cells.issue(rank, begin, end, target);
    }

    template <typename Target>
    void message(std::uint32_t rank, std::uint32_t index, bool sends, Target& target)
    {
        const Action& action = m_schedule.rows[rank][index];
        const Place peer = sends ? m_neighbours.consumerOf(action) : m_neighbours.producerOf(action);
        TransferOperation operation{peer.rank, 0, sends};
        operation.action = index;
        const bool forward = isForward(action.kind());
        const std::uint32_t stage = action.stage().value;
        operation.message = messageOf(forward,
                                      sends     ? stage
                                      : forward ? stage - 1
                                                : stage + 1,
                                      action.microbatch());
        m_cells.costs().addLink(rank, action.microbatch(), operation);
        target.transfer(rank, m_transfer, m_cells.costs().hostOfTransfer(), sends ? kKernelId : index,
                        std::span(&operation, 1));
    }

    const Schedule& m_schedule;
    Neighbours m_neighbours;
    CellIssuer& m_cells;
    IssuedTransfer m_transfer;
    std::vector<std::vector<std::uint32_t>> m_steps; ///< by rank: a cell's begin, or whose message it is
    std::vector<std::size_t> m_cursor;
    bool m_isComplete = false;
};

/// Messages that are exchanged between actions, as runtimes do that know only what comes next.
class ExchangeWalk
{
public:
    static constexpr bool isComplete() { return true; }
    static constexpr bool isSure() { return false; }
    ExchangeWalk(const Schedule& schedule, const ActionTable& table, CommunicatorPolicy policy,
                 CellIssuer& cells);

    template <typename Target>
    [[nodiscard]] bool advance(std::uint32_t rank, Target& target)
    {
        Walk& walk = m_walks[rank];
        do {
            for (; walk.next < walk.steps.size(); ++walk.next)
                if (!take(rank, walk, walk.steps[walk.next], target))
                    return false;
        } while (plan(rank, walk));
        return true;
    }

private:
    /// Something that is issued.
    struct Step
    {
        enum class Kind : std::uint8_t { Cell, Transfer, Wait, Synchronize };
        Kind kind = Kind::Cell;
        std::uint32_t begin = 0;  ///< of a cell, or of a transfer's operations
        std::uint32_t end = 0;    ///< one past those
        std::uint32_t stream = 0; ///< of a transfer
    };
    /// Where a rank is: what it issues up to the end of a group of actions, between which nothing is
    /// exchanged.
    struct Walk
    {
        std::vector<Step> steps;
        std::size_t next = 0;
        std::vector<TransferOperation> operations; ///< of the steps
        std::vector<TransferOperation> sends;      ///< of the group before
        std::uint32_t group = 0;                   ///< where the next one begins
        std::uint32_t transfers = 0;
        bool hasChunks = false; ///< the rank computes several stages
        bool wasForward = true;
        bool isFirst = true;
        bool isOver = false;
    };

    template <typename Target>
    [[nodiscard]] bool take(std::uint32_t rank, Walk& walk, const Step& step, Target& target)
    {
        switch (step.kind) {
        case Step::Kind::Cell:
            return m_cells.issue(rank, step.begin, step.end, target);
        case Step::Kind::Transfer: {
            const auto operations = std::span<const TransferOperation>(walk.operations)
                                        .subspan(step.begin, step.end - step.begin);
            target.transfer(rank, m_cells.costs().ofTransfer(step.end - step.begin, step.stream),
                            m_cells.costs().hostOfTransfer(), kKernelId | ++walk.transfers % kKernelId,
                            operations);
            return true;
        }
        case Step::Kind::Wait:
            return target.wait(rank, kKernelId | walk.transfers % kKernelId);
        case Step::Kind::Synchronize:
            return target.synchronize(rank);
        }
        return true;
    }

    /// The steps up to the end of the next group; false if there is none.
    bool plan(std::uint32_t rank, Walk& walk);
    [[nodiscard]] std::uint32_t endOfGroup(const Row& row, std::uint32_t begin, bool hasChunks) const;
    void exchange(Walk& walk, const std::vector<TransferOperation>& receives, bool isOne) const;
    void issue(Walk& walk, const std::vector<TransferOperation>& operations, bool waits) const;
    void addOperations(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, bool sends,
                       std::vector<TransferOperation>& operations);

    const Schedule& m_schedule;
    Neighbours m_neighbours;
    CommunicatorPolicy m_policy;
    CellIssuer& m_cells;
    std::vector<Walk> m_walks;
    std::vector<TransferOperation> m_receives; ///< of the group that is planned
};

/// What the policy stands for with these rows: several stages on a rank, or a backward in parts, are not for
/// PyTorch's classes of one stage; its other runtime runs them. One stage on each rank has nothing for
/// Megatron to overlap.
[[nodiscard]] CommunicatorPolicy policyFor(const Schedule& schedule, CommunicatorPolicy given);

/// Calls `use(walk)` with the walk of an order. Requires composed costs that passed check() and have a
/// policy.
template <typename Use>
auto withWalk(const Schedule& schedule, const ActionTable& table, const CostModel& costs,
              IssueCostTable& issueCosts, const CancelToken& cancel, Use&& use)
{
    CellIssuer cells(schedule, issueCosts, costs.overlapsFsdp);
    if (table.hasCommunication()) {
        WrittenWalk walk(schedule, table, cells);
        return use(walk);
    }
    const CommunicatorPolicy policy = policyFor(schedule, costs.communicators.policy);
    if (policy == CommunicatorPolicy::Torch) {
        RoundsWalk walk(schedule, table, cells, cancel);
        return use(walk);
    }
    ExchangeWalk walk(schedule, table, policy, cells);
    return use(walk);
}

} // namespace bubblescope

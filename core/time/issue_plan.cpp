// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_plan.h"

#include "core/time/cell_durations.h"
#include "core/time/message_rounds.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

/// Writes the queue of each rank. A cell is a place in its rank's row.
class IssueWriter
{
public:
    IssueWriter(const Schedule& schedule, const ActionTable& table, const CostModel& costs)
        : m_schedule(schedule)
        , m_given(costs.communicators)
        , m_durations(costs, table.stageCount(), schedule.rows.size())
        , m_ranks(schedule.rows.size())
        , m_receives(schedule.rows.size())
    {
        for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
            const std::size_t actions = schedule.rows[r].size();
            m_receives[r].assign(actions, Issue::kNone);
            // Mostly a receive, a wait, the action and a send.
            m_ranks[r].issues.reserve(4 * actions);
            m_ranks[r].transfers.reserve(2 * actions);
            m_ranks[r].operations.reserve(2 * actions);
        }
    }

    // What MessageRounds visits.
    void cell(std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        for (std::uint32_t i = begin; i < end; ++i)
            if (m_receives[rank][i] != Issue::kNone)
                wait(rank, m_receives[rank][i]);
        compute(rank, begin, end);
    }
    void message(const Place& from, const Place& to)
    {
        static_cast<void>(transfer(from.rank, {{to.rank, 0, true}}, 0));
        m_receives[to.rank][to.index] = transfer(to.rank, {{from.rank, 0, false}}, 0);
    }

    void compute(std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        const std::span<const Action> cell = std::span(m_schedule.rows[rank]).subspan(begin, end - begin);
        Issue issue;
        issue.kind = Issue::Kind::Compute;
        issue.target = begin;
        issue.work = m_durations.of(rank, cell);
        double kernels = 0;
        double tail = 0;
        double slowdown = 0;
        for (const Action& part : cell) {
            if (!isCompute(part.kind()))
                continue; // what FSDP does is issued with the actions around it
            const IssueCosts& of = m_given.of(part.kind());
            // The first part's kernels begin the cell, those of the last one end it.
            if (issue.host == 0)
                issue.lead = of.lead;
            issue.host += of.host.at(part.stage());
            kernels += of.kernels.at(part.stage());
            tail = of.tail;
            slowdown += of.slowdown;
        }
        issue.host *= m_given.hostFactor;
        issue.lead *= m_given.hostFactor;
        if (issue.work > 0) {
            issue.gap = m_given.kernelGap;
            const Time computed = issue.work;
            issue.work += m_given.kernelGap * std::max(1.0, kernels);
            // Gaps do not grow.
            issue.slowdown =
                1 + std::max(0.0, slowdown / static_cast<double>(cell.size()) - 1) * computed / issue.work;
            issue.lead = std::min(issue.lead, issue.host) + m_given.launch;
            issue.bound = issue.host + m_given.launch + tail;
        } else {
            issue.lead = 0;
        }
        m_ranks[rank].issues.push_back(issue);
    }

    std::uint32_t transfer(std::uint32_t rank, const std::vector<TransferOperation>& operations,
                           std::uint32_t stream)
    {
        IssueQueue& queue = m_ranks[rank];
        IssuedTransfer transfer;
        transfer.stream = stream;
        transfer.first = static_cast<std::uint32_t>(queue.operations.size());
        transfer.count = static_cast<std::uint32_t>(operations.size());
        const double further = m_given.further * (transfer.count - 1);
        transfer.gap = m_given.transferGap;
        transfer.launch = m_given.launch;
        transfer.sent = m_given.sent;
        transfer.arrival = m_given.arrival + further;
        transfer.receive = m_given.receive + further;
        queue.operations.insert(queue.operations.end(), operations.begin(), operations.end());
        const auto index = static_cast<std::uint32_t>(queue.transfers.size());
        queue.transfers.push_back(transfer);
        Issue issue;
        issue.kind = Issue::Kind::Transfer;
        issue.host = m_given.transferHost * m_given.hostFactor;
        issue.target = index;
        queue.issues.push_back(issue);
        return index;
    }

    void wait(std::uint32_t rank, std::uint32_t transfer)
    {
        Issue issue;
        issue.kind = Issue::Kind::Wait;
        issue.target = transfer;
        m_ranks[rank].issues.push_back(issue);
    }

    void synchronize(std::uint32_t rank)
    {
        Issue issue;
        issue.kind = Issue::Kind::Synchronize;
        issue.gap = m_given.synchronize;
        m_ranks[rank].issues.push_back(issue);
    }

    [[nodiscard]] std::vector<IssueQueue> take() { return std::move(m_ranks); }

private:
    const Schedule& m_schedule;
    const Communicators& m_given;
    CellDurations m_durations;
    std::vector<IssueQueue> m_ranks;
    std::vector<std::vector<std::uint32_t>>
        m_receives; ///< by rank and action: the transfer that it waits for
};

/// Rows with messages of their own: a kernel each, in the order of the row.
class WrittenMessages
{
public:
    WrittenMessages(const Schedule& schedule, const ActionTable& table, IssueWriter& writer)
        : m_schedule(schedule)
        , m_table(table)
        , m_writer(writer)
    {}

    void write()
    {
        for (std::uint32_t rank = 0; rank < m_schedule.rankCount(); ++rank) {
            m_posted.clear();
            const Row& row = m_schedule.rows[rank];
            for (std::uint32_t i = 0; i < row.size();) {
                const auto end = static_cast<std::uint32_t>(cellEnd(row, i));
                if (isCompute(row[i].kind()) || isFsdp(row[i].kind()))
                    compute(rank, i, end);
                else
                    message(rank, row[i]);
                i = end;
            }
        }
    }

private:
    void compute(std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            const Action& action = m_schedule.rows[rank][i];
            if (!isForward(action.kind()) && !isInputGradient(action.kind()))
                continue;
            const auto posted = m_posted.find(keyOf(action));
            if (posted != m_posted.end())
                m_writer.wait(rank, posted->second);
        }
        m_writer.compute(rank, begin, end);
    }

    void message(std::uint32_t rank, const Action& action)
    {
        const bool sends =
            action.kind() == ActionKind::SendForward || action.kind() == ActionKind::SendBackward;
        const bool receives =
            action.kind() == ActionKind::ReceiveForward || action.kind() == ActionKind::ReceiveBackward;
        if (!sends && !receives)
            return;
        const Place peer = peerOf(action, sends);
        if (!peer || peer.rank == rank)
            return;
        const std::uint32_t index = m_writer.transfer(rank, {{peer.rank, 0, sends}}, 0);
        if (receives)
            m_posted[keyOf(action)] = index;
    }

    /// Of a receive and of the compute action that waits for it.
    [[nodiscard]] static std::tuple<bool, std::uint32_t, std::uint32_t> keyOf(const Action& action)
    {
        const bool forward = isForward(action.kind()) || action.kind() == ActionKind::ReceiveForward;
        return {forward, action.stage().value, action.microbatch().value};
    }

    [[nodiscard]] Place peerOf(const Action& action, bool sends) const
    {
        const bool forward =
            action.kind() == ActionKind::SendForward || action.kind() == ActionKind::ReceiveForward;
        const bool up = forward == sends;
        if (!up && action.stage().value == 0)
            return {};
        const StageId stage{up ? action.stage().value + 1 : action.stage().value - 1};
        return m_table.find(forward ? ActionClass::Forward : ActionClass::InputGradient, stage,
                            action.microbatch());
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    IssueWriter& m_writer;
    std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, std::uint32_t> m_posted; ///< of the rank
};

/// What a row computes is all of one stage.
bool runsOneStage(const Row& row)
{
    const auto first =
        std::find_if(row.begin(), row.end(), [](const Action& action) { return isCompute(action.kind()); });
    return std::all_of(first, row.end(), [&](const Action& action) {
        return !isCompute(action.kind()) || action.stage() == first->stage();
    });
}

/// Messages that are exchanged between actions, as runtimes do that know only what comes next.
class Exchanges
{
public:
    Exchanges(const Schedule& schedule, const ActionTable& table, CommunicatorPolicy policy,
              IssueWriter& writer)
        : m_schedule(schedule)
        , m_neighbours(table)
        , m_policy(policy)
        , m_writer(writer)
    {}

    void write()
    {
        for (std::uint32_t rank = 0; rank < m_schedule.rankCount(); ++rank)
            writeRank(rank);
    }

private:
    /// Actions between which nothing is exchanged.
    struct Group
    {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    [[nodiscard]] std::vector<Group> groupsOf(std::uint32_t rank) const
    {
        const Row& row = m_schedule.rows[rank];
        const bool pairs = m_policy == CommunicatorPolicy::Megatron && hasChunks(row);
        std::vector<Group> groups;
        for (std::uint32_t i = 0; i < row.size();) {
            auto end = static_cast<std::uint32_t>(cellEnd(row, i));
            if (row[i].isBubble()) {
                i = end;
                continue;
            }
            // Interleaved, a steady forward and the backward behind it share their exchange.
            if (pairs && isForward(row[i].kind()) && end < row.size() && isInputGradient(row[end].kind()))
                end = static_cast<std::uint32_t>(cellEnd(row, end));
            groups.push_back({i, end});
            i = end;
        }
        return groups;
    }

    [[nodiscard]] static bool hasChunks(const Row& row) { return !runsOneStage(row); }

    void writeRank(std::uint32_t rank)
    {
        const Row& row = m_schedule.rows[rank];
        std::vector<TransferOperation> sends;
        bool wasForward = true;
        bool isFirst = true;
        for (const Group& group : groupsOf(rank)) {
            const std::vector<TransferOperation> receives = operationsOf(rank, group, false);
            const bool forward = isForward(row[group.begin].kind());
            const bool isOne = !isFirst && (forward != wasForward || group.end - group.begin > 1 ||
                                            (m_policy == CommunicatorPolicy::Megatron && hasChunks(row)));
            exchange(rank, sends, receives, isOne);
            for (std::uint32_t i = group.begin; i < group.end;) {
                const auto end = static_cast<std::uint32_t>(cellEnd(row, i));
                m_writer.compute(rank, i, end);
                i = end;
            }
            sends = operationsOf(rank, group, true);
            wasForward = isForward(row[group.end - 1].kind());
            isFirst = false;
        }
        exchange(rank, sends, {}, false);
    }

    void exchange(std::uint32_t rank, const std::vector<TransferOperation>& sends,
                  const std::vector<TransferOperation>& receives, bool isOne)
    {
        if (isOne && !sends.empty() && !receives.empty()) {
            std::vector<TransferOperation> both = sends;
            both.insert(both.end(), receives.begin(), receives.end());
            return issue(rank, both, true);
        }
        if (!sends.empty())
            issue(rank, sends, m_policy == CommunicatorPolicy::Megatron);
        if (!receives.empty())
            issue(rank, receives, true);
    }

    void issue(std::uint32_t rank, const std::vector<TransferOperation>& operations, bool waits)
    {
        if (m_policy == CommunicatorPolicy::MegatronOverlapped) {
            for (const TransferOperation& one : operations) {
                const std::uint32_t transfer = m_writer.transfer(rank, {one}, one.peer);
                m_writer.wait(rank, transfer);
            }
            return;
        }
        const std::uint32_t transfer = m_writer.transfer(rank, operations, 0);
        if (waits)
            m_writer.wait(rank, transfer);
        if (m_policy == CommunicatorPolicy::Megatron)
            m_writer.synchronize(rank);
    }

    /// What a group sends to other ranks, or receives from them.
    [[nodiscard]] std::vector<TransferOperation> operationsOf(std::uint32_t rank, const Group& group,
                                                              bool sends) const
    {
        std::vector<TransferOperation> operations;
        for (std::uint32_t i = group.begin; i < group.end; ++i) {
            const Action& action = m_schedule.rows[rank][i];
            if (!(sends ? m_neighbours.hasConsumer(action) : m_neighbours.hasProducer(action)))
                continue;
            const Place other = sends ? m_neighbours.consumerOf(action) : m_neighbours.producerOf(action);
            if (other && other.rank != rank)
                operations.push_back({other.rank, channelOf(action), sends});
        }
        return operations;
    }

    /// Forwards and backwards between the same two ranks do not mix.
    [[nodiscard]] static std::uint32_t channelOf(const Action& action)
    {
        return isForward(action.kind()) ? 0 : 1;
    }

    const Schedule& m_schedule;
    Neighbours m_neighbours;
    CommunicatorPolicy m_policy;
    IssueWriter& m_writer;
};

/// Several stages on a rank, or a backward in parts, are not for torch's classes of one stage: its other
/// runtime runs them. One stage on each rank has nothing for Megatron to overlap.
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

} // namespace

std::vector<IssueQueue> planIssues(const Schedule& schedule, const ActionTable& table, const CostModel& costs,
                                   const CancelToken& cancel)
{
    IssueWriter writer(schedule, table, costs);
    const CommunicatorPolicy policy = policyFor(schedule, costs.communicators.policy);
    if (table.hasCommunication())
        WrittenMessages(schedule, table, writer).write();
    else if (policy == CommunicatorPolicy::Torch)
        static_cast<void>(MessageRounds(schedule, table, writer).run(cancel));
    else
        Exchanges(schedule, table, policy, writer).write();
    return writer.take();
}

} // namespace bubblescope

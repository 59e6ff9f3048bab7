// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_plan.h"

#include "core/time/issue_walk.h"

namespace bubblescope {

namespace {

/// Writes down what a walk issues.
class IssueWriter
{
public:
    IssueWriter(const Schedule& schedule, const IssueCostTable& costs)
        : m_costs(costs)
        , m_queues(schedule.rows.size())
        , m_transfers(schedule.rows.size())
    {
        for (std::size_t r = 0; r < schedule.rows.size(); ++r)
            m_transfers[r].assign(schedule.rows[r].size(), Issue::kNone);
    }

    bool compute(std::uint32_t rank, const IssueLengths& cost, std::uint32_t begin, std::uint32_t /*end*/)
    {
        Issue issue;
        static_cast<IssueLengths&>(issue) = cost;
        issue.target = begin;
        m_queues[rank].issues.push_back(issue);
        return true;
    }
    void transfer(std::uint32_t rank, IssuedTransfer what, Time host, std::uint32_t id,
                  std::span<const TransferOperation> operations)
    {
        IssueQueue& queue = m_queues[rank];
        what.first = static_cast<std::uint32_t>(queue.operations.size());
        what.count = static_cast<std::uint32_t>(operations.size());
        queue.operations.insert(queue.operations.end(), operations.begin(), operations.end());
        Issue issue;
        issue.kind = Issue::Kind::Transfer;
        issue.host = host;
        issue.target = static_cast<std::uint32_t>(queue.transfers.size());
        queue.issues.push_back(issue);
        queue.transfers.push_back(what);
        if ((id & kKernelId) == 0)
            m_transfers[rank][id] = issue.target;
    }
    bool wait(std::uint32_t rank, std::uint32_t id)
    {
        Issue issue;
        issue.kind = Issue::Kind::Wait;
        issue.target = (id & kKernelId) == 0
                           ? m_transfers[rank][id]
                           : static_cast<std::uint32_t>(m_queues[rank].transfers.size()) - 1;
        if (issue.target != Issue::kNone)
            m_queues[rank].issues.push_back(issue);
        return true;
    }
    bool synchronize(std::uint32_t rank)
    {
        Issue issue;
        issue.kind = Issue::Kind::Synchronize;
        issue.gap = m_costs.synchronize();
        m_queues[rank].issues.push_back(issue);
        return true;
    }
    void skip(std::uint32_t /*rank*/, std::uint32_t /*index*/) {}

    [[nodiscard]] std::vector<IssueQueue> take() { return std::move(m_queues); }

private:
    const IssueCostTable& m_costs;
    std::vector<IssueQueue> m_queues;
    std::vector<std::vector<std::uint32_t>> m_transfers; ///< by rank and id
};

} // namespace

std::vector<IssueQueue> planIssues(const Schedule& schedule, const ActionTable& table, const CostModel& costs,
                                   const CancelToken& cancel)
{
    IssueCostTable issueCosts(costs, table.stageCount(), schedule.rows.size());
    IssueWriter writer(schedule, issueCosts);
    withWalk(schedule, table, costs, issueCosts, cancel, [&](auto& walk) {
        for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank)
            static_cast<void>(walk.advance(rank, writer));
        return true;
    });
    return writer.take();
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/time/issue_costs.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

IssueCostTable::IssueCostTable(const CostModel& costs, std::uint32_t stageCount, std::size_t ranks)
    : m_costs(costs)
    , m_given(costs.communicators)
    , m_durations(costs, stageCount, ranks)
    , m_links(costs)
    , m_line(m_links.of(0, 0))
    , m_hasLinks(!costs.transfer.links.empty() || m_links.hasSizes())
{}

IssueLengths IssueCostTable::ofCell(std::uint32_t rank, std::span<const Action> cell)
{
    IssueLengths issue;
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
    return issue;
}

IssuedTransfer IssueCostTable::ofFsdp(std::uint32_t rank, const Action& action)
{
    IssuedTransfer transfer;
    transfer.stream = kFsdpStream;
    transfer.length = m_durations.of(rank, std::span(&action, 1));
    // What takes no time is no kernel either.
    if (transfer.length > 0) {
        transfer.gap = m_given.transferGap;
        transfer.launch = m_given.launch;
    }
    return transfer;
}

IssuedTransfer IssueCostTable::ofTransfer(std::uint32_t operations, std::uint32_t stream) const
{
    IssuedTransfer transfer;
    transfer.stream = stream;
    const double further = m_given.further * (operations - 1);
    transfer.gap = m_given.transferGap;
    transfer.launch = m_given.launch;
    // A message takes as long as its link at least.
    transfer.sent = std::max(m_given.sent, m_line.occupied);
    transfer.arrival = std::max(m_given.arrival, m_line.time()) + further;
    transfer.receive = m_given.receive + further;
    return transfer;
}

void IssueCostTable::addLink(std::uint32_t rank, MicrobatchId microbatch, TransferOperation& operation) const
{
    if (!m_hasLinks)
        return;
    const LinkTable::Line line = operation.isSend ? m_links.of(rank, operation.peer, microbatch)
                                                  : m_links.of(operation.peer, rank, microbatch);
    operation.longer = line.occupied - m_line.occupied;
    operation.later = line.time() - m_line.time();
}

bool IssueCostTable::slows() const
{
    return std::max({m_given.forward.slowdown, m_given.backwardInput.slowdown,
                     m_given.backwardWeight.slowdown, m_given.backward.slowdown}) > 1;
}

CreditOf IssueCostTable::credit() const
{
    const TransferCost& transfer = m_costs.transfer;
    if (transfer.mode == TransferMode::Rendezvous)
        return [](std::uint32_t, std::uint32_t) { return 0U; };
    if (m_given.credit <= 0)
        return {};
    return [credit = m_given.credit, &transfer](std::uint32_t from, std::uint32_t to) {
        double bytes = transfer.bytes;
        for (const LinkCost& link : transfer.links)
            if (link.from == from && link.to == to)
                bytes = link.bytes.value_or(bytes);
        // Without a size messages are counted.
        const double messages = bytes > 0 ? std::floor(credit / bytes) : std::floor(credit);
        return messages < kUnlimitedCredit ? static_cast<std::uint32_t>(messages) : kUnlimitedCredit;
    };
}

} // namespace bubblescope

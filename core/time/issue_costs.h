// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cell_durations.h"
#include "core/time/issue_queue.h"
#include "core/time/link_table.h"
#include "core/time/message_channels.h"

#include <span>

namespace bubblescope {

/// What the issues of an order take under the costs' policy of communicators. Keeps a reference to the costs,
/// which must be composed and have passed check().
class IssueCostTable
{
public:
    IssueCostTable(const CostModel& costs, std::uint32_t stageCount, std::size_t ranks);

    /// Of a cell that is computed. To be asked once for each cell of a rank, in the order of its row.
    [[nodiscard]] IssueLengths ofCell(std::uint32_t rank, std::span<const Action> cell);
    /// Of an FSDP action on a stream of its own. As above.
    [[nodiscard]] IssuedTransfer ofFsdp(std::uint32_t rank, const Action& action);
    /// Of a kernel with so many messages.
    [[nodiscard]] IssuedTransfer ofTransfer(std::uint32_t operations, std::uint32_t stream) const;
    [[nodiscard]] Time hostOfTransfer() const { return m_given.transferHost * m_given.hostFactor; }
    [[nodiscard]] Time synchronize() const { return m_given.synchronize; }
    /// Adds to an operation what its link and the microbatch's length differ by from a link that is not named
    /// and length 1.
    void addLink(std::uint32_t rank, MicrobatchId microbatch, TransferOperation& operation) const;
    /// Some compute is slower beside transfers.
    [[nodiscard]] bool slows() const;
    /// Empty if it is unlimited.
    [[nodiscard]] CreditOf credit() const;

private:
    const CostModel& m_costs;
    const Communicators& m_given;
    CellDurations m_durations;
    LinkTable m_links;
    LinkTable::Line m_line; ///< of a link that is not named
    bool m_hasLinks;
};

/// The stream on which FSDP actions run beside compute.
inline constexpr std::uint32_t kFsdpStream = std::numeric_limits<std::uint32_t>::max();

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

/// What happened at a moment of a run with communicators.
enum class IssueMoment : std::uint8_t {
    Begin,         ///< all hosts begin; the first of all
    CellStart,     ///< the first kernel of a cell
    CellEnd,       ///< the moment after its CellStart
    TransferStart, ///< a send/receive kernel, or an FSDP action on its stream
    TransferEnd,
    HostGoesOn, ///< after it waited for its device
};

/// A message's end in a transfer.
struct IssuedMessage
{
    std::uint32_t action = 0; ///< in the rank's row: SEND or RECV, else who made it, or whom it is for
    std::uint32_t peer = 0;   ///< rank
    bool isSend = false;
};

/// All moments of a run with communicators, and what each could not come before: who waited for what, and how
/// much later that could have been. Of compute that is slower beside transfers the slowness is as it was.
/// 200 bytes an action of an order with its messages, 600 of one without them.
class IssueGraph
{
public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    struct Moment
    {
        Time time = 0; ///< from when hosts begin
        IssueMoment what = IssueMoment::Begin;
        std::uint32_t rank = 0;
        /// Of a cell its first action in the row; of a transfer its number.
        std::uint32_t item = kNone;
        std::uint32_t firstCause = 0;
    };
    /// A moment could not come before another one and what lies between.
    struct Cause
    {
        std::uint32_t moment = 0; ///< always a lower number
        Time margin = 0;          ///< how much later that could have been; 0 for what decided
    };
    struct Transfer
    {
        std::uint32_t rank = 0;
        std::uint32_t start = kNone;    ///< moment
        std::uint32_t end = kNone;      ///< moment
        std::uint32_t previous = kNone; ///< transfer of its stream
        std::uint32_t firstMessage = 0;
        std::uint32_t messages = 0;   ///< 0 for an FSDP action
        std::uint32_t action = kNone; ///< of a transfer that is an action of the order
    };

    [[nodiscard]] std::size_t size() const { return m_moments.size(); }
    [[nodiscard]] const Moment& at(std::uint32_t moment) const { return m_moments[moment]; }
    /// In the order of the rules: the rank's own device first, its host last.
    [[nodiscard]] std::span<const Cause> causesOf(std::uint32_t moment) const
    {
        const std::size_t first = m_moments[moment].firstCause;
        const std::size_t end =
            moment + 1 < m_moments.size() ? m_moments[moment + 1].firstCause : m_causes.size();
        return std::span(m_causes).subspan(first, end - first);
    }
    /// The one of least margin that comes first; kNone for the begin.
    [[nodiscard]] std::uint32_t decidedBy(std::uint32_t moment) const;
    [[nodiscard]] const Transfer& transfer(std::uint32_t number) const { return m_transfers[number]; }
    [[nodiscard]] std::span<const IssuedMessage> messagesOf(const Transfer& transfer) const
    {
        return std::span(m_messages).subspan(transfer.firstMessage, transfer.messages);
    }
    /// By rank and index in its row: the moment at which an action ended; kNone for one that is not run.
    [[nodiscard]] std::uint32_t endOf(const Place& action) const
    {
        return m_endOf[action.rank][action.index];
    }
    /// When the timeline begins.
    [[nodiscard]] Time first() const { return m_first; }

private:
    friend class IssueGraphNotes;
    friend Result<IssueGraph, TimingFailure> issueGraphOf(const Schedule& schedule, const CostModel& costs,
                                                          const CancelToken& cancel);

    std::vector<Moment> m_moments;
    std::vector<Cause> m_causes;
    std::vector<Transfer> m_transfers;
    std::vector<IssuedMessage> m_messages;
    std::vector<std::vector<std::uint32_t>> m_endOf;
    Time m_first = 0;
};

/// Runs the order again, with costs that have a policy. Requires an order that simulate() times with them.
/// Throws std::bad_alloc.
[[nodiscard]] Result<IssueGraph, TimingFailure> issueGraphOf(const Schedule& schedule, const CostModel& costs,
                                                             const CancelToken& cancel = {});

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// What a rank needs for kernels between two other issues. Times in one unit, as everywhere here.
struct IssueLengths
{
    Time host = 0; ///< from the issue before until this one is issued, without what the host waited
    Time lead = 0; ///< from the begin of `host` to the start of the first kernel on an idle device
    /// From the end of what ran before to the start of the first kernel. Of Issue::Kind::Synchronize: from
    /// the last end to when the host goes on.
    Time gap = 0;
    Time work = 0;  ///< from `gap` on to the last end, if the host is far ahead: kernels and their gaps
    Time bound = 0; ///< from the begin of `host` to the last end on an idle device: bound by the launches
    /// By which `work` is longer while a transfer of the rank is on the device, running or waiting.
    double slowdown = 1;
};

/// One thing that the host of a rank issues.
struct Issue : IssueLengths
{
    enum class Kind : std::uint8_t {
        Compute,     ///< kernels between two other issues
        Transfer,    ///< one send/receive kernel with all its operations
        Wait,        ///< what is computed from here on waits for a transfer; the host does not
        Synchronize, ///< the host waits until everything that it issued is done
    };
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    Time beside = 0; ///< of a recorded run: how long its kernels ran beside a transfer of their rank
    /// Compute: whatever the caller counts, e.g. an action. Transfer and Wait: index into `transfers`.
    std::uint32_t target = kNone;
    Kind kind = Kind::Compute;
};

/// One part of a transfer. The k-th send from one rank to another over a channel is what the other's k-th
/// receive from it over that channel gets.
struct TransferOperation
{
    std::uint32_t peer = 0; ///< rank
    std::uint32_t channel = 0;
    bool isSend = false;
    Time later = 0;                     ///< by which it arrives later than the transfer says
    Time longer = 0;                    ///< by which sending it takes longer than the transfer says
    std::uint32_t action = kNoAction;   ///< whatever the caller names it by, e.g. a place in the rank's row
    std::uint64_t message = kNoMessage; ///< what is sent: both ends of a message say the same
    static constexpr std::uint32_t kNoAction = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t kNoMessage = std::numeric_limits<std::uint64_t>::max();
};

/// A send/receive kernel. Kernels of one stream run one after the other, in the order of their issue; the
/// operations of one go on independently, and it ends with the last of them.
struct IssuedTransfer
{
    std::uint32_t stream = 0;
    std::uint32_t first = 0;     ///< index into `operations`
    std::uint32_t count = 0;     ///< of its operations
    bool isArrivalKnown = false; ///< measured, not filled in from others
    bool isReceiveKnown = false;
    Time gap = 0;     ///< behind the transfer before it, or the compute issued before it
    Time launch = 0;  ///< from its issue to its start on an idle device
    Time sent = 0;    ///< a send's length: it does not wait for its receiver
    Time arrival = 0; ///< a receive's end after the sender's start, where the receiver was first
    Time receive = 0; ///< a receive's length, where the sender was first
    Time length = 0;  ///< of one without operations: what else runs on a stream of its own
};

/// What the host of one rank issues, in its order.
struct IssueQueue
{
    std::vector<Issue> issues;
    std::vector<IssuedTransfer> transfers; ///< in the order of their issue
    std::vector<TransferOperation> operations;

    [[nodiscard]] bool empty() const { return issues.empty(); }
};

/// How many messages may be under way from one rank to another before the receive of the first has ended: a
/// send beyond that waits for it. 0: a message starts when both ends are there (rendezvous).
using CreditOf = std::function<std::uint32_t(std::uint32_t from, std::uint32_t to)>;
inline constexpr std::uint32_t kUnlimitedCredit = std::numeric_limits<std::uint32_t>::max();

/// Times of the issues of one rank, parallel to IssueQueue::issues; of a Wait and a Synchronize when the host
/// came to it and went on.
struct IssueTimes
{
    std::vector<LaneTimes> ofRank;
};

/// Runs the queues beside each other from the same instant: hosts issue, devices compute in order, transfers
/// of a stream queue behind each other, so that a receive whose sender is late holds up all behind it
/// (docs/predictions.md). Sends are eager, as far as there is credit. Nothing if some rank waits for ever, or
/// it was cancelled. O(issues).
[[nodiscard]] std::optional<IssueTimes>
runIssues(std::span<const IssueQueue> ranks, const CancelToken& cancel = {}, const CreditOf& credit = {});

} // namespace bubblescope

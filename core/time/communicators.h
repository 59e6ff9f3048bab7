// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"
#include "core/time/stage_values.h"

#include <cstdint>
#include <string_view>

namespace bubblescope {

/// Whose runtime says which messages share a kernel, when it is issued, and what waits for it
/// (docs/predictions.md).
enum class CommunicatorPolicy : std::uint8_t {
    None,  ///< messages pass beside each other, and hosts are always ahead
    Torch, ///< torch's runtime of several stages: a kernel a message, in its order of SEND and RECV
    TorchSingleStage, ///< ScheduleGPipe and Schedule1F1B: what turns from F to B or back is one kernel
    Megatron,         ///< exchanges between the actions, after each of which the host waits for the device
    /// Megatron's interleaved schedule with overlapped messages: each on a stream of its pair of ranks.
    MegatronOverlapped,
};

/// "torch-single-stage".
[[nodiscard]] std::string_view policyName(CommunicatorPolicy policy) noexcept;

/// What issuing one kind of action takes.
struct IssueCosts
{
    StageValues host{0.0};    ///< of the host, with what lies before it, without messages
    StageValues kernels{0.0}; ///< how many there are
    double lead = 0;          ///< of the host, up to its first kernel
    double tail = 0;          ///< that its last kernels take once the host has issued them all
    double slowdown = 1;      ///< of its kernels while a transfer of their rank runs or waits on the device
    bool operator==(const IssueCosts&) const = default;
};

/// How messages between ranks and the host's calls take their turn. Times in the cost model's unit.
struct Communicators
{
    CommunicatorPolicy policy = CommunicatorPolicy::None;
    double sent = 0;        ///< a send's length: it does not wait for its receiver
    double arrival = 0;     ///< a receive's end after its sender's start, where the receiver was first
    double receive = 0;     ///< a receive's length, where the sender was first
    double further = 0;     ///< by which each further message of a kernel lengthens a receive
    double transferGap = 0; ///< between a transfer and what it runs behind
    double launch = 0;      ///< from a call to the start of its kernel on an idle device
    double kernelGap = 0;   ///< between two kernels of an action
    /// What may be under way from one rank to another, not received yet, before the next send waits: in the
    /// unit of the messages' size (TransferCost::bytes), and where they have none a number of messages.
    double credit = 0;       ///< 0 = unlimited
    double transferHost = 0; ///< of the host, for each transfer and the wait for it
    double hostFactor = 1;   ///< multiplies the host's times: what a profiler adds is in them as measured
    double synchronize = 0;  ///< from the device's end to when the host goes on, where it waits for that
    IssueCosts forward;
    IssueCosts backwardInput;
    IssueCosts backwardWeight;
    IssueCosts backward;

    bool operator==(const Communicators&) const = default;
    [[nodiscard]] const IssueCosts& of(ActionKind kind) const
    {
        switch (kind) {
        case ActionKind::Forward:
        case ActionKind::Recompute:
            return forward;
        case ActionKind::BackwardInput:
            return backwardInput;
        case ActionKind::BackwardWeight:
            return backwardWeight;
        default:
            return backward;
        }
    }
};

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lower/fsdp.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

enum class SendReceiveStyle : std::uint8_t {
    Torch,                ///< as PyTorch's runtime and d9d insert them
    HyperParallel,        ///< hyper_parallel's column scan; its own order for its own GPipe and 1F1B
    HyperParallelAligned, ///< its column scan on rows that it aligns first
};

/// The pass `send-recv`: SEND and RECV between ranks. Each style says in its header where they are placed.
[[nodiscard]] Result<Schedule> sendReceive(const Schedule& schedule, SendReceiveStyle style,
                                           const CancelToken& cancel = {});

inline constexpr std::uint32_t kFirstTorchRelease = 6;
inline constexpr std::uint32_t kLastTorchRelease = 15;
/// The second number of a release 2.N of PyTorch (2.11, 2.11.0, 2.11.0+cu128), one of these; nothing for
/// others.
[[nodiscard]] std::optional<std::uint32_t> torchReleaseFrom(std::string_view text);

/// PyTorch's complete lowering, as its runtime prepares an order of compute actions.
struct TorchLowering
{
    std::uint32_t maxActiveStages = 3;
    std::string unshardLookahead = "full"; ///< as fsdpLookahead() reads it
    bool deferReduceGradWait = false;
    bool deferReceives = false;
    std::optional<std::uint64_t> maxOutstandingSends;
    /// In whose words the order is written (by torch/distributed/pipelining/schedules.py in the wheels); what
    /// a release has no word for its runtime does by itself:
    /// - WAIT_SEND_F, WAIT_SEND_B, WAIT_REDUCE_GRAD from 2.15 on; before, sends are waited for at the end of
    ///   the step, and a reduction where it is started;
    /// - REDUCE_GRAD from 2.10 on; before, the last backward of a stage reduces;
    /// - overlapped cells from 2.9 on; before, their parts run one after the other.
    std::uint32_t release = kLastTorchRelease;
};

/// The pass `torch`: FSDP actions, SEND and RECV, a WAIT_SEND for each SEND, and what the options add.
/// O(actions) but for maxOutstandingSends (limitOutstandingSends()). Refused: an order that is not complete,
/// is no compute order or deadlocks, and options that the order cannot keep.
[[nodiscard]] Result<Schedule> lowerAsTorch(const Schedule& schedule, const TorchLowering& options,
                                            const CancelToken& cancel = {});

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lower/fsdp.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bubblescope {

enum class SendReceiveStyle : std::uint8_t {
    Torch,                ///< as PyTorch's runtime and d9d insert them
    HyperParallel,        ///< hyper_parallel's column scan; its own order for its own GPipe and 1F1B
    HyperParallelAligned, ///< its column scan on rows that it aligns first
};

/// The pass `send-recv`: SEND and RECV between ranks. Each style says in its header where they are placed.
[[nodiscard]] Result<Schedule> sendReceive(const Schedule& schedule, SendReceiveStyle style,
                                           const CancelToken& cancel = {});

/// PyTorch's complete lowering, as its runtime prepares an order of compute actions.
struct TorchLowering
{
    std::uint32_t maxActiveStages = 3;
    std::string unshardLookahead = "full"; ///< as fsdpLookahead() reads it
    bool deferReduceGradWait = false;
    bool deferReceives = false;
    std::optional<std::uint64_t> maxOutstandingSends;
};

/// The pass `torch`: FSDP actions, SEND and RECV, a WAIT_SEND for each SEND, and what the options add.
/// O(actions) but for maxOutstandingSends (limitOutstandingSends()). Refused: an order that is not complete,
/// is no compute order or deadlocks, and options that the order cannot keep.
[[nodiscard]] Result<Schedule> lowerAsTorch(const Schedule& schedule, const TorchLowering& options,
                                            const CancelToken& cancel = {});

} // namespace bubblescope

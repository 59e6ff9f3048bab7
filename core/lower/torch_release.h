// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// The second number of a release 2.N of PyTorch, from kFirstTorchRelease to kLastTorchRelease; nothing for
/// other texts.
[[nodiscard]] std::optional<std::uint32_t> torchReleaseFrom(std::string_view text);
inline constexpr std::uint32_t kFirstTorchRelease = 6;
inline constexpr std::uint32_t kLastTorchRelease = 15;

/// A lowered order in the words that the release's runtime reads; an action that it lacks a word for is what
/// that runtime does by itself. By the sources of torch/distributed/pipelining/schedules.py in the wheels:
/// - WAIT_SEND_F, WAIT_SEND_B and WAIT_REDUCE_GRAD from 2.15 on; before, sends are waited for at the step's
///   end, and a reduction where it is started;
/// - REDUCE_GRAD from 2.10 on; before, the last backward of a stage reduces;
/// - overlapped cells from 2.9 on; before, their parts run one after the other.
[[nodiscard]] Schedule inWordsOfTorch(Schedule order, std::uint32_t release);

} // namespace bubblescope

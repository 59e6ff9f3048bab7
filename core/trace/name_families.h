// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/name_scanner.h"

#include <string_view>

/// One function per way of naming (docs/profiles.md, "Record names"); private to core/trace. Linear time.
namespace bubblescope::names {

/// "PP:3F0", "PP:(7F4;0B0)OVERLAP_F_B" of torch's pipelining runtime.
[[nodiscard]] Reading torchPipeliningName(std::string_view name);
/// The same without "PP:" (torch's _dump_chrometrace, our own export) and d9d's "0F1|3B0".
[[nodiscard]] Reading bareActionName(std::string_view name);
/// "Forward 3" of torch's ScheduleGPipe.
[[nodiscard]] Reading torchSingleStageName(std::string_view name);
/// "F3.1.0", "W_clear.1.0", "SEND_BACKWARD.1.0.0_RECV_FORWARD.2.0.0".
[[nodiscard]] Reading zeroBubbleName(std::string_view name);
/// "forward_step", "backward_step mb=3".
[[nodiscard]] Reading megatronName(std::string_view name);
/// "DeepSpeedEngine.forward".
[[nodiscard]] Reading deepSpeedName(std::string_view name);
/// "attn(F)".
[[nodiscard]] Reading dualPipePhaseName(std::string_view name);

} // namespace bubblescope::names

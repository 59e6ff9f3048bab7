// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout.h"

#include <string>

namespace bubblescope {

/// {"result": [rank][chunk] letters, "stages", "layer_counts", "decoder_offset", "mtp_standalone"}.
[[nodiscard]] std::string layoutJson(const Layout& layout);

} // namespace bubblescope

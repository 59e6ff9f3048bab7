// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/layout/layout.h"

#include <string>

namespace bubblescope {

/// {"result": [rank][chunk] letters, "stages", "layer_counts", "decoder_offset", "mtp_standalone"}, and with
/// texts by rank "layer_order".
[[nodiscard]] std::string layoutJson(const Layout& layout, const std::vector<std::string>& layerOrders = {});

} // namespace bubblescope

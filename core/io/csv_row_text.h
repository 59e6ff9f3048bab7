// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <span>
#include <string>

namespace bubblescope {

/// Appends one rank's row as a line of PyTorch's CSV without its line end; a row of one bubble is `""`, a row
/// without cells nothing.
void appendRowText(std::string& text, std::span<const Action> row);

} // namespace bubblescope

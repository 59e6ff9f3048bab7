// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"

#include <string_view>

namespace bubblescope::csv {

/// "write 2F1" for a cell that means an action in another spelling: lower case, inner blanks, long names
/// ("1FORWARD2", hyper_parallel's "1FWD2"), early PyTorch's "F0_s1". Empty if nothing is near.
[[nodiscard]] Sentence suggestionFor(std::string_view cell);

} // namespace bubblescope::csv

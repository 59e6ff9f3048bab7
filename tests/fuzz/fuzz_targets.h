// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// Gives bytes to a parser and checks what must hold whatever they are: an error can be shown, and what was
/// read is read again from its own text. Ends the program if it does not.
using FuzzTarget = void (*)(std::string_view bytes);

/// "csv", "document", "costs", "calibration", "names", "name_patterns", "nsight", "chrome", "inflate",
/// "assembly", "protocol", "model" or "sweep"; nullptr for another name.
[[nodiscard]] FuzzTarget fuzzTarget(std::string_view name);

} // namespace bubblescope::test

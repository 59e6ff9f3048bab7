// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// What a probe writes on its standard output: read whole and in pieces, which must agree.
void fuzzProtocol(std::string_view bytes);
/// A model file; one that is read says the same again, and one that is admissible can be counted.
void fuzzModel(std::string_view bytes);

} // namespace bubblescope::test

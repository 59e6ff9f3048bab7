// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

namespace bubblescope {

/// The interleaved 1F1B of neuronx-distributed.
[[nodiscard]] Variant interleavedNeuronx();

/// Orders of jaxpp with PyTorch's rounds.
enum class JaxppOrder : std::uint8_t {
    Interleaved, ///< its Interleaved1F1B
    OneAhead,    ///< its KimiK2: one more forward of warm-up
};
[[nodiscard]] Variant interleavedJaxpp(JaxppOrder order);
/// The switch for which forwards of jaxpp's steady phase run as one with a backward.
[[nodiscard]] ParameterSpec fuseSteadyStateParameter();

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/kernel_list.h"

namespace bubblescope::probe {

/// The feed-forward part of a layer with experts: a router gives each token a weight for each of its experts,
/// rows are put in the experts' order, their products run together, and rows come back weighted. Every expert
/// gets as many rows. Shared experts are one feed-forward part beside it, as wide as all of them.
[[nodiscard]] std::vector<Linear> mixtureLinears(const ModelShape& shape);
/// Row of the experts' tensor for each choice, token by token: as many for each expert.
[[nodiscard]] std::vector<std::int32_t> expertPlaces(const ModelShape& shape);
void addMixtureForward(KernelList& list, const ModelShape& shape);
void addMixtureInput(KernelList& list, const ModelShape& shape);

} // namespace bubblescope::probe

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <vector>

namespace bubblescope::ui {

/// So many layers over so many stages, as evenly as they go: what is left over goes to the stages after the
/// first, which has the embedding, and before the last, which has the head, as far as there are such. One
/// number where all are equal. Requires stages.
[[nodiscard]] std::vector<std::int64_t> splitLayers(std::int64_t layers, std::uint32_t stages);
/// Of all stages.
[[nodiscard]] std::int64_t layerSum(const std::vector<std::int64_t>& layers, std::uint32_t stages);
/// "4" or "4, 4, 4, 3".
[[nodiscard]] QString layersText(const std::vector<std::int64_t>& layers);
/// The other way; an error where it is no list, or one for another number of stages.
[[nodiscard]] Result<std::vector<std::int64_t>> layersFrom(const QString& text, std::uint32_t stages);

} // namespace bubblescope::ui

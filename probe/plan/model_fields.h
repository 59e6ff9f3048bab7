// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/model_shape.h"

#include <span>

namespace bubblescope::probe {

/// Fields of a model by the key that they have in files; on the command line "--micro-batch" for
/// "micro_batch".
struct NumberField
{
    std::string_view key;
    std::string_view help;
    std::int64_t ModelShape::*value;
    bool isOfMixture = false;  ///< in "moe" in files, which is null without experts
    std::int64_t standard = 0; ///< where `isSeldom`
    bool isSeldom = false;     ///< left out of files where it is the standard
};
[[nodiscard]] std::span<const NumberField> numberFields();

struct SwitchField
{
    std::string_view key;
    std::string_view help;
    bool ModelShape::*value;
    bool isWrittenIfFalse = true;
};
[[nodiscard]] std::span<const SwitchField> switchFields();

[[nodiscard]] Result<DataType> dataTypeFromName(std::string_view name);
[[nodiscard]] Result<Recompute> recomputeFromName(std::string_view name);
[[nodiscard]] Result<Fp8Scaling> fp8ScalingFromName(std::string_view name);
[[nodiscard]] Result<Framework> frameworkFromName(std::string_view name);
/// "4" or "4,4,4,3".
[[nodiscard]] Result<std::vector<std::int64_t>> layersFromText(std::string_view text);

} // namespace bubblescope::probe

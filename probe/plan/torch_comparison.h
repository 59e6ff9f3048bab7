// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "probe/plan/model_shape.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope::probe {

/// A program in Python that times PyTorch's layer and head; its argument is a file with torchRequest().
[[nodiscard]] std::string_view torchScript() noexcept;
/// One shard's sizes for the script, as JSON.
[[nodiscard]] std::string torchRequest(const ModelShape& shape, const std::vector<Framework>& frameworks,
                                       int device, double seconds);

/// By block and quantity ("F", "I", "W", "B" in µs, "activation" in bytes).
using BlockFigures = std::map<std::string, std::map<std::string, double>>;

/// What the script printed.
struct TorchTimes
{
    std::string torch, device;
    std::map<std::string, BlockFigures> frameworks; ///< by the framework's name
};
[[nodiscard]] Result<TorchTimes> readTorchTimes(const std::string& text);

/// The same of a calibration's text, with its framework ("compiled" where it does not say).
struct CalibrationFigures
{
    std::string framework;
    BlockFigures blocks;
};
[[nodiscard]] Result<CalibrationFigures> readFigures(const std::string& text, const std::string& file);

struct ComparedRow
{
    std::string framework, block, quantity;
    double torch = 0, probe = 0;
    [[nodiscard]] double ratio() const { return torch > 0 ? probe / torch : 0; }
};
/// What both have, in the order in which it runs.
[[nodiscard]] std::vector<ComparedRow> compared(const TorchTimes& torch,
                                                const std::vector<CalibrationFigures>& probe);
/// Farther than this from 1, a ratio of F, B or activation is told.
inline constexpr double kComparedWithin = 0.05;
[[nodiscard]] bool isWithin(const std::vector<ComparedRow>& rows);
[[nodiscard]] std::string comparisonText(const ModelShape& shape, const TorchTimes& torch,
                                         const std::vector<ComparedRow>& rows);
[[nodiscard]] std::string comparisonJson(const ModelShape& shape, const TorchTimes& torch,
                                         const std::vector<ComparedRow>& rows);

} // namespace bubblescope::probe

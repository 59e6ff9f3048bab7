// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/model_shape.h"

#include <optional>

namespace bubblescope::probe {

/// What a device's datasheet promises, or what was measured of it. Rates are dense, without sparsity; a link
/// counts one direction between two devices.
struct DeviceSheet
{
    std::string key;       ///< "h200"
    std::string name;      ///< "NVIDIA H200 SXM"
    double bf16Tflops = 0; ///< also fp16
    double tf32Tflops = 0;
    double fp32Tflops = 0;
    double fp8Tflops = 0; ///< 0 = the device has none
    double memoryGbps = 0;
    double linkGbps = 0;
    std::int64_t memoryBytes = 0;
    int smCount = 0;
    std::string source; ///< where the figures are from
    /// The rates are ceilings that were reached (a product of kCeilingSize³, a copy), not promises: what
    /// always stays below a promise is in them already.
    bool isMeasured = false;

    bool operator==(const DeviceSheet&) const = default;
    /// Of matrix products; nothing where the device has no such units.
    [[nodiscard]] std::optional<double> peakTflops(DataType type) const;
};

/// The built-in table.
[[nodiscard]] const std::vector<DeviceSheet>& deviceSheets();
/// Letters and digits alone, in lower case: "rtx4090" of "RTX 4090".
[[nodiscard]] std::string plainDeviceName(std::string_view name);
/// The one whose key is part of a device's name ("NVIDIA H200 NVL"); nothing where there is none.
[[nodiscard]] const DeviceSheet* sheetWithin(std::string_view deviceName);
/// Rows, columns and depth of the product that is the ceiling of computing.
inline constexpr std::int64_t kCeilingSize = 8192;
/// By key or name, whatever the case; an error with the known keys and the nearest of them.
[[nodiscard]] Result<DeviceSheet> findDevice(std::string_view name);
/// A device of the user's own: a JSON object with "name", "peak_tflops" (bf16), "memory_gbps", "sm_count"
/// and, if wished, "tf32_tflops", "fp32_tflops", "fp8_tflops", "link_gbps", "memory_bytes", "source"; or a
/// calibration that was measured, whose ceilings then take the datasheet's place: of other types than the
/// measured one as large a share of the datasheet's, and a link as measured, else what is usual of the
/// datasheet's. Errors with path and place.
[[nodiscard]] Result<DeviceSheet> readDevice(std::string_view text, const std::string& sourceName);

} // namespace bubblescope::probe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/device_table.h"
#include "probe/plan/kernels.h"

namespace bubblescope::probe {

/// What the roofline assumes (probe.md §5); shown and editable wherever an estimate is.
struct EstimatorConstants
{
    double gemm = 0.80;              ///< share of the peak rate that a product in full tiles reaches
    double attention = 0.60;         ///< the same of attention
    double attentionBackward = 1.25; ///< FLOPs that attention's backward does for each that counts
    double bandwidth = 0.88;         ///< share of the memory's rate
    double linkLatencyUs = 10;       ///< of a transfer over the link
    double launchUs = 3;             ///< before each kernel
    std::int64_t tileRows = 128, tileColumns = 256;
    bool operator==(const EstimatorConstants&) const = default;
};
/// Shares in (0, 1], the others positive; else an error with the constant's name.
[[nodiscard]] Result<void> checkConstants(const EstimatorConstants& constants);

class Estimator
{
public:
    /// An error where the device has no units for the shape's type. Requires constants that passed.
    [[nodiscard]] static Result<Estimator> make(DeviceSheet device, DataType type,
                                                const EstimatorConstants& constants = {});

    [[nodiscard]] const DeviceSheet& device() const { return m_device; }
    [[nodiscard]] const EstimatorConstants& constants() const { return m_constants; }
    /// µs, launch included.
    [[nodiscard]] double timeOf(const Kernel& kernel) const;
    [[nodiscard]] double timeOf(const std::vector<Kernel>& kernels, Op op) const;
    /// Of a copy over the link, µs.
    [[nodiscard]] double transferTime(std::int64_t bytes) const;

private:
    Estimator(DeviceSheet device, double peak, const EstimatorConstants& constants);

    DeviceSheet m_device;
    EstimatorConstants m_constants;
    double m_flopsPerUs;
    double m_bytesPerUs;
};

} // namespace bubblescope::probe

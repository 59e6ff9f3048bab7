// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/collectives.h"
#include "probe/plan/device_table.h"

namespace bubblescope::probe {

/// What the roofline assumes (docs/probe.md, "Estimates"); shown and editable wherever an estimate is. The
/// defaults are shares of a datasheet's rates; see usualConstants() for measured ones.
struct EstimatorConstants
{
    double gemm = 0.76;              ///< share of the peak rate that a product in full tiles reaches
    double fp8 = 0.65;               ///< the same of a product in fp8, of its own peak
    double attention = 0.55;         ///< the same of attention
    double attentionBackward = 1.50; ///< FLOPs that attention's backward does for each that counts
    double bandwidth = 0.78;         ///< share of the memory's rate
    double link = 0.88;              ///< share of the link's rate
    double linkLatencyUs = 10;       ///< of a transfer over the link
    double hopUs = 2;                ///< of one step of a collective, beside its bytes
    double launchUs = 3;             ///< before each kernel
    std::int64_t tileRows = 128, tileColumns = 256;
    bool operator==(const EstimatorConstants&) const = default;
};
/// Shares of a measured ceiling are what is left of the usual ones: a product in full tiles and a copy reach
/// all of it, attention as much less as on the datasheet (0.55 / 0.76).
[[nodiscard]] EstimatorConstants usualConstants(const DeviceSheet& device) noexcept;
/// Shares in (0, 1], the others positive; else an error with the constant's name.
[[nodiscard]] Result<void> checkConstants(const EstimatorConstants& constants);

/// An error where times are to have collectives and the device has no link.
[[nodiscard]] Result<void> checkLink(const ModelShape& shape, const DeviceSheet& device);

class Estimator
{
public:
    /// An error where the device has no units for the shape's type; with fp8 all but products is bf16.
    /// Requires constants that passed.
    [[nodiscard]] static Result<Estimator> make(DeviceSheet device, DataType type,
                                                const EstimatorConstants& constants);
    /// With the device's usual constants.
    [[nodiscard]] static Result<Estimator> make(DeviceSheet device, DataType type);

    [[nodiscard]] const DeviceSheet& device() const { return m_device; }
    [[nodiscard]] const EstimatorConstants& constants() const { return m_constants; }
    /// µs, launch included.
    [[nodiscard]] double timeOf(const Kernel& kernel) const;
    [[nodiscard]] double timeOf(const std::vector<Kernel>& kernels, Op op) const;
    /// A latency, its steps one after the other, and what each device sends over the link; 0 without a link.
    [[nodiscard]] double timeOf(const Collective& collective) const;
    /// Of a copy over the link, µs.
    [[nodiscard]] double transferTime(std::int64_t bytes) const;

private:
    Estimator(DeviceSheet device, double peak, double fp8Peak, const EstimatorConstants& constants);

    DeviceSheet m_device;
    EstimatorConstants m_constants;
    /// Of the places of its waves that a product's tiles fill, in (0, 1].
    [[nodiscard]] double fullness(std::int64_t rows, std::int64_t columns, std::int64_t batch = 1) const;
    [[nodiscard]] double productTime(const Kernel& kernel) const;

    double m_flopsPerUs; ///< of attention, before its share
    double m_gemmPerUs;  ///< of products in full waves
    double m_fp8PerUs;   ///< of those in fp8; 0 where the shape has none
    double m_bytesPerUs;
};

} // namespace bubblescope::probe

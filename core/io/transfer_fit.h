// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace bubblescope::calibration {

struct TransferPoint
{
    double bytes = 0;
    double time = 0; ///< of a transfer of so many bytes
};

struct TransferFit
{
    double latency = 0;
    double bandwidth = 0; ///< bytes a unit of time; 0 = bytes cost nothing
};

/// The line time = latency + bytes / bandwidth nearest to the points, by least squares of the errors relative
/// to each point's time (a ladder of sizes spans many orders of magnitude); neither is negative. Points
/// without a time are left out; nothing if none is left or the numbers are too far apart. O(points).
[[nodiscard]] std::optional<TransferFit> fitTransfer(std::span<const TransferPoint> points);

} // namespace bubblescope::calibration

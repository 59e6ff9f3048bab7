// SPDX-License-Identifier: Apache-2.0
#include "core/io/transfer_fit.h"

#include <cmath>

namespace bubblescope::calibration {

namespace {

/// time = latency + slope · bytes
struct Line
{
    double latency = 0;
    double slope = 0;
};

/// Sums over points with bytes and time divided by the time, so that the wanted value is 1 everywhere.
struct Sums
{
    double aa = 0; ///< a = 1 / time
    double ab = 0; ///< b = bytes / time
    double bb = 0;
    double a = 0;
    double b = 0;
    bool isEmpty = true;
    bool isOneSize = true;
};

Sums sumsOf(std::span<const TransferPoint> points)
{
    Sums sums;
    double firstSize = 0;
    for (const TransferPoint& point : points) {
        if (!(point.time > 0))
            continue;
        if (sums.isEmpty)
            firstSize = point.bytes;
        sums.isEmpty = false;
        sums.isOneSize &= point.bytes == firstSize;
        const double a = 1 / point.time;
        const double b = point.bytes / point.time;
        sums.aa += a * a;
        sums.ab += a * b;
        sums.bb += b * b;
        sums.a += a;
        sums.b += b;
    }
    return sums;
}

Line nearestLine(const Sums& sums)
{
    const Line flat{sums.a / sums.aa, 0};
    if (!(sums.bb > 0))
        return flat;
    const Line throughZero{0, sums.b / sums.bb};
    // One size does not separate latency from bandwidth; that a message of it takes its time still holds.
    if (sums.isOneSize)
        return throughZero;
    const double determinant = sums.aa * sums.bb - sums.ab * sums.ab;
    const Line line{(sums.a * sums.bb - sums.b * sums.ab) / determinant,
                    (sums.b * sums.aa - sums.a * sums.ab) / determinant};
    if (line.latency < 0)
        return throughZero;
    return line.slope < 0 ? flat : line;
}

} // namespace

std::optional<TransferFit> fitTransfer(std::span<const TransferPoint> points)
{
    const Sums sums = sumsOf(points);
    if (sums.isEmpty)
        return std::nullopt;
    const Line line = nearestLine(sums);
    const TransferFit fit{line.latency, line.slope > 0 ? 1 / line.slope : 0};
    if (!std::isfinite(fit.latency) || !std::isfinite(fit.bandwidth) || !std::isfinite(line.slope))
        return std::nullopt;
    return fit;
}

} // namespace bubblescope::calibration

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/calibration_result.h"

namespace bubblescope::probe {

/// What was measured, by the plan's names of points; µs.
using PointStats = std::map<std::string, Stat>;

/// Every quantity times a positive factor.
[[nodiscard]] Stat scaledBy(const Stat& stat, double factor);
/// What takes `us` longer; spread and interval stay as wide.
[[nodiscard]] Stat shiftedBy(const Stat& stat, double us);
/// `amount` over the time: a rate, whose interval is that of the time turned round.
[[nodiscard]] Stat rateOf(const Stat& time, double amount);

/// Times of blocks and their kernels, stage check, optimizer, as far as they were measured. `analyticUs`
/// holds, by "layer.F" and so on, what is added for kernels that were computed and not measured.
void takeTimes(CalibrationResult& result, const PointStats& stats,
               const std::map<std::string, double>& analyticUs = {});
/// Sum of kernels / operation, B / (I + W), two layers / twice one: into `checks`; what is outside 0.90
/// to 1.10 becomes a warning.
void addClosures(CalibrationResult& result, const PointStats& stats);
/// Latency, bandwidth and the largest relative distance of a point from their line; nothing without points.
void fitLine(TransferResult& transfer);

/// The sheet whose device this is, or of one like it: by name, else scaled to the multiprocessors. For what
/// is expected, never for a result.
[[nodiscard]] DeviceSheet sheetLike(const std::string& deviceName, int smCount, std::int64_t memoryBytes);

/// What is expected of collectives: with the link that was measured between idle devices, where one was.
[[nodiscard]] Estimator withMeasuredLink(const Estimator& expected,
                                         const std::vector<TransferResult>& transfers);

/// How many parameters the optimizer's points step through.
inline constexpr std::int64_t kOptimizerParameters = 100'000'000;
/// How many layers the stage check runs.
inline constexpr int kStageLayers = 2;

} // namespace bubblescope::probe

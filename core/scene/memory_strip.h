// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"

namespace bubblescope {

/// The level at the top of every strip: the highest peak of all ranks, or the highest limit where that is not
/// so far above that the curves would lie flat on the ground.
[[nodiscard]] double memoryScale(const MemoryCurves& memory);

/// A level as people read it: bytes with their unit, "62.83 GB"; else at most two decimals, six digits before
/// it becomes "1.2e+07".
[[nodiscard]] std::string levelText(double level, MemoryUnit unit = MemoryUnit::Own);
/// Of levels that may differ by rank: "6–8".
[[nodiscard]] std::string levelText(const RankValues& levels, MemoryUnit unit);
/// The same of a level of these curves: activations as those of a rank's whole share.
[[nodiscard]] std::string levelText(double level, const MemoryCurves& memory);
[[nodiscard]] std::string levelText(const RankValues& levels, const MemoryCurves& memory);

/// The steps of a rank's curve between `from` and `to`, for columns of 1 / `ratio` px.
/// O(columns + steps shown / 8), and of many steps a column O(columns log steps). Requires from < to.
/// With `rowsPerLevel` above 0 levels that round to the same multiple of 1 / `rowsPerLevel` count as one: a
/// picture of such rows is the same, and found without looking at what does not change it.
[[nodiscard]] std::vector<CurveStep> curveSteps(const MemoryCurves& memory, RankId rank,
                                                const TimelineGeometry& geometry, double ratio,
                                                const TimeRange& range, double rowsPerLevel = 0);

/// The same of any steps and their pyramid.
[[nodiscard]] std::vector<CurveStep> curveSteps(std::span<const MemoryStep> steps,
                                                const LevelPyramid& pyramid, const TimelineGeometry& geometry,
                                                double ratio, const TimeRange& range,
                                                double rowsPerLevel = 0);

/// Adds the strips that are to be seen to a plot's scene, each with a mark where it first goes beyond the
/// limit; none where the geometry has no room for them.
void addMemoryStrips(Scene& scene, const SceneOptions& options, Time makespan);

} // namespace bubblescope

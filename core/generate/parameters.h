// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/catalog.h"

#include <cstdint>
#include <span>
#include <string>

namespace bubblescope {

inline constexpr std::int64_t kMostRanks = 65'536;
inline constexpr std::int64_t kMostMicrobatches = std::int64_t{1} << 30U;
inline constexpr std::int64_t kMostStagesPerRank = 1024;
/// Largest value of a Real option.
inline constexpr std::int64_t kLargestReal = 1'000'000'000'000;

inline constexpr const char* kRanksKey = "ranks";
inline constexpr const char* kMicrobatchesKey = "microbatches";
inline constexpr const char* kStagesPerRankKey = "stages-per-rank";
inline constexpr const char* kPlacementKey = "placement";
inline constexpr const char* kVariantKey = "variant";

[[nodiscard]] ParameterSpec ranksParameter();
/// `rule`: the admissible values in words, given the other parameters.
[[nodiscard]] ParameterSpec microbatchesParameter(std::string rule = "at least 1");
/// A schedule that takes one number of stages per rank only.
[[nodiscard]] ParameterSpec fixedStagesPerRank(std::int64_t number);
/// A looped schedule: any number from 1, by default 2.
[[nodiscard]] ParameterSpec anyStagesPerRank();
/// The first placement is the default.
[[nodiscard]] ParameterSpec placementParameter(std::span<const PlacementKind> placements);
/// The first variant is the default.
[[nodiscard]] ParameterSpec variantParameter(std::span<const std::string> variants);
/// An option that is true or false, false by default; `rule` says when it can be used.
[[nodiscard]] ParameterSpec switchParameter(std::string key, std::string title, std::string help,
                                            std::string rule);

/// An option that is a whole number of `minimum` to `maximum`; `defaultValue` may be kAutomaticValue, and
/// only then the option takes that word.
[[nodiscard]] ParameterSpec integerParameter(std::string key, std::string title, std::string help,
                                             std::string rule, std::int64_t minimum, std::int64_t maximum,
                                             std::string defaultValue);
/// An option that is a number from `minimum`; kAutomaticValue by default.
[[nodiscard]] ParameterSpec realParameter(std::string key, std::string title, std::string help,
                                          std::string rule, std::int64_t minimum);
/// An option that the schedule decides by itself unless it is given as true or false (Shape::decision).
[[nodiscard]] ParameterSpec decisionParameter(std::string key, std::string title, std::string help);

} // namespace bubblescope

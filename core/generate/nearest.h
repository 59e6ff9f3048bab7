// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A number of a shape that a user gives.
using ShapeNumber = std::uint32_t Shape::*;

/// The number of that parameter key; null for others.
[[nodiscard]] ShapeNumber shapeNumber(std::string_view key);

/// Whether stages can be numbered and cells can be kept.
[[nodiscard]] bool fitsInMemory(const Variant& variant, const Shape& shape);
/// Whether fitsInMemory() and every rule of the variant hold.
[[nodiscard]] bool works(const Variant& variant, const Shape& shape);

/// Values between `minimum` and `maximum` that make `shape` work when they replace its `parameter`: the next
/// one below `found` and the next one above, nearest first, the smaller first where they are equally near.
/// Where other parameters are wrong too and nothing works, the rules on this parameter alone decide. Empty if
/// there is none, or none near enough: about a million values are tried.
[[nodiscard]] std::vector<std::int64_t> nearestValues(const Variant& variant, const Shape& shape,
                                                      const ParameterSpec& parameter, std::int64_t found);

/// Values of an option near the one in `shape` with which the variant's rules hold: of a whole number the
/// next below and above (where other parameters are wrong too and nothing works, by the rules on this option
/// alone), else those of its choices; empty if there is none near.
[[nodiscard]] std::vector<std::string> nearestOptionValues(const Variant& variant, const Shape& shape,
                                                           const ParameterSpec& option);

} // namespace bubblescope

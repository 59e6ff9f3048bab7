// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// A whole number in decimal, for Option::transform; `example` is how it is given: "--ranks 4".
[[nodiscard]] CLI::Validator wholeNumber(const std::string& example);
/// The same of at least 0.
[[nodiscard]] CLI::Validator wholeNumberFrom0(const std::string& example);
/// A finite number.
[[nodiscard]] CLI::Validator finiteNumber(const std::string& example);
/// A finite number from `least` to `most`.
[[nodiscard]] CLI::Validator numberBetween(double least, double most, const std::string& example);
/// One of these words, two at least; help lists them.
[[nodiscard]] CLI::Validator oneOf(const std::vector<std::string>& words);

} // namespace bubblescope::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/rank_values.h"

#include <optional>
#include <string>

namespace bubblescope {

/// A number as our JSON has it: always with a point or an exponent, "null" where it is none. Times are given
/// the makespan as `scale`, so that the rounding of sums of that size is not written out.
[[nodiscard]] std::string jsonNumber(double value, Time scale = 1);
/// A number, a list where there is one a rank, "null" for none.
[[nodiscard]] std::string jsonNumbers(const std::optional<RankValues>& values);
/// The shortest text that reads back as the same number, to the last bit.
[[nodiscard]] std::string exactJsonNumber(double value);
/// The same as jsonNumber() as a cell of a CSV file: no point where none is needed.
[[nodiscard]] std::string csvNumber(double value, Time scale = 1);
/// Quoted and escaped; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string jsonString(const std::string& text);

/// Appends to `text` what `write(item)` gives of each of a list, an item a line: "\n  …,\n  …".
template <typename List, typename Write>
void writeLines(std::string& text, const List& list, Write&& write)
{
    const char* before = "\n  ";
    for (const auto& item : list) {
        text += before;
        text += write(item);
        before = ",\n  ";
    }
}

} // namespace bubblescope

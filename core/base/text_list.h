// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace bubblescope {

/// "0, 1, 5": the first `most` of a list, with ", …" where there are more.
template <typename List>
[[nodiscard]] std::string listText(const List& list, std::size_t most)
{
    const auto end = std::next(list.begin(), static_cast<std::ptrdiff_t>(std::min(list.size(), most)));
    return fmt::format("{}{}", fmt::join(list.begin(), end, ", "), list.size() > most ? ", …" : "");
}
/// "stage 3", "stages 0, 1, 5".
template <typename List>
[[nodiscard]] std::string countedList(std::string_view what, const List& list, std::size_t most)
{
    return fmt::format("{}{} {}", what, list.size() == 1 ? "" : "s", listText(list, most));
}
/// "1 event", "5 events".
template <typename Count>
[[nodiscard]] std::string counted(Count count, std::string_view what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

} // namespace bubblescope

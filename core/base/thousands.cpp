// SPDX-License-Identifier: Apache-2.0
#include "core/base/thousands.h"

#include <algorithm>

namespace bubblescope {

std::string withThousands(std::string number)
{
    constexpr std::size_t kGroup = 3;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto first = std::find_if(number.begin(), number.end(), isDigit);
    const auto begin = static_cast<std::size_t>(first - number.begin());
    auto at = static_cast<std::size_t>(std::find_if_not(first, number.end(), isDigit) - number.begin());
    while (at > begin + kGroup) {
        at -= kGroup;
        number.insert(at, 1, ',');
    }
    return number;
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv_token.h"

namespace bubblescope::csv {

KindToken kindAt(std::string_view text) noexcept
{
    const ActionKind kind = kindAtBegin(text);
    return {kind, kindText(kind).size()};
}

NumberToken numberAt(std::string_view text, std::uint32_t max) noexcept
{
    NumberToken token;
    std::uint64_t value = 0;
    bool fits = true;
    while (token.length < text.size() && isDigit(text[token.length])) {
        value = value * 10U + static_cast<std::uint64_t>(text[token.length] - '0');
        fits = fits && value <= max;
        if (!fits)
            value = 0;
        if (value == 0 && fits)
            token.leadingZeros = token.length + 1;
        ++token.length;
    }
    // The last zero is the number itself.
    if (token.leadingZeros == token.length && token.length > 0)
        --token.leadingZeros;
    if (fits && token.length > 0)
        token.value = static_cast<std::uint32_t>(value);
    return token;
}

} // namespace bubblescope::csv

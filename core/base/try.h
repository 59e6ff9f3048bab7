// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>
#include <utility>

/// Declares what `...`, a Result, holds, or returns its error from the function:
///
///     TRY(const auto text, readTextFile(path));
///
/// Two statements, so it needs braces after an `if` or a loop. The error is returned as it is where the
/// function returns the same kind of error, converted where the kinds convert.
#define TRY(declaration, ...) BUBBLESCOPE_TRY(BUBBLESCOPE_TRY_NAME(__COUNTER__), declaration, __VA_ARGS__)

/// Returns the error of `...`, a Result, from the function; what it holds is not needed. One statement.
#define TRY_VOID(...) BUBBLESCOPE_TRY_VOID(BUBBLESCOPE_TRY_NAME(__COUNTER__), __VA_ARGS__)

#define BUBBLESCOPE_TRY(result, declaration, ...)                                                            \
    auto result = (__VA_ARGS__);                                                                             \
    if (!result)                                                                                             \
        return tl::unexpected(std::move(result).error());                                                    \
    declaration = *std::move(result)

#define BUBBLESCOPE_TRY_VOID(result, ...)                                                                    \
    do {                                                                                                     \
        if (auto result = (__VA_ARGS__); !result)                                                            \
            return tl::unexpected(std::move(result).error());                                                \
    } while (false)

#define BUBBLESCOPE_TRY_NAME(number) BUBBLESCOPE_TRY_NAME_OF(number)
#define BUBBLESCOPE_TRY_NAME_OF(number) triedResult##number

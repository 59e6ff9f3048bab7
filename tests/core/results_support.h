// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"

#include <QTest>
#include <stdexcept>
#include <string>

namespace bubblescope::test {

/// A result that must be there. Throws std::runtime_error with what it failed with.
template <class Result>
[[nodiscard]] Result succeeded(Result result)
{
    if (!result)
        throw std::runtime_error(result.error().message.text());
    return result;
}

/// A token by which the work was cancelled before it begins.
[[nodiscard]] inline CancelToken cancelled()
{
    CancelToken token;
    token.cancel();
    return token;
}

[[nodiscard]] inline QString qString(const std::string& text)
{
    return QString::fromStdString(text);
}

/// The sentence of a failure; empty if there is none.
template <class Result>
[[nodiscard]] std::string messageOf(const Result& result)
{
    return result ? std::string() : result.error().message.text();
}

/// The same with its place and the line there.
template <class Result>
[[nodiscard]] std::string errorOf(const Result& result)
{
    return result ? std::string() : result.error().text();
}

} // namespace bubblescope::test

/// A comparison that fails shows the texts.
template <>
inline char* QTest::toString(const std::string& text)
{
    return qstrdup(text.c_str());
}

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace bubblescope {

/// What a failure means to the one who asked; the command line turns it into its exit status.
enum class ErrorKind : std::uint8_t {
    InvalidInput, ///< wrong usage or unreadable input (exit 2)
    DoesNotHold,  ///< understood, and not true or not runnable, e.g. a deadlock (exit 1)
    OutputFailed, ///< the result could not be written (exit 3)
    Cancelled,    ///< stopped by the user (exit 130)
};

/// A place in a text file. Lines and columns count from 1; columns count bytes, 0 means the whole line.
struct SourceLocation
{
    std::string source; ///< file name as the user gave it, or "<stdin>"
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string lineText; ///< the line itself, without its line end; empty if there is nothing to show
    Sentence hint;        ///< stands after the caret, e.g. "needs 2F1 first"; may be empty
    /// Bytes of the line left out before `lineText`; of a very long line only the part around `column` is
    /// kept.
    std::uint32_t lineTextStart = 0;
};

/// A failure: what was found, what would be right, and where.
struct Error
{
    ErrorKind kind = ErrorKind::InvalidInput;
    Sentence message;
    std::optional<SourceLocation> where;

    /// "FILE:LINE:COLUMN: message" in English, followed for a place in a text by the line and a caret,
    /// without a final newline.
    [[nodiscard]] std::string text() const { return text(englishWording()); }
    [[nodiscard]] std::string text(const Wording& wording) const;
    /// The first line of text().
    [[nodiscard]] std::string headline() const { return headline(englishWording()); }
    [[nodiscard]] std::string headline(const Wording& wording) const;
};

template <typename T, typename E = Error>
using Result = tl::expected<T, E>;

/// A failure of the given kind ready to return from a function with a Result.
[[nodiscard]] tl::unexpected<Error> failure(ErrorKind kind, Sentence message);
template <typename... Values>
[[nodiscard]] tl::unexpected<Error> failure(ErrorKind kind, SentenceWith<sizeof...(Values)> code,
                                            Values&&... values)
{
    return failure(kind, Sentence(code, std::forward<Values>(values)...));
}
/// An InvalidInput failure.
[[nodiscard]] inline tl::unexpected<Error> invalidInput(Sentence message)
{
    return failure(ErrorKind::InvalidInput, std::move(message));
}
template <typename... Values>
[[nodiscard]] tl::unexpected<Error> invalidInput(SentenceWith<sizeof...(Values)> code, Values&&... values)
{
    return failure(ErrorKind::InvalidInput, Sentence(code, std::forward<Values>(values)...));
}

} // namespace bubblescope

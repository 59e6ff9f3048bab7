// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action_query.h"

#include <optional>

namespace bubblescope {

/// Reads the text of a query, one term after the other.
class ActionQueryParser
{
public:
    explicit ActionQueryParser(std::string_view text) : m_text(text) {}
    [[nodiscard]] Result<ActionQuery, ActionQueryError> run();

private:
    using Failure = tl::unexpected<ActionQueryError>;

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char here() const { return atEnd() ? '\0' : m_text[m_at]; }
    /// A term ends at a blank or with the text.
    [[nodiscard]] bool atTermEnd() const { return atEnd() || isBlank(here()); }
    [[nodiscard]] static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
    void skipBlanks();
    /// Letters, '_' and '+', in capitals.
    [[nodiscard]] std::string readWord();
    /// The text from `begin` to the end of the term there.
    [[nodiscard]] std::string termFrom(std::size_t begin) const;
    [[nodiscard]] Failure wrong(std::size_t at, Sentence message, Sentence hint, bool isUnfinished) const;

    using Read = Result<void, ActionQueryError>;
    Read readTerm();
    Read readNumberedAction();
    Read readWordTerm();
    Read readCell();
    /// "2", "3-5", "1,4-6"; the text has a digit here.
    Result<NumberSet, ActionQueryError> readNumbers();
    Result<std::uint32_t, ActionQueryError> readNumber();
    /// What follows "rank", "stage", "mb": into `into`.
    Read readField(std::string_view name, std::size_t begin, NumberSet& into);
    /// A kind's word, and the microbatches behind it, if any.
    Read readKind(const NumberSet& stages);
    Read addPattern(KindMask kinds, const NumberSet& stages, std::string_view kindName);
    [[nodiscard]] Failure unknownWord(std::size_t begin, std::string_view word, bool afterNumber) const;

    std::string_view m_text;
    std::size_t m_at = 0;
    ActionQuery m_query;
};

} // namespace bubblescope

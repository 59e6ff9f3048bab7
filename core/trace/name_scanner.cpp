// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

#include <limits>

namespace bubblescope::names {

std::optional<std::uint64_t> Scanner::takeNumber()
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::size_t length = 0;
    std::uint64_t value = 0;
    for (; length < m_rest.size() && isDigit(m_rest[length]); ++length) {
        const auto digit = static_cast<std::uint64_t>(m_rest[length] - '0');
        value = value > (most - digit) / 10U ? most : value * 10U + digit;
    }
    if (length == 0)
        return std::nullopt;
    m_rest.remove_prefix(length);
    return value;
}

std::optional<ActionKind> Scanner::takeKind()
{
    const ActionKind kind = kindAtBegin(m_rest);
    if (isBeyondTorch(kind)) // one letter of a record's name means nothing
        return std::nullopt;
    m_rest.remove_prefix(kindText(kind).size());
    return kind == ActionKind::Bubble ? std::nullopt : std::optional(kind);
}

std::optional<ActionToken> takeAction(Scanner& scanner, MissingMicrobatch missing)
{
    const auto stage = scanner.takeNumber();
    if (!stage)
        return std::nullopt;
    const auto kind = scanner.takeKind();
    if (!kind)
        return std::nullopt;
    const auto microbatch = scanner.takeNumber();
    if (missing == MissingMicrobatch::Refused && microbatch.has_value() != hasMicrobatch(*kind))
        return std::nullopt;
    ActionToken token;
    token.isInBounds = *stage < kStageEnd && microbatch.value_or(0) < kMicrobatchEnd;
    if (!token.isInBounds)
        return token;
    token.action.kind = *kind;
    token.action.stage = static_cast<std::uint32_t>(*stage);
    if (microbatch && hasMicrobatch(*kind))
        token.action.microbatch = static_cast<std::uint32_t>(*microbatch);
    return token;
}

Reading wholeStep(NameFamily family, bool isForward, Scanner& scanner)
{
    const auto microbatch = scanner.takeNumber();
    if (!microbatch || !scanner.isAtEnd())
        return notALabel();
    if (*microbatch >= kMicrobatchEnd)
        return outOfBounds();
    NamedAction action;
    action.kind = isForward ? ActionKind::Forward : ActionKind::Backward;
    action.microbatch = static_cast<std::uint32_t>(*microbatch);
    return RecordName{family, {action}, false, false};
}

} // namespace bubblescope::names

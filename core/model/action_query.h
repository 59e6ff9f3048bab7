// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/action.h"
#include "core/model/number_set.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What is wrong with a query where nothing is said of what would be right.
namespace query_errors {
inline constexpr SentenceCode kNoMicrobatch{"query.no-microbatch", "{kind} has no microbatch"};
inline constexpr SentenceCode kUpToWhich{"query.up-to-which", "the range has no end; write {first}-{last}"};
inline constexpr SentenceCode kNumberMissing{"query.number-missing",
                                             "expected another number after the comma"};
} // namespace query_errors

/// Why a text is no query. `where` has the column (from 1, in bytes) and the text itself.
struct ActionQueryError
{
    Error error;
    /// The text ends before it is wrong: "ra" may become "rank 1", so nobody who still types was wrong.
    bool isUnfinished = false;
};

/// Which actions a search finds. Terms are parted by blanks, case does not matter:
///
///     3F  3F7  2-4B  F  F7  0SEND_F1  2UNSHARD     an action, as far as it is said
///     send  recv  wait  comm  unshard  reshard  reduce  fsdp  forward  backward  input  weight
///     recompute  offload  reload
///     overlap  F+B                                   in an overlapped cell; narrows all other terms
///     (0F1;3B0)OVERLAP_F_B                           short for `0F1 3B0 overlap`: either of them where it is
///                                                    overlapped, with whatever
///     stage 2,5   rank 0-3   mb 7   microbatch 7     numbers, ranges and lists of them
///
/// Terms that say the same widen (`F B`: either, `rank 1 rank 2`: both ranks), terms that say something else
/// narrow (`rank 1 B mb 3-5`).
class ActionQuery
{
public:
    /// A text of blanks is a wrong query too, an unfinished one.
    [[nodiscard]] static Result<ActionQuery, ActionQueryError> parse(std::string_view text);
    /// Exactly these actions, which a list elsewhere tells; of an empty list none.
    [[nodiscard]] static ActionQuery listed(std::vector<ActionId> actions);

    /// What a single term such as "3F7" asks of an action.
    struct Pattern
    {
        KindMask kinds = 0;
        NumberSet stages;
        NumberSet microbatches;
        bool operator==(const Pattern&) const = default;
    };

    /// Whether any action of the rank can match.
    [[nodiscard]] bool wantsRank(RankId rank) const noexcept { return m_ranks.allows(rank.value); }
    /// Whether the action matches on a rank that is wanted. A bubble never does. A few nanoseconds.
    [[nodiscard]] bool wants(const Action& action) const noexcept
    {
        const ActionKind kind = action.kind();
        if ((m_kinds >> static_cast<unsigned>(kind) & 1U) == 0 || (m_overlapped && !action.isOverlapped()))
            return false;
        if (!m_stages.allows(action.stage().value))
            return false;
        if (!m_microbatches.isEmpty() &&
            (!hasMicrobatch(kind) || !m_microbatches.allows(action.microbatch().value)))
            return false;
        if (!m_listed.empty() && !isListed(action))
            return false;
        return m_patterns.empty() || wantsPattern(action);
    }
    [[nodiscard]] bool matches(RankId rank, const Action& action) const noexcept
    {
        return wantsRank(rank) && wants(action);
    }

    bool operator==(const ActionQuery&) const = default;

private:
    friend class ActionQueryParser;
    [[nodiscard]] bool wantsPattern(const Action& action) const noexcept;
    [[nodiscard]] bool isListed(const Action& action) const noexcept;
    void finish();

    std::vector<Pattern> m_patterns; ///< any of them; empty = every action
    std::vector<ActionId> m_listed;  ///< sorted; empty = no list
    NumberSet m_ranks, m_stages, m_microbatches;
    bool m_overlapped = false;
    KindMask m_kinds = 0; ///< that any pattern wants
};

} // namespace bubblescope

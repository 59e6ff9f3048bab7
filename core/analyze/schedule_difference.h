// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

/// What two timelines differ in, added up over all actions but bubbles. A delta is the start in the current
/// timeline less that in the reference: below 0 is earlier.
struct DifferenceTotals
{
    std::size_t matched = 0;       ///< actions that are in both
    std::size_t earlier = 0;       ///< of these, those that start earlier, by more than rounding
    std::size_t later = 0;         ///< likewise
    std::size_t onOtherRank = 0;   ///< of these, those that another rank runs
    std::size_t onlyReference = 0; ///< actions without a partner
    std::size_t onlyCurrent = 0;
    Time mostEarlier = 0; ///< the lowest delta, 0 if none is below
    Time mostLater = 0;   ///< the highest, 0 if none is above
};

/// Which action of one timeline is which of another: the same stage, kind and microbatch. Where an order runs
/// that more than once (FSDP does), the first on a rank is the first on the same rank of the other, and so
/// on; what finds no partner on its own rank takes the first that is left over elsewhere. Holds 4 bytes an
/// action of the current timeline and a bit an action of the reference, and keeps both alive.
class ScheduleDifference
{
public:
    /// Compares the times too, as they are: both should be in one unit (haveSameUnit()). O(actions); needs
    /// up to 51 bytes for each action of the longest row meanwhile, and for each of those without a partner
    /// on their rank. Cancelled if the token says so; refuses more than 2^32 - 2 actions. Throws
    /// std::bad_alloc, and nothing else, if memory is lacking.
    [[nodiscard]] static Result<ScheduleDifference> compare(TimelinePtr reference, TimelinePtr current,
                                                            const CancelToken& cancel = {});

    [[nodiscard]] const Timeline& reference() const { return *m_reference; }
    [[nodiscard]] const Timeline& current() const { return *m_current; }
    [[nodiscard]] const DifferenceTotals& totals() const { return m_totals; }
    /// The same action in the reference; nothing for a bubble and what is only in the current one.
    /// O(log ranks).
    [[nodiscard]] std::optional<ActionPosition> referenceOf(const ActionPosition& current) const;
    /// How much later the action starts than in the reference; nothing without a partner.
    [[nodiscard]] std::optional<Time> startDelta(const ActionPosition& current) const;
    /// Whether an action of the reference has a partner.
    [[nodiscard]] bool isMatched(const ActionPosition& reference) const
    {
        return m_matched[m_referenceBegin[reference.rank.value] + reference.index];
    }
    /// Deltas up to this are rounding.
    [[nodiscard]] Time tolerance() const;

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    ScheduleDifference() = default;
    [[nodiscard]] bool match(const CancelToken& cancel);
    [[nodiscard]] bool addUp(const CancelToken& cancel);
    void pair(std::uint32_t current, std::uint32_t reference);

    TimelinePtr m_reference;
    TimelinePtr m_current;
    std::vector<std::uint32_t> m_referenceBegin; ///< of each rank's row among all actions, and the end
    std::vector<std::uint32_t> m_currentBegin;
    std::vector<std::uint32_t> m_partner; ///< per action of the current one, counted over all ranks
    std::vector<bool> m_matched;          ///< per action of the reference
    DifferenceTotals m_totals;
};

/// Whether times of both can be subtracted from each other.
[[nodiscard]] bool haveSameUnit(const Timeline& a, const Timeline& b);

/// The action of `other` that is the same as `action` of `own`, as ScheduleDifference finds it but for what
/// is left over: on the same rank the same of several, else the first of the first rank that has any. For one
/// action; O(actions of both).
[[nodiscard]] std::optional<ActionPosition> counterpartOf(const Schedule& own, const ActionPosition& action,
                                                          const Schedule& other);

} // namespace bubblescope

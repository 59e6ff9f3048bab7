// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/action_times.h"
#include "core/trace/clock_alignment.h"

#include <vector>

namespace bubblescope {

/// What is taken off the clock of each rank.
struct RankClocks
{
    std::vector<ClockSkew> ofRank; ///< µs
    /// Taken off before: the distance of a file's own zero from the absolute axis of the others.
    std::vector<Nanoseconds> origin;
    /// Ranks of a file with a zero of its own that nothing ties to the others.
    std::vector<bool> isApart;
    std::vector<ClockBasis> basis;
    /// What every rank's times count from: the earliest compute start after origins and skews.
    Nanoseconds zero = 0;
    Time zeroSkew = 0; ///< of the rank that has it

    explicit RankClocks(std::size_t ranks = 0)
        : ofRank(ranks)
        , origin(ranks)
        , isApart(ranks)
        , basis(ranks, ClockBasis::OneHost)
    {}

    /// µs from the common zero.
    [[nodiscard]] Time at(std::size_t rank, Nanoseconds time) const;
};

/// b - a in µs; exact below 2^53 ns, never an overflow.
[[nodiscard]] Time microsecondsBetween(Nanoseconds a, Nanoseconds b);

/// Puts the ranks on one clock (docs/profiles.md, "Clocks"). Ranks of one file, or of absolute times on one
/// named host, share a clock unless an action there starts before what it needs has ended; other absolute
/// times agree wherever that contradicts nothing; what is left is aligned by causality. Where other files
/// have absolute times, one without begins with the earliest of them unless causality ties it, with a warning
/// either way.
void alignRanks(Assembly& a);

/// The same skews, with their zero at the earliest compute start of these times.
void beginWithEarliest(Assembly& a);

/// Where the records do not show waits for receives: an action waits at least until what it needs has been
/// sent. What it waits beyond that follows from the length of its kind on its stage: the median of those that
/// did not wait, else the least. O(actions log actions).
void inferWaits(Assembly& a);

/// An action and where it is.
struct ActionPlace
{
    std::uint32_t rank = 0;
    std::uint32_t index = 0;
};

/// Pairs of ranks' actions: what ends before what starts. O(actions log actions).
struct CausalPair
{
    ActionPlace producer;
    ActionPlace consumer;
};
[[nodiscard]] std::vector<CausalPair> causalPairs(const std::vector<PlannedRank>& ranks);

} // namespace bubblescope

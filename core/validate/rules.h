// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/validate/order_facts.h"
#include "core/validate/validate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// The problems of one rule. Keeps the first kListed in full and counts the rest, so that an order in which
/// everything is wrong does not take more memory than the order.
class ProblemList
{
public:
    static constexpr std::size_t kListed = 10'000;

    explicit ProblemList(ProblemKind kind) : m_kind(kind) {}

    void add(std::string message, std::vector<ProblemAction> actions);
    /// Counts problems that are not told one by one.
    void addUnlisted(std::uint64_t count) { m_unlisted += count; }
    [[nodiscard]] bool isFull() const { return m_problems.size() >= kListed; }
    /// By rank and index of the first action; last a line that says how many more there are.
    [[nodiscard]] std::vector<Problem> take();

private:
    ProblemKind m_kind;
    std::vector<Problem> m_problems;
    std::uint64_t m_unlisted = 0;
};

// One rule each. They run in this order; what a rule reports it excuses, and a later rule does not report
// what follows from that.

/// Something that is done twice: the same action, B and I, or B and W of one stage and microbatch.
void findDuplicateActions(OrderFacts& facts, ProblemList& problems);
/// Stages and microbatches run from 0 to the highest number; each pair needs F, and unless the whole order
/// has no backward, B or both I and W. A WAIT_SEND needs its SEND.
void findMissingActions(OrderFacts& facts, ProblemList& problems);
/// An action away from its stage (OrderFacts::rankFor).
void findWrongRanks(OrderFacts& facts, ProblemList& problems);
/// An action before one on its own rank that it needs, or in one cell with it.
void findDependencyOrder(OrderFacts& facts, ProblemList& problems);
/// A SEND whose RECV no rank runs.
void findUnmatchedSends(OrderFacts& facts, ProblemList& problems);
/// A RECV whose SEND no rank runs.
void findUnmatchedReceives(OrderFacts& facts, ProblemList& problems);
/// In an order with communication: a compute action with its producer on another rank and no RECV.
void findMissingReceives(OrderFacts& facts, ProblemList& problems);
/// In an order with UNSHARD: the first compute action of each stretch in which its stage is not unsharded.
void findUnshardMissing(OrderFacts& facts, ProblemList& problems);
/// Cycles between the order of the ranks and what their actions wait for; those without a common action.
void findDeadlocks(OrderFacts& facts, SendSemantics sends, ProblemList& problems);

} // namespace bubblescope

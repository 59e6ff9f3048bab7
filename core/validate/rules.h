// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/validate/order_facts.h"
#include "core/validate/validate.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace bubblescope {

/// The problems of one rule. Keeps the first kListed in full and counts the rest, so that an order in which
/// everything is wrong does not take more memory than the order.
class ProblemList
{
public:
    static constexpr std::size_t kListed = 10'000;

    explicit ProblemList(ProblemKind kind) : m_kind(kind) {}

    /// `length` tells which of a kind come first.
    void add(Sentence message, std::vector<ProblemAction> actions, std::size_t length = 0);
    /// A problem with the actions at `places`, after `missing` ones. What it says, `message()`, is not asked
    /// for where it is only counted.
    template <typename Message>
    void add(const OrderFacts& facts, std::initializer_list<Place> places, Message&& message,
             std::vector<ProblemAction> missing = {})
    {
        if (isFull())
            return addUnlisted(1);
        for (const Place& place : places)
            if (place)
                missing.push_back(facts.problemAction(place));
        add(message(), std::move(missing));
    }
    /// Counts problems that are not told one by one.
    void addUnlisted(std::uint64_t count) { m_unlisted += count; }
    /// There may be more than those counted.
    void stopCounting() { m_isCounted = false; }
    [[nodiscard]] bool isFull() const { return m_problems.size() >= kListed; }
    /// By length, rank and index of the first action; last a line that says how many more there are.
    [[nodiscard]] std::vector<Problem> take();

private:
    ProblemKind m_kind;
    std::vector<std::pair<std::size_t, Problem>> m_problems; ///< with their lengths
    std::uint64_t m_unlisted = 0;
    bool m_isCounted = true;
};

// One rule each. They run in this order; what a rule reports it excuses, and a later rule does not report
// what follows from that.

/// Something that is done twice: the same action, B and I, or B and W of one stage and microbatch.
void findDuplicateActions(OrderFacts& facts, ProblemList& problems);
/// Stages and microbatches run from 0 to the highest number; each pair needs F, and unless the whole order
/// has no backward, B or both I and W. A WAIT_SEND needs its SEND; in an order with WAIT_SEND each SEND has
/// one, as PyTorch asks.
void findMissingActions(OrderFacts& facts, ProblemList& problems);
/// An action away from its stage (OrderFacts::rankFor).
void findWrongRanks(OrderFacts& facts, ProblemList& problems);
/// An action before one on its own rank that it needs (a use before its RECV, a SEND before its producer, a
/// WAIT_SEND before its SEND, …), or in one cell with it.
void findDependencyOrder(OrderFacts& facts, ProblemList& problems);
/// DependencyOrder: the step's end (EMBED_GRAD, CLIP, OPTIMIZER, PARAM_GATHER) stands behind all else, each
/// once and in this order.
void findTailOrder(OrderFacts& facts, ProblemList& problems);
/// MissingAction: where a rank clips, all do; where one adds gradients of a shared embedding, all that run
/// the first or the last stage do.
void findMissingMeetings(OrderFacts& facts, ProblemList& problems);
/// A SEND whose RECV no rank runs.
void findUnmatchedSends(OrderFacts& facts, ProblemList& problems);
/// A RECV whose SEND no rank runs.
void findUnmatchedReceives(OrderFacts& facts, ProblemList& problems);
/// In an order with communication: a compute action with its producer on another rank and no RECV
/// (OrderFacts::isCarried()).
void findMissingReceives(OrderFacts& facts, ProblemList& problems);
/// In an order with UNSHARD: the first compute action of each stretch in which its stage is not unsharded,
/// and a RESHARD of a stage that never was.
void findUnshardMissing(OrderFacts& facts, ProblemList& problems);

// FSDP actions have no microbatch and may stand on several ranks; these are the shares of three kinds that
// the rules above do not see. PyTorch refuses what they report, or would run it in vain.

/// DuplicateAction: an UNSHARD or RESHARD again with nothing of its stage between; a second REDUCE_GRAD or
/// WAIT_REDUCE_GRAD of a stage on one rank.
void findRepeatedFsdp(OrderFacts& facts, ProblemList& problems);
/// MissingAction: in an order with RESHARD, a used stage that is unsharded again, or at the end, without one.
void findMissingReshards(OrderFacts& facts, ProblemList& problems);
/// MissingAction: in an order with REDUCE_GRAD, one for each stage whose weight gradients a rank makes; in
/// one with WAIT_REDUCE_GRAD, each has its partner.
void findMissingReductions(OrderFacts& facts, ProblemList& problems);
/// DependencyOrder: a REDUCE_GRAD before the last weight gradient of its stage, a WAIT_REDUCE_GRAD before its
/// REDUCE_GRAD, and a REDUCE_GRAD before the WAIT of one that is pending.
void findReductionOrder(OrderFacts& facts, ProblemList& problems);

/// Cycles between the order of the ranks and what their actions wait for, the shortest first; each is told if
/// it has no action in common with one before it. Shorter is: fewer waits, which is fewer ranks. Of those
/// that hold only cells to which ranks have come (findWaitCycles()), the one with fewer cells and then a
/// lower rank is told; where some hold cells behind those and are shorter, one with the lowest rank
/// (OrderCycles). The second kind is looked for with OrderCycles::kLookUps look-ups, enough for hundreds of
/// thousands of actions and often for millions; beyond that the shortest that was found by then is told.
void findDeadlocks(OrderFacts& facts, SendSemantics sends, ProblemList& problems);

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/time/dependencies.h"
#include "core/time/stuck.h"
#include "core/time/wait_cycles.h"
#include "core/validate/rules.h"

#include <unordered_set>

namespace bubblescope {

namespace {

class DeadlockRule
{
public:
    DeadlockRule(const OrderFacts& facts, SendSemantics sends, ProblemList& problems)
        : m_facts(facts)
        , m_mode(sends == SendSemantics::Rendezvous ? TransferMode::Rendezvous : TransferMode::Async)
        , m_problems(problems)
        , m_compute(facts.schedule(), facts.table(), DependencyRule::Strict, TransferMode::Async)
        , m_isBlocked(facts.schedule().rows.size(), false)
    {}

    void run()
    {
        Worklist worklist(m_facts.schedule());
        std::vector<std::uint32_t> blocked;
        const auto attempt = [&](std::uint32_t rank, std::uint32_t begin, std::uint32_t end) {
            std::optional<Blockage> blockage;
            visitLacks(worklist, rank, begin, end, [&](const Blockage& lack) {
                blockage = lack;
                return false;
            });
            if (blockage && !m_isBlocked[rank]) {
                m_isBlocked[rank] = true;
                blocked.push_back(rank);
            }
            return blockage;
        };
        const auto lacksOf = [&](std::uint32_t rank, std::vector<Blockage>& lacks) {
            const std::uint32_t begin = worklist.cursor(rank);
            const auto end = static_cast<std::uint32_t>(cellEnd(m_facts.schedule().rows[rank], begin));
            visitLacks(worklist, rank, begin, end, [&](const Blockage& lack) {
                lacks.push_back(lack);
                return true;
            });
        };
        while (true) {
            worklist.run(attempt, {});
            // What is at rest since before waits for nothing new, so a new cycle has one of these.
            const std::vector<WaitCycle> cycles =
                findWaitCycles(worklist, m_facts.schedule(), lacksOf, blocked);
            if (cycles.empty())
                return;
            if (m_problems.isFull()) {
                // What has been told 10,000 times is no plainer after a search of minutes.
                m_problems.stopCounting();
                return;
            }
            for (const std::uint32_t rank : blocked)
                m_isBlocked[rank] = false;
            blocked.clear();
            for (const WaitCycle& cycle : cycles)
                report(worklist, cycle);
            // All of its cells have been told; what comes of them is no problem of its own.
            for (const WaitCycle& cycle : cycles)
                for (const WaitLink& link : cycle)
                    worklist.skipCell(link.rank);
        }
    }

private:
    /// Calls `visit` with what a cell lacks, until that says no. What is missing, and what stands behind on
    /// the same rank, other rules have told.
    template <typename Visit>
    void visitLacks(const Worklist& worklist, std::uint32_t rank, std::uint32_t begin, std::uint32_t end,
                    Visit&& visit) const
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            if (m_facts.isExcused({rank, i}))
                continue;
            for (const Input& input : waitsOf(m_facts.at({rank, i}), rank)) {
                const bool isTold = input.producer.rank == rank && !input.reachedOnly;
                if (!input.producer || isTold || worklist.isReady(input) || m_facts.isExcused(input.producer))
                    continue;
                if (!visit(Blockage{i, input}))
                    return;
            }
        }
    }

    [[nodiscard]] InputList waitsOf(const Action& action, std::uint32_t rank) const
    {
        InputList waits;
        if (isCompute(action.kind())) {
            for (const Input& input : m_compute.inputsOf(action, rank))
                if (input.producer && !m_facts.isCarried(input.producer))
                    waits.add(input);
            return waits;
        }
        const std::uint32_t stage = action.stage().value;
        const bool meet = m_mode == TransferMode::Rendezvous;
        switch (action.kind()) {
        case ActionKind::ReceiveForward:
            add(waits, ActionClass::SendForward, stage - 1, action, meet);
            break;
        case ActionKind::ReceiveBackward:
            add(waits, ActionClass::SendBackward, stage + 1, action, meet);
            break;
        case ActionKind::SendForward:
            if (meet && !m_compute.onlyPosts(action))
                add(waits, ActionClass::ReceiveForward, stage + 1, action, true);
            break;
        case ActionKind::SendBackward:
            if (meet && !m_compute.onlyPosts(action))
                add(waits, ActionClass::ReceiveBackward, stage - 1, action, true);
            break;
        case ActionKind::WaitSendForward:
            add(waits, ActionClass::ReceiveForward, stage + 1, action, true);
            break;
        case ActionKind::WaitSendBackward:
            add(waits, ActionClass::ReceiveBackward, stage - 1, action, true);
            break;
        default:
            break;
        }
        return waits;
    }

    // A stage of 0 - 1 wraps to one that no action has.
    void add(InputList& waits, ActionClass kind, std::uint32_t stage, const Action& action,
             bool reachedOnly) const
    {
        Input input;
        input.producer = m_facts.table().find(kind, StageId{stage}, action.microbatch());
        input.reachedOnly = reachedOnly;
        waits.add(input);
    }

    void report(const Worklist& worklist, const WaitCycle& cycle)
    {
        const std::vector<ActionPosition> stuck = cycleActions(cycle);
        bool isNew = true;
        for (const ActionPosition& at : stuck)
            isNew &= m_told.insert(std::uint64_t{at.rank.value} << 32U | at.index).second;
        if (!isNew)
            return;
        if (m_problems.isFull()) {
            m_problems.addUnlisted(1);
            return;
        }
        std::vector<ProblemAction> actions;
        for (const ActionPosition& at : stuck)
            actions.push_back(m_facts.problemAction({at.rank.value, static_cast<std::uint32_t>(at.index)}));
        const auto cellOf = [this](const Place& at) { return m_facts.cell(at); };
        m_problems.add(cycleMessage(m_facts.schedule(), worklist, cycle, cellOf), std::move(actions));
    }

    const OrderFacts& m_facts;
    TransferMode m_mode;
    ProblemList& m_problems;
    Dependencies m_compute;
    std::vector<bool> m_isBlocked;            ///< by rank: came to a standstill since the last look
    std::unordered_set<std::uint64_t> m_told; ///< places of actions in cycles
};

} // namespace

void findDeadlocks(OrderFacts& facts, SendSemantics sends, ProblemList& problems)
{
    DeadlockRule(facts, sends, problems).run();
}

} // namespace bubblescope

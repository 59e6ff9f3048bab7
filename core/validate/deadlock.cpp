// SPDX-License-Identifier: Apache-2.0
#include "core/time/dependencies.h"
#include "core/time/stuck.h"
#include "core/time/wait_cycles.h"
#include "core/validate/order_cycles.h"
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
        , m_worklist(facts.schedule())
        , m_orderCycles(facts.schedule(), m_worklist,
                        [this](std::uint32_t rank, std::uint32_t begin, std::uint32_t end,
                               std::vector<Blockage>& lacks) { addLacks(rank, begin, end, lacks); })
        , m_isBlocked(facts.schedule().rows.size(), false)
    {}

    void run()
    {
        const auto attempt = [&](std::uint32_t rank, std::uint32_t begin, std::uint32_t end) {
            std::optional<Blockage> blockage;
            visitLacks(rank, begin, end, [&](const Blockage& lack) {
                blockage = lack;
                return false;
            });
            if (blockage && !m_isBlocked[rank]) {
                m_isBlocked[rank] = true;
                m_blocked.push_back(rank);
            }
            return blockage;
        };
        const auto lacksOf = [this](std::uint32_t rank, std::vector<Blockage>& lacks) {
            const std::uint32_t begin = m_worklist.cursor(rank);
            const auto end = static_cast<std::uint32_t>(cellEnd(m_facts.schedule().rows[rank], begin));
            addLacks(rank, begin, end, lacks);
        };
        while (true) {
            m_worklist.run(attempt, {});
            // What is at rest since before waits for nothing new, so a new cycle has one of these.
            std::vector<WaitCycle> cycles =
                findWaitCycles(m_worklist, m_facts.schedule(), lacksOf, m_blocked);
            if (cycles.empty())
                return;
            if (m_problems.isFull()) {
                // What has been told 10,000 times is no plainer after a search of minutes.
                m_problems.stopCounting();
                return;
            }
            m_orderCycles.count(kLookUpsOfRank * m_blocked.size());
            if (!tellFewerThan(cycles.front().size()))
                tellAndSkip(cycles);
        }
    }

private:
    /// Calls `visit` with what a cell lacks, until that says no. What is missing, and what stands behind on
    /// the same rank, other rules have told.
    template <typename Visit>
    void visitLacks(std::uint32_t rank, std::uint32_t begin, std::uint32_t end, Visit&& visit) const
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            if (m_facts.isExcused({rank, i}) || m_letGo.contains(key({RankId{rank}, i})))
                continue;
            for (const Input& input : waitsOf(m_facts.at({rank, i}), rank)) {
                const bool isTold = input.producer.rank == rank && !input.reachedOnly;
                if (!input.producer || isTold || m_worklist.isReady(input) ||
                    m_facts.isExcused(input.producer))
                    continue;
                if (!visit(Blockage{i, input}))
                    return;
            }
        }
    }

    void addLacks(std::uint32_t rank, std::uint32_t begin, std::uint32_t end,
                  std::vector<Blockage>& lacks) const
    {
        visitLacks(rank, begin, end, [&](const Blockage& lack) {
            lacks.push_back(lack);
            return true;
        });
    }

    /// Tells the shortest cycles with fewer waits than that and lets their actions wait no more. They hold
    /// cells that no rank has come to. False if there are none.
    bool tellFewerThan(std::size_t waits)
    {
        std::uint32_t from = 0;
        bool isAny = false;
        while (const std::optional<WaitCycle> cycle = m_orderCycles.shortest(waits, from)) {
            report(*cycle);
            for (const WaitLink& link : *cycle) {
                m_letGo.insert(key({RankId{link.rank}, link.wait.index}));
                m_orderCycles.readAgain(link.rank);
                m_worklist.tryAgain(link.rank);
            }
            waits = cycle->size() + 1;
            from = cycle->front().rank;
            isAny = true;
        }
        return isAny;
    }

    /// Longer ones are left for the next look: there may be shorter ones behind them.
    void tellAndSkip(std::vector<WaitCycle>& cycles)
    {
        const std::size_t waits = cycles.front().size();
        const auto isLonger = [&](const WaitCycle& cycle) { return cycle.size() > waits; };
        if (m_orderCycles.isUsedUp() || std::erase_if(cycles, isLonger) == 0) {
            for (const std::uint32_t rank : m_blocked)
                m_isBlocked[rank] = false;
            m_blocked.clear();
        }
        for (const WaitCycle& cycle : cycles)
            report(cycle);
        // All of its cells have been told; what comes of them is no problem of its own.
        for (const WaitCycle& cycle : cycles)
            for (const WaitLink& link : cycle) {
                m_worklist.skipCell(link.rank);
                m_orderCycles.readAgain(link.rank);
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
        const std::optional<ActionId> other = otherEnd(action);
        if (!other)
            return waits;
        const bool meets = m_mode == TransferMode::Rendezvous;
        if (isSend(action.kind()) && (!meets || m_compute.onlyPosts(action)))
            return waits;
        Input input;
        input.producer = m_facts.find(*other);
        input.reachedOnly = meets || !isReceive(action.kind());
        waits.add(input);
        return waits;
    }

    static std::uint64_t key(const ActionPosition& at)
    {
        return std::uint64_t{at.rank.value} << 32U | at.index;
    }

    void report(const WaitCycle& cycle)
    {
        const std::vector<ActionPosition> stuck = cycleActions(cycle);
        bool isNew = true;
        for (const ActionPosition& at : stuck)
            isNew &= m_told.insert(key(at)).second;
        if (!isNew)
            return;
        if (m_problems.isFull())
            return m_problems.addUnlisted(1);
        std::vector<ProblemAction> actions;
        actions.reserve(stuck.size());
        for (const ActionPosition& at : stuck)
            actions.push_back(m_facts.problemAction({at.rank.value, static_cast<std::uint32_t>(at.index)}));
        const auto cellOf = [this](const Place& at) { return m_facts.cell(at); };
        m_problems.add(cycleSentence(m_facts.schedule(), cycle, cellOf), std::move(actions), cycle.size());
    }

    /// What findWaitCycles() does for a rank, about.
    static constexpr std::uint64_t kLookUpsOfRank = 16;

    const OrderFacts& m_facts;
    TransferMode m_mode;
    ProblemList& m_problems;
    Dependencies m_compute;
    Worklist m_worklist;
    OrderCycles m_orderCycles;
    std::vector<std::uint32_t> m_blocked;      ///< ranks that came to a standstill since all cycles were told
    std::vector<bool> m_isBlocked;             ///< by rank: is one of those
    std::unordered_set<std::uint64_t> m_told;  ///< places of actions in cycles
    std::unordered_set<std::uint64_t> m_letGo; ///< of those that do not wait any more
};

} // namespace

void findDeadlocks(OrderFacts& facts, SendSemantics sends, ProblemList& problems)
{
    DeadlockRule(facts, sends, problems).run();
}

} // namespace bubblescope

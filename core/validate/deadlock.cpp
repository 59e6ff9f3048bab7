// SPDX-License-Identifier: Apache-2.0
#include "core/time/dependencies.h"
#include "core/time/stuck.h"
#include "core/time/worklist.h"
#include "core/validate/rules.h"

#include <algorithm>
#include <set>

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
    {}

    void run()
    {
        Worklist worklist(m_facts.schedule());
        StuckSearch search(m_facts.schedule().rows.size());
        // Each look lets the lowest rank of a cycle go on by a cell, so they come to an end.
        while (true) {
            worklist.run([&](std::uint32_t rank, std::uint32_t begin,
                             std::uint32_t end) { return attempt(worklist, rank, begin, end); },
                         {});
            if (search.allDone(worklist))
                return;
            const std::vector<std::uint32_t> cycle = search.look(worklist).cycle;
            report(worklist, cycle);
            worklist.skipCell(cycle.front());
        }
    }

private:
    std::optional<Blockage> attempt(const Worklist& worklist, std::uint32_t rank, std::uint32_t begin,
                                    std::uint32_t end) const
    {
        for (std::uint32_t i = begin; i < end; ++i) {
            const Place place{rank, i};
            if (m_facts.isExcused(place))
                continue;
            for (const Input& input : waitsOf(m_facts.at(place), rank)) {
                // What is missing, and what stands behind on the same rank, other rules have told.
                if (!input.producer || input.producer.rank == rank || m_facts.isExcused(input.producer))
                    continue;
                if (!worklist.isReady(input))
                    return Blockage{i, input};
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] InputList waitsOf(const Action& action, std::uint32_t rank) const
    {
        if (isCompute(action.kind()))
            return m_facts.hasCommunication() ? InputList{} : m_compute.inputsOf(action, rank);
        InputList waits;
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

    void report(const Worklist& worklist, const std::vector<std::uint32_t>& cycle)
    {
        const std::vector<ActionPosition> stuck = cycleActions(worklist, cycle);
        const bool known = std::any_of(stuck.begin(), stuck.end(),
                                       [&](const ActionPosition& at) { return m_seen.contains(at); });
        m_seen.insert(stuck.begin(), stuck.end());
        if (known)
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
    std::set<ActionPosition> m_seen;
};

} // namespace

void findDeadlocks(OrderFacts& facts, SendSemantics sends, ProblemList& problems)
{
    DeadlockRule(facts, sends, problems).run();
}

} // namespace bubblescope

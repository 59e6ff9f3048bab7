// SPDX-License-Identifier: Apache-2.0
#include "core/time/check_order.h"
#include "core/validate/rules.h"

#include <algorithm>

namespace bubblescope {

namespace {

class MissingRule
{
public:
    MissingRule(OrderFacts& facts, ProblemList& problems) : m_facts(facts), m_problems(problems) {}

    void run()
    {
        const ActionTable& table = m_facts.table();
        if (noComputeAction(m_facts.schedule())) {
            m_problems.add(Sentence(kNoComputeAction), {});
            findLonely();
            return;
        }
        for (std::uint32_t s = 0; s < table.stageCount() && !m_problems.isFull(); ++s)
            for (std::uint32_t m = 0; m < table.microbatchCount() && !m_problems.isFull(); ++m)
                checkPair(StageId{s}, MicrobatchId{m});
        if (m_problems.isFull() && m_facts.hasAbsentRanks())
            m_problems.stopCounting();
        else if (m_problems.isFull())
            m_problems.addUnlisted(uncounted());
        findLonely();
    }

private:
    void checkPair(StageId stage, MicrobatchId microbatch)
    {
        if (m_facts.mayRunUnseen(stage, microbatch))
            return;
        const ActionTable& table = m_facts.table();
        const Place forward = table.find(ActionClass::Forward, stage, microbatch);
        const Place gradient = table.find(ActionClass::InputGradient, stage, microbatch);
        const Place weight = table.find(ActionClass::Weight, stage, microbatch);
        const Place any = forward ? forward : gradient ? gradient : weight;
        const auto report = [&](ActionKind kind) { reportMissing({stage, kind, microbatch}, any); };
        if (!forward)
            report(ActionKind::Forward);
        // What was moved to the host comes back, and the other way round.
        const bool stores = static_cast<bool>(table.find(ActionClass::Offload, stage, microbatch));
        if (stores != static_cast<bool>(table.find(ActionClass::Reload, stage, microbatch)))
            report(stores ? ActionKind::Reload : ActionKind::Offload);
        if (!m_facts.hasBackward())
            return;
        const bool wantsSplit = weight || !m_facts.hasFullBackward();
        if (!gradient)
            report(wantsSplit ? ActionKind::BackwardInput : ActionKind::Backward);
        const bool full = gradient && m_facts.at(gradient).kind() == ActionKind::Backward;
        if (!weight && !full && (gradient || wantsSplit))
            report(ActionKind::BackwardWeight);
    }

    void reportMissing(const ActionId& missing, const Place& relative)
    {
        // Beside its relatives if they are where they should be, else where its stage lives.
        std::optional<std::uint32_t> rank = m_facts.rankFor(missing);
        if (!rank && relative)
            rank = relative.rank;
        const std::string text = actionText(missing);
        if (rank)
            m_problems.add(
                Sentence({"validate.does-not-run", "rank {rank} does not run {action}"}, *rank, text),
                {{RankId{*rank}, {}, missing}});
        else
            m_problems.add(
                Sentence(
                    {"validate.no-rank-runs", "no rank runs {action}: stage {stage} is not in the order"},
                    text, missing.stage.value),
                {{RankId{missing.stage.value % std::max(1U, m_facts.schedule().rankCount())}, {}, missing}});
    }

    /// How many more there are beyond the listed ones, without going through them.
    [[nodiscard]] std::uint64_t uncounted() const
    {
        const ActionTable& table = m_facts.table();
        const std::uint64_t pairs = std::uint64_t{table.stageCount()} * table.microbatchCount();
        std::uint64_t repeatedForwards = 0;
        std::uint64_t repeatedGradients = 0;
        for (const auto& [first, again] : table.duplicates()) {
            repeatedForwards += isForward(m_facts.at(again).kind());
            repeatedGradients += isInputGradient(m_facts.at(again).kind());
        }
        std::uint64_t missing = pairs - (table.countOf(ActionClass::Forward) - repeatedForwards);
        if (m_facts.hasBackward())
            missing += pairs - (table.countOf(ActionClass::InputGradient) - repeatedGradients);
        return missing > ProblemList::kListed ? missing - ProblemList::kListed : 0;
    }

    /// A WAIT_SEND needs its SEND; and where sends are waited for, each SEND its WAIT_SEND.
    void findLonely()
    {
        if (!m_facts.has(ActionKind::WaitSendForward) && !m_facts.has(ActionKind::WaitSendBackward))
            return;
        forEachAction(m_facts, [this](const Action& action, const Place& place) {
            for (const auto& [send, wait] :
                 {std::pair{ActionKind::SendForward, ActionKind::WaitSendForward},
                  std::pair{ActionKind::SendBackward, ActionKind::WaitSendBackward}})
                if (action.kind() == send || action.kind() == wait)
                    checkPartner(action, place, action.kind() == send ? wait : send);
        });
    }

    void checkPartner(const Action& action, const Place& place, ActionKind partner)
    {
        const ActionId missing{action.stage(), partner, action.microbatch()};
        if (m_facts.find(missing))
            return;
        const bool isWait = !isSend(action.kind());
        if (isWait)
            m_facts.excuse(place);
        const auto message = [&] {
            return isWait ? Sentence({"validate.waits-for-nothing",
                                      "rank {rank} {action} waits for {missing}, which no rank runs"},
                                     place.rank, m_facts.withCell(place), actionText(missing))
                          : Sentence({"validate.never-waited-for",
                                      "rank {rank} {action} has no {missing}, unlike the other sends of the "
                                      "order: no rank runs it"},
                                     place.rank, m_facts.withCell(place), actionText(missing));
        };
        m_problems.add(m_facts, {place}, message, {{RankId{place.rank}, {}, missing}});
    }

    OrderFacts& m_facts;
    ProblemList& m_problems;
};

} // namespace

void findMissingActions(OrderFacts& facts, ProblemList& problems)
{
    MissingRule(facts, problems).run();
}

} // namespace bubblescope

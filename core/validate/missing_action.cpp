// SPDX-License-Identifier: Apache-2.0
#include "core/time/check_order.h"
#include "core/validate/rules.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::array kForwardParts{ActionKind::ForwardAttention, ActionKind::ForwardDispatch,
                                   ActionKind::ForwardExperts, ActionKind::ForwardCombine};
/// Of an I or a B.
constexpr std::array kGradientParts{ActionKind::BackwardCombine, ActionKind::BackwardExperts,
                                    ActionKind::BackwardDispatch, ActionKind::BackwardAttention};
constexpr std::array kWeightParts{ActionKind::WeightExperts, ActionKind::WeightAttention};

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
        if (!checkParts(stage, microbatch, kForwardParts, any) && !forward)
            report(ActionKind::Forward);
        // What was moved to the host comes back, and the other way round.
        const bool stores = static_cast<bool>(table.find(ActionClass::Offload, stage, microbatch));
        if (stores != static_cast<bool>(table.find(ActionClass::Reload, stage, microbatch)))
            report(stores ? ActionKind::Reload : ActionKind::Offload);
        checkVocabulary(stage, microbatch);
        if (!m_facts.hasBackward())
            return;
        const bool wantsSplit = weight || !m_facts.hasFullBackward();
        if (!checkParts(stage, microbatch, kGradientParts, any) && !gradient)
            report(wantsSplit ? ActionKind::BackwardInput : ActionKind::Backward);
        const bool full = gradient && wholeOf(m_facts.at(gradient).kind()) == ActionKind::Backward;
        if (!checkParts(stage, microbatch, kWeightParts, any) && !weight && !full && (gradient || wantsSplit))
            report(ActionKind::BackwardWeight);
    }

    /// A rank has its share of the vocabulary for every microbatch, and both passes of it.
    void checkVocabulary(StageId stage, MicrobatchId microbatch)
    {
        const ActionTable& table = m_facts.table();
        if (!table.has(ActionClass::VocabularyForward) && !table.has(ActionClass::VocabularyBackward))
            return;
        if (m_vocabulary.empty())
            findShares();
        for (const ActionKind kind : {ActionKind::VocabularyForward, ActionKind::VocabularyBackward})
            if (m_vocabulary[stage.value] && !m_facts.find({stage, kind, microbatch}))
                reportMissing({stage, kind, microbatch}, {});
    }

    void findShares()
    {
        m_vocabulary.assign(m_facts.table().stageCount(), false);
        forEachAction(m_facts, [this](const Action& action, const Place&) {
            if (isVocabulary(action.kind()))
                m_vocabulary[action.stage().value] = true;
        });
    }

    /// Reports what a block that is there in parts lacks. False if no part of it is there.
    bool checkParts(StageId stage, MicrobatchId microbatch, std::span<const ActionKind> parts,
                    const Place& relative)
    {
        if (!m_hasParts)
            return false;
        // The last part is found by the class of the whole.
        if (const Place whole = m_facts.find({stage, parts.back(), microbatch});
            whole && !isPart(m_facts.at(whole).kind()))
            return true;
        Place found;
        for (const ActionKind part : parts)
            if (const Place at = m_facts.find({stage, part, microbatch}); at && isPart(m_facts.at(at).kind()))
                found = at;
        if (!found)
            return false;
        const ActionKind whole = wholeOf(m_facts.at(found).kind());
        for (const ActionKind part : parts)
            if (!m_facts.find({stage, part, microbatch}))
                reportMissing({stage, partAtBegin(whole, textBehindMicrobatch(part)), microbatch},
                              relative ? relative : found);
        return true;
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
            repeatedForwards += classOf(m_facts.at(again).kind()) == ActionClass::Forward;
            repeatedGradients += classOf(m_facts.at(again).kind()) == ActionClass::InputGradient;
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
    bool m_hasParts = m_facts.hasAny(isPart);
    std::vector<bool> m_vocabulary; ///< by stage: a rank names its share of the vocabulary by it
};

} // namespace

void findMissingActions(OrderFacts& facts, ProblemList& problems)
{
    MissingRule(facts, problems).run();
}

} // namespace bubblescope

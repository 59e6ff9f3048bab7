// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/order_mutations.h"

#include <algorithm>
#include <array>
#include <functional>

namespace bubblescope::test {

namespace {

using Filter = std::function<bool(const Action&)>;

std::optional<ActionPosition> findAction(const Schedule& schedule, const Filter& wanted,
                                         std::optional<RankId> rank = std::nullopt, std::size_t from = 0)
{
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        if (!rank || rank->value == r)
            for (std::size_t i = from; i < schedule.rows[r].size(); ++i)
                if (wanted(schedule.rows[r][i]))
                    return ActionPosition{RankId{r}, i};
    return std::nullopt;
}

Filter named(std::uint32_t stage, ActionKind kind, MicrobatchId microbatch)
{
    return [=](const Action& a) { return a.id() == ActionId{StageId{stage}, kind, microbatch}; };
}

std::size_t countKind(const Schedule& schedule, ActionKind kind)
{
    std::size_t count = 0;
    for (const Row& row : schedule.rows)
        count += static_cast<std::size_t>(
            std::count_if(row.begin(), row.end(), [&](const Action& a) { return a.kind() == kind; }));
    return count;
}

void eraseAt(Schedule& schedule, const ActionPosition& at)
{
    Row& row = schedule.rows[at.rank.value];
    row.erase(row.begin() + static_cast<std::ptrdiff_t>(at.index));
    countStagesAndMicrobatches(schedule);
}

void insertAt(Schedule& schedule, const ActionPosition& at, const Action& action)
{
    Row& row = schedule.rows[at.rank.value];
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(at.index), action);
}

std::string missing(const ActionPosition& at, const ActionId& id)
{
    return problemKey("missing-action", at.rank.value, "-", actionText(id));
}

/// Everything of one stage and microbatch that receives what `sent` carries.
struct Partner
{
    std::uint32_t stage;
    ActionKind receive;
    std::vector<ActionKind> uses;
};
Partner partnerOf(const Action& sent)
{
    if (sent.kind() == ActionKind::SendForward)
        return {sent.stage().value + 1, ActionKind::ReceiveForward, {ActionKind::Forward}};
    return {sent.stage().value - 1,
            ActionKind::ReceiveBackward,
            {ActionKind::Backward, ActionKind::BackwardInput}};
}

/// The first compute action of a stage, or its RESHARD, on a rank from an index on.
std::optional<ActionPosition> nextUse(const Schedule& schedule, const ActionPosition& from, StageId stage)
{
    return findAction(
        schedule,
        [&](const Action& a) {
            return a.stage() == stage && (isCompute(a.kind()) || a.kind() == ActionKind::Reshard);
        },
        from.rank, from.index);
}

/// What taking an FSDP action out leaves; nothing if the order is whole without it.
std::optional<Keys> withoutFsdp(const Schedule& broken, const ActionPosition& at, const Action& gone)
{
    if (gone.kind() == ActionKind::Unshard) {
        const auto use = nextUse(broken, at, gone.stage());
        return use ? std::optional(Keys{problemKeyAt("unshard-missing", broken, *use)}) : std::nullopt;
    }
    const bool others = countKind(broken, gone.kind()) > 0;
    // hyper_parallel's reductions wait for nothing, so the last of them leaves no trace.
    return others ? std::optional(Keys{missing(at, gone.id())}) : std::nullopt;
}

Keys withoutSend(const Schedule& broken, const ActionPosition& at, const Action& gone)
{
    const Partner partner = partnerOf(gone);
    const auto receive = findAction(broken, named(partner.stage, partner.receive, gone.microbatch()));
    Keys expected{problemKeyAt("unmatched-recv", broken, *receive)};
    if (countKind(broken, ActionKind::WaitSendForward) + countKind(broken, ActionKind::WaitSendBackward) > 0)
        expected.insert(missing(at, gone.id()));
    return expected;
}

Keys withoutReceive(const Schedule& broken, const Action& gone)
{
    const bool forward = gone.kind() == ActionKind::ReceiveForward;
    const std::uint32_t sender = forward ? gone.stage().value - 1 : gone.stage().value + 1;
    const ActionKind sends = forward ? ActionKind::SendForward : ActionKind::SendBackward;
    const auto send = findAction(broken, named(sender, sends, gone.microbatch()));
    Keys expected{problemKeyAt("unmatched-send", broken, *send)};
    for (const ActionKind kind : partnerOf(broken.at(*send)).uses)
        if (const auto use = findAction(broken, named(gone.stage().value, kind, gone.microbatch())))
            expected.insert(problemKeyAt("missing-recv", broken, *use));
    return expected;
}

std::optional<Mutation> drop(const Schedule& schedule, const ActionPosition& at)
{
    const Action gone = schedule.at(at);
    Schedule broken = schedule;
    eraseAt(broken, at);
    std::optional<Keys> expected;
    switch (gone.kind()) {
    case ActionKind::SendForward:
    case ActionKind::SendBackward:
        expected = withoutSend(broken, at, gone);
        break;
    case ActionKind::ReceiveForward:
    case ActionKind::ReceiveBackward:
        expected = withoutReceive(broken, gone);
        break;
    default:
        if (isFsdp(gone.kind()))
            expected = withoutFsdp(broken, at, gone);
        // Numbers count to the highest; without one, or without the last of a kind, this is another order.
        else if (broken.stageCount == schedule.stageCount &&
                 broken.microbatchCount == schedule.microbatchCount && countKind(broken, gone.kind()) > 0)
            expected = Keys{missing(at, gone.id())};
    }
    return expected ? std::optional(Mutation{std::move(broken), *std::move(expected)}) : std::nullopt;
}

std::optional<Mutation> duplicate(const Schedule& schedule, const ActionPosition& at)
{
    Schedule broken = schedule;
    insertAt(broken, {at.rank, at.index + 1}, schedule.at(at));
    return Mutation{broken, {problemKeyAt("duplicate-action", broken, at)}};
}

std::optional<Mutation> duplicateElsewhere(const Schedule& schedule, const ActionPosition& at)
{
    const Action action = schedule.at(at);
    if (isFsdp(action.kind()))
        return std::nullopt; // no duplicate on another rank
    Schedule broken = schedule;
    const RankId other{(at.rank.value + 1) % schedule.rankCount()};
    insertAt(broken, {other, broken.rows[other.value].size()}, action);
    // The copy where the stage lives is the right one.
    return Mutation{broken, {problemKeyAt("duplicate-action", broken, at)}};
}

/// Enough of a stage (or of a direction) is left to tell where it lives.
bool isRooted(const Schedule& schedule, const ActionPosition& at)
{
    const Action& action = schedule.at(at);
    const Row& row = schedule.rows[at.rank.value];
    std::size_t home = 0;
    std::size_t both = 0;
    for (const Action& a : row) {
        home += a.stage() == action.stage() && isCompute(a.kind());
        both += a.stage() == action.stage() && isCompute(a.kind()) && a.microbatch() == action.microbatch();
    }
    return home >= 4 && schedule.rankCount() > 2 && (both >= 2 || isFsdp(action.kind()));
}

std::optional<Mutation> moveToAnotherRank(const Schedule& schedule, const ActionPosition& at)
{
    if (schedule.rankCount() < 3 || !isRooted(schedule, at))
        return std::nullopt;
    const Action action = schedule.at(at);
    Schedule broken = schedule;
    eraseAt(broken, at);
    Keys expected;
    if (isFsdp(action.kind())) {
        // The stage that lives there has to be another one.
        const auto without = withoutFsdp(broken, at, action);
        if (!without)
            return std::nullopt;
        expected = *without;
    }
    RankId other{(at.rank.value + 1) % schedule.rankCount()};
    const bool holdsIt =
        std::any_of(broken.rows[other.value].begin(), broken.rows[other.value].end(),
                    [&](const Action& a) { return a.stage() == action.stage() && isFsdp(a.kind()); });
    if (holdsIt)
        return std::nullopt;
    const ActionPosition there{other, broken.rows[other.value].size()};
    insertAt(broken, there, action);
    countStagesAndMicrobatches(broken);
    expected.insert(problemKeyAt("wrong-rank", broken, there));
    return Mutation{std::move(broken), std::move(expected)};
}

/// Two cells of one rank in the other order: told as the oracle sees it.
std::optional<Mutation> swap(const Schedule& schedule, const ActionPosition& at)
{
    Schedule broken = schedule;
    Row& row = broken.rows[at.rank.value];
    std::size_t other = at.index + 1 + at.index % 5;
    while (other < row.size() && (row[other].isOverlapped() || isFsdp(row[other].kind())))
        ++other;
    if (other >= row.size() || isFsdp(row[at.index].kind()))
        return std::nullopt;
    for (std::size_t i = at.index; i <= other; ++i)
        if (isFsdp(row[i].kind())) // what happens to parameters is the matter of other mutations
            return std::nullopt;
    std::swap(row[at.index], row[other]);
    const OrderOracle oracle(broken);
    Mutation mutation{broken, oracle.misplaced()};
    mutation.mayHaveMore = !mutation.expected.empty();
    if (mutation.expected.empty()) {
        mutation.runs = oracle.runs(false);
        mutation.meets = oracle.runs(true);
    }
    return mutation;
}

/// A RECV behind the action that uses it.
std::optional<Mutation> delayReceive(const Schedule& schedule, const ActionPosition& at)
{
    const Action receive = schedule.at(at);
    if (receive.kind() != ActionKind::ReceiveForward && receive.kind() != ActionKind::ReceiveBackward)
        return std::nullopt;
    const bool forward = receive.kind() == ActionKind::ReceiveForward;
    const auto use = findAction(
        schedule,
        [&](const Action& a) {
            return a.stage() == receive.stage() && a.microbatch() == receive.microbatch() &&
                   (forward ? isForward(a.kind()) : isInputGradient(a.kind()));
        },
        at.rank, at.index);
    if (!use)
        return std::nullopt;
    Schedule broken = schedule;
    Row& row = broken.rows[at.rank.value];
    insertAt(broken, {at.rank, cellEnd(row, use->index)}, receive);
    eraseAt(broken, at);
    Mutation mutation{broken, {problemKeyAt("dependency-order", broken, {at.rank, use->index - 1})}};
    return mutation;
}

constexpr std::array<NamedMutation, 6> kMutations{{{"drop", drop},
                                                   {"duplicate", duplicate},
                                                   {"duplicate on another rank", duplicateElsewhere},
                                                   {"move to another rank", moveToAnotherRank},
                                                   {"swap", swap},
                                                   {"delay a recv", delayReceive}}};

} // namespace

std::span<const NamedMutation> mutations()
{
    return kMutations;
}

} // namespace bubblescope::test

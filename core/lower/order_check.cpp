// SPDX-License-Identifier: Apache-2.0
#include "core/lower/order_check.h"

#include "core/time/check_order.h"
#include "core/time/neighbours.h"
#include "core/time/stuck.h"
#include "core/time/worklist.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

// A compute action becomes at most itself, a SEND, its wait, a RECV, and with FSDP four more.
constexpr std::uint64_t kGrowth = 8;

bool isAllowed(ActionKind kind, BesideCompute allowed)
{
    return kind == ActionKind::Bubble || (isCompute(kind) && !isPart(kind) && !isVocabulary(kind)) ||
           isCopy(kind) || (allowed == BesideCompute::Fsdp && isFsdp(kind)) ||
           (allowed == BesideCompute::Communication && isCommunication(kind));
}

Sentence needOf(BesideCompute allowed)
{
    switch (allowed) {
    case BesideCompute::Nothing:
        return {{"lower.compute-alone", "only compute actions"}};
    case BesideCompute::Fsdp:
        return {{"lower.no-communication", "an order without communication"}};
    case BesideCompute::Communication:
        return {{"lower.no-fsdp", "an order without FSDP actions"}};
    }
    return {};
}

} // namespace

Error errorAt(ErrorKind kind, const Schedule& schedule, const Place& at, Sentence problem)
{
    return {kind,
            Sentence({"lower.at-cell", "rank {rank} cell {cell}: {problem}"}, at.rank,
                     cellNumber(schedule.rows[at.rank], at.index), std::move(problem)),
            std::nullopt};
}

Error cancelledLowering()
{
    return {ErrorKind::Cancelled, Sentence({"lower.lowering-stopped", "lowering was stopped"}), std::nullopt};
}

Error tooLargeToLower(std::uint64_t most)
{
    return {
        ErrorKind::InvalidInput,
        Sentence({"lower.lowered-order-would-more", "the lowered order would have more than {most} cells"},
                 most),
        std::nullopt};
}

Schedule emptied(const Schedule& schedule)
{
    Schedule result;
    result.name = schedule.name;
    result.variant = schedule.variant;
    result.rows.resize(schedule.rows.size());
    result.stageCount = schedule.stageCount;
    result.microbatchCount = schedule.microbatchCount;
    result.placement = schedule.placement;
    result.plan = schedule.plan;
    return result;
}

std::optional<Error> unfitOrder(const Schedule& schedule, std::string_view pass, BesideCompute allowed)
{
    std::uint64_t cells = 0;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        const Row& row = schedule.rows[r];
        cells += row.size();
        if (cells * kGrowth > kMostLoweredCells)
            return tooLargeToLower();
        for (std::uint32_t i = 0; i < row.size(); ++i) {
            const std::string text = isAllowed(row[i].kind(), allowed) ? "" : actionText(row[i].id());
            if (!text.empty())
                return errorAt(
                    ErrorKind::InvalidInput, schedule, {r, i},
                    Sentence(
                        {"lower.stands-here-needs-pass",
                         "the order has {action}, but {pass} needs {allowed} (the pass strip produces that)"},
                        text, pass, needOf(allowed)));
        }
    }
    if (const auto block = meaninglessBlock(schedule))
        return block->toError();
    return std::nullopt;
}

std::optional<Error> repeatedInOrder(const Schedule& schedule, const ActionTable& table)
{
    if (const auto repeated = repeatedAction(schedule, table))
        return repeated->toError();
    return std::nullopt;
}

Error stuckOrder(const Schedule& schedule, const ActionTable& table, const CancelToken& cancel)
{
    const Dependencies dependencies(schedule, table, DependencyRule::Strict, TransferMode::Async);
    Worklist worklist(schedule);
    const auto attempt = [&](std::uint32_t rank, std::uint32_t begin,
                             std::uint32_t end) -> std::optional<Blockage> {
        for (std::uint32_t i = begin; i < end; ++i)
            for (const Input& input : dependencies.inputsOf(schedule.rows[rank][i], rank))
                if (!worklist.isReady(input))
                    return Blockage{i, input};
        return std::nullopt;
    };
    if (!worklist.run(attempt, cancel))
        return cancelledLowering();
    return explainStuck(schedule, worklist, dependencies).toError();
}

Error noConsumerOf(const Schedule& schedule, const Place& at)
{
    const Action& action = schedule.at(at.position());
    const ActionId wanted{receiveOf(action).stage(), action.kind(), action.microbatch()};
    return errorAt(ErrorKind::DoesNotHold, schedule, at,
                   Sentence({"lower.makes-what-needs-which",
                             "{action} produces the input of {other}, which no rank runs"},
                            actionText(action.id()), actionText(wanted)));
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/lower/lowering.h"

#include "core/base/number_parse.h"
#include "core/base/try.h"
#include "core/lower/column_scan.h"
#include "core/lower/defer_receive.h"
#include "core/lower/order_check.h"
#include "core/lower/send_budget.h"
#include "core/lower/send_receive.h"
#include "core/time/neighbours.h"

namespace bubblescope {

namespace {

/// A failure reported with the cells of the given order, not with those of an intermediate step.
Error inGivenCells(const Error& failure, const Schedule& given, const CancelToken& cancel)
{
    if (failure.kind != ErrorKind::DoesNotHold)
        return failure;
    const ActionTable table(given);
    if (auto error = repeatedInOrder(given, table))
        return *std::move(error);
    const Neighbours neighbours(table);
    for (std::uint32_t r = 0; r < given.rankCount(); ++r)
        for (std::uint32_t i = 0; i < given.rows[r].size(); ++i)
            if (neighbours.hasConsumer(given.rows[r][i]) && !neighbours.consumerOf(given.rows[r][i]))
                return noConsumerOf(given, {r, i});
    return stuckOrder(given, table, cancel);
}

Result<Schedule> torchSendReceive(const Schedule& schedule, const CancelToken& cancel)
{
    const Schedule order = withoutBubbles(schedule);
    const ActionTable table(order);
    if (auto error = repeatedInOrder(order, table))
        return tl::unexpected(*std::move(error));
    return addSendReceive(order, table, SendWaits::None, cancel);
}

Result<Schedule> scanned(const Schedule& order, const CancelToken& cancel)
{
    const ActionTable table(order);
    if (auto error = repeatedInOrder(order, table))
        return tl::unexpected(*std::move(error));
    return scanColumns(order, table, cancel);
}

Result<Schedule> alignedAndScanned(const Schedule& schedule, const CancelToken& cancel)
{
    const Schedule order = withoutBubbles(schedule);
    const Result<Schedule> aligned = [&]() -> Result<Schedule> {
        const ActionTable table(order);
        if (auto error = repeatedInOrder(order, table))
            return tl::unexpected(*std::move(error));
        return alignColumns(order, table, cancel);
    }();
    return aligned ? scanned(*aligned, cancel) : aligned;
}

/// The first release with a word for the action.
std::uint32_t releaseOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::WaitSendForward:
    case ActionKind::WaitSendBackward:
    case ActionKind::WaitReduceGrad:
        return 15;
    case ActionKind::ReduceGrad:
        return 10;
    default:
        return kFirstTorchRelease;
    }
}

constexpr std::uint32_t kOverlapRelease = 10; // 2.9 reads them where the file has compute actions alone

/// An order without what the release has no words for.
Schedule inWordsOfTorch(Schedule order, std::uint32_t release)
{
    if (release == kLastTorchRelease) // has words for all
        return order;
    for (Row& row : order.rows) {
        std::erase_if(row, [&](const Action& action) { return releaseOf(action.kind()) > release; });
        if (release < kOverlapRelease)
            for (Action& action : row)
                action = action.withRole(CellRole::Single);
    }
    return order;
}

Result<Schedule> withMessages(const Schedule& order, const TorchLowering& options, const CancelToken& cancel)
{
    const ActionTable table(order);
    Result<Schedule> lowered = addSendReceive(order, table, SendWaits::Added, cancel);
    if (lowered && options.deferReceives)
        lowered = deferReceives(*lowered, order, table, cancel);
    return lowered;
}

} // namespace

std::optional<std::uint32_t> torchReleaseFrom(std::string_view text)
{
    // A release is given as 2.11, or as torch tells its own: 2.11.0+cu128.
    if (!text.starts_with("2."))
        return std::nullopt;
    const std::string_view rest = text.substr(2, text.find('+') - 2);
    const std::size_t dot = rest.find('.');
    const std::optional<std::int64_t> number = wholeNumberFrom(rest.substr(0, dot));
    if (!number || *number < kFirstTorchRelease || *number > kLastTorchRelease)
        return std::nullopt;
    if (dot != std::string_view::npos && !wholeNumberFrom(rest.substr(dot + 1)))
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

Result<Schedule> sendReceive(const Schedule& schedule, SendReceiveStyle style, const CancelToken& cancel)
{
    const BesideCompute beside =
        style == SendReceiveStyle::HyperParallelAligned ? BesideCompute::Nothing : BesideCompute::Fsdp;
    if (auto error = unfitOrder(schedule, "send-recv", beside))
        return tl::unexpected(*std::move(error));
    const auto asGiven = [&](const Error& error) { return inGivenCells(error, schedule, cancel); };
    if (style == SendReceiveStyle::Torch)
        return torchSendReceive(schedule, cancel).map_error(asGiven);
    if (style == SendReceiveStyle::HyperParallelAligned)
        return alignedAndScanned(schedule, cancel).map_error(asGiven);
    if (std::optional<Schedule> own = hyperParallelOwnOrder(schedule))
        return *std::move(own);
    return scanned(schedule, cancel);
}

Result<Schedule> lowerAsTorch(const Schedule& schedule, const TorchLowering& options,
                              const CancelToken& cancel)
{
    if (auto error = unfitOrder(schedule, "torch", BesideCompute::Nothing))
        return tl::unexpected(*std::move(error));
    TRY(const std::vector<std::uint32_t> lookahead,
        fsdpLookahead(options.unshardLookahead, schedule.rankCount(), options.maxActiveStages));
    {
        const ActionTable table(schedule);
        auto error = repeatedInOrder(schedule, table);
        if (!error)
            error = incompleteOrder(schedule, table);
        if (error)
            return tl::unexpected(*std::move(error));
    }
    Result<Schedule> sharded =
        addFsdp(schedule, {options.maxActiveStages, lookahead, options.deferReduceGradWait}, cancel);
    if (!sharded)
        return sharded;
    Result<Schedule> lowered =
        withMessages(inWordsOfTorch(*std::move(sharded), options.release), options, cancel)
            .map_error([&](const Error& error) { return inGivenCells(error, schedule, cancel); });
    if (lowered && options.maxOutstandingSends)
        lowered = limitOutstandingSends(*lowered, *options.maxOutstandingSends, cancel);
    // Only now: what a rank may have in progress is told by the waits.
    return std::move(lowered).map(
        [&](Schedule order) { return inWordsOfTorch(std::move(order), options.release); });
}

} // namespace bubblescope

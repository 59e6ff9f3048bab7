// SPDX-License-Identifier: Apache-2.0
#include "core/time/dense_order.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::size_t kAlwaysDense = 4096;
constexpr std::size_t kMostCells = 0xFFFFFFFFU;

constexpr std::uint32_t bitOf(ActionKind kind)
{
    return 1U << static_cast<unsigned>(kind);
}

constexpr std::uint32_t kBubble = bitOf(ActionKind::Bubble);
constexpr std::uint32_t kPlain = kBubble | bitOf(ActionKind::Forward) | bitOf(ActionKind::BackwardInput) |
                                 bitOf(ActionKind::BackwardWeight) | bitOf(ActionKind::Backward);

} // namespace

std::optional<DenseOrder> denseOrder(const Schedule& schedule)
{
    DenseOrder order;
    order.microbatchCount = schedule.microbatchCount;
    std::size_t cells = 0;
    for (const Row& row : schedule.rows)
        cells += row.size();
    if (cells >= kMostCells)
        return std::nullopt;
    const std::size_t mostStages = 4 * cells + kAlwaysDense;
    for (std::uint32_t rank = 0; rank < schedule.rows.size(); ++rank) {
        std::uint32_t kinds = 0;
        std::uint32_t overlapped = 0;
        std::uint32_t microbatches = 0;
        std::size_t bubbles = 0;
        for (const Action& action : schedule.rows[rank]) {
            const std::uint32_t bit = bitOf(action.kind());
            kinds |= bit;
            overlapped |= action.isOverlapped() ? bit : 0;
            if (action.isBubble()) {
                ++bubbles;
                continue;
            }
            const std::uint32_t stage = action.stage().value;
            microbatches = std::max(microbatches, action.microbatch().value + 1);
            if (stage >= order.home.size()) {
                if (stage >= mostStages)
                    return std::nullopt;
                order.home.resize(stage + 1, DenseOrder::kNoRank);
            }
            if (order.home[stage] != rank) {
                order.hasOneHomeEach = order.hasOneHomeEach && order.home[stage] == DenseOrder::kNoRank;
                order.home[stage] = rank;
            }
        }
        if ((kinds & ~kPlain) != 0 || (overlapped & kBubble) != 0)
            return std::nullopt;
        order.kinds |= kinds;
        order.microbatchCount = std::max(order.microbatchCount, microbatches);
        order.actionCount += schedule.rows[rank].size() - bubbles;
    }
    if (schedule.stageCount > mostStages)
        return std::nullopt;
    order.stageCount = std::max(schedule.stageCount, static_cast<std::uint32_t>(order.home.size()));
    order.home.resize(order.stageCount, DenseOrder::kNoRank);
    return order;
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/time/dense_order.h"

#include <algorithm>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::size_t kDenseOrderAlwaysDense = 4096;
constexpr std::size_t kMostCells = 0xFFFFFFFFU;
constexpr std::size_t kActionsPerLook = std::size_t{1} << 16U;

constexpr KindMask kBubble = kindBit(ActionKind::Bubble);
constexpr KindMask kTail = kindBit(ActionKind::EmbedGrad) | kindBit(ActionKind::Clip) |
                           kindBit(ActionKind::Optimizer) | kindBit(ActionKind::ParamGather);
constexpr KindMask kPlain = kBubble | kindBit(ActionKind::Forward) | kindBit(ActionKind::BackwardInput) |
                            kindBit(ActionKind::BackwardWeight) | kindBit(ActionKind::Backward) |
                            kindBit(ActionKind::Recompute);

/// Takes an order rank by rank.
class OrderScan
{
public:
    explicit OrderScan(const Schedule& schedule) : m_schedule(schedule)
    {
        m_order.microbatchCount = schedule.microbatchCount;
        for (const Row& row : schedule.rows)
            m_cells += row.size();
        m_mostStages = 4 * m_cells + kDenseOrderAlwaysDense;
    }

    std::optional<DenseOrder> run(const CancelToken& cancel)
    {
        if (m_cells >= kMostCells || m_schedule.stageCount > m_mostStages)
            return std::nullopt;
        for (std::uint32_t rank = 0; rank < m_schedule.rows.size(); ++rank) {
            const std::span<const Action> row = m_schedule.rows[rank];
            m_lastTail = ActionKind::Bubble;
            for (std::size_t begin = 0; begin < row.size(); begin += kActionsPerLook) {
                const std::size_t count = std::min(kActionsPerLook, row.size() - begin);
                if (cancel.isCancelled() || !take(rank, row.subspan(begin, count)))
                    return std::nullopt;
            }
        }
        m_order.stageCount = std::max(m_schedule.stageCount, static_cast<std::uint32_t>(m_order.home.size()));
        m_order.home.resize(m_order.stageCount, DenseOrder::kNoRank);
        return std::move(m_order);
    }

private:
    /// False if a dense simulation cannot time these actions.
    bool take(std::uint32_t rank, std::span<const Action> actions)
    {
        KindMask kinds = 0;
        KindMask overlapped = 0;
        std::uint32_t microbatches = 0;
        std::size_t bubbles = 0;
        for (const Action& action : actions) {
            const KindMask bit = kindBit(action.kind());
            kinds |= bit;
            overlapped |= action.isOverlapped() ? bit : 0U;
            if (!action.hasTimeOfItsOwn()) {
                ++bubbles;
                continue;
            }
            microbatches = std::max(microbatches, action.microbatch().value + 1);
            const std::uint32_t stage = action.stage().value;
            if ((stage >= m_order.home.size() || m_order.home[stage] != rank) && !settle(stage, rank))
                return false;
        }
        if ((kinds & ~(kPlain | kStreamKinds | kTail)) != 0 ||
            (overlapped & (kBubble | kStreamKinds | kTail)) != 0 || !takeTail(kinds, actions))
            return false;
        m_order.kinds |= kinds;
        m_order.microbatchCount = std::max(m_order.microbatchCount, microbatches);
        m_order.actionCount += actions.size() - bubbles;
        return true;
    }

    /// False if something stands behind the end of the rank's step: the other engine says what.
    bool takeTail(KindMask kinds, std::span<const Action> actions)
    {
        if (m_lastTail != ActionKind::Bubble && (kinds & ~(kBubble | kTail)) != 0)
            return false;
        if ((kinds & kTail) == 0)
            return true;
        auto at = std::find_if(actions.begin(), actions.end(),
                               [](const Action& action) { return isTail(action.kind()); });
        for (; at != actions.end(); ++at) {
            if (at->isBubble())
                continue;
            if (at->kind() <= m_lastTail || !isTail(at->kind()))
                return false;
            m_lastTail = at->kind();
        }
        return true;
    }

    /// Notes that a rank has a stage; false if there would be too many stages.
    bool settle(std::uint32_t stage, std::uint32_t rank)
    {
        if (stage >= m_order.home.size()) {
            if (stage >= m_mostStages)
                return false;
            m_order.home.resize(stage + 1, DenseOrder::kNoRank);
        }
        m_order.hasOneHomeEach = m_order.hasOneHomeEach && m_order.home[stage] == DenseOrder::kNoRank;
        m_order.home[stage] = rank;
        return true;
    }

    const Schedule& m_schedule;
    std::size_t m_cells = 0;
    std::size_t m_mostStages = 0;
    ActionKind m_lastTail = ActionKind::Bubble; ///< of the rank that is being taken
    DenseOrder m_order;
};

} // namespace

std::optional<DenseOrder> denseOrder(const Schedule& schedule, const CancelToken& cancel)
{
    return OrderScan(schedule).run(cancel);
}

} // namespace bubblescope

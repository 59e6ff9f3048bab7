// SPDX-License-Identifier: Apache-2.0
#include "core/lower/column_scan.h"
#include "core/time/neighbours.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Writes the actions of a pipeline with one stage a rank, with the messages that the rank has.
class OwnRow
{
public:
    OwnRow(std::uint32_t rank, std::uint32_t ranks) : m_stage(rank), m_ranks(ranks) {}

    void forward(std::uint32_t microbatch) { add(ActionKind::Forward, microbatch); }
    void backward(std::uint32_t microbatch) { add(ActionKind::Backward, microbatch); }
    void sendForward(std::uint32_t microbatch) { addBeforeLast(ActionKind::SendForward, microbatch); }
    void receiveBackward(std::uint32_t microbatch) { addBeforeLast(ActionKind::ReceiveBackward, microbatch); }
    void receiveForward(std::uint32_t microbatch) { addBehindFirst(ActionKind::ReceiveForward, microbatch); }
    void sendBackward(std::uint32_t microbatch) { addBehindFirst(ActionKind::SendBackward, microbatch); }
    Row take() { return std::move(m_row); }

private:
    void add(ActionKind kind, std::uint32_t microbatch)
    {
        m_row.emplace_back(StageId{m_stage}, kind, MicrobatchId{microbatch});
    }
    void addBeforeLast(ActionKind kind, std::uint32_t microbatch)
    {
        if (m_stage + 1 < m_ranks)
            add(kind, microbatch);
    }
    void addBehindFirst(ActionKind kind, std::uint32_t microbatch)
    {
        if (m_stage > 0)
            add(kind, microbatch);
    }

    std::uint32_t m_stage;
    std::uint32_t m_ranks;
    Row m_row;
};

Row gpipeRow(std::uint32_t rank, std::uint32_t ranks, std::uint32_t microbatches)
{
    OwnRow row(rank, ranks);
    for (std::uint32_t k = 0; k < microbatches; ++k) {
        row.receiveForward(k);
        row.forward(k);
        row.sendForward(k);
    }
    for (std::uint32_t k = 0; k < microbatches; ++k) {
        row.receiveBackward(k);
        row.backward(k);
        row.sendBackward(k);
    }
    return row.take();
}

/// Even ranks send and then run the next forward, odd ranks the other way round; the newest forward's
/// message is held back until the gradient has come.
Row oneForwardOneBackwardRow(std::uint32_t rank, std::uint32_t ranks, std::uint32_t microbatches)
{
    OwnRow row(rank, ranks);
    const std::uint32_t warmUp = std::min(ranks - rank, microbatches);
    for (std::uint32_t k = 0; k < warmUp; ++k) {
        row.receiveForward(k);
        if (rank % 2 == 1 && k > 0)
            row.sendForward(k - 1);
        row.forward(k);
        if (rank % 2 == 0 && k + 1 < warmUp)
            row.sendForward(k);
    }
    const bool holdsBack = ranks - rank <= microbatches;
    if (!holdsBack)
        row.sendForward(warmUp - 1);
    for (std::uint32_t k = 0; k < microbatches; ++k) {
        row.receiveBackward(k);
        if (holdsBack && k < microbatches - warmUp + 1)
            row.sendForward(warmUp - 1 + k);
        row.backward(k);
        row.sendBackward(k);
        if (k < microbatches - warmUp) {
            row.receiveForward(warmUp + k);
            row.forward(warmUp + k);
        }
    }
    return row.take();
}

bool hasComputeOf(const Row& lowered, const Row& row)
{
    std::size_t next = 0;
    for (const Action& action : lowered)
        if (isCompute(action.kind()) && (next >= row.size() || row[next++] != action))
            return false;
    return next == row.size();
}

} // namespace

std::optional<Schedule> hyperParallelOwnOrder(const Schedule& schedule)
{
    const bool isGPipe = schedule.name == "gpipe";
    const bool isLooped = schedule.placement && schedule.placement->kind == PlacementKind::Loop &&
                          schedule.placement->stagesPerRank == 1;
    if (schedule.variant != "hyper-parallel" || !isLooped || (!isGPipe && schedule.name != "1f1b") ||
        schedule.microbatchCount == 0)
        return std::nullopt;
    Schedule lowered = schedule;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r) {
        lowered.rows[r] = (isGPipe ? gpipeRow : oneForwardOneBackwardRow)(r, schedule.rankCount(),
                                                                          schedule.microbatchCount);
        // What was changed since it was generated is no longer its own order.
        if (!hasComputeOf(lowered.rows[r], schedule.rows[r]))
            return std::nullopt;
    }
    return lowered;
}

} // namespace bubblescope

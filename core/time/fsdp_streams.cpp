// SPDX-License-Identifier: Apache-2.0
#include "core/time/fsdp_streams.h"

namespace bubblescope {

namespace {

std::uint64_t key(std::uint32_t rank, StageId stage, ActionKind kind)
{
    static_assert(Action::kMaxStage < 1U << 22U);
    return std::uint64_t{rank} << 32U | stage.value << 1U | (kind == ActionKind::Unshard ? 1U : 0U);
}

} // namespace

FsdpStreams::Done FsdpStreams::gateOf(std::uint32_t rank, const Action& action) const
{
    const bool waits = action.kind() == ActionKind::WaitReduceGrad;
    if (!waits && !isCompute(action.kind()))
        return {};
    const auto found =
        m_gates.find(key(rank, action.stage(), waits ? ActionKind::ReduceGrad : ActionKind::Unshard));
    return found == m_gates.end() ? Done{} : found->second;
}

void FsdpStreams::note(const Place& at, const Action& action, Time end)
{
    if (!action.isOverlapped())
        m_last[at.rank] = {end, at};
    if (action.kind() != ActionKind::Reshard)
        m_gates[key(at.rank, action.stage(), action.kind())] = {end, at};
}

} // namespace bubblescope

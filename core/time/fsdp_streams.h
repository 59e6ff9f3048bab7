// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"
#include "core/time/action_table.h"

#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Such an action does not hold its rank up: it runs on a stream of its own.
[[nodiscard]] inline bool runsBeside(ActionKind kind, bool overlapsFsdp)
{
    return isCopy(kind) || isExchange(kind) ||
           (overlapsFsdp && isFsdp(kind) && kind != ActionKind::WaitReduceGrad);
}

/// FSDP actions that run beside compute: each rank has one more stream, on which its UNSHARD, RESHARD and
/// REDUCE_GRAD run one after the other, in the order of its row. One is issued when its rank comes to it, and
/// does not hold the rank up. What holds it up is that F, I, W and B wait for the last UNSHARD of their stage
/// before them in the row, and WAIT_REDUCE_GRAD, which takes no time, for the last REDUCE_GRAD of its stage.
class FsdpStreams
{
public:
    /// An action and when it ended; time 0 and nowhere if there is none.
    struct Done
    {
        Time time = 0;
        Place action;
    };

    explicit FsdpStreams(std::size_t ranks) : m_last(ranks) {}

    /// The kind runs beside compute.
    [[nodiscard]] static bool runs(ActionKind kind)
    {
        return isFsdp(kind) && kind != ActionKind::WaitReduceGrad;
    }
    /// What the rank's stream ran last.
    [[nodiscard]] const Done& last(std::uint32_t rank) const { return m_last[rank]; }
    /// What the action, next on its rank, waits for besides its inputs.
    [[nodiscard]] Done gateOf(std::uint32_t rank, const Action& action) const;
    /// The action, next in its row, ends at `end`. One that is in an overlapped cell ran with that.
    void note(const Place& at, const Action& action, Time end);

private:
    std::vector<Done> m_last;
    std::unordered_map<std::uint64_t, Done> m_gates; ///< last UNSHARD and REDUCE_GRAD by rank and stage
};

} // namespace bubblescope

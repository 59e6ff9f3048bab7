// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"
#include "core/time/cost_model.h"

#include <array>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// What a selected action waits for, and what waits for it.
struct DependencyLinks
{
    std::vector<ActionPosition> producers;
    std::vector<ActionPosition> consumers;
    /// How long each one's message is on its way by itself; empty until addTransfers().
    std::vector<Time> transfersIn{};
    std::vector<Time> transfersOut{};
    bool operator==(const DependencyLinks&) const = default;
};

/// What may make what an action needs; a kind alone where both B and I would do.
struct Needed
{
    std::array<ActionKind, 4> kinds;
    std::uint32_t stage;
};

/// Of its own microbatch, from compute or, for messages, their other end; not the messages for compute.
[[nodiscard]] std::vector<Needed> needsOf(const Action& action);

/// The data dependencies of an action: F on F of the stage before, B and I on that of the stage after and on
/// its own F, W on I; SEND on what it sends, RECV on its SEND, WAIT_SEND on its SEND, and what a RECV is for.
/// FSDP actions have none. One pass over the orders, O(actions), so for a selection, not for a hover.
[[nodiscard]] DependencyLinks dependencyLinks(const Schedule& schedule, const ActionPosition& action);

/// What a message costs on its link, for links between compute actions of two ranks; 0 for others. Never more
/// than the time that lies between the two. O(links).
void addTransfers(DependencyLinks& links, const Timeline& timeline, const CostModel& costs,
                  const ActionPosition& action);

/// Of what the action waits for, what ends last; nothing if it waits for nothing. O(links).
[[nodiscard]] std::optional<ActionPosition> latestProducer(const DependencyLinks& links,
                                                           const Timeline& timeline);
/// Of what waits for the action, what starts first. O(links).
[[nodiscard]] std::optional<ActionPosition> firstConsumer(const DependencyLinks& links,
                                                          const Timeline& timeline);

} // namespace bubblescope::ui

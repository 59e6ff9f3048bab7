// SPDX-License-Identifier: Apache-2.0
// What explain() tells of a timeline with communicators, from the graph of its moments.
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/analyze/metrics.h"
#include "core/base/cancel.h"
#include "core/time/issue_graph.h"

#include <vector>

namespace bubblescope {

/// The chain of moments that decided each other, from the timeline's begin to its last end, with what it
/// passes with: its parts add up to the makespan. Of messages that the order has no action for, the parts
/// name the action that they are for. O(path).
[[nodiscard]] CriticalPath criticalPath(const Timeline& timeline, const IssueGraph& graph);

/// Appends an action and those whose ends decided its start, one after the other, down to the first that
/// starts before `until`, at most `most`; messages that the order has no action for are left out. O(moments
/// passed).
void pathBefore(const Timeline& timeline, const IssueGraph& graph, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked);

/// By rank and index: how much later each action could end, and all that follows from that, without
/// lengthening the makespan; a SEND: its kernel could start and end. What a rank and a stream run keeps its
/// order, and compute beside transfers is as slow as it was: where costs have a slowdown, a delay that
/// changes what runs beside what may cost more. 0 for bubbles and what takes no part. O(moments and causes).
[[nodiscard]] std::vector<std::vector<Time>> slackOf(const Timeline& timeline, const IssueGraph& graph);

/// Every gap with its cause, and the message that was posted before the one that was waited for, if that held
/// it up. O(actions and steps from a stream's transfer to the one before). Not complete if cancelled.
[[nodiscard]] BubbleLedger ledgerOf(const Timeline& timeline, const IssueGraph& graph,
                                    const CancelToken& cancel = {});

} // namespace bubblescope

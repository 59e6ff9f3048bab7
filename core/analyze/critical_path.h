// SPDX-License-Identifier: Apache-2.0
// The parts that explain() puts together.
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/analyze/metrics.h"
#include "core/base/cancel.h"
#include "core/time/bindings.h"

#include <optional>
#include <vector>

namespace bubblescope {

class PlainWaits;
class RoundTeam;

/// criticalPath() from bindings that are there already; they must be those of the timeline. O(path).
[[nodiscard]] CriticalPath criticalPath(const Timeline& timeline, const Bindings& bindings);
[[nodiscard]] CriticalPath criticalPath(const Timeline& timeline, const PlainWaits& waits);

/// What held up the start of `action`, walked as the path is: `action`, then always what decided, down to the
/// first that starts before `until`, at most `most`; appended to `walked`. O(steps).
void pathBefore(const Timeline& timeline, const Bindings& bindings, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked);
void pathBefore(const Timeline& timeline, const PlainWaits& waits, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked);

/// The part of the path's length that passes while the bubble's rank waits for the path: the whole bubble
/// where the action that ends it lies on the path, else nothing. 0 to 1; ranks that wait at the same time
/// count it each. The bubble must be the timeline's. O(log path).
[[nodiscard]] double pathShare(const Timeline& timeline, const CriticalPath& path, const Bubble& bubble);

/// Every gap with its cause. O(actions). Not complete if cancelled. The bindings must be those of the
/// timeline.
[[nodiscard]] BubbleLedger ledgerOf(const Timeline& timeline, const Bindings& bindings,
                                    const CostModel& costs, const CancelToken& cancel = {});
[[nodiscard]] BubbleLedger ledgerOf(const Timeline& timeline, const PlainWaits& waits, const CostModel& costs,
                                    const CancelToken& cancel = {});

/// By rank and index: how much later each action could end without lengthening the makespan, the order of
/// each rank, of each link's messages and of each FSDP stream staying as it is (the total float of a
/// schedule of activities). Exactly 0 along what makes the makespan, never negative. What "later" means:
/// - F, I, W, B, FSDP actions, and WAIT_SEND: its end, and with it all that needs it;
/// - the parts of an overlapped block are one: the ends of all of them;
/// - a SEND that does not block: the action, and the transfer from when it has its link;
/// - a SEND or RECV that blocks: the meeting of the two, so the transfer and both ends.
/// 0 for bubbles. O(actions and waits). Empty if cancelled. The bindings must be those of the timeline.
[[nodiscard]] std::vector<std::vector<Time>> slackOf(const Timeline& timeline, const Bindings& bindings,
                                                     const CostModel& costs, const CancelToken& cancel = {});
/// Nothing where the times are not those of the order under the costs, or leave open what came before what:
/// an action takes no time.
[[nodiscard]] std::optional<std::vector<std::vector<Time>>> slackOf(const Timeline& timeline,
                                                                    const PlainWaits& waits,
                                                                    const CostModel& costs,
                                                                    const CancelToken& cancel = {});
/// The same with a team that the calling thread leads: whoever joins takes a part of the ranks.
[[nodiscard]] std::optional<std::vector<std::vector<Time>>> slackOf(const Timeline& timeline,
                                                                    const PlainWaits& waits,
                                                                    const CostModel& costs, RoundTeam& team,
                                                                    const CancelToken& cancel);

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/explanation.h"

#include "core/analyze/communicator_explanation.h"
#include "core/analyze/critical_path.h"
#include "core/base/try.h"
#include "core/time/check_order.h"

#include <new>

namespace bubblescope {

namespace {

Result<Explanation> explainCommunicators(const Timeline& timeline, const CostModel& costs,
                                         const CancelToken& cancel)
{
    TRY(const IssueGraph graph, issueGraphOf(*timeline.schedule, costs, cancel));
    Explanation explanation;
    explanation.criticalPath = criticalPath(timeline, graph);
    explanation.ledger = ledgerOf(timeline, graph, cancel);
    explanation.ledger.chains = chainsOf(
        explanation.ledger,
        [&](const Place& action, Time until, std::size_t most, std::vector<Place>& walked) {
            pathBefore(timeline, graph, action, until, most, walked);
        },
        cancel);
    explanation.slack = slackOf(timeline, graph);
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming().toError());
    return explanation;
}

} // namespace

Result<Explanation> explain(const Timeline& timeline, const CostModel& costs, const CancelToken& cancel)
try {
    if (costs.communicators.policy != CommunicatorPolicy::None)
        return explainCommunicators(timeline, costs, cancel);
    TRY(const Bindings bindings, bindingsOf(*timeline.schedule, costs, cancel));
    Explanation explanation;
    explanation.criticalPath = criticalPath(timeline, bindings);
    explanation.ledger = ledgerOf(timeline, bindings, costs, cancel);
    explanation.ledger.chains = chainsOf(
        explanation.ledger,
        [&](const Place& action, Time until, std::size_t most, std::vector<Place>& walked) {
            pathBefore(timeline, bindings, action, until, most, walked);
        },
        cancel);
    explanation.slack = slackOf(timeline, bindings, costs, cancel);
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming().toError());
    return explanation;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*timeline.schedule).toError());
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/explanation.h"

#include "core/analyze/critical_path.h"
#include "core/base/try.h"
#include "core/time/check_order.h"

#include <new>

namespace bubblescope {

Result<Explanation> explain(const Timeline& timeline, const CostModel& costs, const CancelToken& cancel)
try {
    TRY(const Bindings bindings, bindingsOf(*timeline.schedule, costs, cancel));
    Explanation explanation;
    explanation.criticalPath = criticalPath(timeline, bindings);
    explanation.ledger = ledgerOf(timeline, bindings, costs, cancel);
    explanation.ledger.chains = chainsOf(timeline, bindings, explanation.ledger, cancel);
    explanation.slack = slackOf(timeline, bindings, costs, cancel);
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming().toError());
    return explanation;
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*timeline.schedule).toError());
}

} // namespace bubblescope

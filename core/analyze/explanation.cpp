// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/explanation.h"

#include "core/analyze/communicator_explanation.h"
#include "core/analyze/critical_path.h"
#include "core/analyze/plain_waits.h"
#include "core/base/parallel_for.h"
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

/// Nothing where the waits are not those of the times; not complete if cancelled.
template <typename Waits>
std::optional<Explanation> explained(const Timeline& timeline, const Waits& waits, const CostModel& costs,
                                     const CancelToken& cancel)
{
    constexpr std::size_t kWorthAThread = 20'000;
    Explanation explanation;
    std::optional<std::vector<std::vector<Time>>> slack;
    const auto explainGaps = [&] {
        explanation.criticalPath = criticalPath(timeline, waits);
        explanation.ledger = ledgerOf(timeline, waits, costs, cancel);
        explanation.ledger.chains = chainsOf(
            explanation.ledger,
            [&](const Place& action, Time until, std::size_t most, std::vector<Place>& walked) {
                pathBefore(timeline, waits, action, until, most, walked);
            },
            cancel);
    };
    parallelFor(2,
                [&](int half) {
                    if (half == 0)
                        slack = slackOf(timeline, waits, costs, cancel);
                    else
                        explainGaps();
                },
                {.threads = threadsIf(timeline.schedule->actionCount() >= kWorthAThread)});
    if (!slack)
        return std::nullopt;
    explanation.slack = *std::move(slack);
    return explanation;
}

/// Without timing the order again, where the times say it all.
std::optional<Explanation> explainPlain(const Timeline& timeline, const CostModel& costs,
                                        const CancelToken& cancel)
{
    const ActionTable table(*timeline.schedule);
    const std::optional<PlainWaits> waits =
        table.duplicates().empty() ? PlainWaits::of(timeline, costs, table) : std::nullopt;
    return waits ? explained(timeline, *waits, costs, cancel) : std::nullopt;
}

} // namespace

Result<Explanation> explain(const Timeline& timeline, const CostModel& costs, const CancelToken& cancel)
try {
    if (costs.communicators.policy != CommunicatorPolicy::None)
        return explainCommunicators(timeline, costs, cancel);
    std::optional<Explanation> explanation = explainPlain(timeline, costs, cancel);
    if (!explanation) {
        TRY(const Bindings bindings, bindingsOf(*timeline.schedule, costs, cancel));
        explanation = explained(timeline, bindings, costs, cancel);
    }
    if (cancel.isCancelled())
        return tl::unexpected(cancelledTiming().toError());
    return *std::move(explanation);
} catch (const std::bad_alloc&) {
    return tl::unexpected(outOfMemoryTiming(*timeline.schedule).toError());
}

} // namespace bubblescope

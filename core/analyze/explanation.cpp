// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/explanation.h"

#include "core/analyze/communicator_explanation.h"
#include "core/analyze/critical_path.h"
#include "core/analyze/plain_waits.h"
#include "core/base/parallel_for.h"
#include "core/base/round_team.h"
#include "core/base/try.h"
#include "core/time/check_order.h"

#include <algorithm>
#include <array>
#include <future>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

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

/// Slack, and beside it the gaps and then why they are there; whoever is done helps with slack. Nothing where
/// the waits are not those of the times; not complete if cancelled.
template <typename Waits>
std::optional<Explanation> explained(const Timeline& timeline, const Waits& waits, const CostModel& costs,
                                     const CancelToken& cancel)
{
    constexpr std::size_t kWorthAThread = 4'000;
    constexpr std::size_t kParts = 8;
    constexpr unsigned kMostThreads = 4;
    const unsigned threads =
        timeline.schedule->actionCount() >= kWorthAThread ? std::min(kMostThreads, threadsFor(0)) : 1;
    RoundTeam team(threads);
    Explanation explanation;
    BubbleLedger& ledger = explanation.ledger;
    std::optional<std::vector<std::vector<Time>>> slack;
    std::array<BubbleChains, kParts> chains;
    std::promise<void> gapsAreThere;
    const std::shared_future<void> gaps = gapsAreThere.get_future().share();
    const auto findGaps = [&] {
        try {
            explanation.criticalPath = criticalPath(timeline, waits);
            ledger = ledgerOf(timeline, waits, costs, cancel);
            gapsAreThere.set_value();
        } catch (...) {
            gapsAreThere.set_exception(std::current_exception());
            throw;
        }
    };
    const auto explainGaps = [&](std::size_t part) {
        gaps.get();
        const std::span<const Bubble> all(ledger.bubbles);
        const std::size_t first = all.size() * part / kParts;
        const std::size_t last = all.size() * (part + 1) / kParts;
        chains[part] = chainsOf(
            all.subspan(first, last - first),
            [&](const Place& action, Time until, std::size_t most, std::vector<Place>& walked) {
                pathBefore(timeline, waits, action, until, most, walked);
            },
            cancel);
    };
    const auto findSlack = [&] {
        const RoundTeamEnd end(team);
        if constexpr (std::is_same_v<Waits, PlainWaits>)
            slack = slackOf(timeline, waits, costs, team, cancel);
        else
            slack = slackOf(timeline, waits, costs, cancel);
    };
    // In the order in which they are begun: threads that neither lead nor find gaps help before there are
    // any.
    const std::size_t firstPart = std::max(2U, threads);
    parallelFor(firstPart + kParts + 1,
                [&](std::size_t piece) {
                    if (piece == 0)
                        findSlack();
                    else if (piece == 1)
                        findGaps();
                    else if (piece >= firstPart && piece < firstPart + kParts)
                        explainGaps(piece - firstPart);
                    else
                        team.help();
                },
                {.threads = threads});
    if (!slack)
        return std::nullopt;
    for (BubbleChains& part : chains)
        ledger.chains.add(std::exchange(part, {}));
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

// SPDX-License-Identifier: Apache-2.0
#include "core/slowdown/slowdown.h"

#include "core/base/quantity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// What adds less to a step is not worth a sentence.
constexpr double kWorthTelling = 0.005;
constexpr std::size_t kMostWorkersTold = 3;

/// "−26 %", "+0.4 %": whole where that says enough.
std::string changeText(double change)
{
    const double percent = std::abs(100 * change);
    return fmt::format("{}{:.{}f} %", change < 0 ? "−" : "+", percent, percent < 9.95 ? 1 : 0);
}

} // namespace

Sentence workerName(const Slowdown& slowdown, const SlowdownWorker& worker)
{
    if (slowdown.byReplica.size() == 1)
        return {{"slowdown.worker", "rank {rank}"}, worker.rank};
    return {{"slowdown.worker-of-dp", "stage {rank} of DP rank {replica}"}, worker.rank, worker.replica};
}

std::vector<Sentence> slowdownSentences(const Slowdown& slowdown)
{
    std::vector<Sentence> told;
    if (slowdown.slowdown < 1 + kWorthTelling)
        told.push_back({{"slowdown.even", "stragglers cost next to nothing: {step}, and {ideal} if every "
                                          "operation took as long as the others of its kind"},
                        secondsInUnits(slowdown.step),
                        secondsInUnits(slowdown.idealStep)});
    else
        told.push_back({{"slowdown.costs",
                         "a step takes {step} instead of {ideal}: {slowdown:.2f} times as long as if every "
                         "operation took as long as the others of its kind"},
                        secondsInUnits(slowdown.step),
                        secondsInUnits(slowdown.idealStep),
                        slowdown.slowdown});
    if (slowdown.launchSlowdown && *slowdown.launchSlowdown > 1 + kWorthTelling)
        told.push_back({{"slowdown.launches", "late launches and gaps between operations: {change}"},
                        changeText(*slowdown.launchSlowdown - 1)});
    for (const auto& [kind, share] : slowdown.byKind)
        if (share > 1 + kWorthTelling)
            told.push_back(
                {{"slowdown.kind", "uneven {kind} by itself: {change}"}, kind, changeText(share - 1)});
    std::vector<const SlowdownWorker*> workers;
    for (const SlowdownWorker& worker : slowdown.workers)
        if (worker.without && *worker.without < -kWorthTelling)
            workers.push_back(&worker);
    std::stable_sort(workers.begin(), workers.end(), [](const SlowdownWorker* a, const SlowdownWorker* b) {
        return *a->without < *b->without;
    });
    workers.resize(std::min(workers.size(), kMostWorkersTold));
    for (const SlowdownWorker* worker : workers)
        told.push_back({{"slowdown.without", "without {worker}: {change}"},
                        workerName(slowdown, *worker),
                        changeText(*worker->without)});
    const auto isWorthTelling = [&](const std::optional<double>& part) {
        return slowdown.slowdown >= 1 + kWorthTelling && part && *part >= kWorthTelling;
    };
    if (slowdown.byStage.size() > 1 && isWorthTelling(slowdown.lastStage))
        told.push_back({{"slowdown.last-stage",
                         "the last stage at ideal durations would undo {share:.0f} % of the loss"},
                        100 * *slowdown.lastStage});
    if (slowdown.workers.size() > 1 && isWorthTelling(slowdown.slowWorkers))
        told.push_back({{"slowdown.slow-workers", "the slowest workers ({count} of {workers}) at ideal "
                                                  "durations would undo {share:.0f} % of the loss"},
                        slowdown.slowWorkerCount,
                        slowdown.workers.size(),
                        100 * *slowdown.slowWorkers});
    return told;
}

} // namespace bubblescope

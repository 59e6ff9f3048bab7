// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

/// How much slower compute is beside a transfer; private to core/fit.
namespace bubblescope::fit {

/// How long an action's kernels ran, and how long of that beside a transfer.
struct BusyBeside
{
    Time busy = 0;
    Time beside = 0;
};

/// How many times as long kernels take beside a transfer: of actions of one kind and stage, those that were
/// longer beside one, by least squares. Nothing where too few differ.
[[nodiscard]] inline std::optional<double>
slowdownOf(const std::map<std::uint32_t, std::vector<BusyBeside>>& ofStage)
{
    double spread = 0;
    double common = 0;
    double total = 0;
    for (const auto& [stage, samples] : ofStage) {
        double busy = 0;
        double beside = 0;
        for (const BusyBeside& one : samples) {
            busy += one.busy;
            beside += one.beside;
        }
        const auto count = static_cast<double>(samples.size());
        for (const BusyBeside& one : samples) {
            const double x = one.beside - beside / count;
            spread += x * x;
            common += x * (one.busy - busy / count);
            total += one.busy * one.busy;
        }
    }
    // Below a tenth of the actions' own length (root mean square) noise tells more than transfers.
    constexpr double kLeastSpread = 0.01;
    if (total <= 0 || spread < kLeastSpread * total)
        return std::nullopt;
    constexpr double kMostShare = 0.5; // twice as long
    const double share = std::clamp(common / spread, 0.0, kMostShare);
    return 1 / (1 - share);
}

} // namespace bubblescope::fit

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/activation_slots.h"
#include "core/analyze/bounds.h"
#include "core/analyze/closed_form.h"
#include "core/analyze/memory_parts.h"
#include "core/model/timeline.h"
#include "core/time/memory_curves.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

struct Metrics;
struct CriticalPath;
struct Explanation;

/// The content of `simulate --json`. What is null or empty is left out.
struct SimulationReport
{
    const Timeline& timeline;
    const Metrics& metrics;
    const CriticalPath& criticalPath;
    std::vector<ClosedForm> closedForms = {}; ///< the makespan's is also written as "closed_form"
    std::vector<Bound> bounds = {};
    std::optional<ActivationSlots> activationSlots = {}; ///< null in the text where there are none
    const MemoryCurves* memory = nullptr;
    const Explanation* explanation = nullptr; ///< for each action's slack, and the bubbles
    bool withBubbles = false;
    std::span<const RankMemory> memoryParts = {}; ///< written with `memory`
    std::string memoryFit = {};                   ///< an object, written with `memory`
};
/// `simulate --json`, keys as in the command line's reference; `withActions` adds every action's times.
[[nodiscard]] std::string simulationJson(const SimulationReport& report, bool withActions);
/// The scalar metrics alone, an object: a row of `compare --json`.
[[nodiscard]] std::string metricsJson(const Timeline& timeline, const Metrics& metrics);

} // namespace bubblescope

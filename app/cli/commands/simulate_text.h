// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/timing.h"
#include "core/analyze/activation_slots.h"
#include "core/analyze/bounds.h"
#include "core/analyze/closed_form.h"
#include "core/analyze/explanation.h"
#include "core/analyze/metrics.h"
#include "core/evaluate/memory_fit.h"

#include <string>
#include <vector>

namespace bubblescope::cli {

/// All that `simulate` knows of an order.
struct SimulationFindings
{
    Timed timed;
    std::vector<ClosedForm> closedForms;
    std::vector<Bound> bounds;
    std::optional<ActivationSlots> activationSlots;
    Explanation explanation;
    MemoryAnswer memory;
};

/// The numbers of the whole, a row each.
[[nodiscard]] std::string summaryText(const SimulationFindings& findings);
/// A row a rank.
[[nodiscard]] std::string rankTable(const SimulationFindings& findings);
/// What each rank holds at its peak, by part, and on the host at most.
[[nodiscard]] std::string memoryTable(const SimulationFindings& findings);
/// The longest gaps first, with the rest in one row, and the sums by cause.
[[nodiscard]] std::string bubbleTable(const Timeline& timeline, const BubbleLedger& ledger);
/// Start, end and slack of every action.
[[nodiscard]] std::string actionTable(const Timeline& timeline, const Explanation& explanation);

} // namespace bubblescope::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/input.h"
#include "core/model/schedule.h"

namespace bubblescope::cli {

/// Warns of what validate() finds after these passes; says nothing of orders of over two million actions.
/// `hint` says how to avoid it: "style=torch"; may be empty.
void warnAfterPasses(const Environment& environment, const Schedule& order,
                     const std::vector<std::string>& passes, const std::string& hint);
/// Warns of what validate() finds in an order that was given or lowered, under the same bound.
void warnOfInput(const Environment& environment, const Input& input);
/// Warns of what a CSV of the order lacks: its plan, and actions that PyTorch can read.
void warnOfCsv(const Environment& environment, const Schedule& order);

} // namespace bubblescope::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace bubblescope::cli {

/// --with PASS, which may be given again; its help is made from the table of passes.
void addPassOption(CLI::App& command, std::vector<std::string>& passes);

/// --try PASS, which may be given again: each order also with that pass.
CLI::Option* addTriedPassOption(CLI::App& command, std::vector<std::string>& passes);

/// The same error, of that file where it has no place yet; of none if `file` is empty.
[[nodiscard]] Error inFile(Error error, const std::string& file);

/// The order after the passes, one after the other, for the costs; the same order where there are none.
/// Errors name the `file` that the order is from.
[[nodiscard]] Result<SchedulePtr> withPasses(const std::vector<std::string>& passes, SchedulePtr schedule,
                                             const CostModel& costs, const CancelToken& cancel,
                                             const std::string& file = {});

} // namespace bubblescope::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/generate.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bubblescope::test {

/// The records of conformance/orders that name a schedule and a kind.
[[nodiscard]] std::vector<nlohmann::json> recordedOrders();
/// The record's own source and the others that gave the same order.
[[nodiscard]] std::vector<std::string> sourcesOf(const nlohmann::json& record);
/// The variant whose order a source's records are.
[[nodiscard]] std::string variantOf(const std::string& source);
/// Schedule, ranks, microbatches and stages per rank as the record says, of the source's variant.
[[nodiscard]] ScheduleRequest requestOf(const nlohmann::json& record, const std::string& source);
/// "compute 1F1B of torch 2.15", and where among them.
[[nodiscard]] std::string kindOf(const nlohmann::json& record, const std::string& source);
[[nodiscard]] std::string placeOf(const nlohmann::json& record);

/// Where an order is not the recorded one, bubbles at the ends of rows included if `exactly`; empty if
/// nowhere.
[[nodiscard]] std::string cellDifference(const Schedule& schedule, const nlohmann::json& order,
                                         bool exactly = true);

} // namespace bubblescope::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bubblescope::test {

/// A record of sail-sg's zero-bubble project in conformance/timed, with or without `ops`, as what we are
/// asked.
struct ZeroBubbleRecord
{
    ScheduleRequest request;
    CostModel costs;
    nlohmann::json expected; ///< the record itself

    [[nodiscard]] std::string text() const { return expected.at("config").dump(); }
};

/// The records of `file` ("zb_zb_auto.json") whose strategy is `strategy`, asked of our `schedule`.
[[nodiscard]] std::vector<ZeroBubbleRecord>
zeroBubbleRecords(const std::string& file, const std::string& strategy, const std::string& schedule);

/// Our order of a record, timed.
struct Generated
{
    SchedulePtr schedule;
    Metrics metrics;
};
/// Throws std::runtime_error with the refusal if it is not generated or cannot run.
[[nodiscard]] Generated generatedFor(const ZeroBubbleRecord& record);

/// Where ours differs from what the record tells; empty if nowhere.
[[nodiscard]] std::string deviation(const ZeroBubbleRecord& record);

} // namespace bubblescope::test

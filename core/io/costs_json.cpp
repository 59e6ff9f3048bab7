// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_json.h"

#include "core/base/try.h"
#include "core/io/costs_value.h"
#include "core/io/json_splice.h"

namespace bubblescope {

Result<CostModel> readCosts(std::string_view text, const std::string& sourceName)
{
    TRY(const json::Document document, json::parse(text, sourceName));
    return json::costsFromNode(json::Node(document), true);
}

std::string writeCosts(const CostModel& costs)
{
    return json::textWithHead("\"format\": \"bubblescope-costs\",\n  \"version\": 1",
                              json::costsValue(costs));
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/io/costs_parts.h"

#include <cmath>

namespace bubblescope::json {

namespace {

template <typename ItemOf>
Result<StageValues> listed(const Node& node, const Sentence& what, ItemOf&& itemOf)
{
    if (node.value().empty())
        return node.expected(what);
    StageValues values(std::vector<double>{});
    values.values.reserve(node.value().size());
    for (std::size_t i = 0; i < node.value().size(); ++i) {
        const Result<double> value = itemOf(node.item(i));
        if (!value)
            return tl::unexpected(value.error());
        values.values.push_back(*value);
    }
    return values;
}

bool isWhole(const Json& value)
{
    return value.is_number() && value.get<double>() >= 0 &&
           std::floor(value.get<double>()) == value.get<double>();
}

} // namespace

Result<StageValues> stageValues(const Node& node)
{
    const Sentence what({"costs.number-or-list", "a number >= 0, or a list with one for each stage"});
    if (node.value().is_array())
        return listed(node, what, [](const Node& item) { return item.nonNegative(); });
    if (!node.value().is_number() || !(node.value().get<double>() >= 0))
        return node.expected(what);
    return StageValues(node.value().get<double>());
}

Result<void> readValues(const Node& node, StageValues& target)
{
    return assign(target, stageValues(node));
}

Result<void> readValues(const Node& node, std::optional<StageValues>& target)
{
    return assign(target, stageValues(node).map([](StageValues values) { return std::optional(values); }));
}

Result<void> readLayers(const Node& node, CostModel& costs)
{
    const Sentence what(
        {"costs.whole-number-or-list", "a whole number >= 0, or a list with one for each stage"});
    if (!node.value().is_array()) {
        if (!isWhole(node.value()))
            return node.expected(what);
        costs.layersPerStage = StageValues(node.value().get<double>());
        return {};
    }
    return assign(costs.layersPerStage, listed(node, what, [](const Node& item) -> Result<double> {
                      if (!isWhole(item.value()))
                          return item.expected(Sentence({"json.whole-number-from-0", "a whole number >= 0"}));
                      return item.value().get<double>();
                  }));
}

} // namespace bubblescope::json

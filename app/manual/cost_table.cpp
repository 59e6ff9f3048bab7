// SPDX-License-Identifier: Apache-2.0
#include "app/manual/cost_table.h"

#include "core/time/cost_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <vector>

namespace bubblescope::manual {

namespace {

/// The keys that share a row, and what it says of them.
struct Row
{
    std::vector<std::string> keys;
    CostPageRow text;
};

} // namespace

std::string costFieldRows()
{
    std::map<int, Row> rows;
    for (const CostField* field : costFields()) {
        Row& row = rows[field->page.place];
        const std::string key = fmt::format("`{}`", field->group.empty() ? field->key : field->group);
        if (std::find(row.keys.begin(), row.keys.end(), key) == row.keys.end())
            row.keys.push_back(key);
        if (!field->page.value.empty())
            row.text = field->page;
    }
    std::string text;
    for (const auto& [place, row] : rows)
        text += fmt::format("| {} | {} | {}|\n", fmt::join(row.keys, ", "), row.text.value,
                            row.text.standard.empty() ? "" : fmt::format("{} ", row.text.standard));
    return text;
}

} // namespace bubblescope::manual

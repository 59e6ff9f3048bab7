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
    std::string value;
    std::string standard;
};

/// A bar would end the cell, in code too.
std::string inCell(const std::string& text)
{
    std::string escaped;
    for (const char c : text)
        escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    return escaped;
}

std::string textOf(const Row& row)
{
    return fmt::format("| {} | {} | {}|\n", fmt::join(row.keys, ", "), inCell(row.value),
                       row.standard.empty() ? "" : row.standard + " ");
}

std::string choicesText(std::span<const std::string_view> choices)
{
    std::vector<std::string> words;
    for (const std::string_view choice : choices)
        words.push_back(fmt::format("`\"{}\"`", choice));
    return fmt::format("{}", fmt::join(words, ", "));
}

} // namespace

std::string costFieldRows()
{
    std::map<int, Row> rows;
    for (const CostField* field : costFields()) {
        Row& row = rows[field->page.place];
        const std::string key = fmt::format("`{}`", field->group.empty() ? field->key : field->group);
        if (std::find(row.keys.begin(), row.keys.end(), key) == row.keys.end())
            row.keys.push_back(key);
        if (!field->page.value.empty()) {
            row.value = field->page.value;
            row.standard = field->page.standard;
        }
    }
    std::string text;
    for (const auto& [place, row] : rows)
        text += textOf(row);
    return text;
}

std::string costGroupRows(std::string_view group)
{
    const CostModel plain;
    std::vector<Row> rows;
    visitCostFields([&](const auto& field) {
        if (field.group != group)
            return;
        using Value = CostValueOf<std::remove_cvref_t<decltype(field)>>;
        Row row{
            {fmt::format("`{}`", field.key)}, std::string(field.entry.help), std::string(field.entry.empty)};
        if (!field.choices.empty()) {
            row.value = choicesText(field.choices);
            row.standard = fmt::format("`\"{}\"`", field.choices.front());
        } else if constexpr (std::is_same_v<Value, double>) {
            if (row.standard.empty())
                row.standard = fmt::format("{:g}", field.of(plain));
        } else if constexpr (std::is_same_v<Value, StageValues>) {
            row.standard = fmt::format("{:g}", field.of(plain).values.front());
        }
        const auto same = std::find_if(rows.begin(), rows.end(),
                                       [&](const Row& other) { return other.value == row.value; });
        if (same != rows.end())
            same->keys.push_back(row.keys.front());
        else
            rows.push_back(std::move(row));
    });
    std::string text;
    for (const Row& row : rows)
        text += textOf(row);
    return text;
}

} // namespace bubblescope::manual

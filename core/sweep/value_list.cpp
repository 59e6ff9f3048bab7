// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/value_list.h"

#include "core/base/number_parse.h"
#include "core/base/text_edit.h"
#include "core/base/text_show.h"
#include "core/base/try.h"

#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>

namespace bubblescope {

namespace {

constexpr const char* kHow = "write numbers and ranges, e.g. 4,8,16, 4..16, 4..64:4 or 4..64x2";

Result<void> addRange(std::string_view item, std::vector<std::int64_t>& values)
{
    const std::size_t dots = item.find("..");
    const std::size_t step = item.find_first_of(":x", dots);
    const std::optional<std::int64_t> from = wholeNumberFrom(trimmed(item.substr(0, dots)));
    const std::optional<std::int64_t> to = wholeNumberFrom(trimmed(item.substr(dots + 2, step - dots - 2)));
    std::optional<std::int64_t> by = 1;
    if (step != std::string_view::npos)
        by = wholeNumberFrom(trimmed(item.substr(step + 1)));
    if (!from || !to || !by)
        return invalidInput({"sweep.no-range", "{item} is not a range: {how}"}, quotedText(item), kHow);
    if (*from > *to)
        return invalidInput({"sweep.runs-downwards-write", "{item} is descending: write {to}..{from}"},
                            quotedText(item), *to, *from);
    const bool multiplies = step != std::string_view::npos && item[step] == 'x';
    if (multiplies ? *by < 2 || *from < 1 : *by < 1)
        return invalidInput(
            {"sweep.never-comes-end", "{item} never ends: {how}"}, quotedText(item),
            multiplies
                ? Sentence({"sweep.multiply", "the factor must be 2 or more, and the first number 1 or more"})
                : Sentence({"sweep.add", "the step must be 1 or more"}));
    for (std::int64_t value = *from;;) {
        values.push_back(value);
        if (values.size() > kMostListedValues)
            return {};
        if (multiplies ? value > *to / *by : value > *to - *by)
            return {};
        value = multiplies ? value * *by : value + *by;
    }
}

Result<void> addWholeNumbers(std::string_view item, std::vector<std::int64_t>& values)
{
    if (item.find("..") != std::string_view::npos)
        return addRange(item, values);
    const std::optional<std::int64_t> value = wholeNumberFrom(item);
    if (!value)
        return invalidInput({"sweep.no-whole-number", "{item} is not a whole number: {how}"},
                            quotedText(item), kHow);
    values.push_back(*value);
    return {};
}

Result<void> addRealNumber(std::string_view item, std::vector<double>& values)
{
    const std::optional<double> value = realNumberFrom(item);
    if (!value || *value < 0)
        return invalidInput(
            {"sweep.no-number-0-more", "{item} is not a number of 0 or more, e.g. 0,0.1,0.25"},
            quotedText(item));
    values.push_back(*value == 0 ? 0 : *value); // -0 is 0
    return {};
}

template <typename T>
Result<std::vector<T>> valuesFrom(std::string_view text,
                                  Result<void> (*addItem)(std::string_view, std::vector<T>&))
{
    std::vector<T> values;
    for (bool isLast = false; !isLast;) {
        const std::size_t comma = text.find(',');
        isLast = comma == std::string_view::npos;
        const std::string_view item = trimmed(text.substr(0, comma));
        if (item.empty())
            return invalidInput({"sweep.value-missing-write-e", "a value is missing: write e.g. 4,8,16"});
        TRY_VOID(addItem(item, values));
        if (values.size() > kMostListedValues)
            return invalidInput({"sweep.more-than-values", "more than {most} values"}, kMostListedValues);
        if (!isLast)
            text.remove_prefix(comma + 1);
    }
    std::set<T> seen;
    for (const T value : values)
        if (!seen.insert(value).second)
            return invalidInput({"sweep.value-twice", "{value} appears twice"}, value);
    return values;
}

} // namespace

Result<std::vector<std::int64_t>> wholeNumbersFrom(std::string_view text)
{
    return valuesFrom<std::int64_t>(text, addWholeNumbers);
}

Result<std::vector<double>> realNumbersFrom(std::string_view text)
{
    return valuesFrom<double>(text, addRealNumber);
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/generate/nearest.h"

#include "core/generate/examine.h"
#include "core/generate/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bubblescope {

namespace {

constexpr std::int64_t kMostTries = std::int64_t{1} << 19U;

Shape withNumber(Shape shape, ShapeNumber number, std::int64_t value)
{
    shape.*number = static_cast<std::uint32_t>(value);
    return shape;
}

/// Largest value up to `from` that fits in memory, `minimum` if none does. Size rises with each number.
std::int64_t largestThatFits(const Variant& variant, const Shape& shape, ShapeNumber number,
                             std::int64_t minimum, std::int64_t from)
{
    std::int64_t low = minimum;
    std::int64_t high = from;
    while (low < high) {
        const std::int64_t middle = low + (high - low + 1) / 2;
        if (fitsInMemory(variant, withNumber(shape, number, middle)))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct Range
{
    std::int64_t minimum;
    std::int64_t maximum;
};

/// The next values from `start` downwards and from above it upwards that fit, the nearer to `found` first;
/// only one where `found` is out of range, for its neighbors lie on one side.
template <typename Predicate>
std::vector<std::int64_t> search(Range range, std::int64_t start, std::int64_t found, const Predicate& fits)
{
    std::vector<std::int64_t> values;
    for (std::int64_t value = start; value >= std::max(range.minimum, start - kMostTries); --value)
        if (fits(value)) {
            values.push_back(value);
            break;
        }
    for (std::int64_t value = start + 1; value <= std::min(range.maximum, start + kMostTries); ++value)
        if (fits(value)) {
            values.push_back(value);
            break;
        }
    const std::int64_t near = std::clamp(found, range.minimum - 1, range.maximum + 1);
    std::stable_sort(values.begin(), values.end(),
                     [&](std::int64_t a, std::int64_t b) { return std::abs(a - near) < std::abs(b - near); });
    if (found != std::clamp(found, range.minimum, range.maximum) && values.size() > 1)
        values.pop_back();
    return values;
}

/// Whether the shape fits and the rules on that parameter hold, others or not.
bool ownRulesHold(const Variant& variant, const Shape& shape, const std::string& parameter)
{
    return fitsInMemory(variant, shape) &&
           std::all_of(variant.rules.begin(), variant.rules.end(),
                       [&](const Rule& rule) { return rule.parameter != parameter || rule.holds(shape); });
}

} // namespace

ShapeNumber shapeNumber(std::string_view key)
{
    if (key == kRanksKey)
        return &Shape::ranks;
    if (key == kMicrobatchesKey)
        return &Shape::microbatches;
    if (key == kStagesPerRankKey)
        return &Shape::stagesPerRank;
    return nullptr;
}

bool fitsInMemory(const Variant& variant, const Shape& shape)
{
    const std::uint64_t stages = std::uint64_t{shape.ranks} * shape.stagesPerRank;
    return stages <= std::uint64_t{Action::kMaxStage} + 1 && variant.cellBound(shape) <= kMostCells;
}

bool works(const Variant& variant, const Shape& shape)
{
    return fitsInMemory(variant, shape) && std::all_of(variant.rules.begin(), variant.rules.end(),
                                                       [&](const Rule& rule) { return rule.holds(shape); });
}

std::vector<std::int64_t> nearestValues(const Variant& variant, const Shape& shape,
                                        const ParameterSpec& parameter, std::int64_t found)
{
    const ShapeNumber number = shapeNumber(parameter.key);
    const Range range{parameter.minimum, parameter.maximum};
    const std::int64_t start = largestThatFits(variant, shape, number, range.minimum,
                                               std::clamp(found, range.minimum, range.maximum));
    // Changed in place: copying a shape with its options would cost more than testing it.
    Shape probe = shape;
    const auto allHold = [&](std::int64_t value) {
        probe.*number = static_cast<std::uint32_t>(value);
        return works(variant, probe);
    };
    std::vector<std::int64_t> values = search(range, start, found, allHold);
    if (!values.empty())
        return values;
    return search(range, start, found, [&](std::int64_t value) {
        probe.*number = static_cast<std::uint32_t>(value);
        return ownRulesHold(variant, probe, parameter.key);
    });
}

std::vector<std::string> nearestOptionValues(const Variant& variant, const Shape& shape,
                                             const ParameterSpec& option)
{
    Shape probe = shape;
    std::vector<std::string> values;
    if (option.type != ParameterType::Integer && option.type != ParameterType::Real) {
        for (const std::string& choice : option.choices) {
            probe.options[option.key] = choice;
            if (works(variant, probe))
                values.push_back(choice);
        }
        return values;
    }
    // Of a real number the whole ones around it are proposed.
    const auto found = static_cast<std::int64_t>(
        std::floor(shape.real(option.key).value_or(static_cast<double>(option.minimum))));
    const Range range{option.minimum, option.maximum};
    const auto holds = [&](std::int64_t value) {
        probe.options[option.key] = std::to_string(value);
        return works(variant, probe);
    };
    std::vector<std::int64_t> numbers = search(range, found, found, holds);
    if (numbers.empty())
        numbers = search(range, found, found, [&](std::int64_t value) {
            probe.options[option.key] = std::to_string(value);
            return ownRulesHold(variant, probe, option.key);
        });
    for (const std::int64_t value : numbers)
        values.push_back(std::to_string(value));
    return values;
}

} // namespace bubblescope

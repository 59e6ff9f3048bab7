// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace bubblescope::calibration {

namespace {

constexpr std::array<const char*, 4> kKinds{"F", "I", "W", "B"};

} // namespace

Result<std::optional<double>> optionalSize(const Node& node, const std::string& key)
{
    if (!node.has(key))
        return std::optional<double>();
    return node.member(key).nonNegative().map([](double value) { return std::optional<double>(value); });
}

bool givesTimes(const Node& entry)
{
    const Node ops = entry.member("ops");
    return std::any_of(kKinds.begin(), kKinds.end(), [&](const char* kind) { return ops.has(kind); });
}

KindTimes kindTimes(const Node& entry, const std::string& what, Notes& notes)
{
    KindTimes times;
    const Node ops = entry.member("ops");
    const std::array<std::optional<double>*, 4> targets{&times.forward, &times.backwardInput,
                                                        &times.backwardWeight, &times.backward};
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (!ops.has(kKinds[i]))
            continue;
        const Node stat = ops.member(kKinds[i]);
        *targets[i] = stat.value()["median"].get<double>();
        notes.noteFlags(stat, fmt::format("{} {}", what, kKinds[i]));
    }
    if (times.backward && times.backwardInput && !times.backwardWeight)
        times.backwardWeight = std::max(0.0, *times.backward - *times.backwardInput);
    if (times.backward && times.backwardWeight && !times.backwardInput)
        times.backwardInput = std::max(0.0, *times.backward - *times.backwardWeight);
    return times;
}

Result<void> refuseWithoutWeight(const Node& entry, const KindTimes& times)
{
    if (times.backward || !times.backwardInput || times.backwardWeight)
        return {};
    return entry.member("ops").wrong(
        Sentence({"calibration.w-missing-give-w", "W is missing: give W, or B, of which I is a part"}));
}

double KindTimes::timeOf(ActionKind kind) const
{
    const double half = backward.value_or(0) / 2;
    switch (kind) {
    case ActionKind::Forward:
        return forward.value_or(0);
    case ActionKind::BackwardInput:
        return backwardInput.value_or(half);
    case ActionKind::BackwardWeight:
        return backwardWeight.value_or(half);
    default:
        return backward.value_or(backwardInput.value_or(0) + backwardWeight.value_or(0));
    }
}

std::vector<std::string_view> KindTimes::missing() const
{
    std::vector<std::string_view> kinds;
    if (!forward)
        kinds.emplace_back("F");
    if (backward || (backwardInput && backwardWeight))
        return kinds;
    if (!backwardInput)
        kinds.emplace_back("I");
    if (!backwardWeight)
        kinds.emplace_back("W");
    if (!backwardInput && !backwardWeight)
        kinds.emplace_back("B");
    return kinds;
}

Result<Sizes> sizesOf(const Node& entry)
{
    Sizes sizes;
    if (!entry.has("memory"))
        return sizes;
    const Node memory = entry.member("memory");
    for (const auto& [key, target] :
         {std::pair{"activation_f", &sizes.activation}, std::pair{"weights", &sizes.parameters},
          std::pair{"gradients", &sizes.gradients}, std::pair{"optimizer", &sizes.optimizer},
          std::pair{"boundary", &sizes.boundary},
          std::pair{"activation_freed_by_w", &sizes.keptUntilWeight}}) {
        TRY(*target, optionalSize(memory, key));
    }
    // I may raise memory, so what it frees may be below 0.
    if (!sizes.keptUntilWeight && sizes.activation && memory.has("activation_freed_by_i"))
        sizes.keptUntilWeight =
            std::max(0.0, *sizes.activation - memory.member("activation_freed_by_i").value().get<double>());
    return sizes;
}

std::optional<Node> blockNamed(const Node& root, std::string_view name)
{
    const Node blocks = root.member("blocks");
    for (std::size_t i = 0; i < blocks.value().size(); ++i)
        if (Node block = blocks.item(i); block.value()["block"] == name)
            return block;
    return std::nullopt;
}

Result<void> refuseTwice(const Node& list, const std::string& key)
{
    std::set<json::Json> seen;
    for (std::size_t i = 0; i < list.value().size(); ++i)
        if (const Node value = list.item(i).member(key); !seen.insert(value.value()).second)
            return value.wrong(
                Sentence({"calibration.stands-twice", "{value} stands twice"}, value.value().dump()));
    return {};
}

Result<double> overhead(const Node& root, const std::string& key)
{
    if (!root.has("overheads"))
        return 0.0;
    return optionalSize(root.member("overheads"), key).map([](const std::optional<double>& value) {
        return value.value_or(0);
    });
}

} // namespace bubblescope::calibration

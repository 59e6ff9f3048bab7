// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::calibration {

namespace {

/// "F+B".
std::pair<ActionKind, ActionKind> kindsOf(std::string_view pair)
{
    return {kindAtBegin(pair), kindAtBegin(pair.substr(2))};
}

std::optional<double> medianOf(const Node& entry, const std::string& key, Notes& notes)
{
    if (!entry.has(key))
        return std::nullopt;
    const Node stat = entry.member(key);
    notes.noteFlags(stat, "overlap " + entry.value()["pair"].get<std::string>());
    return stat.value()["median"].get<double>();
}

/// When a part is done, as a share of the block; at its end where that was not measured.
double doneShare(const std::optional<double>& done, double total)
{
    return done && total > 0 ? std::min(1.0, *done / total) : 1.0;
}

/// Both parts one after the other: as measured, else as the layer's own times say.
double serialTime(const std::optional<double>& measured, const std::pair<ActionKind, ActionKind>& kinds,
                  const BlockCost& layer)
{
    return measured ? *measured : timeOf(layer, kinds.first) + timeOf(layer, kinds.second);
}

void composePair(const Node& entry, const BlockCost& layer, CostModel& costs, Notes& notes)
{
    const std::string pair = entry.value()["pair"].get<std::string>();
    const auto kinds = kindsOf(pair);
    const double total = *medianOf(entry, "total", notes);
    const double serial = serialTime(medianOf(entry, "serial", notes), kinds, layer);
    if (!(serial > 0)) {
        notes.warn(fmt::format(
            "overlap {} does not give the time without overlap: the sum of both parts is used", pair));
        return;
    }
    OverlapTime rule(StageValues(total / serial));
    rule.isShareOfSum = true;
    const double forward = doneShare(medianOf(entry, "f_done", notes), total);
    const double backward = doneShare(medianOf(entry, "b_done", notes), total);
    // The block ends when its later part does.
    if (const double last = std::max(forward, backward); last > 0) {
        const bool forwardFirst = kinds.first == ActionKind::Forward;
        rule.firstDone = (forwardFirst ? forward : backward) / last;
        rule.secondDone = (forwardFirst ? backward : forward) / last;
    }
    costs.overlap.times[kinds] = rule;
}

} // namespace

Result<void> composeOverlap(const Node& root, CostModel& costs, Notes& notes)
{
    if (!root.has("overlap"))
        return {};
    const Node list = root.member("overlap");
    TRY_VOID(refuseTwice(list, "pair"));
    const std::optional<Node> block = decoderLayer(root);
    Notes said; // the layer's flags are noted where its times are taken
    const BlockCost layer = block ? timesOf(*block, "layer", said) : BlockCost{};
    for (const Node& item : list.items())
        composePair(item, layer, costs, notes);
    return {};
}

} // namespace bubblescope::calibration

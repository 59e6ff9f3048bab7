// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/io/calibration_parts.h"
#include "core/io/transfer_fit.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace bubblescope::calibration {

namespace {

constexpr double kBytesAMicrosecond = 1e3; ///< of one GB/s

using Pair = std::optional<std::pair<std::uint32_t, std::uint32_t>>;

struct Measured
{
    std::size_t preference = 0; ///< smaller is better
    Pair pair;                  ///< from one device to another; nothing if that is not said
    bool underLoad = false;
    TransferFit fit;
};

/// Kinds from the one nearest to what training does.
std::size_t preferenceOf(const std::string& kind)
{
    constexpr std::array<std::string_view, 4> best{"nccl", "peer_copy", "device_copy", "host_staged"};
    return static_cast<std::size_t>(std::find(best.begin(), best.end(), kind) - best.begin());
}

Result<Pair> pairOf(const Node& entry)
{
    if (!entry.has("src") || !entry.has("dst"))
        return Pair();
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    TRY(const auto from, entry.member("src").wholeNumber(0, most));
    TRY(const auto to, entry.member("dst").wholeNumber(0, most));
    if (from == to)
        return Pair();
    return Pair({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
}

Result<std::optional<TransferFit>> fitOfPoints(const Node& entry, const std::string& kind, Notes& notes)
{
    std::vector<TransferPoint> points;
    for (const Node& point : entry.member("points").items()) {
        TRY(const std::optional<double> bytes, optionalSize(point, "bytes"));
        if (!bytes || !point.has("time"))
            continue;
        const Node time = point.member("time");
        notes.noteFlags(time, fmt::format("{} transfers", kind));
        points.push_back({*bytes, time.value()["median"].get<double>()});
    }
    return fitTransfer(points);
}

/// As the file fits it, else as its points say; nothing if it has neither.
Result<std::optional<TransferFit>> fitOf(const Node& entry, const std::string& kind, Notes& notes)
{
    Result<std::optional<TransferFit>> points = fitOfPoints(entry, kind, notes);
    if (!points || !entry.has("fit"))
        return points;
    const Node fit = entry.member("fit");
    const bool isWhole = fit.has("latency_us") && fit.has("gbps");
    if ((!isWhole && *points) || (!fit.has("latency_us") && !fit.has("gbps")))
        return points;
    TransferFit given;
    // A line through noisy points may begin a little below 0.
    if (fit.has("latency_us"))
        given.latency = std::max(0.0, fit.value()["latency_us"].get<double>());
    if (fit.has("gbps")) {
        given.bandwidth = fit.value()["gbps"].get<double>() * kBytesAMicrosecond;
        if (!(given.bandwidth > 0))
            return fit.member("gbps").expected({"calibration.positive-number", "a number > 0"});
    }
    return std::optional(given);
}

/// The transfers of the kind to take; empty if there is none.
Result<std::vector<Measured>> preferred(const Node& list, bool standIns, Notes& notes)
{
    std::vector<Measured> taken;
    for (std::size_t i = 0; i < list.value().size(); ++i) {
        const Node entry = list.item(i);
        const bool isStandIn = entry.value()["stand_in"].get<bool>();
        if (isStandIn && !standIns)
            continue;
        const std::string kind = entry.value()["kind"].get<std::string>();
        TRY(const Pair pair, pairOf(entry));
        TRY(const std::optional<TransferFit> fit, fitOf(entry, kind, notes));
        if (!fit) {
            notes.warn(fmt::format("transfers[{}] has neither a fit nor points: ignored", i));
            continue;
        }
        const std::size_t preference = preferenceOf(kind) + (isStandIn ? 4 : 0);
        const bool underLoad = entry.value().value("concurrent_compute", false);
        if (!taken.empty() && preference > taken.front().preference)
            continue;
        if (!taken.empty() && preference < taken.front().preference)
            taken.clear();
        taken.push_back({preference, pair, underLoad, *fit});
    }
    return taken;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : values[middle - 1] / 2 + values[middle] / 2;
}

TransferFit medianFit(const std::vector<TransferFit>& fits)
{
    std::vector<double> latencies;
    std::vector<double> bandwidths;
    for (const TransferFit& fit : fits) {
        latencies.push_back(fit.latency);
        bandwidths.push_back(fit.bandwidth);
    }
    return {median(std::move(latencies)), median(std::move(bandwidths))};
}

/// One for each pair of devices, idle where that was measured.
std::map<Pair, TransferFit> byPair(const std::vector<Measured>& measured)
{
    std::set<Pair> idle;
    for (const Measured& one : measured)
        if (!one.underLoad)
            idle.insert(one.pair);
    std::map<Pair, std::vector<TransferFit>> fits;
    for (const Measured& one : measured)
        if (!one.underLoad || !idle.contains(one.pair))
            fits[one.pair].push_back(one.fit);
    std::map<Pair, TransferFit> result;
    for (const auto& [pair, ofPair] : fits)
        result[pair] = medianFit(ofPair);
    return result;
}

void takeFits(const std::map<Pair, TransferFit>& fits, double perEdge, TransferCost& transfer)
{
    TransferFit general;
    if (const auto unnamed = fits.find(Pair()); unnamed != fits.end()) {
        general = unnamed->second;
    } else {
        std::vector<TransferFit> all;
        all.reserve(fits.size());
        for (const auto& [pair, fit] : fits)
            all.push_back(fit);
        general = medianFit(all);
    }
    transfer.latency = general.latency + perEdge;
    transfer.bandwidth = general.bandwidth;
    for (const auto& [pair, fit] : fits) {
        if (!pair || (fit.latency == general.latency && fit.bandwidth == general.bandwidth))
            continue;
        LinkCost link{pair->first, pair->second, {}, {}, {}};
        if (fit.latency != general.latency)
            link.latency = fit.latency + perEdge;
        // Bytes that cost nothing, as a cost file says it: a bandwidth of 0 is no number there.
        if (fit.bandwidth != general.bandwidth && fit.bandwidth > 0)
            link.bandwidth = fit.bandwidth;
        else if (fit.bandwidth != general.bandwidth)
            link.bytes = 0;
        transfer.links.push_back(link);
    }
}

/// Bytes of one microbatch's message between stages, as its model says; nothing if it does not.
std::optional<double> messageOfModel(const Node& model)
{
    const json::Json& given = model.value();
    double bytes = 1;
    for (const char* key : {"micro_batch", "seq", "hidden"}) {
        if (!given.contains(key))
            return std::nullopt;
        bytes *= given[key].get<double>();
    }
    if (!given.contains("dtype"))
        return std::nullopt;
    const std::string type = given["dtype"].get<std::string>();
    if (type == "fp8")
        return bytes;
    return bytes * (type == "bf16" || type == "fp16" ? 2 : 4);
}

/// As the layer or the first stage that says it has it, else as the model's sizes give it.
Result<std::optional<double>> messageBytes(const Node& root)
{
    std::vector<Node> entries;
    if (const std::optional<Node> layer = decoderLayer(root))
        entries.push_back(*layer);
    if (root.has("stages"))
        for (const Node& stage : root.member("stages").items())
            entries.push_back(stage);
    for (const Node& entry : entries) {
        BlockCost sizes;
        TRY(const std::optional<double> message, takeSizes(entry, sizes));
        if (message)
            return message;
    }
    return messageOfModel(root.member("model"));
}

} // namespace

Result<void> composeTransfers(const Node& root, bool standInTransfers, CostModel& costs, Notes& notes)
{
    TRY(const double perEdge, overhead(root, "per_edge_us"));
    TRY(const std::optional<double> bytes, messageBytes(root));
    const Node list = root.member("transfers");
    TRY(const std::vector<Measured> taken, preferred(list, standInTransfers, notes));
    costs.transfer.latency = perEdge;
    costs.transfer.bytes = bytes.value_or(0);
    if (!taken.empty())
        takeFits(byPair(taken), perEdge, costs.transfer);
    const bool hasStandIns =
        std::any_of(list.value().begin(), list.value().end(),
                    [](const json::Json& entry) { return entry["stand_in"].get<bool>(); });
    if (taken.empty() && hasStandIns && !standInTransfers)
        notes.warn("its transfers stay within one device instead of connecting two: they are not used, so "
                   "transfers cost nothing");
    else if (taken.empty() && perEdge == 0)
        notes.warn("no transfers were measured: they cost nothing");
    else if (!bytes && costs.transfer.bandwidth > 0)
        notes.warn("the size of a message is unknown: a transfer costs only its latency");
    return {};
}

} // namespace bubblescope::calibration

// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/calibration_result.h"

#include "core/io/json_text.h"
#include "probe/plan/model_json.h"

#include <algorithm>

namespace bubblescope::probe {

namespace {

using json::Json;

template <typename Value>
void put(Json& object, const char* key, const std::optional<Value>& value)
{
    if (value)
        object[key] = *value;
}

void putText(Json& object, const char* key, const std::string& value)
{
    if (!value.empty())
        object[key] = value;
}

Json statValue(const Stat& stat)
{
    Json value{{"median", stat.median}};
    put(value, "mad", stat.mad);
    put(value, "ci_lo", stat.ciLow);
    put(value, "ci_hi", stat.ciHigh);
    put(value, "min", stat.min);
    put(value, "max", stat.max);
    put(value, "n", stat.n);
    put(value, "round_spread", stat.roundSpread);
    put(value, "sm_mhz", stat.smMhz);
    Json flags = Json::array();
    for (std::size_t i = 0; i < kFlagCount; ++i)
        if (stat.flags.has(static_cast<Flag>(i)))
            flags.push_back(flagName(static_cast<Flag>(i)));
    if (!flags.empty())
        value["flags"] = std::move(flags);
    return value;
}

void putStat(Json& object, const char* key, const std::optional<Stat>& stat)
{
    if (stat)
        object[key] = statValue(*stat);
}

Json deviceValue(const DeviceFacts& device)
{
    Json value{{"name", device.name}, {"count", device.count}, {"sm_count", device.smCount}};
    putText(value, "uuid", device.uuid);
    putText(value, "pci", device.pci);
    putText(value, "compute_capability", device.computeCapability);
    putText(value, "driver", device.driver);
    if (device.l2Bytes > 0)
        value["l2_bytes"] = device.l2Bytes;
    if (device.memoryBytes > 0)
        value["memory_bytes"] = device.memoryBytes;
    if (device.count > 0)
        value["mig"] = device.isMig;
    Json ceilings = Json::object();
    putStat(ceilings, "gemm_tflops", device.gemmTflops);
    putStat(ceilings, "copy_gbps", device.copyGbps);
    if (!ceilings.empty())
        value["ceilings"] = std::move(ceilings);
    if (device.sheet) {
        Json& sheet = value["datasheet"];
        sheet = {{"peak_tflops", device.sheetTflops},
                 {"memory_gbps", device.sheet->memoryGbps},
                 {"source", device.sheet->source}};
        if (device.sheet->linkGbps > 0)
            sheet["link_gbps"] = device.sheet->linkGbps;
    }
    return value;
}

Json methodValue(const CalibrationResult& result)
{
    Json value{{"timing", result.timing},
               {"attention", result.attention},
               {"framework", frameworkName(result.model.framework)}};
    if (tellsCollectives(result.model))
        value["collectives"] = result.model.withCollectives ? "included" : "not included";
    put(value, "target_rel_ci", result.targetRelativeCi);
    put(value, "rounds", result.rounds);
    put(value, "confidence", result.confidence);
    put(value, "seed", result.seed);
    put(value, "gpu_seconds", result.gpuSeconds);
    return value;
}

Json memoryValue(const BlockMemory& memory)
{
    return {{"weights", memory.weights},
            {"gradients", memory.gradients},
            {"optimizer", memory.optimizer},
            {"activation_f", memory.activation},
            {"activation_freed_by_i", memory.freedByInput},
            {"activation_freed_by_w", memory.freedByWeight},
            {"boundary", memory.boundary}};
}

Json kernelValue(const KernelTime& timed)
{
    const Kernel& kernel = timed.kernel;
    Json value{{"name", kernel.name},
               {"op", opName(kernel.op)},
               {"kind", kernelKindName(kernel.kind)},
               {"flops", kernel.flops},
               {"bytes", kernel.bytes}};
    if (kernel.launches != 1)
        value["launches"] = kernel.launches;
    if (kernel.batch != 1)
        value["batch"] = kernel.batch;
    if (kernel.isFp8)
        value["fp8"] = true;
    if (kernel.kind == KernelKind::Gemm) {
        value["m"] = kernel.m;
        value["n"] = kernel.n;
        value["k"] = kernel.k;
    }
    putStat(value, "time", timed.time);
    return value;
}

Json collectiveValue(const CollectiveTime& timed)
{
    const Collective& collective = timed.collective;
    return {{"name", collective.name},
            {"op", opName(collective.op)},
            {"kind", collectiveName(collective.kind)},
            {"bytes", collective.bytes},
            {"devices", collective.devices},
            {"us", timed.us}};
}

Json blockValue(const BlockResult& block)
{
    Json value{{"block", blockName(block.block)},
               {"flops", block.flops},
               {"bytes", block.bytes},
               {"memory", memoryValue(block.memory)}};
    Json& ops = value["ops"] = Json::object();
    for (const auto& [op, stat] : block.ops)
        ops[op] = statValue(stat);
    Json& kernels = value["kernels"] = Json::array();
    for (const KernelTime& kernel : block.kernels)
        kernels.push_back(kernelValue(kernel));
    for (const CollectiveTime& timed : block.collectives)
        value["collectives"].push_back(collectiveValue(timed));
    return value;
}

Json overlapValue(const OverlapResult& overlap)
{
    Json value{{"pair", overlap.pair}, {"total", statValue(overlap.total)}};
    putStat(value, "f_done", overlap.forwardDone);
    putStat(value, "b_done", overlap.backwardDone);
    putStat(value, "serial", overlap.serial);
    put(value, "gain", overlap.gain);
    return value;
}

Json transferValue(const TransferResult& transfer)
{
    Json value{{"kind", transfer.kind}, {"stand_in", transfer.isStandIn}, {"points", Json::array()}};
    put(value, "src", transfer.source);
    put(value, "dst", transfer.destination);
    put(value, "concurrent_compute", transfer.isBesideCompute);
    for (const auto& [bytes, time] : transfer.points)
        value["points"].push_back({{"bytes", bytes}, {"time", statValue(time)}});
    if (transfer.latencyUs && transfer.gbps) {
        value["fit"] = {{"latency_us", *transfer.latencyUs}, {"gbps", *transfer.gbps}};
        put(value["fit"], "max_rel_residual", transfer.maxRelativeResidual);
    }
    return value;
}

template <typename Value, typename Convert>
Json listOf(const std::vector<Value>& values, Convert convert)
{
    Json list = Json::array();
    for (const Value& value : values)
        list.push_back(convert(value));
    return list;
}

void putExtras(Json& value, const CalibrationResult& result)
{
    Json optimizer = Json::object();
    putStat(optimizer, "us_per_gparam", result.optimizerUsPerGparam);
    putStat(optimizer, "accumulate_us_per_gparam", result.accumulateUsPerGparam);
    if (!optimizer.empty())
        value["optimizer"] = std::move(optimizer);
    Json overheads = Json::object();
    put(overheads, "per_op_us", result.perOpUs);
    put(overheads, "per_edge_us", result.perEdgeUs);
    if (!overheads.empty())
        value["overheads"] = std::move(overheads);
    if (!result.checks.empty())
        value["checks"] = result.checks;
}

} // namespace

bool CalibrationResult::isFlagged() const
{
    const auto isOdd = [](const Stat& stat) {
        for (const Flag flag : {Flag::NotConverged, Flag::Throttled, Flag::Bimodal, Flag::FewSamples})
            if (stat.flags.has(flag))
                return true;
        return false;
    };
    if (isPartial)
        return true;
    for (const BlockResult& block : blocks)
        for (const auto& [op, stat] : block.ops)
            if (isOdd(stat))
                return true;
    return std::any_of(overlap.begin(), overlap.end(),
                       [&](const OverlapResult& pair) { return isOdd(pair.total); });
}

std::string calibrationText(const CalibrationResult& result)
{
    Json value{{"schema", "pipeline-calibration/1"},
               {"provenance", result.provenance},
               {"created_utc", result.createdUtc},
               {"units", {{"time", "us"}, {"size", "byte"}, {"bandwidth", "GB/s"}, {"rate", "TFLOP/s"}}},
               {"model", modelValue(result.model)},
               {"device", deviceValue(result.device)},
               {"method", methodValue(result)},
               {"blocks", listOf(result.blocks, blockValue)},
               {"transfers", listOf(result.transfers, transferValue)},
               {"assumptions", result.assumptions}};
    value["producer"] = {
        {"name", "bubblescope-probe"}, {"version", BUBBLESCOPE_VERSION}, {"argv", result.arguments}};
    if (!result.libraries.empty())
        value["producer"]["libraries"] = result.libraries;
    if (!result.overlap.empty())
        value["overlap"] = listOf(result.overlap, overlapValue);
    putExtras(value, result);
    value["warnings"] = listOf(result.warnings, [](const ProbeWarning& warning) {
        Json told{{"code", warning.code}, {"message", warning.message}};
        putText(told, "point", warning.point);
        return told;
    });
    return value.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace bubblescope::probe

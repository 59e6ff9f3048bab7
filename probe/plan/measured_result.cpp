// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/measured_result.h"

#include "core/io/transfer_fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

constexpr double kLeastClosure = 0.90, kMostClosure = 1.10;

const Stat* find(const PointStats& stats, const std::string& name)
{
    const auto found = stats.find(name);
    return found != stats.end() ? &found->second : nullptr;
}

template <typename Change>
void changeAll(Stat& stat, Change change)
{
    stat.median = change(stat.median);
    for (std::optional<double>* value : {&stat.ciLow, &stat.ciHigh, &stat.min, &stat.max})
        if (*value)
            *value = change(**value);
}

std::string pointOf(const BlockResult& block, std::string_view what)
{
    return fmt::format("{}.{}", blockName(block.block), what);
}

void close(CalibrationResult& result, const std::string& point, const std::string& what, double parts,
           double whole)
{
    if (!(parts > 0) || !(whole > 0))
        return;
    const double closure = parts / whole;
    result.checks["closure." + point] = closure;
    if (closure < kLeastClosure || closure > kMostClosure)
        result.warnings.push_back({"closure",
                                   fmt::format("{}: {} is {:.3f}, expected {:.2f} to {:.2f}", point, what,
                                               closure, kLeastClosure, kMostClosure),
                                   point});
}

/// What a kernel would have taken at the operation's clock. At the power limit a whole operation has a lower
/// one than its kernels had by themselves; what the memory bounds does not follow the clock.
double atClockOf(const Stat* operation, const KernelTime& timed, const DeviceFacts& device)
{
    const Stat& time = *timed.time;
    if (operation == nullptr || !operation->smMhz || !time.smMhz || !device.gemmTflops || !device.copyGbps)
        return time.median;
    const double computing = static_cast<double>(timed.kernel.flops) / device.gemmTflops->median / 1e6;
    const double moving = static_cast<double>(timed.kernel.bytes) / device.copyGbps->median / 1e3;
    return computing > moving ? time.median * *time.smMhz / *operation->smMhz : time.median;
}

/// Sum of the kernels of one pass that were run; 0 if one of them has no time.
double kernelSum(const BlockResult& block, Op op, bool runsAttention, const Stat* operation,
                 const DeviceFacts& device)
{
    double sum = 0;
    for (const KernelTime& timed : block.kernels) {
        const bool isComputed = timed.kernel.kind == KernelKind::Attention && !runsAttention && !timed.time;
        if (timed.kernel.op != op || isComputed)
            continue;
        if (!timed.time)
            return 0;
        sum += atClockOf(operation, timed, device);
    }
    return sum;
}

} // namespace

Stat scaledBy(const Stat& stat, double factor)
{
    Stat result = stat;
    changeAll(result, [factor](double value) { return value * factor; });
    if (result.mad)
        *result.mad *= factor;
    return result;
}

Stat shiftedBy(const Stat& stat, double us)
{
    Stat result = stat;
    changeAll(result, [us](double value) { return value + us; });
    return result;
}

Stat rateOf(const Stat& time, double amount)
{
    Stat result = time;
    changeAll(result, [amount](double value) { return value > 0 ? amount / value : 0; });
    std::swap(result.ciLow, result.ciHigh);
    std::swap(result.min, result.max);
    if (result.mad && time.median > 0)
        result.mad = *time.mad * amount / (time.median * time.median);
    return result;
}

void takeTimes(CalibrationResult& result, const PointStats& stats,
               const std::map<std::string, double>& analyticUs)
{
    for (BlockResult& block : result.blocks) {
        for (const char* op : {"F", "I", "W", "B"}) {
            const std::string point = pointOf(block, op);
            const auto added = analyticUs.find(point);
            if (const Stat* stat = find(stats, point))
                block.ops[op] = shiftedBy(*stat, added != analyticUs.end() ? added->second : 0);
        }
        // Not measured where it is the same: a block without I.
        if (block.ops.count("B") == 0 && block.ops.count("I") == 0 && block.ops.count("W") != 0)
            block.ops["B"] = block.ops["W"];
        for (KernelTime& timed : block.kernels)
            if (const Stat* stat = find(stats, pointOf(block, timed.kernel.name)))
                timed.time = *stat;
    }
    constexpr double kPerBillion = 1e9 / static_cast<double>(kOptimizerParameters);
    if (const Stat* stat = find(stats, "optimizer.adamw"))
        result.optimizerUsPerGparam = scaledBy(*stat, kPerBillion);
    if (const Stat* stat = find(stats, "optimizer.accumulate"))
        result.accumulateUsPerGparam = scaledBy(*stat, kPerBillion);
}

void addClosures(CalibrationResult& result, const PointStats& stats)
{
    for (const BlockResult& block : result.blocks) {
        // As measured: what is computed and added afterwards would hide what is missing.
        const auto timeOf = [&](const char* op) {
            const Stat* found = find(stats, pointOf(block, op));
            return found != nullptr ? found->median : 0;
        };
        for (const Op op : kOps) {
            const std::string name(opName(op));
            close(result, pointOf(block, name), "sum of kernels / operation",
                  kernelSum(block, op, result.attention != "analytic", find(stats, pointOf(block, name)),
                            result.device),
                  timeOf(name.c_str()));
        }
        if (block.ops.count("I") != 0)
            close(result, pointOf(block, "B"), "B / (I + W)", timeOf("B"), timeOf("I") + timeOf("W"));
    }
    const Stat* stage = find(stats, "stage.F");
    // Without what is only computed: the stage check does not run it either.
    if (const Stat* layer = find(stats, "layer.F"); stage != nullptr && layer != nullptr)
        close(result, "stage.F", fmt::format("{0} layers / {0} x one layer", kStageLayers), stage->median,
              kStageLayers * layer->median);
}

void fitLine(TransferResult& transfer)
{
    std::vector<calibration::TransferPoint> points;
    for (const auto& [bytes, time] : transfer.points)
        points.push_back({static_cast<double>(bytes), time.median});
    const std::optional<calibration::TransferFit> fit = calibration::fitTransfer(points);
    if (!fit || !(fit->bandwidth > 0))
        return;
    transfer.latencyUs = fit->latency;
    transfer.gbps = fit->bandwidth / 1e3; // bytes a µs
    double worst = 0;
    for (const calibration::TransferPoint& point : points)
        if (point.time > 0)
            worst = std::max(worst,
                             std::abs(fit->latency + point.bytes / fit->bandwidth - point.time) / point.time);
    transfer.maxRelativeResidual = worst;
}

DeviceSheet sheetLike(const std::string& deviceName, int smCount, std::int64_t memoryBytes)
{
    if (const DeviceSheet* known = sheetWithin(deviceName)) {
        DeviceSheet found = *known;
        found.smCount = smCount > 0 ? smCount : known->smCount;
        return found;
    }
    DeviceSheet sheet = *findDevice("a100");
    const double share = smCount > 0 ? static_cast<double>(smCount) / sheet.smCount : 1;
    for (double* rate : {&sheet.bf16Tflops, &sheet.tf32Tflops, &sheet.fp32Tflops, &sheet.memoryGbps})
        *rate *= share;
    sheet.key.clear();
    sheet.name = deviceName;
    sheet.linkGbps = 0;
    sheet.smCount = smCount > 0 ? smCount : sheet.smCount;
    sheet.memoryBytes = memoryBytes;
    sheet.source = "like an A100 with the same number of multiprocessors";
    return sheet;
}

Estimator withMeasuredLink(const Estimator& expected, const std::vector<TransferResult>& transfers)
{
    for (const TransferResult& transfer : transfers) {
        if (transfer.kind != "peer_copy" || transfer.isStandIn || transfer.isBesideCompute.value_or(false) ||
            !transfer.latencyUs || !transfer.gbps || !(*transfer.gbps > 0))
            continue;
        DeviceSheet device = expected.device();
        device.linkGbps = *transfer.gbps;
        EstimatorConstants constants = expected.constants();
        constants.link = 1;
        constants.linkLatencyUs = *transfer.latencyUs;
        return Estimator::make(std::move(device), DataType::Bf16, constants).value_or(expected);
    }
    return expected;
}

} // namespace bubblescope::probe

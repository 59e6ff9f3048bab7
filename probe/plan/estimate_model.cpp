// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/calibration_result.h"
#include "probe/plan/measured_result.h"

#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

Stat estimated(double us)
{
    Stat stat;
    stat.median = us;
    stat.flags.set(Flag::Estimated);
    return stat;
}

/// What a pass takes; the embedding has no gradient of its input, so its backward is W.
void addTimes(BlockResult& block, const Estimator& estimator)
{
    double backward = 0;
    for (KernelTime& timed : block.kernels)
        timed.time = estimated(estimator.timeOf(timed.kernel));
    for (const Op op : kOps) {
        double time = 0;
        bool isThere = false;
        for (const KernelTime& timed : block.kernels)
            if (timed.kernel.op == op) {
                time += timed.time->median;
                isThere = true;
            }
        if (!isThere)
            continue;
        block.ops[std::string(opName(op))] = estimated(time);
        backward += op == Op::Forward ? 0 : time;
    }
    block.ops["B"] = estimated(backward);
}

TransferResult transferOf(const ModelShape& shape, const Estimator& estimator)
{
    const DeviceSheet& sheet = estimator.device();
    TransferResult transfer;
    const bool hasLink = sheet.linkGbps > 0;
    transfer.kind = hasLink ? "peer_copy" : "device_copy";
    transfer.isStandIn = !hasLink;
    transfer.latencyUs = estimator.constants().linkLatencyUs;
    transfer.gbps = hasLink ? sheet.linkGbps * estimator.constants().link
                            : sheet.memoryGbps * estimator.constants().bandwidth;
    if (hasLink) {
        transfer.source = 0;
        transfer.destination = 1;
        const std::int64_t boundary = memoryOf(Block::Layer, shape).boundary;
        transfer.points.emplace_back(boundary, estimated(estimator.transferTime(boundary)));
    }
    return transfer;
}

} // namespace

std::vector<BlockResult> untimedBlocks(const ModelShape& shape)
{
    std::vector<BlockResult> blocks;
    for (const Block block : blocksOf(shape)) {
        BlockResult result;
        result.block = block;
        const std::vector<Kernel> kernels = kernelsOf(block, shape);
        for (const Op op : kOps) {
            const std::string name(opName(op));
            if (const std::int64_t flops = flopsOf(kernels, op); flops > 0)
                result.flops[name] = flops;
            if (const std::int64_t bytes = bytesOf(kernels, op); bytes > 0)
                result.bytes[name] = bytes;
        }
        result.memory = memoryOf(block, shape);
        for (const Kernel& kernel : kernels)
            result.kernels.push_back({kernel, std::nullopt});
        blocks.push_back(std::move(result));
    }
    return blocks;
}

std::vector<std::string> assumptionsOf(const ModelShape& shape)
{
    std::vector<std::string> assumptions{
        "the gradient of a norm's weights is computed with its input's gradient (I), not with W",
        "activations held for the backward: what each kernel reads again; attention keeps no scores",
    };
    if (shape.withCollectives)
        assumptions.emplace_back(
            "communication within a layer is estimated from link and size, as rings, and "
            "hidden behind no compute");
    else if (shape.tp > 1)
        assumptions.push_back(fmt::format(
            "times are of one of {} tensor-parallel shards; tensor-parallel communication not included",
            shape.tp));
    else
        assumptions.emplace_back("tensor-parallel communication not included");
    if (shape.isMoe())
        assumptions.push_back(fmt::format(
            "every expert gets as many tokens; the rows that come from {} devices are as many as go out{}",
            shape.expertParallel,
            shape.withCollectives ? "" : "; their way to the experts and back is not included"));
    if (shape.isFp8())
        assumptions.push_back(fmt::format(
            "fp8 (e4m3, a scale for each {}): products of layers but the router's; weights are copied once a "
            "step, which is not included",
            shape.fp8Scaling == Fp8Scaling::Block ? "block" : "tensor, of the steps before"));
    if (shape.mtpLayers > 0)
        assumptions.emplace_back("each multi-token prediction passes through the head's weights once more: "
                                 "its time is the head's; its "
                                 "copy of the embedding is not in the memory of mtp");
    if (shape.tiedEmbedding && shape.vocab > 0)
        assumptions.emplace_back(
            "tied embedding: the first and the last stage each hold the shared weights; adding "
            "their gradients together is not included");
    if (shape.recompute != Recompute::None)
        assumptions.push_back(fmt::format("recompute {}: the recomputed part is included in I and B",
                                          recomputeName(shape.recompute)));
    return assumptions;
}

void addCollectives(CalibrationResult& result, const Estimator& estimator)
{
    if (!tellsCollectives(result.model))
        return;
    bool isMissing = false;
    for (BlockResult& block : result.blocks) {
        for (const Collective& collective : collectivesOf(block.block, result.model)) {
            const CollectiveTime timed{collective, estimator.timeOf(collective)};
            block.collectives.push_back(timed);
            isMissing = isMissing || !(timed.us > 0);
            if (!result.model.withCollectives)
                continue;
            const std::string op(opName(collective.op));
            for (const std::string& name : {op, std::string("B")})
                if (const auto found = block.ops.find(name);
                    found != block.ops.end() && (name == op || collective.op != Op::Forward))
                    found->second = shiftedBy(found->second, timed.us);
        }
    }
    if (isMissing && result.model.withCollectives)
        result.warnings.push_back({"no_link",
                                   "no link to other devices is known or was measured: the communication "
                                   "within a layer is told, and takes no time",
                                   ""});
}

CalibrationResult estimateModel(const ModelShape& shape, const Estimator& estimator, std::string createdUtc)
{
    CalibrationResult result;
    result.provenance = "estimate";
    result.createdUtc = std::move(createdUtc);
    result.model = shape;
    const DeviceSheet& sheet = estimator.device();
    result.device.name =
        fmt::format("{} ({})", sheet.name, sheet.isMeasured ? "measured ceilings" : "datasheet");
    result.device.smCount = sheet.smCount;
    result.device.memoryBytes = sheet.memoryBytes;
    result.device.sheet = sheet;
    result.device.sheetTflops = sheet.peakTflops(shape.dataType).value_or(0);
    result.blocks = untimedBlocks(shape);
    for (BlockResult& block : result.blocks)
        addTimes(block, estimator);
    addCollectives(result, estimator);
    result.transfers.push_back(transferOf(shape, estimator));
    const EstimatorConstants& c = estimator.constants();
    // Bytes that each parameter moves: AdamW's step, and adding one gradient to another.
    constexpr double kAdamBytes = 30, kAccumulateBytes = 10;
    const double usPerByteOfGparams = 1e9 / (sheet.memoryGbps * 1e3 * c.bandwidth);
    result.optimizerUsPerGparam = estimated(kAdamBytes * usPerByteOfGparams);
    result.accumulateUsPerGparam = estimated(kAccumulateBytes * usPerByteOfGparams);
    std::string shares = fmt::format(
        "{} gemm {:.2f}, attention {:.2f} (backward x{:.2f}), bandwidth {:.2f}, tiles {} x {}, {:g} us per "
        "launch",
        sheet.isMeasured ? "roofline below measured ceilings, with assumed shares of them:"
                         : "no GPU was used: roofline with assumed efficiencies",
        c.gemm, c.attention, c.attentionBackward, c.bandwidth, c.tileRows, c.tileColumns, c.launchUs);
    if (shape.isFp8())
        shares += fmt::format(", fp8 {:.2f}", c.fp8);
    if (tellsCollectives(shape))
        shares +=
            fmt::format(", link {:.2f} ({:g} us and {:g} us per step)", c.link, c.linkLatencyUs, c.hopUs);
    result.warnings.push_back({"estimate", std::move(shares), ""});
    result.assumptions = assumptionsOf(shape);
    return result;
}

} // namespace bubblescope::probe

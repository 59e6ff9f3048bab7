// SPDX-License-Identifier: Apache-2.0
#include "app/probe/report.h"

#include "core/base/quantity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::probe {

namespace {

std::string orDash(const std::map<std::string, Stat>& ops, const char* op)
{
    const auto found = ops.find(op);
    return found != ops.end() ? timeInUnits(found->second.median, "us") : std::string("-");
}

std::string flopsText(const BlockResult& block)
{
    double flops = 0;
    for (const auto& [op, count] : block.flops)
        flops += static_cast<double>(count);
    return flops > 0 ? fmt::format("{:.2f} T", flops / 1e12) : std::string("-");
}

/// How attention came to its time, and whose times these are.
std::string wayText(const CalibrationResult& result)
{
    std::string text = "attention: ";
    if (result.provenance != "measured")
        text += "estimated, fused";
    else if (result.attention == "cudnn")
        text += "run fused, by cuDNN";
    else if (result.attention == "analytic")
        text += "computed, its FLOPs over 0.6 of the measured rate of products";
    else if (result.attention == "unfused")
        text += "run unfused, over all scores";
    else
        text += result.attention;
    text += fmt::format("; kernels and activations as in {} PyTorch", frameworkName(result.model.framework));
    if (result.model.tp > 1)
        text += fmt::format("; times are of one of {} tensor-parallel shards, {} their communication",
                            result.model.tp, result.model.withCollectives ? "with" : "without");
    if (result.model.expertParallel > 1)
        text += fmt::format("; experts are on {} devices, {} the way to them", result.model.expertParallel,
                            result.model.withCollectives ? "with" : "without");
    return text + '\n';
}

/// One line for each pass that has any: how much, and what it is estimated to take.
std::string collectivesText(const BlockResult& block)
{
    std::string text;
    for (const Op op : kOps) {
        double bytes = 0, us = 0;
        std::size_t count = 0;
        for (const CollectiveTime& timed : block.collectives)
            if (timed.collective.op == op) {
                bytes += timed.collective.sentBytes();
                us += timed.us;
                ++count;
            }
        if (count > 0)
            text += fmt::format("collectives of {}.{}: {}, {} sent, {}\n", blockName(block.block), opName(op),
                                count, byteText(bytes), us > 0 ? timeInUnits(us, "us") : "no link is known");
    }
    return text;
}

std::string expertsText(const ModelShape& shape)
{
    if (!shape.isMoe())
        return {};
    return fmt::format(", {} of {} experts of {}{}", shape.topK, shape.experts, shape.expertWidth(),
                       shape.sharedExperts > 0 ? fmt::format(" and {} shared", shape.sharedExperts)
                                               : std::string());
}

} // namespace

std::string presetsText()
{
    std::string text;
    for (const ModelPreset& preset : modelPresets()) {
        const ModelShape& shape = preset.shape;
        text += fmt::format(
            "{:<20} {}: hidden {}, ffn {}{}, heads {}/{}, head_dim {}, seq {}, vocab {}, {} layers "
            "({} stages of {})\n{:<20} {}\n",
            preset.key, shape.name, shape.hidden, shape.ffn,
            (shape.gated ? " gated" : "") + expertsText(shape), shape.heads, shape.kvHeads, shape.headDim,
            shape.seq, shape.vocab, preset.layers, preset.stages, shape.layersPerStage.front(), "",
            preset.source);
    }
    return text;
}

std::string gpusText()
{
    std::string text = fmt::format("{:<10}{:<26}{:>10}{:>10}{:>10}{:>6}  {}\n", "", "", "bf16 TF/s", "memory",
                                   "link", "SMs", "source");
    for (const DeviceSheet& sheet : deviceSheets())
        text += fmt::format("{:<10}{:<26}{:>10.0f}{:>10.0f}{:>10.0f}{:>6}  {}\n", sheet.key, sheet.name,
                            sheet.bf16Tflops, sheet.memoryGbps, sheet.linkGbps, sheet.smCount, sheet.source);
    return text + "memory and link in GB/s; dense rates; a link counts one direction\n";
}

std::string resultText(const CalibrationResult& result)
{
    std::string text = fmt::format("{} on {}, {} tokens per microbatch ({})\n",
                                   result.model.name.empty() ? "model" : result.model.name,
                                   result.device.name, result.model.tokens(), result.provenance);
    text += fmt::format("{:<11}{:>12}{:>12}{:>12}{:>12}{:>10}{:>12}{:>12}\n", "block", "F", "I", "W", "B",
                        "FLOPs", "activation", "weights");
    for (const BlockResult& block : result.blocks)
        text += fmt::format("{:<11}{:>12}{:>12}{:>12}{:>12}{:>10}{:>12}{:>12}\n", blockName(block.block),
                            orDash(block.ops, "F"), orDash(block.ops, "I"), orDash(block.ops, "W"),
                            orDash(block.ops, "B"), flopsText(block),
                            byteText(static_cast<double>(block.memory.activation)),
                            byteText(static_cast<double>(block.memory.weights)));
    text += wayText(result);
    for (const BlockResult& block : result.blocks)
        text += collectivesText(block);
    for (const TransferResult& transfer : result.transfers)
        if (transfer.latencyUs && transfer.gbps)
            text += fmt::format("transfer ({}{}): {} + bytes / {:.0f} GB/s\n", transfer.kind,
                                transfer.isStandIn ? ", stand-in" : "",
                                timeInUnits(*transfer.latencyUs, "us"), *transfer.gbps);
    for (const ProbeWarning& warning : result.warnings)
        text += fmt::format("warning: {}\n", warning.message);
    return text;
}

std::string planText(const ModelShape& shape, const ProbePlan& plan, const std::string& device)
{
    std::string text = fmt::format(
        "{}: layers_per_stage {}, {} tokens per microbatch, {}\n", shape.name.empty() ? "model" : shape.name,
        fmt::join(shape.layersPerStage, ","), shape.tokens(), dataTypeName(shape.dataType));
    for (std::size_t i = 0; i < kPhaseCount; ++i)
        if (const std::size_t count = plan.countOf(static_cast<Phase>(i)); count > 0)
            text += fmt::format("{:<12}{:>4} points {:>8}\n", phaseName(static_cast<Phase>(i)), count,
                                secondsInUnits(plan.secondsOf(static_cast<Phase>(i)), 3));
    return text + fmt::format("about {} and {} of device memory, as expected on {}\n",
                              secondsInUnits(plan.etaSeconds, 2),
                              byteText(static_cast<double>(plan.deviceBytes)), device);
}

} // namespace bubblescope::probe

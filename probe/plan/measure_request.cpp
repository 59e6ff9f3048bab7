// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/measure_request.h"

#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// What cuDNN's fused attention takes.
bool canBeFused(const ModelShape& shape)
{
    constexpr std::int64_t kPack = 8, kMost = 256;
    const bool isNarrow = shape.valueType() == DataType::Bf16 || shape.valueType() == DataType::Fp16;
    return isNarrow && shape.headDim % kPack == 0 && shape.headDim <= kMost;
}

/// cuBLASLt's products in fp8 take rows of whole vectors.
std::optional<Linear> oddInFp8(const ModelShape& shape)
{
    constexpr std::int64_t kVector = 16;
    for (const Block block : blocksOf(shape))
        for (const Linear& linear : linearsOf(block, shape))
            if (linear.isFp8 && (linear.rows | linear.in | linear.out) % kVector != 0)
                return linear;
    return std::nullopt;
}

} // namespace

AttentionWay attentionWayOf(std::string_view attention, const ModelShape& shape)
{
    if (attention == "unfused")
        return AttentionWay::Unfused;
    if (attention == "cudnn" || (attention == "auto" && canBeFused(shape)))
        return AttentionWay::Fused;
    return AttentionWay::Computed;
}

ProbeWarning warningOfComputedAttention(const std::string& why)
{
    return {"attention_computed",
            fmt::format(
                "attention is not measured: its time is computed from the rate of products, which a fused "
                "attention exceeds; {}",
                why),
            ""};
}

std::optional<PhaseFailure> refusalOf(const MeasureRequest& request)
{
    const auto unsupported = [](std::string message) {
        return PhaseFailure{Exit::Unsupported, "unsupported", std::move(message)};
    };
    const ModelShape& model = request.model;
    if (request.attention == "cudnn" && !canBeFused(model))
        return unsupported("cuDNN's fused attention takes bf16 or fp16, and heads of 8, 16, … 256 elements: "
                           "--attention unfused or analytic");
    if (const std::optional<Linear> odd = oddInFp8(model))
        return unsupported(fmt::format(
            "products in fp8 want sizes that are multiples of 16: {} has {} rows of {} and gives {}",
            odd->name, odd->rows, odd->in, odd->out));
    if (model.gradientType == DataType::Bf16 && model.valueType() != DataType::Bf16)
        return unsupported(fmt::format("gradients in bf16 are measured only with dtype bf16, not with {}",
                                       dataTypeName(model.dataType)));
    return std::nullopt;
}

std::optional<ProbeWarning> warningOfAttention(const MeasureRequest& request)
{
    if (request.attention != "unfused")
        return std::nullopt;
    return ProbeWarning{
        "attention_unfused",
        "attention was measured unfused, over all scores: F and I take longer than with the fused attention "
        "of a training run, and I : W is larger; --attention cudnn or analytic is closer to a training run",
        ""};
}

} // namespace bubblescope::probe

// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/measure_request.h"

#include <fmt/format.h>

namespace bubblescope::probe {

bool measuresAttention(const MeasureRequest& request)
{
    return request.attention == "unfused";
}

std::optional<PhaseFailure> refusalOf(const MeasureRequest& request)
{
    const auto unsupported = [](std::string message) {
        return PhaseFailure{Exit::Unsupported, "unsupported", std::move(message)};
    };
    if (request.attention == "cudnn")
        return unsupported("this bubblescope-probe was built without cuDNN: --attention unfused or analytic");
    const ModelShape& model = request.model;
    if (model.dataType == DataType::Fp8)
        return unsupported("fp8 can be estimated, not measured");
    if (model.gradientType == DataType::Bf16 && model.dataType != DataType::Bf16)
        return unsupported(fmt::format("gradients in bf16 are measured only with dtype bf16, not with {}",
                                       dataTypeName(model.dataType)));
    return std::nullopt;
}

std::optional<ProbeWarning> warningOfAttention(const MeasureRequest& request)
{
    if (!measuresAttention(request))
        return std::nullopt;
    return ProbeWarning{
        "attention_unfused",
        "attention was measured unfused, over all scores: F and I take longer than with the fused attention "
        "of a training run, and I : W is larger; --attention analytic is closer to a training run",
        ""};
}

} // namespace bubblescope::probe

// SPDX-License-Identifier: Apache-2.0
#include "core/trace/operation_kind.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, kOperationKindCount> kOperationTexts{
    "forward-compute",
    "backward-compute",
    "forward-send",
    "forward-recv",
    "backward-send",
    "backward-recv",
    "params-all-gather",
    "grads-reduce-scatter",
    "separate-grads-all-reduce",
    "layernorm-grads-all-reduce",
    "embedding-grads-all-reduce",
    "optimizer-clip-main-grad",
    "optimizer",
    "gc",
    "backward-input-compute",
    "backward-weight-compute",
    "overlapped-compute",
    "empty-input-compute",
};

} // namespace

std::string_view operationText(OperationKind kind) noexcept
{
    return kOperationTexts[static_cast<std::size_t>(kind)];
}

std::optional<OperationKind> operationFrom(std::string_view name) noexcept
{
    const auto* const found = std::find(kOperationTexts.begin(), kOperationTexts.end(), name);
    if (found == kOperationTexts.end())
        return std::nullopt;
    return static_cast<OperationKind>(found - kOperationTexts.begin());
}

std::string_view operationGroupText(OperationKind kind) noexcept
{
    switch (kind) {
    case OperationKind::ForwardSend:
    case OperationKind::ForwardReceive:
        return "forward-pp-comm";
    case OperationKind::BackwardSend:
    case OperationKind::BackwardReceive:
        return "backward-pp-comm";
    default:
        return operationText(kind);
    }
}

bool isMessage(OperationKind kind) noexcept
{
    return kind >= OperationKind::ForwardSend && kind <= OperationKind::BackwardReceive;
}

bool isIdealTheMean(OperationKind kind) noexcept
{
    return kind <= OperationKind::BackwardCompute || kind >= OperationKind::Optimizer;
}

} // namespace bubblescope

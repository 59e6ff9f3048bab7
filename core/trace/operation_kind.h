// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// What a training step consists of, as the straggler timelines of ByteDance Seed name it; the last four
/// are of runs that split the backward or overlap it.
enum class OperationKind : std::uint8_t {
    ForwardCompute,
    BackwardCompute,
    ForwardSend,
    ForwardReceive,
    BackwardSend,
    BackwardReceive,
    ParamsAllGather,
    GradsReduceScatter,
    SeparateGradsAllReduce,
    LayernormGradsAllReduce,
    EmbeddingGradsAllReduce,
    ClipMainGrad,
    Optimizer,
    GarbageCollection,
    BackwardInputCompute,
    BackwardWeightCompute,
    OverlappedCompute,
    EmptyInputCompute, ///< of the first stage, which makes no input gradient
};
inline constexpr std::size_t kOperationKindCount = 18;

/// "backward-recv".
[[nodiscard]] std::string_view operationText(OperationKind kind) noexcept;
/// Nothing for other names.
[[nodiscard]] std::optional<OperationKind> operationFrom(std::string_view name) noexcept;
/// What a slowdown is told by: "forward-pp-comm" for send and receive of forwards, else the operation itself.
[[nodiscard]] std::string_view operationGroupText(OperationKind kind) noexcept;
/// Between stages: a send or a receive.
[[nodiscard]] bool isMessage(OperationKind kind) noexcept;
/// Its ideal duration is the mean, not the median: it computes and waits for nobody.
[[nodiscard]] bool isIdealTheMean(OperationKind kind) noexcept;

} // namespace bubblescope

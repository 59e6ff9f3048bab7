// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/kernels.h"

namespace bubblescope::probe {

enum class CollectiveKind : std::uint8_t { AllReduce, AllGather, ReduceScatter, AllToAll };
[[nodiscard]] std::string_view collectiveName(CollectiveKind kind) noexcept; ///< "all_reduce"

/// Communication of the devices that share a layer or its experts, within one pass.
struct Collective
{
    std::string name; ///< of the kernel that it belongs to: "proj"
    Op op = Op::Forward;
    CollectiveKind kind = CollectiveKind::AllReduce;
    /// Of the whole tensor; of an all-to-all what one device has for all, itself included.
    std::int64_t bytes = 0;
    std::int64_t devices = 1;

    bool operator==(const Collective&) const = default;
    /// Messages one after the other: around the ring, twice for an all-reduce; to each other device.
    [[nodiscard]] std::int64_t steps() const;
    /// What each device sends.
    [[nodiscard]] double sentBytes() const;
};

/// In their order. Those of tensor parallelism as Megatron has them: an all-reduce behind each second
/// product, or with sequence parallelism a gathering before the first and a reducing scatter behind the
/// second; of a head the largest value, the sum and the target's of each token. Those of experts: rows to
/// them and back.
[[nodiscard]] std::vector<Collective> collectivesOf(Block block, const ModelShape& shape);
/// Whether a calibration tells of any: where times have them, and where experts are on several devices.
[[nodiscard]] bool tellsCollectives(const ModelShape& shape);

} // namespace bubblescope::probe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/rank_values.h"
#include "core/time/stage_values.h"

#include <cstdint>
#include <map>
#include <optional>

namespace bubblescope {

/// When a rank gathers the parameters that its replicas have updated.
enum class ParameterGather : std::uint8_t { Tail, Head };

/// What a step takes beside its actions (docs/step-phases.md), in the cost model's unit. What depends on a
/// rank's parameters is given by stage: a rank takes the sum of its stages. What is missing is not there, and
/// nobody waits for it.
struct StepCosts
{
    std::optional<RankValues> head;              ///< of the rank alone, before its first action
    std::optional<StageValues> reduceGradients;  ///< together with the same rank of every replica
    std::optional<StageValues> clip;             ///< together with all ranks of every replica
    std::optional<StageValues> optimizer;        ///< of the rank alone
    std::optional<StageValues> gatherParameters; ///< together with the same rank of every replica
    std::optional<RankValues> finish;            ///< of the rank alone, until its step ends
    double tiedEmbedding = 0; ///< ranks of the first and the last stage together; 0 = nothing is shared
    ParameterGather gather = ParameterGather::Tail;
    /// Other replicas of data parallelism, and how many times as long everything of theirs takes.
    std::map<std::uint32_t, double> replicaFactor;

    bool operator==(const StepCosts&) const = default;
};

} // namespace bubblescope

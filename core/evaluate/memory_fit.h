// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/memory_parts.h"
#include "core/evaluate/evaluation.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace bubblescope {

/// A pass that makes an order fit, and what it then is.
struct FittingPass
{
    std::string pass = {};      ///< "recompute:style=full"; empty if to leave one out is enough
    std::string insteadOf = {}; ///< the pass whose place it takes; empty if it is one more
    double peak = 0;            ///< of all ranks
    Time makespan = 0;
};

/// Whether the ranks of an order fit into their memory, told of the rank with the least room.
struct MemoryFit
{
    bool fits = true;
    bool isHost = false; ///< what does not fit is what it moves to the host
    RankId rank;
    double peak = 0;
    double limit = 0;
    MemoryPart most = MemoryPart::Forward; ///< of what it holds where it holds most
    std::optional<FittingPass> pass;       ///< the shortest step of those that make it fit
    std::optional<std::uint32_t> replicas; ///< that would have to share optimizer states
    Sentence sentence;                     ///< the answer, with what to change where it does not fit
};

/// Nothing where the costs give no limit. An order that does not fit is lowered and timed again with
/// recomputation, and with offload where the costs say what a copy takes, up to kMostActionsTried actions;
/// one that fills a host with a lighter pass or none. What is told fits on every device and host. `memory` is
/// memoryByPart() of the evaluation, which must have its curves.
[[nodiscard]] std::optional<MemoryFit>
memoryFit(const Evaluation& evaluation, std::span<const RankMemory> memory, const CancelToken& cancel);
/// What is to be said of an evaluation's memory beside its curves.
struct MemoryAnswer
{
    std::vector<RankMemory> byPart; ///< empty where it is not told
    std::optional<MemoryFit> fit;   ///< only with parts
};
/// Told where the costs name a device's or a host's memory, buffers of communicators or a workspace; else
/// only if it is `asked` for.
[[nodiscard]] MemoryAnswer memoryAnswer(const Evaluation& evaluation, bool asked, const CancelToken& cancel);
/// {"fits", "rank", "peak", "limit", …, "answer"}; empty for none.
[[nodiscard]] std::string memoryFitJson(const std::optional<MemoryFit>& fit);
inline constexpr std::size_t kMostActionsTried = 1'000'000;

} // namespace bubblescope

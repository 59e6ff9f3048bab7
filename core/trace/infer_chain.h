// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/infer_passes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Stage and microbatch of a forward.
struct InferredPlace
{
    std::uint32_t stage = 0;
    std::uint32_t microbatch = 0;
    /// Of profiles that mark off no steps: how often the first stage was without work before it.
    std::uint32_t round = 0;
};

/// A message of one step as inference follows it.
struct ChainMessage
{
    Nanoseconds time = 0;
    std::string group;                 ///< the same on both sides
    std::optional<std::uint32_t> peer; ///< position in the chain
    bool isSend = false;
};

/// One rank of a pipeline in one step.
struct ChainRank
{
    bool isKnown = false;                  ///< a file has it
    std::vector<InferredForward> forwards; ///< by start
    std::vector<ChainMessage> messages;    ///< by time
};

/// Where the forwards of each rank are, and how many messages say so.
struct ChainPlaces
{
    std::vector<std::vector<InferredPlace>> ofRank; ///< of each forward
    std::size_t messages = 0;
    std::uint32_t stages = 0;
};

/// Follows the messages of one step through a pipeline whose ranks are in their order: the k-th send from a
/// rank to another is the k-th receive there. A forward that receives nothing is of stage 0 and its place
/// there is the microbatch; one that receives from stage s is of stage s + 1. Nothing unless every rank is
/// known, all have as many forwards, every stage is of one rank and runs every microbatch once, and no
/// message is left over. `hasRounds`: begins a new round where the first stage has had every backward. O(n
/// log n).
[[nodiscard]] std::optional<ChainPlaces> followChain(const std::vector<ChainRank>& ranks, bool hasRounds);

/// The schedule of which each known rank runs the kinds in its order; tried are 1F1B, GPipe, interleaved
/// 1F1B and looped BFS, or where backwards are split interleaved zero-bubble, ZBV and DualPipeV. What the
/// ranks send must agree with it, and what an action needs must be asked for before it starts. Nothing where
/// there is none. Where the schedule splits a backward of stage
/// 0, which has no input gradient to make, its one pass becomes W behind an I of no length. Each order that
/// is made takes its forwards off `budget`; nothing more is tried without.
struct KindsMatch
{
    std::string schedule; ///< as a request: "interleaved-1f1b:stages-per-rank=2"
    std::vector<std::vector<InferredPlace>> ofRank;
    std::uint32_t stages = 0;
};
[[nodiscard]] std::optional<KindsMatch> matchKinds(std::vector<ChainRank>& ranks, std::size_t& budget);

/// One action of a rank, by start: a forward or one of its backwards.
struct ChainAction
{
    Nanoseconds start = 0;
    ActionKind kind = ActionKind::Forward;
    std::uint32_t forward = 0; ///< index into ChainRank::forwards
};
[[nodiscard]] std::vector<ChainAction> chainActions(const ChainRank& rank);

} // namespace bubblescope

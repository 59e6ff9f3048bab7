// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

namespace bubblescope {

/// Huang et al., "GPipe" (2019).
[[nodiscard]] ScheduleDefinition gpipeDefinition();
/// Narayanan et al., "PipeDream" (2019) and PipeDream-Flush (2021).
[[nodiscard]] ScheduleDefinition oneForwardOneBackwardDefinition();
/// Zhuang et al., "On Optimizing the Communication of Model Parallelism" (2023), as Alpa orders it.
[[nodiscard]] ScheduleDefinition eagerOneForwardOneBackwardDefinition();
/// Sun et al., "Seq1F1B" (2024), as sail-sg's zero-bubble schedulers order it.
[[nodiscard]] ScheduleDefinition sequenceSplitDefinition();
/// 1F1B in blocks of a forward and a backward, of PP-Schedule-Visualization.
[[nodiscard]] ScheduleDefinition overlappedOneForwardOneBackwardDefinition();
/// Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM"
/// (2021).
[[nodiscard]] ScheduleDefinition interleavedDefinition();
/// Interleaved 1F1B in blocks of a forward and a backward, of PP-Schedule-Visualization.
[[nodiscard]] ScheduleDefinition overlappedInterleavedDefinition();
/// The interleaved order of Megatron-Core with groups of any size, and its combined 1F1B.
[[nodiscard]] ScheduleDefinition megatronInterleavedDefinition();
/// Lamy-Poirier, "Breadth-First Pipeline Parallelism" (2022).
[[nodiscard]] ScheduleDefinition loopedBreadthFirstDefinition();
/// PyTorch's interleaved order with the split backward of Qi et al., "Zero Bubble Pipeline Parallelism"
/// (2023).
[[nodiscard]] ScheduleDefinition interleavedZeroBubbleDefinition();
/// Qi et al., "Zero Bubble Pipeline Parallelism" (2023), Section 6, as PyTorch orders it.
[[nodiscard]] ScheduleDefinition zbvDefinition();
/// The V-shaped half of DeepSeek's DualPipe (2025), as PyTorch orders it.
[[nodiscard]] ScheduleDefinition dualPipeVDefinition();
/// DeepSeek's bidirectional DualPipe (2025).
[[nodiscard]] ScheduleDefinition dualPipeDefinition();
/// Li and Hoefler, "Chimera: Efficiently Training Large-Scale Neural Networks with Bidirectional Pipelines"
/// (2021).
[[nodiscard]] ScheduleDefinition chimeraDefinition();
/// Liu et al., "Hanayo: Harnessing Wave-like Pipeline Parallelism" (2023).
[[nodiscard]] ScheduleDefinition hanayoDefinition();
/// The hand-made ZB-H2 of Qi et al., "Zero Bubble Pipeline Parallelism" (2023).
[[nodiscard]] ScheduleDefinition zeroBubbleH2Definition();
/// Qi et al., "Zero Bubble Pipeline Parallelism" (2023), as the branch zb-h1-quick-start of its project
/// orders it.
[[nodiscard]] ScheduleDefinition zbH1Definition();
/// Qi et al., "Zero Bubble Pipeline Parallelism" (2023): the greedy search of its project.
[[nodiscard]] ScheduleDefinition zbAutoDefinition();
/// Qi et al., "Zero Bubble Pipeline Parallelism" (2023), Section 6: ZBV as its project wrote it by hand.
[[nodiscard]] ScheduleDefinition zbvHandcraftedDefinition();
/// Qi et al., "Zero Bubble Pipeline Parallelism" (2023), Section 6: the greedy search of its project for ZBV.
[[nodiscard]] ScheduleDefinition zbvAutoDefinition();
/// The interleaved order with groups of any size of the zero-bubble project.
[[nodiscard]] ScheduleDefinition groupInterleavedDefinition();
/// Qi et al., "Pipeline Parallelism with Controllable Memory" (2024): V-Min.
[[nodiscard]] ScheduleDefinition vMinDefinition();
/// The same paper's V-Half.
[[nodiscard]] ScheduleDefinition vHalfDefinition();
/// The same project's 1F1B on a V.
[[nodiscard]] ScheduleDefinition vOneForwardOneBackwardDefinition();
/// The same project's search for building blocks on a V.
[[nodiscard]] ScheduleDefinition vAdaptiveDefinition();

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Dimension of the mesh that a process group is of, by its description: "pp" of "mesh_pp", "pipeline" and
/// "PIPELINE_MODEL_PARALLEL_GROUP"; empty of a group that is none ("default_pg", "EMBEDDING_GROUP").
[[nodiscard]] std::string meshAxisOf(std::string_view description);

/// Whether a dimension is known and not the pipeline's.
[[nodiscard]] bool isOtherThanPipeline(const std::string& axis);

/// The pipeline's group that a global rank is in, or null.
[[nodiscard]] const ProcessGroup* pipelineGroupOf(const TraceFile& file, std::uint32_t globalRank);

/// The dimensions that the process groups of all files show, from data to expert parallelism, each with all
/// groups that are known. O(members).
[[nodiscard]] std::vector<MeshAxis> meshOf(const std::vector<TraceFile>& files);

/// Ranks of a pipeline: the size of its dimension, else what the others leave of the run's processes. Nothing
/// where the files do not say it.
[[nodiscard]] std::optional<std::uint32_t> pipelineSizeOf(const std::vector<TraceFile>& files);

/// "DP 2 × TP 4 × PP 8": context parallelism only where there is some, and nothing that others are part of.
[[nodiscard]] std::string meshText(const std::vector<MeshAxis>& mesh);

} // namespace bubblescope

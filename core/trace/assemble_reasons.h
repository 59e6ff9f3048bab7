// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_labels.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Why no file has a pipeline action, in one sentence: phases alone, labels that had to be left out, ranks
/// that send without labels, or nothing that is known; what to do about it, where something can be done.
[[nodiscard]] std::string whyNoActions(const std::vector<TraceFile>& files,
                                       const std::vector<FileLabels>& labels, bool hasPatterns);

/// A warning for each pattern that found nothing in the files, with the reason. O(records) and one match for
/// each different name and pattern.
void tellPatterns(const std::vector<TraceFile>& files, const std::vector<NamePattern>& patterns,
                  std::vector<std::string>& warnings, const CancelToken& cancel);

} // namespace bubblescope

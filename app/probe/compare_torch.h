// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/probe/options.h"
#include "probe/plan/torch_comparison.h"

namespace bubblescope::probe {

/// How a comparison ended: exit, an error's code and words, or what to print and to write.
struct ComparisonOutcome
{
    Exit exit = Exit::Written;
    std::string code, message;
    std::string text, json;
};
/// Times the model with PyTorch in a process of its own, then with the probe: both frameworks, or the one
/// that was asked for. Requires a checked model in the request.
[[nodiscard]] ComparisonOutcome compareTorch(const ProgramOptions& options, const CancelToken& cancel);

} // namespace bubblescope::probe

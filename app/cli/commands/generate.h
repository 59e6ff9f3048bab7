// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/input.h"

namespace bubblescope::cli {

struct GenerateCommandOptions
{
    InputOptions input;
    std::string output;
    std::vector<std::string> passes;
    bool padded = false;
    bool spaced = false;
};

/// Whether its document holds the rows, not what makes them.
[[nodiscard]] bool isWrittenAsRows(const GenerateCommandOptions& options);
void addGenerateOptions(CLI::App& command, GenerateCommandOptions& options);
/// INPUT, with a generator's bubbles where they are asked for.
[[nodiscard]] Result<Input> loadToGenerate(const GenerateCommandOptions& options,
                                           const Environment& environment);
/// Its order, spaced and lowered as asked.
[[nodiscard]] Result<SchedulePtr> orderFor(const GenerateCommandOptions& options, const Input& input,
                                           const CancelToken& cancel);

} // namespace bubblescope::cli

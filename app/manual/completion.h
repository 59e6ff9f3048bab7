// SPDX-License-Identifier: Apache-2.0
// Scripts that complete a program's commands, options and the words that its options take. Each is a whole
// file, and calls nothing that its shell does not bring along.
#pragma once

#include "app/manual/option_table.h"

namespace bubblescope::manual {

[[nodiscard]] std::string bashCompletion(const CommandTable& program);
[[nodiscard]] std::string zshCompletion(const CommandTable& program);
[[nodiscard]] std::string fishCompletion(const CommandTable& program);

/// The head of each file; `marker` begins a comment's line.
[[nodiscard]] std::string completionHead(const std::string& program, const std::string& shell);
/// Between single quotes of bash and zsh.
[[nodiscard]] std::string shellQuoted(const std::string& text);
/// The first line of a help text, shortened to what a list has room for.
[[nodiscard]] std::string shortHelp(const OptionRow& row);
/// As part of a name of a function: "bubblescope_cli".
[[nodiscard]] std::string functionName(const std::string& program);

} // namespace bubblescope::manual

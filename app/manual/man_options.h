// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/manual/option_table.h"

namespace bubblescope::manual {

/// `text` as text of roff: no character of it is an instruction, whatever it begins with.
[[nodiscard]] std::string forRoff(const std::string& text);

/// The parts OPTIONS and, of a program with commands, COMMANDS of its manual page. Groups that several
/// commands share occur once, after the commands, which name them.
[[nodiscard]] std::string optionsAsMan(const CommandTable& program);

} // namespace bubblescope::manual

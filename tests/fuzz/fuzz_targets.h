// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// Gives bytes to a parser and checks what must hold whatever they are: an error can be shown, and what was
/// read is read again from its own text. Ends the program if it does not.
using FuzzTarget = void (*)(std::string_view bytes);

/// "csv", "document", "costs", "calibration", "names", "name_patterns", "nsight", "chrome", "inflate",
/// "assembly", "protocol", "model", "sweep", "primus" or "timeline"; nullptr for another name.
[[nodiscard]] FuzzTarget fuzzTarget(std::string_view name);

// The targets of sources of their own.

/// Profiles as the readers may give them, of which a run is made. A line each:
///   file 1             the next profile, of global rank 1 ("-": it does not say)
///   host node0         and that its times count from the epoch
///   group mesh_pp 0 1  a process group
///   R 0 1000 500 0 PP:0F0   a record: kind (R range, K kernel, C copy, L launch, M communication), row,
///   start,
///                           length (ns), correlation, name; of K behind a "|" its label
///   pattern EXPRESSION, step 3, plain, rank 1   the options; "rank" is that of this file
void fuzzAssembly(std::string_view bytes);
/// The text of a Chrome trace: read whole and in the smallest slices, strictly and with what stands before a
/// damage; all must agree.
void fuzzChrome(std::string_view bytes);
/// The same of a gzip stream.
void fuzzInflate(std::string_view bytes);
/// Each line is a record's name.
void fuzzNames(std::string_view bytes);
/// The first line is a user's pattern, the others are names.
void fuzzNamePattern(std::string_view bytes);
/// The bytes of an SQLite database, read strictly and with what stands before a damage.
void fuzzNsight(std::string_view bytes);
/// The times of a pp_rank_N.json, read strictly and with what stands before a damage.
void fuzzPrimus(std::string_view bytes);
/// What a probe writes on its standard output: read whole and in pieces, which must agree.
void fuzzProtocol(std::string_view bytes);
/// A model file; one that is read says the same again, and one that is admissible can be counted.
void fuzzModel(std::string_view bytes);
/// The file of a sweep that is gone on with, as CSV and as JSON lines.
void fuzzSweep(std::string_view bytes);

} // namespace bubblescope::test

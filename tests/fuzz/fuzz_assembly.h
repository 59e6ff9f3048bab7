// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace bubblescope::test {

/// Profiles as the readers may give them, of which a run is made. A line each:
///   file 1             the next profile, of global rank 1 ("-": it does not say)
///   host node0         and that its times count from the epoch
///   group mesh_pp 0 1  a process group
///   R 0 1000 500 0 PP:0F0   a record: kind (R range, K kernel, C copy, L launch, M communication), row,
///   start,
///                           length (ns), correlation, name; of K behind a "|" its label
///   pattern EXPRESSION, step 3, plain, rank 1   the options; "rank" is that of this file
void fuzzAssembly(std::string_view bytes);

} // namespace bubblescope::test

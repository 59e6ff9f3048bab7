// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope {

struct Assembly;

/// Where no file has a label (or only Python frames, which name no stage), and ranks send to each other:
/// finds forwards and backwards by autograd and their stages and microbatches by the messages, and writes
/// them to Assembly::labels like labels (docs/profiles.md, "Without labels"). Claims nothing unless the
/// messages are within a group that is a pipeline by its name, or by who sends to whom, and all ranks of it
/// have as many forwards. O(n log n).
void inferLabels(Assembly& a);

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/trial_list.h"

namespace bubblescope::search {

/// The layers of the stages of a candidate's order after moving single ones for as long as its step becomes
/// shorter, then more even: from splitLayers(), which looks at the slowest rank alone, for any placement.
/// Like there every stage keeps a layer, but for the first and the last. Requires a problem whose layers are
/// split. Deterministic.
[[nodiscard]] std::vector<std::uint32_t> layersByTime(const Candidate& candidate,
                                                      const SearchProblem& problem, GroupCosts& costs,
                                                      const CancelToken& cancel);

/// Splits the layers of the groups that are fastest by time and times their trials again. A group whose best
/// order does not become faster stays as it was.
void splitByTime(TrialList& list, const SearchProblem& problem, GroupCosts& costs, unsigned threads,
                 const CancelToken& cancel);

} // namespace bubblescope::search

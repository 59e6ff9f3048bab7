// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/search.h"

#include <string>

namespace bubblescope::cli {

/// What is reported of a search beside its result.
struct SearchReport
{
    const SearchProblem& problem;
    const SearchResult& result; ///< with a best schedule
};

/// The best candidates as a table, the found schedule's figures, the bound and where it comes from.
[[nodiscard]] std::string searchText(const SearchReport& report);
/// The scalar metrics of `simulate --json`, then bound, gap, origin, request, iterations and candidates.
[[nodiscard]] std::string searchJson(const SearchReport& report);

/// Why nothing fits, and the least memory of all that was tried.
[[nodiscard]] std::string nothingFitsText(const SearchProblem& problem, const SearchResult& result);

} // namespace bubblescope::cli

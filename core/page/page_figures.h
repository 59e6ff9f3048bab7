// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/page/page.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Text as it stands in HTML and in quoted attributes of it.
[[nodiscard]] std::string escaped(std::string_view text);

/// The four figures that the window shows above the timeline, as a list of HTML.
[[nodiscard]] std::string figureStrip(const PageSide& side, const Wording& wording);
/// The same of several sides, a row each, with how they differ from the first.
[[nodiscard]] std::string comparisonStrip(const Page& page);
/// The figures of a page's schedules as tables of HTML: each as people read it, and beside it the number that
/// `simulate --json` prints; of sides behind the first how it differs. Then those of every rank, and where
/// the idle time comes from.
[[nodiscard]] std::string figureTables(const Page& page);

} // namespace bubblescope

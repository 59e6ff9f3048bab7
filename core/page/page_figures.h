// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/page/page.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// Text as it stands in HTML and in quoted attributes of it.
[[nodiscard]] std::string escaped(std::string_view text);

/// The figures of a page's schedules as tables of HTML: each as people read it, and beside it the number that
/// `simulate --json` prints. Then those of every rank, and where the idle time comes from.
/// The four figures that the window shows above the timeline, as a list of HTML.
[[nodiscard]] std::string figureStrip(const PageSide& side);
[[nodiscard]] std::string figureTables(const Page& page);

} // namespace bubblescope

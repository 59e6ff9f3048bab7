// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace bubblescope {

/// The files of resources/page, as they are there. In the HTML "{{name}}" stands for what a page has in that
/// place.
extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::span<const std::string_view> kPageScripts; ///< one after the other

} // namespace bubblescope

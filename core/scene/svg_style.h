// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <map>

namespace bubblescope {

/// At most two decimals, no trailing zeros, no leading zero: "12.5", ".25", "-3".
[[nodiscard]] std::string svgNumber(double value, int decimals = 2);
/// Text that may be in XML; bytes that are no UTF-8 and control characters become "?".
[[nodiscard]] std::string xmlText(std::string_view text);

/// What lies under the whole picture, unless it is transparent.
[[nodiscard]] Rgb pageColor(const Scene& scene, const Theme& theme);

/// The classes that an SVG uses, and what they mean in a theme.
class SvgStyle
{
public:
    /// "F", "B1" (second chunk), "O", …; used from now on.
    std::string fillClass(const Fill& fill);
    /// "sF": a line of one pixel in that color.
    std::string lineClass(const Fill& fill);
    /// "tF": text on that fill; "t" and "q": text and quiet text.
    std::string textClass(const SceneText& text);
    /// Rules for all classes used so far, by name.
    [[nodiscard]] std::string rules(const Theme& theme) const;

private:
    std::map<std::string, Fill> m_fills;
    std::map<std::string, Fill> m_lines;
    std::map<std::string, Fill> m_textOn;
    std::map<std::string, Role> m_texts;
};

} // namespace bubblescope

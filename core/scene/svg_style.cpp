// SPDX-License-Identifier: Apache-2.0
#include "core/scene/svg_style.h"

#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, kRoleCount> kClassNames{
    "window", "panel", "hair",     "t",     "q",  "accent", "F",  "I",  "W",  "B",  "O",  "C",  "S",
    "idle",   "hatch", "critical", "ghost", "M",  "Mb",     "Ml", "Mo", "P",  "R",  "Vs", "Vt", "Xd",
    "Xc",     "Ho",    "Hl",       "Mp",    "Ms", "Mc",     "Mw", "Mg", "Mk", "Mr", "Mf", "Mh"};

std::string className(const Fill& fill)
{
    std::string name(kClassNames[static_cast<std::size_t>(fill.role)]);
    if (fill.chunk > 0)
        name += std::to_string(fill.chunk);
    return fill.mark ? name + "k" : name;
}

std::string hex(Rgb color)
{
    return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

/// Length of the UTF-8 sequence that begins at `at`, 0 if there is none.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (at + length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80U)
            return 0;
    return length;
}

} // namespace

std::string svgNumber(double value, int decimals)
{
    std::string text = fmt::format("{:.{}f}", value, decimals);
    while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) {
        const bool point = text.back() == '.';
        text.pop_back();
        if (point)
            break;
    }
    if (text == "-0")
        return "0";
    const std::size_t digits = text.front() == '-' ? 1 : 0;
    if (text.compare(digits, 2, "0.") == 0)
        text.erase(digits, 1);
    return text;
}

std::string xmlText(std::string_view text)
{
    std::string escaped;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceLength(text, at);
        const char c = text[at];
        if (length == 0 || (length == 1 && static_cast<unsigned char>(c) < 0x20))
            escaped += '?';
        else if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else
            escaped += text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return escaped;
}

Rgb pageColor(const Scene& scene, const Theme& theme)
{
    return scene.whitePage ? Rgb{255, 255, 255} : theme.color(Role::Window);
}

std::string SvgStyle::fillClass(const Fill& fill)
{
    std::string name = className(fill);
    m_fills.emplace(name, fill);
    return name;
}

std::string SvgStyle::lineClass(const Fill& fill)
{
    std::string name = fmt::format("s{}", className(fill));
    m_lines.emplace(name, fill);
    return name;
}

std::string SvgStyle::textClass(const SceneText& text)
{
    if (text.onFill) {
        std::string name = fmt::format("t{}", className(text.fill));
        m_textOn.emplace(name, text.fill);
        return name;
    }
    std::string name = className({text.color});
    m_texts.emplace(name, text.color);
    return name;
}

std::string SvgStyle::rules(const Theme& theme) const
{
    std::string css;
    for (const auto& [name, fill] : m_fills)
        css += fmt::format(".{}{{fill:{}}}", name, hex(theme.color(fill)));
    for (const auto& [name, fill] : m_lines)
        css += fmt::format(".{}{{stroke:{}}}", name, hex(theme.color(fill)));
    for (const auto& [name, fill] : m_textOn)
        css += fmt::format(".{}{{fill:{}}}", name, hex(theme.textOn(fill)));
    for (const auto& [name, role] : m_texts)
        css += fmt::format(".{}{{fill:{}}}", name, hex(theme.color(role)));
    return css;
}

} // namespace bubblescope

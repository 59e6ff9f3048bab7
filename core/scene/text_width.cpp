// SPDX-License-Identifier: Apache-2.0
#include "core/scene/text_width.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::size_t kAsciiCount = 95; // U+0020 to U+007E

/// Advances of Inter 4 in thousandths of the size; every digit has the widest digit's.
struct Advances
{
    std::array<std::uint16_t, kAsciiCount> ascii;
    std::array<std::uint16_t, 10> marks; // as in kMarks
    std::uint16_t digit;
};
constexpr std::array<char32_t, 10> kMarks{U'·', U'–', U'…', U'×', U'→', U'—', U'−', U'Δ', U'≥', U'≤'};

constexpr Advances kRegular{
    {281, 278, 403, 631, 638, 813, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, //
     642, 642, 642, 642, 642, 642, 642, 642, 642, 642, 276, 280, 659, 659, 659, 507, //
     936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 563, 889, 753, 761, //
     635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, //
     497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, //
     609, 609, 372, 523, 364, 581, 557, 813, 540, 557, 541, 362, 327, 362, 659},
    {276, 500, 821, 659, 955, 1000, 659, 676, 659, 659},
    642};
constexpr Advances kSemiBold{
    {248, 309, 396, 643, 649, 844, 663, 213,  393, 393, 543, 673, 295, 466, 290, 379, //
     667, 667, 667, 667, 667, 667, 667, 667,  667, 667, 290, 295, 673, 673, 673, 544, //
     999, 724, 657, 744, 724, 608, 586, 755,  744, 275, 561, 677, 566, 906, 741, 775, //
     643, 776, 651, 649, 660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468, //
     497, 575, 630, 577, 630, 593, 377, 625,  613, 261, 261, 569, 261, 898, 610, 608, //
     625, 625, 397, 549, 380, 608, 576, 837,  563, 576, 562, 393, 358, 393, 673},
    {290, 500, 806, 673, 955, 1000, 673, 724, 673, 673},
    667};

/// The character that begins at `at` and how many bytes it takes; a stray byte counts as one character.
struct Character
{
    char32_t code = 0;
    std::size_t bytes = 1;
};
Character characterAt(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes == 1 || at + bytes > text.size())
        return {lead, 1};
    char32_t code = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i)
        code = code << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    return {code, bytes};
}

unsigned advanceOf(char32_t code, const Advances& table)
{
    if (code >= 0x20 && code < 0x20 + kAsciiCount)
        return table.ascii[code - 0x20];
    const auto* const mark = std::find(kMarks.begin(), kMarks.end(), code);
    return mark != kMarks.end() ? table.marks[static_cast<std::size_t>(mark - kMarks.begin())] : table.digit;
}

} // namespace

double textWidth(std::string_view utf8, double size, bool bold)
{
    const Advances& table = bold ? kSemiBold : kRegular;
    unsigned long thousandths = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const Character character = characterAt(utf8, at);
        thousandths += advanceOf(character.code, table);
        at += character.bytes;
    }
    return static_cast<double>(thousandths) * size / 1000;
}

namespace {

/// Of the longest begin that fits, at least one character.
std::size_t fittingBytes(std::string_view utf8, double maxWidth, double size, bool bold)
{
    std::size_t end = 0;
    do {
        const std::size_t next = end + characterAt(utf8, end).bytes;
        if (end > 0 && textWidth(utf8.substr(0, next), size, bold) > maxWidth)
            break;
        end = next;
    } while (end < utf8.size());
    return end;
}

} // namespace

std::vector<std::string> wrapped(std::string_view utf8, double maxWidth, double size, bool bold)
{
    constexpr std::string_view kPart = " · ";
    std::vector<std::string> lines(1);
    // Parts that stand together stay together where they can.
    const auto add = [&](std::string_view part, std::string_view between) {
        std::string& line = lines.back();
        const std::string longer =
            line.empty() ? std::string(part) : fmt::format("{}{}{}", line, between, part);
        if (line.empty() || textWidth(longer, size, bold) <= maxWidth)
            line = longer;
        else
            lines.emplace_back(part);
    };
    while (!utf8.empty()) {
        const std::size_t end = std::min(utf8.find(kPart), utf8.size());
        std::string_view part = utf8.substr(0, end);
        utf8.remove_prefix(std::min(utf8.size(), end + kPart.size()));
        if (textWidth(part, size, bold) <= maxWidth) {
            add(part, kPart);
            continue;
        }
        for (bool isFirst = true; !part.empty(); isFirst = false) {
            std::string_view word = part.substr(0, std::min(part.find(' '), part.size()));
            part.remove_prefix(std::min(part.size(), word.size() + 1));
            const std::string_view between = isFirst ? kPart : std::string_view(" ");
            // A word too long for a line goes on in the next.
            while (textWidth(word, size, bold) > maxWidth) {
                const std::string_view begin = word.substr(0, fittingBytes(word, maxWidth, size, bold));
                add(begin, between);
                word.remove_prefix(begin.size());
            }
            add(word, between);
        }
    }
    return lines;
}

double sizeToFit(std::string_view utf8, double maxWidth, double size, double least, bool bold)
{
    const double width = textWidth(utf8, size, bold);
    return width <= maxWidth || !(width > 0) ? size
                                             : std::max(least, std::floor(size * maxWidth / width * 10) / 10);
}

std::string shortened(std::string_view utf8, double maxWidth, double size, bool bold)
{
    if (textWidth(utf8, size, bold) <= maxWidth)
        return std::string(utf8);
    constexpr std::string_view kEllipsis = "…";
    const double room = maxWidth - textWidth(kEllipsis, size, bold);
    if (room < 0)
        return {};
    std::size_t end = 0;
    while (end < utf8.size()) {
        const std::size_t next = end + characterAt(utf8, end).bytes;
        if (textWidth(utf8.substr(0, next), size, bold) > room)
            break;
        end = next;
    }
    while (end > 0 && utf8[end - 1] == ' ')
        --end;
    return end > 0 ? std::string(utf8.substr(0, end)).append(kEllipsis) : std::string();
}

} // namespace bubblescope

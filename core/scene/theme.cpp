// SPDX-License-Identifier: Apache-2.0
#include "core/scene/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, kThemeCount> kThemeNames{
    "light", "dark", "colorblind", "print", "colorblind-dark", "contrast", "contrast-dark"};

constexpr Rgb hex(std::uint32_t rgb)
{
    return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U),
            static_cast<std::uint8_t>(rgb)};
}

using Colors = std::array<Rgb, kRoleCount>;
// In the order of Role.
constexpr Colors kLight{hex(0xf6f7f9), hex(0xffffff), hex(0xdfe3e8), hex(0x1d2733), hex(0x66717f),
                        hex(0x2f6fed), hex(0x3b78d8), hex(0x1f9e9a), hex(0x4d9b45), hex(0xe8893a),
                        hex(0x8a5bc7), hex(0x7b8794), hex(0xb58a2e), hex(0xf0f2f5), hex(0xdde2e8),
                        hex(0xd64545), hex(0xcbd2da), hex(0xd9e4f8), hex(0xa6c1ee), hex(0x4f84dc),
                        hex(0xf0b4b4), hex(0x2f4358), hex(0xa3195b), hex(0x001b55), hex(0x1c5f21),
                        hex(0x4a148c), hex(0x9a239b), hex(0x583b31), hex(0xbf726d)};
constexpr Colors kDark{hex(0x15181d), hex(0x1c2026), hex(0x2c323b), hex(0xdfe5ec), hex(0x8e99a8),
                       hex(0x6ea0ff), hex(0x5b93e8), hex(0x3cb8b3), hex(0x66b35d), hex(0xf0a05a),
                       hex(0xa67fe0), hex(0x93a0ae), hex(0xd1a84a), hex(0x20252c), hex(0x2c333d),
                       hex(0xef6a6a), hex(0x434c58), hex(0x2a4066), hex(0x446aa6), hex(0x5b8fdf),
                       hex(0x8a4148), hex(0xd9e86a), hex(0xe86aa8), hex(0xa1c2fc), hex(0xccf5b5),
                       hex(0x8a50d4), hex(0xe0c7ec), hex(0x9b6b45), hex(0xe7c1b0)};
// Searched for: 3:1 and more against the ground, 1.3:1 and more between any two classes, and as far apart as
// can be as people without red, green or blue cones see them (scene_palette_test measures it).
constexpr Colors kColorBlind{hex(0xf6f7f9), hex(0xffffff), hex(0xdfe3e8), hex(0x1d2733), hex(0x5c6773),
                             hex(0x005dab), hex(0x005dab), hex(0x009d7d), hex(0x3b4900), hex(0xb85b00),
                             hex(0x410e51), hex(0x76828e), hex(0x8a3ffc), hex(0xf0f2f5), hex(0xdde2e8),
                             hex(0xc2004f), hex(0xcbd2da), hex(0xd3e5f0), hex(0x8fbfdb), hex(0x2a83b8),
                             hex(0xf2c6a2), hex(0x3c00a0), hex(0x641e3c), hex(0x143776), hex(0x0c7856),
                             hex(0x4a138a), hex(0xc258dc), hex(0x5d3f33), hex(0xb47d57)};
constexpr Colors kColorBlindDark{hex(0x15181d), hex(0x1c2026), hex(0x2c323b), hex(0xdfe5ec), hex(0x8e99a8),
                                 hex(0x5fb0f5), hex(0x138ae5), hex(0x0ab68b), hex(0xf7ed5f), hex(0xffa722),
                                 hex(0xb43cb4), hex(0xcad0d7), hex(0x8f7424), hex(0x20252c), hex(0x2c333d),
                                 hex(0xff4d4d), hex(0x434c58), hex(0x1f3f5c), hex(0x33658f), hex(0x3d93d0),
                                 hex(0x8a4a2e), hex(0x8c3cff), hex(0xe664b4), hex(0xa4c2f7), hex(0xc5f0b5),
                                 hex(0x7555e3), hex(0xb7a4ff), hex(0x9d635b), hex(0xe2c2b4)};
// The same fills on white and on black, with lines and quiet words that are hard to miss.
constexpr Colors kContrast{hex(0xffffff), hex(0xffffff), hex(0x767f8a), hex(0x000000), hex(0x2b333d),
                           hex(0x0047b3), hex(0x005dab), hex(0x009d7d), hex(0x3b4900), hex(0xb85b00),
                           hex(0x410e51), hex(0x76828e), hex(0x8a3ffc), hex(0xf6f7f9), hex(0xb4bcc6),
                           hex(0xb00045), hex(0xb9c1ca), hex(0xd3e5f0), hex(0x8fbfdb), hex(0x005a9e),
                           hex(0xe08a5a), hex(0x3c00a0), hex(0x641e3c), hex(0x143776), hex(0x0c7856),
                           hex(0x4a138a), hex(0xc258dc), hex(0x5d3f33), hex(0xb47d57)};
constexpr Colors kContrastDark{hex(0x000000), hex(0x000000), hex(0x8e99a8), hex(0xffffff), hex(0xd5dbe2),
                               hex(0x8fc7ff), hex(0x138ae5), hex(0x0ab68b), hex(0xf7ed5f), hex(0xffa722),
                               hex(0xb43cb4), hex(0xcad0d7), hex(0x8f7424), hex(0x14171b), hex(0x4a525d),
                               hex(0xff5c5c), hex(0x4d5763), hex(0x12324d), hex(0x2f6ea3), hex(0x6fbdff),
                               hex(0xc45a3a), hex(0x8c28ff), hex(0xe664b4), hex(0xa4c2f7), hex(0xc5f0b5),
                               hex(0x7555e3), hex(0xb7a4ff), hex(0x9d635b), hex(0xe2c2b4)};
// Light enough apart in grey: overlap, F, I, B, W from dark to light.
constexpr Colors kPrint{hex(0xffffff), hex(0xffffff), hex(0xd5d9de), hex(0x101418), hex(0x505a66),
                        hex(0x1f4e9c), hex(0x2f62a8), hex(0x3f9c98), hex(0xcfe0a8), hex(0xf0ad62),
                        hex(0x4b2673), hex(0x6b7682), hex(0x8f6c1e), hex(0xffffff), hex(0xd3d8de),
                        hex(0xb3261e), hex(0xe2e5e9), hex(0xe6ebf2), hex(0xb4c3da), hex(0x4a70ab),
                        hex(0xe3a9a4), hex(0x500028), hex(0x8a1f52), hex(0x061b4e), hex(0x326e2e),
                        hex(0x41178d), hex(0xc8a5ea), hex(0x5b3e32), hex(0xd0b0a0)};

/// Of the parts of memory, on a light ground and on a dark one, in every theme: searched for as the
/// color-blind safe ones, 3:1 and more against the ground, and neighbors in the stack 1.28:1 and more against
/// each other.
using PartColors = std::array<Rgb, kMemoryPartCount>;
constexpr PartColors kPartsOnLight{hex(0x182c52), hex(0x7b4f9a), hex(0x6b786f), hex(0x75571f), hex(0xc96b19),
                                   hex(0x278245), hex(0x9b2f71), hex(0x4d63c9), hex(0x099c9b)};
constexpr PartColors kPartsOnDark{hex(0x9a92cc), hex(0x6d7edf), hex(0xa3b7cb), hex(0xa8864d), hex(0xdd8d32),
                                  hex(0x73c775), hex(0xe567a3), hex(0x63b2ff), hex(0x1f8a83)};

Rgb mixed(Rgb a, Rgb b, double shareOfB)
{
    const auto channel = [shareOfB](std::uint8_t x, std::uint8_t y) {
        return static_cast<std::uint8_t>(std::lround(x + (y - x) * shareOfB));
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

double luminance(Rgb color)
{
    const auto linear = [](std::uint8_t channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

constexpr Rgb kWhite{255, 255, 255};
constexpr Rgb kBlack{0, 0, 0};
constexpr Rgb kNearBlack{16, 20, 26};
constexpr double kReadable = 4.5;

Rgb readableOn(Rgb background)
{
    const double white = contrastRatio(kWhite, background);
    const double dark = contrastRatio(kNearBlack, background);
    if (std::max(white, dark) >= kReadable)
        return white > dark ? kWhite : kNearBlack;
    return white > contrastRatio(kBlack, background) ? kWhite : kBlack;
}

} // namespace

Result<ThemeName> themeFromName(std::string_view name)
{
    const auto* const found = std::find(kThemeNames.begin(), kThemeNames.end(), name);
    if (found == kThemeNames.end())
        return invalidInput({"scene.unknown-theme-light-dark",
                             "unknown theme '{name}'; the themes are light, dark, colorblind, print, "
                             "colorblind-dark, contrast and contrast-dark"},
                            name);
    return static_cast<ThemeName>(found - kThemeNames.begin());
}

Theme::Theme(ThemeName name, const std::array<Rgb, kRoleCount>& colors) : m_name(name), m_colors(colors)
{
    const PartColors& parts = isDark() ? kPartsOnDark : kPartsOnLight;
    std::copy(parts.begin(), parts.end(),
              m_colors.begin() + static_cast<std::ptrdiff_t>(Role::MemoryParameters));
    makeTones(kWhite, {0, 0.24, 0.40, 0.52});
}

void Theme::makeTones(Rgb tint, const std::array<double, kTones>& shares)
{
    for (std::size_t i = 0; i < m_fills.size(); ++i) {
        m_fills[i] = mixed(m_colors[i / kTones], tint, shares[i % kTones]);
        m_edges[i] = mixed(m_fills[i], kBlack, kEdgeShade);
        m_marks[i] = readableOn(m_fills[i]);
    }
}

const Theme& Theme::get(ThemeName name)
{
    static const std::array<Theme, kThemeCount> themes{
        Theme(ThemeName::Light, kLight),
        Theme(ThemeName::Dark, kDark),
        Theme(ThemeName::ColorBlind, kColorBlind),
        Theme(ThemeName::Print, kPrint),
        Theme(ThemeName::ColorBlindDark, kColorBlindDark),
        Theme(ThemeName::Contrast, kContrast),
        Theme(ThemeName::ContrastDark, kContrastDark),
    };
    return themes[static_cast<std::size_t>(name)];
}

Theme::Theme(const Theme& base, Rgb earlier, Rgb later, Rgb same, Rgb onlyHere, Rgb tint)
    : m_name(base.m_name)
    , m_colors(base.m_colors)
{
    const auto set = [this](Role role, Rgb color) { m_colors[static_cast<std::size_t>(role)] = color; };
    set(Role::Forward, earlier);
    set(Role::Backward, later);
    set(Role::Overlap, same);
    set(Role::BackwardInput, onlyHere);
    // Two levels either way, which have to be told apart far from each other.
    constexpr double kPale = 0.58;
    makeTones(tint, {0, kPale, kPale, kPale});
}

const Theme& Theme::difference(ThemeName name)
{
    static const auto light = [](ThemeName base) {
        return Theme(get(base), hex(0x1f5fae), hex(0xc4560a), hex(0xc3cad3), hex(0x5a6573), hex(0xf1f3f6));
    };
    static const auto dark = [](ThemeName base) {
        return Theme(get(base), hex(0x74b2ff), hex(0xffa552), hex(0x515b68), hex(0xa9b3bf), hex(0x20252c));
    };
    static const std::array<Theme, kThemeCount> themes{
        light(ThemeName::Light),      dark(ThemeName::Dark),           light(ThemeName::ColorBlind),
        light(ThemeName::Print),      dark(ThemeName::ColorBlindDark), light(ThemeName::Contrast),
        dark(ThemeName::ContrastDark)};
    return themes[static_cast<std::size_t>(name)];
}

bool Theme::isDark() const
{
    return luminance(color(Role::Text)) > luminance(color(Role::Window));
}

Rgb Theme::textOn(const Fill& fill) const
{
    return readableOn(color(fill));
}

double contrastRatio(Rgb a, Rgb b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Role roleOf(ActionKind kind)
{
    // A part that computes has the color of the whole.
    switch (isCompute(kind) ? wholeOf(kind) : kind) {
    case ActionKind::Bubble:
        return Role::Idle;
    case ActionKind::Forward:
        return Role::Forward;
    case ActionKind::BackwardInput:
        return Role::BackwardInput;
    case ActionKind::BackwardWeight:
        return Role::BackwardWeight;
    case ActionKind::Backward:
        return Role::Backward;
    case ActionKind::Recompute:
        return Role::Recompute;
    case ActionKind::VocabularyForward:
        return Role::VocabularyForward;
    case ActionKind::VocabularyBackward:
        return Role::VocabularyBackward;
    case ActionKind::Offload:
        return Role::Offload;
    case ActionKind::Reload:
        return Role::Reload;
    default:
        return isExchange(kind) ? (letterOf(kind) == 'D' ? Role::Dispatch : Role::Combine)
               : isTail(kind)   ? Role::StepPhase
               : isFsdp(kind)   ? Role::Fsdp
                                : Role::Communication;
    }
}

KindMark markOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::VocabularyForward:
        return KindMark::Top;
    case ActionKind::VocabularyBackward:
        return KindMark::Bottom;
    case ActionKind::Recompute:
        return KindMark::Left;
    default:
        return isPart(kind) && letterOf(kind) == 'E' ? KindMark::TopAndBottom : KindMark::None;
    }
}

char letterOf(ActionKind kind)
{
    const std::string_view part = textBehindMicrobatch(kind);
    if (part.empty())
        return kindText(kind).empty() ? ' ' : kindText(kind).front();
    constexpr char kToUpper = 'A' - 'a';
    return static_cast<char>(part[1] + kToUpper);
}

PhaseLook lookOf(StepPhase phase)
{
    // What goes over the replicas has bars; the same tones are never beside each other without them.
    constexpr std::array<PhaseLook, kStepPhaseCount> kLooks{{{3, KindMark::None, "head", "hd"},
                                                             {1, KindMark::Top, "gather", "ga"},
                                                             {1, KindMark::Bottom, "reduce", "re"},
                                                             {1, KindMark::TopAndBottom, "embedding", "em"},
                                                             {2, KindMark::None, "clip", "cl"},
                                                             {0, KindMark::None, "optimizer", "op"},
                                                             {1, KindMark::Top, "gather", "ga"},
                                                             {3, KindMark::None, "finish", "fi"}}};
    return kLooks[static_cast<std::size_t>(phase)];
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/scene/legend.h"

#include "core/scene/block_label.h"
#include "core/scene/text_width.h"

#include <span>

namespace bubblescope {

namespace {

constexpr double kSwatch = 12;
constexpr double kSwatchGap = 6;
constexpr double kPathMark = 3;
constexpr double kEntryGap = 24;
constexpr double kLegendTextSize = 12;

struct Meaning
{
    std::size_t stripFill;
    const char* text;
};
constexpr std::array<Meaning, 8> kMeanings{{
    {0, "F Forward"},
    {2, "I Backward input"},
    {4, "W Backward weight"},
    {6, "B Backward"},
    {8, "F+B Overlap"},
    {10, "Communication"},
    {11, "FSDP"},
    {12, "R Recompute"},
}};

/// Fills of sub-lanes: hidden ones are not drawn at all.
bool isOfSubLanes(std::size_t stripFillIndex)
{
    return stripFillIndex / 2 == static_cast<std::size_t>(FillClass::Other);
}

bool isUsed(unsigned inUse, std::size_t stripFillIndex)
{
    // Both tones of a class share its entry; communication and FSDP have one each.
    return isOfSubLanes(stripFillIndex) ? (inUse >> stripFillIndex & 1U) != 0
                                        : (inUse >> stripFillIndex & 3U) != 0;
}

double swatchWidth(const LegendEntry& entry)
{
    return entry.plain ? 0 : kSwatch + kSwatchGap;
}

void addSwatch(Scene& scene, const LegendEntry& entry, const RectF& swatch)
{
    if (entry.thick > 0)
        scene.rects.push_back({{swatch.x, swatch.y + swatch.height / 2, kSwatch, entry.thick}, entry.fill});
    else
        scene.rects.push_back({swatch, entry.fill, false, false, entry.hatched ? 0.0 : 2.0});
    if (entry.hatched)
        scene.rects.push_back({swatch, entry.fill, false, true});
    if (entry.tones) {
        const Fill lighter{entry.fill.role, 1};
        scene.rects.push_back(
            {{swatch.x + kSwatch / 2, swatch.y, kSwatch / 2, kSwatch}, lighter, false, false, 0});
    }
}

} // namespace

std::vector<LegendEntry> legendEntries(const LaneIndex& index, FillMask shown, double width,
                                       const LegendNotes& notes)
{
    std::vector<LegendEntry> entries;
    const unsigned inUse = index.stripFillsInUse();
    bool anyHidden = false;
    for (const auto& [fill, text] : notes.meanings)
        entries.push_back({fill, text});
    for (const Meaning& meaning :
         notes.meanings.empty() ? std::span<const Meaning>(kMeanings) : std::span<const Meaning>()) {
        if (!isUsed(inUse, meaning.stripFill))
            continue;
        if ((shown >> meaning.stripFill / 2 & 1U) != 0)
            entries.push_back({stripFill(meaning.stripFill), meaning.text});
        else
            anyHidden = anyHidden || !isOfSubLanes(meaning.stripFill);
    }
    constexpr unsigned kLaterChunks = 0b10000010101010;
    if ((inUse & kLaterChunks) != 0 && !entries.empty() && notes.meanings.empty())
        entries.push_back({entries.front().fill, "Lighter: later stage of the rank", true});
    if (!index.timeline().phases.empty())
        entries.push_back({{Role::StepPhase}, "Head and tail of the step"});
    if (anyHidden)
        entries.push_back({{Role::Ghost}, "Not shown"});
    entries.push_back({{Role::Idle}, "Idle", false, true});
    if (!notes.memoryLimit.empty())
        entries.push_back({{notes.limitLine}, "Memory limit " + notes.memoryLimit, false, false, 1});
    if (notes.pathShown)
        entries.push_back({{Role::CriticalPath}, "Critical path", false, false, kPathMark});
    if (!notes.parts.empty()) {
        entries.push_back({{Role::QuietText}, "Memory:"});
        entries.back().plain = true;
        entries.back().startsLine = true;
    }
    for (const auto& [role, text] : notes.parts)
        entries.push_back({{role}, text});
    const auto addWords = [&](const std::string& words) {
        for (const std::string& line : wrapped(words, width, kLegendTextSize)) {
            LegendEntry entry{{Role::QuietText}, line};
            entry.plain = true;
            entries.push_back(std::move(entry));
        }
    };
    if (!notes.overlay.empty())
        addWords("Thin lanes: " + notes.overlay);
    if (!notes.source.empty())
        addWords(notes.source);

    double x = 0;
    std::size_t line = 0;
    for (LegendEntry& entry : entries) {
        const double entryWidth = swatchWidth(entry) + textWidth(entry.text, kLegendTextSize);
        if (x > 0 && (entry.startsLine || x + entryWidth > width)) {
            x = 0;
            ++line;
        }
        entry.x = x;
        entry.line = line;
        x += entryWidth + kEntryGap;
    }
    return entries;
}

void addLegend(Scene& scene, const std::vector<LegendEntry>& entries, double x, double y)
{
    for (const LegendEntry& entry : entries) {
        const double top = y + static_cast<double>(entry.line) * kLegendLineHeight;
        if (!entry.plain)
            addSwatch(scene, entry, {x + entry.x, top + (kLegendLineHeight - kSwatch) / 2, kSwatch, kSwatch});
        scene.texts.push_back({x + entry.x + swatchWidth(entry),
                               centredBaseline(top, top + kLegendLineHeight, kLegendTextSize), entry.text,
                               kLegendTextSize, false, TextAlign::Left,
                               entry.plain ? Role::QuietText : Role::Text});
    }
}

} // namespace bubblescope

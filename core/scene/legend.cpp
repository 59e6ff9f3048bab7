// SPDX-License-Identifier: Apache-2.0
#include "core/scene/legend.h"

#include "core/scene/block_label.h"
#include "core/scene/block_marks.h"
#include "core/scene/text_width.h"

#include <algorithm>
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
    KindMark mark = KindMark::None;

    [[nodiscard]] FillClass fillClass() const { return static_cast<FillClass>(stripFill / 2); }
};
constexpr std::array<Meaning, 14> kMeanings{{
    {0, "F Forward"},
    {2, "I Backward input"},
    {4, "W Backward weight"},
    {6, "B Backward"},
    {8, "F+B Overlap"},
    {10, "Communication"},
    {11, "FSDP"},
    {12, "R Recompute", KindMark::Left},
    {14, "S Vocabulary forward", KindMark::Top},
    {15, "T Vocabulary backward", KindMark::Bottom},
    {16, "D Dispatch"},
    {17, "C Combine"},
    {18, "O Offload"},
    {19, "L Reload"},
}};

struct PhaseMeaning
{
    StepPhase phase;
    const char* text;
};
constexpr std::array<PhaseMeaning, 7> kPhaseMeanings{{
    {StepPhase::Head, "Head of the step"},
    {StepPhase::ReduceGradients, "Reduce gradients"},
    {StepPhase::TiedEmbedding, "Sum tied embedding"},
    {StepPhase::Clip, "Clip gradients"},
    {StepPhase::Optimizer, "Optimizer"},
    {StepPhase::GatherParameters, "Gather parameters"},
    {StepPhase::Finish, "Finish"},
}};

bool isUsed(std::uint32_t inUse, const Meaning& meaning)
{
    // Both tones of a class share its entry; two kinds have one each.
    return (inUse >> meaning.stripFill & (isOfTwoKinds(meaning.fillClass()) ? 1U : 3U)) != 0;
}

/// Those of an order that has the step's end are told apart.
void addPhases(std::vector<LegendEntry>& entries, const LaneIndex& index)
{
    const auto& phases = index.timeline().phases;
    if (phases.empty())
        return;
    if (!index.hasTailActions()) {
        entries.push_back({{Role::StepPhase}, "Head and tail of the step"});
        return;
    }
    std::array<bool, kStepPhaseCount> occurs{};
    for (const std::vector<PhaseSpan>& rank : phases)
        for (const PhaseSpan& span : rank)
            occurs[static_cast<std::size_t>(span.phase)] |= span.start < span.end;
    const auto uses = [&occurs](StepPhase phase) { return occurs[static_cast<std::size_t>(phase)]; };
    for (const PhaseMeaning& meaning : kPhaseMeanings) {
        const PhaseLook look = lookOf(meaning.phase);
        if (uses(meaning.phase) ||
            (meaning.phase == StepPhase::GatherParameters && uses(StepPhase::HeadGather)))
            entries.push_back({{Role::StepPhase, look.tone}, meaning.text, look.mark});
    }
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
    for (const RectF& bar : markBars(entry.mark, swatch))
        scene.rects.push_back({bar, markFill(entry.fill)});
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
    const std::uint32_t inUse = index.stripFillsInUse();
    bool anyHidden = false;
    for (const auto& [fill, text] : notes.meanings)
        entries.push_back({fill, text});
    for (const Meaning& meaning :
         notes.meanings.empty() ? std::span<const Meaning>(kMeanings) : std::span<const Meaning>()) {
        if (!isUsed(inUse, meaning))
            continue;
        const Fill fill = stripFill(meaning.stripFill);
        const bool isReduction = fill.role == Role::Fsdp && index.onlyReducesGradients();
        if (isShown(shown, meaning.fillClass()))
            entries.push_back({fill, isReduction ? "Reduce gradients" : meaning.text, meaning.mark});
        else
            anyHidden = anyHidden || !isOfSubLanes(meaning.fillClass());
    }
    if (notes.meanings.empty() && !entries.empty()) {
        const Fill first = entries.front().fill;
        if (index.hasParts())
            entries.push_back(
                {first, "E Experts of a block; A, its attention, has no bars", KindMark::TopAndBottom});
        if ((inUse & LaneIndex::kLaterChunks) != 0)
            entries.push_back({first, "Lighter: later stage of the rank", KindMark::None, true});
    }
    addPhases(entries, index);
    if (anyHidden)
        entries.push_back({{Role::Ghost}, "Not shown"});
    entries.push_back({{Role::Idle}, "Idle", KindMark::None, false, true});
    const auto addLine = [&entries](Role line, const std::string& text, double thick) {
        entries.push_back({{line}, text});
        entries.back().thick = thick;
    };
    if (!notes.memoryLimit.empty())
        addLine(notes.limitLine, "Memory limit " + notes.memoryLimit, 1);
    if (notes.pathShown)
        addLine(Role::CriticalPath, "Critical path", kPathMark);
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

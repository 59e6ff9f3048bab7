// SPDX-License-Identifier: Apache-2.0
#include "core/base/guarded.h"
#include "core/base/text_show.h"
#include "core/page/page_data.h"
#include "core/page/page_figures.h"
#include "core/page/page_parts.h"
#include "core/scene/theme.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace bubblescope {

namespace {

std::string hexOf(Rgb color)
{
    return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

constexpr std::array<std::pair<const char*, Role>, 7> kPageColors{{{"window", Role::Window},
                                                                   {"panel", Role::Panel},
                                                                   {"hairline", Role::Hairline},
                                                                   {"text", Role::Text},
                                                                   {"quiet", Role::QuietText},
                                                                   {"accent", Role::Accent},
                                                                   {"idle", Role::Idle}}};

std::string cssColors(const Theme& theme)
{
    std::string text;
    for (const auto& [name, role] : kPageColors)
        text += fmt::format("--{}:{};", name, hexOf(theme.color(role)));
    return text;
}

/// What the canvas is painted with: fills of lanes as stripFill() counts them, with their edges and the text
/// on them, and roles by name.
std::string paletteJson(const Theme& theme)
{
    std::string fills, edges, texts, phases;
    for (std::size_t i = 0; i < kStripFills; ++i) {
        const Fill fill = stripFill(i);
        const char* comma = i > 0 ? "," : "";
        fills += fmt::format("{}\"{}\"", comma, hexOf(theme.color(fill)));
        edges += fmt::format("{}\"{}\"", comma, hexOf(theme.color(Fill{fill.role, fill.chunk, true})));
        texts += fmt::format("{}\"{}\"", comma, hexOf(theme.textOn(fill)));
    }
    for (std::uint8_t tone = 0; tone < 4; ++tone)
        for (const bool isText : {false, true})
            phases += fmt::format("{}\"{}\"", phases.empty() ? "" : ",",
                                  hexOf(isText ? theme.textOn({Role::StepPhase, tone})
                                               : theme.color(Fill{Role::StepPhase, tone})));
    std::string roles;
    constexpr std::array<std::pair<const char*, Role>, 6> kMore{{{"hatch", Role::IdleHatch},
                                                                 {"path", Role::CriticalPath},
                                                                 {"ghost", Role::Ghost},
                                                                 {"memory", Role::Memory},
                                                                 {"memoryLine", Role::MemoryLine},
                                                                 {"phase", Role::StepPhase}}};
    for (const auto& [name, role] : kPageColors)
        roles += fmt::format(",\"{}\":\"{}\"", name, hexOf(theme.color(role)));
    for (const auto& [name, role] : kMore)
        roles += fmt::format(",\"{}\":\"{}\"", name, hexOf(theme.color(role)));
    return fmt::format(R"({{"fills":[{}],"edges":[{}],"texts":[{}],"phases":[{}]{}}})", fills, edges, texts,
                       phases, roles);
}

/// By their ids: tone, bars, labels.
std::string phasesJson()
{
    std::string text;
    for (std::size_t i = 0; i < kStepPhaseCount; ++i) {
        const auto phase = static_cast<StepPhase>(i);
        const PhaseLook look = lookOf(phase);
        text += fmt::format(R"({}"{}":[{},{},"{}","{}"])", i > 0 ? "," : "", stepPhaseId(phase), look.tone,
                            static_cast<int>(look.mark), look.label, look.shortLabel);
    }
    return "{" + text + "}";
}

/// What kinds are called, where and in what they are drawn; the same for all sides.
std::string kindsJson(const Wording& wording)
{
    std::string text;
    for (std::size_t k = 0; k < kActionKindCount; ++k) {
        const auto kind = static_cast<ActionKind>(k);
        const FillClass fill = fillClassOf(Action(StageId{0}, kind));
        // Which of two kinds of its class it is; -1 = its class has one, in tones.
        const int second = !isOfTwoKinds(fill) ? -1 : roleOf(kind) == roleOf(fill) ? 0 : 1;
        text +=
            fmt::format(R"({}["{}",{},{},{},{},"{}",{},{},"{}"])", k > 0 ? "," : "",
                        textBeforeMicrobatch(kind), scriptString(wording.term(std::string(kindName(kind)))),
                        static_cast<int>(trackOf(kind)), static_cast<int>(fill), hasMicrobatch(kind) ? 1 : 0,
                        textBehindMicrobatch(kind), second, static_cast<int>(markOf(kind)),
                        isBeyondTorch(kind) ? std::string(1, letterOf(kind)) : std::string());
    }
    return "[" + text + "]";
}

std::string causesJson(const Wording& wording)
{
    std::string text;
    for (std::size_t cause = 0; cause < kBubbleCauseCount; ++cause)
        text += (cause > 0 ? "," : "") +
                scriptString(wording.term(std::string(bubbleCauseId(static_cast<BubbleCause>(cause)))));
    return "[" + text + "]";
}

/// Adds what stands in `text` between each `begin` and the `end` that follows it, unless it is there.
void addBetween(std::string_view text, std::string_view begin, std::string_view end,
                std::vector<std::string>& found)
{
    for (std::size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at)) {
        at += begin.size();
        const std::string one(text.substr(at, text.find(end, at) - at));
        if (std::find(found.begin(), found.end(), one) == found.end())
            found.push_back(one);
    }
}

/// Texts of the script that another language says otherwise.
std::string wordsJson(const Wording& wording)
{
    std::string text;
    for (const std::string& english : pageTerms())
        if (const std::string other = wording.term(english); other != english)
            text +=
                fmt::format("{}{}:{}", text.empty() ? "" : ",", scriptString(english), scriptString(other));
    return "{" + text + "}";
}

/// The theme of the same family for the other half of the day.
std::pair<ThemeName, ThemeName> lightAndDark(ThemeName theme)
{
    switch (theme) {
    case ThemeName::ColorBlind:
    case ThemeName::ColorBlindDark:
        return {ThemeName::ColorBlind, ThemeName::ColorBlindDark};
    case ThemeName::Contrast:
    case ThemeName::ContrastDark:
        return {ThemeName::Contrast, ThemeName::ContrastDark};
    case ThemeName::Print:
        return {ThemeName::Print, ThemeName::Dark};
    default:
        return {ThemeName::Light, ThemeName::Dark};
    }
}

/// Replaces "{{name}}" of the page's HTML, and "{{=text}}" by the text in the page's language.
std::string filledIn(std::string_view html,
                     const std::vector<std::pair<std::string_view, std::string>>& parts,
                     const Wording& wording)
{
    std::string text;
    for (std::size_t at = 0; at < html.size();) {
        const std::size_t open = std::min(html.find("{{", at), html.size());
        text += html.substr(at, open - at);
        if (open == html.size())
            break;
        const std::size_t close = html.find("}}", open);
        const std::string_view name = html.substr(open + 2, close - open - 2);
        at = close + 2;
        if (name.starts_with('=')) {
            text += escaped(wording.term(std::string(name.substr(1))));
            continue;
        }
        const auto part =
            std::find_if(parts.begin(), parts.end(), [name](const auto& one) { return one.first == name; });
        text += part == parts.end() ? std::string() : part->second;
    }
    return text;
}

std::string notesOf(const Page& page, const std::vector<PageRows>& rows)
{
    std::string text;
    const auto add = [&](const std::string& note) {
        if (!note.empty())
            text += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
    };
    for (std::size_t i = 0; i < page.sides.size(); ++i) {
        const Evaluation& evaluation = *page.sides[i].evaluation;
        const std::string of = page.sides.size() > 1 ? page.sides[i].title + ": " : "";
        if (!evaluation.costs.source.empty())
            add(of + Sentence({"page.times", "times: {source}"}, printable(evaluation.costs.source))
                         .text(*page.wording));
        for (const Sentence& note :
             {evaluation.brokenBecause, leftOutText(*evaluation.timeline->schedule, rows[i])})
            if (!note.empty())
                add(of + note.text(*page.wording));
    }
    return text;
}

Result<std::string> writtenPage(const Page& page)
{
    const Wording& wording = *page.wording;
    std::vector<PageRows> rows;
    std::size_t room = kMostPageActions;
    std::string sides, packed;
    for (const PageSide& side : page.sides) {
        const Schedule& schedule = *side.evaluation->timeline->schedule;
        rows.push_back(rowsWithin(schedule, room));
        for (const std::size_t count : rows.back())
            room -= count;
        const PageData data = pageData(side, rows.back(), wording);
        sides += (sides.empty() ? "" : ",\n") + data.json;
        packed += fmt::format("<script type=\"application/octet-stream\" class=\"data\">{}</script>\n",
                              data.packed);
    }
    const auto [light, dark] = lightAndDark(page.theme);
    const std::string title = page.title.empty() ? page.sides.front().title : page.title;
    const Schedule& first = *page.sides.front().evaluation->timeline->schedule;
    const Sentence line =
        page.sides.size() > 1
            ? Sentence({"page.schedules", "{count} schedules on one time axis"}, page.sides.size())
            : Sentence({"page.actions-on-ranks", "{actions} actions on {ranks} ranks"}, first.actionCount(),
                       first.rankCount());
    const std::string range =
        page.range ? fmt::format("[{},{}]", page.range->from, page.range->to) : std::string("null");
    return filledIn(
        kPageHtml,
        {{"title", escaped(title)},
         {"line", escaped(line.text(wording))},
         {"language", escaped(page.language)},
         {"theme", Theme::get(page.theme).isDark() ? " data-theme=\"dark\"" : ""},
         {"colors", fmt::format(":root{{{0}}}\n"
                                "@media screen and (prefers-color-scheme:dark){{"
                                ":root:not([data-theme=light]){{{1}color-scheme:dark}}}}\n"
                                "@media screen{{:root[data-theme=dark]{{{1}color-scheme:dark}}}}",
                                cssColors(Theme::get(light)), cssColors(Theme::get(dark)))},
         {"strip", page.sides.size() > 1 ? comparisonStrip(page) : figureStrip(page.sides.front(), wording)},
         {"style", std::string(kPageCss)},
         {"notes", notesOf(page, rows)},
         {"figures", figureTables(page)},
         {"version", BUBBLESCOPE_VERSION},
         {"made", escaped(Sentence({"page.made-by", "Made by Bubblescope {version}"}, BUBBLESCOPE_VERSION)
                              .text(wording))},
         {"head",
          fmt::format(
              "{{\"light\":{},\n\"dark\":{},\n\"kinds\":{},\n\"phases\":{},\n\"causes\":{},\n\"words\":{},\n"
              "\"range\":{},\n\"sides\":[{}]}}",
              paletteJson(Theme::get(light)), paletteJson(Theme::get(dark)), kindsJson(wording), phasesJson(),
              causesJson(wording), wordsJson(wording), range, sides)},
         {"data", packed},
         {"script", fmt::to_string(fmt::join(kPageScripts, ""))}},
        wording);
}

} // namespace

std::vector<std::string> pageTerms()
{
    std::vector<std::string> terms;
    addBetween(kPageHtml, "{{=", "}}", terms);
    for (const std::string_view script : kPageScripts)
        for (const std::string_view begin : {"say(\"", "term(\""})
            addBetween(script, begin, "\"", terms);
    for (std::size_t cause = 0; cause < kBubbleCauseCount; ++cause)
        terms.emplace_back(bubbleCauseId(static_cast<BubbleCause>(cause)));
    return terms;
}

Result<std::string> writePage(const Page& page)
{
    for (const PageSide& side : page.sides)
        if (side.evaluation->timeline->unit != page.sides.front().evaluation->timeline->unit)
            return invalidInput({"page.units-differ",
                                 "{first} is timed in {unit}, {second} in {other}: a page has one time axis"},
                                page.sides.front().title, page.sides.front().evaluation->timeline->unit,
                                side.title, side.evaluation->timeline->unit);
    return guarded("the page", [&] { return writtenPage(page); });
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_figures.h"

#include "core/analyze/number_json.h"
#include "core/base/quantity.h"
#include "core/scene/memory_strip.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace bubblescope {

namespace {

/// Of more ranks the first ones have rows.
constexpr std::size_t kMostRankRows = 512;

/// A number for people, and the same for programs.
struct ShownFigure
{
    std::string text;
    std::string exact;
};

ShownFigure timeFigure(Time time, const Timeline& timeline)
{
    return {timeInUnits(time, timeline.unit), jsonNumber(time, timeline.makespan)};
}

/// One of docs/cost-model.md, "Metrics", by its key in JSON; of a side that has none, empty texts.
struct FigureLine
{
    const char* key;
    const char* title;
    std::function<ShownFigure(const PageSide&)> of;
};

FigureLine timeLine(const char* key, const char* title, Time Metrics::*time)
{
    return {key, title, [time](const PageSide& side) {
                return timeFigure(side.evaluation->metrics.*time, *side.evaluation->timeline);
            }};
}

FigureLine stepLine(const char* key, const char* title, Time StepMetrics::*time)
{
    return {key, title, [time](const PageSide& side) {
                const auto& step = side.evaluation->metrics.step;
                return step ? timeFigure((*step).*time, *side.evaluation->timeline) : ShownFigure{};
            }};
}

std::vector<FigureLine> figureLines()
{
    const auto rate = [](const char* key, const char* title, double Metrics::*value, bool isShare) {
        return FigureLine{
            key, title, [=](const PageSide& side) {
                const double number = side.evaluation->metrics.*value;
                return ShownFigure{isShare ? percentOf(number) : rateOf(number), jsonNumber(number)};
            }};
    };
    const auto number = [](const char* key, const char* title, double Metrics::*value) {
        return FigureLine{key, title, [=](const PageSide& side) {
                              const double count = side.evaluation->metrics.*value;
                              return ShownFigure{shortNumber(count), jsonNumber(count)};
                          }};
    };
    return {
        timeLine("makespan", "Makespan", &Metrics::makespan),
        stepLine("head", "Head of the step", &StepMetrics::head),
        stepLine("actions_time", "Actions", &StepMetrics::actions),
        stepLine("tail", "Tail of the step", &StepMetrics::tail),
        timeLine("ideal_time", "Ideal time", &Metrics::idealTime),
        rate("bubble_rate", "Bubble rate", &Metrics::bubbleRate, false),
        rate("bubble_rate_fb", "Bubble rate of F and B", &Metrics::bubbleRateFb, false),
        rate("idle_fraction", "Idle fraction", &Metrics::idleFraction, true),
        timeLine("longest_rank_span", "Longest span of a rank", &Metrics::longestRankSpan),
        number("peak_activations", "Peak activations", &Metrics::peakActivations),
        number("peak_activations_per_rank", "Peak, in a rank's whole shares",
               &Metrics::peakActivationsPerRank),
        {"peak_rank", "Rank of the peak",
         [](const PageSide& side) {
             const std::string rank = std::to_string(side.evaluation->metrics.peakRank);
             return ShownFigure{rank, rank};
         }},
        {"memory", "Peak memory",
         [](const PageSide& side) {
             const MemoryCurvesPtr& memory = side.evaluation->memory;
             return memory
                        ? ShownFigure{levelText(memory->highestPeak(), *memory),
                                      jsonNumber(memory->highestPeak(), std::max(1.0, memory->highestPeak()))}
                        : ShownFigure{};
         }},
    };
}

std::string summaryTable(const Page& page)
{
    std::string text = "<table id=\"figures\"><caption>Figures</caption>\n<thead><tr><th scope=\"col\"></th>";
    for (const PageSide& side : page.sides)
        text += fmt::format("<th scope=\"col\" colspan=\"2\">{}</th>", escaped(side.title));
    text += "</tr></thead>\n<tbody>\n";
    for (const FigureLine& line : figureLines()) {
        std::string cells;
        bool isThere = false;
        for (std::size_t i = 0; i < page.sides.size(); ++i) {
            const ShownFigure figure = line.of(page.sides[i]);
            isThere = isThere || !figure.text.empty();
            cells += fmt::format(R"(<td>{}</td><td class="exact" data-side="{}" data-figure="{}">{}</td>)",
                                 escaped(figure.text), i, line.key, figure.exact);
        }
        if (isThere)
            text += fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", line.title, cells);
    }
    return text + "</tbody></table>\n";
}

std::string rankTable(const PageSide& side, std::size_t number)
{
    const Metrics& metrics = side.evaluation->metrics;
    const Timeline& timeline = *side.evaluation->timeline;
    std::string text = fmt::format(
        "<details><summary>Ranks of {}</summary><table class=\"ranks\" data-side=\"{}\">\n"
        "<thead><tr><th scope=\"col\">Rank</th><th scope=\"col\">Busy</th><th scope=\"col\">Idle</th>"
        "<th scope=\"col\">in warm-up</th><th scope=\"col\">in steady state</th>"
        "<th scope=\"col\">in cool-down</th><th scope=\"col\">Peak activations</th></tr></thead>\n<tbody>\n",
        escaped(side.title), number);
    const std::size_t shown = std::min(metrics.perRank.size(), kMostRankRows);
    for (std::size_t r = 0; r < shown; ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        text += fmt::format("<tr><th scope=\"row\">{}</th>", r);
        for (const Time time : {rank.busy, rank.idle, rank.idleWarmup, rank.idleSteady, rank.idleCooldown}) {
            const ShownFigure figure = timeFigure(time, timeline);
            text += fmt::format(R"(<td title="{}">{}</td>)", figure.exact, escaped(figure.text));
        }
        text += fmt::format("<td>{}</td></tr>\n", shortNumber(rank.peakActivations));
    }
    text += "</tbody></table>";
    if (shown < metrics.perRank.size())
        text += fmt::format("<p>{} more ranks are left out.</p>", metrics.perRank.size() - shown);
    return text + "</details>\n";
}

std::string causeTable(const PageSide& side)
{
    if (!side.explanation || !(side.explanation->ledger.total > 0))
        return {};
    const BubbleLedger& ledger = side.explanation->ledger;
    const Timeline& timeline = *side.evaluation->timeline;
    std::string text =
        fmt::format("<details><summary>Why {} is idle</summary><table class=\"causes\">\n<thead><tr>"
                    "<th scope=\"col\">Cause</th><th scope=\"col\">Time of all ranks</th>"
                    "<th scope=\"col\"></th><th scope=\"col\">Share</th></tr></thead>\n<tbody>\n",
                    escaped(side.title));
    for (std::size_t cause = 0; cause < kBubbleCauseCount; ++cause) {
        if (!(ledger.byCause[cause] > 0))
            continue;
        const ShownFigure figure = timeFigure(ledger.byCause[cause], timeline);
        text +=
            fmt::format(R"(<tr><th scope="row">{}</th><td>{}</td><td class="exact">{}</td><td>{}</td></tr>)"
                        "\n",
                        bubbleCauseId(static_cast<BubbleCause>(cause)), escaped(figure.text), figure.exact,
                        percentOf(ledger.byCause[cause] / ledger.total));
    }
    return text + "</tbody></table></details>\n";
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text)
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    return out;
}

std::string figureStrip(const PageSide& side)
{
    const Metrics& metrics = side.evaluation->metrics;
    std::string text = "<dl class=\"strip\">";
    const auto add = [&](const char* title, const std::string& value) {
        text += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", title, escaped(value));
    };
    add("Makespan", timeInUnits(metrics.makespan, side.evaluation->timeline->unit));
    add("Bubble rate", rateOf(metrics.bubbleRate));
    add("Idle fraction", percentOf(metrics.idleFraction));
    // That of a rank's whole share of the model, as the window shows it.
    add("Peak activations",
        fmt::format("{} on rank {}", shortNumber(metrics.peakActivationsPerRank), metrics.peakRank));
    return text + "</dl>\n";
}

std::string figureTables(const Page& page)
{
    std::string text = summaryTable(page);
    for (std::size_t i = 0; i < page.sides.size(); ++i)
        text += rankTable(page.sides[i], i) + causeTable(page.sides[i]);
    return text;
}

} // namespace bubblescope

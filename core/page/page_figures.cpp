// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_figures.h"

#include "core/analyze/number_json.h"
#include "core/base/quantity.h"
#include "core/scene/memory_strip.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace bubblescope {

namespace {

/// Of more ranks the first ones have rows.
constexpr std::size_t kMostRankRows = 512;

/// Titles of tables of pages, each once; `page.` and the key of the figure.
std::string said(const Wording& wording, const SentenceCode& code)
{
    return escaped(wording.sentence(code));
}

/// A number for people, and the same for programs.
struct ShownFigure
{
    std::string text;
    std::string exact;
    double value = 0;
    bool isShare = false; ///< of a whole: differences are percentage points
};

/// timeInUnits() in the page's language.
std::string timeText(Time time, const std::string& unit, const Wording& wording)
{
    return unit == "step" ? Sentence({"page.steps", "{number} steps"}, numberText(time)).text(wording)
                          : timeInUnits(time, unit);
}

ShownFigure timeFigure(Time time, const Timeline& timeline, const Wording& wording)
{
    return {timeText(time, timeline.unit, wording), jsonNumber(time, timeline.makespan), time};
}

ShownFigure rateFigure(double rate)
{
    return {rateOf(rate), jsonNumber(rate), rate, true};
}

ShownFigure shareFigure(double share)
{
    return {percentOf(share), jsonNumber(share), share, true};
}

ShownFigure countFigure(double count)
{
    return {shortNumber(count), jsonNumber(count), count};
}

ShownFigure memoryFigure(const PageSide& side, const Wording&)
{
    const MemoryCurvesPtr& memory = side.evaluation->memory;
    // Where it counts activations, those stand there already, in stages' and in a rank's shares.
    if (!memory || memory->countsActivations())
        return {};
    const double peak = memory->highestPeak();
    return {levelText(peak, *memory), jsonNumber(peak, std::max(1.0, peak)), peak};
}

/// "−22.7 %", of shares "−21.4 pp"; empty where one of the two has none.
std::string differenceText(const ShownFigure& figure, const ShownFigure& first, const Wording& wording)
{
    if (figure.text.empty() || first.text.empty() || (!figure.isShare && !(first.value > 0)))
        return {};
    const double change = figure.isShare ? figure.value - first.value : figure.value / first.value - 1;
    const std::string number = fmt::format("{:.1f}", std::abs(100 * change));
    if (number == "0.0")
        return "=";
    const char* sign = change < 0 ? "−" : "+";
    return figure.isShare ? Sentence({"page.points", "{sign}{number} pp"}, sign, number).text(wording)
                          : fmt::format("{}{} %", sign, number);
}

/// One of docs/cost-model.md, "Metrics", by its key in JSON; of a side that has none, empty texts.
struct FigureLine
{
    const char* key;
    SentenceCode title;
    std::function<ShownFigure(const PageSide&, const Wording&)> of;
};

FigureLine timeLine(const char* key, SentenceCode title, Time Metrics::*time)
{
    return {key, title, [time](const PageSide& side, const Wording& wording) {
                return timeFigure(side.evaluation->metrics.*time, *side.evaluation->timeline, wording);
            }};
}

FigureLine stepLine(const char* key, SentenceCode title, Time StepMetrics::*time)
{
    return {key, title, [time](const PageSide& side, const Wording& wording) {
                const auto& step = side.evaluation->metrics.step;
                return step ? timeFigure((*step).*time, *side.evaluation->timeline, wording) : ShownFigure{};
            }};
}

FigureLine numberLine(const char* key, SentenceCode title, double Metrics::*value,
                      ShownFigure (*figure)(double))
{
    return {key, title,
            [=](const PageSide& side, const Wording&) { return figure(side.evaluation->metrics.*value); }};
}

constexpr SentenceCode kMakespan{"page.makespan", "Makespan"};
constexpr SentenceCode kBubbleRate{"page.bubble-rate", "Bubble rate"};
constexpr SentenceCode kIdleFraction{"page.idle-fraction", "Idle fraction"};
constexpr SentenceCode kPeakActivations{"page.peak-activations", "Peak activations"};
constexpr SentenceCode kPeakMemory{"page.peak-memory", "Peak memory"};
constexpr SentenceCode kRank{"page.rank", "Rank"};

std::vector<FigureLine> figureLines()
{
    return {
        timeLine("makespan", kMakespan, &Metrics::makespan),
        stepLine("head", {"page.head", "Head of the step"}, &StepMetrics::head),
        stepLine("actions_time", {"page.actions", "Actions"}, &StepMetrics::actions),
        stepLine("tail", {"page.tail", "Tail of the step"}, &StepMetrics::tail),
        timeLine("ideal_time", {"page.ideal-time", "Ideal time"}, &Metrics::idealTime),
        numberLine("bubble_rate", kBubbleRate, &Metrics::bubbleRate, rateFigure),
        numberLine("bubble_rate_fb", {"page.bubble-rate-fb", "Bubble rate of F and B"},
                   &Metrics::bubbleRateFb, rateFigure),
        numberLine("idle_fraction", kIdleFraction, &Metrics::idleFraction, shareFigure),
        timeLine("longest_rank_span", {"page.longest-span", "Longest span of a rank"},
                 &Metrics::longestRankSpan),
        numberLine("peak_activations", kPeakActivations, &Metrics::peakActivations, countFigure),
        numberLine("peak_activations_per_rank", {"page.peak-per-rank", "Peak, in a rank's whole shares"},
                   &Metrics::peakActivationsPerRank, countFigure),
        {"peak_rank",
         {"page.peak-rank", "Rank of the peak"},
         [](const PageSide& side, const Wording&) {
             const std::string rank = std::to_string(side.evaluation->metrics.peakRank);
             return ShownFigure{rank, rank};
         }},
        {"memory", kPeakMemory, memoryFigure},
    };
}

std::string summaryTable(const Page& page)
{
    const Wording& wording = *page.wording;
    std::string text =
        fmt::format("<table id=\"figures\"><caption>{}</caption>\n<thead><tr><th scope=\"col\"></th>",
                    said(wording, {"page.figures", "Figures"}));
    for (std::size_t i = 0; i < page.sides.size(); ++i)
        text += fmt::format("<th scope=\"col\" colspan=\"{}\">{}</th>", i == 0 ? 2 : 3,
                            escaped(page.sides[i].title));
    text += "</tr></thead>\n<tbody>\n";
    for (const FigureLine& line : figureLines()) {
        std::string cells;
        bool isThere = false;
        ShownFigure first;
        for (std::size_t i = 0; i < page.sides.size(); ++i) {
            const ShownFigure figure = line.of(page.sides[i], wording);
            isThere = isThere || !figure.text.empty();
            cells += fmt::format(R"(<td>{}</td><td class="exact" data-side="{}" data-figure="{}">{}</td>)",
                                 escaped(figure.text), i, line.key, figure.exact);
            if (i == 0)
                first = figure;
            else
                cells += fmt::format("<td class=\"change\">{}</td>", differenceText(figure, first, wording));
        }
        if (isThere)
            text += fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", said(wording, line.title), cells);
    }
    return text + "</tbody></table>\n";
}

std::string columnHeads(std::initializer_list<SentenceCode> titles, const Wording& wording)
{
    std::string text = "<thead><tr>";
    for (const SentenceCode& title : titles)
        text += fmt::format("<th scope=\"col\">{}</th>", said(wording, title));
    return text + "</tr></thead>\n<tbody>\n";
}

std::string rankTable(const PageSide& side, std::size_t number, const Wording& wording)
{
    const Metrics& metrics = side.evaluation->metrics;
    const Timeline& timeline = *side.evaluation->timeline;
    std::string text = fmt::format(
        "<details><summary>{}</summary><table class=\"ranks\" data-side=\"{}\">\n{}",
        escaped(Sentence({"page.ranks-of", "Ranks of {schedule}"}, side.title).text(wording)), number,
        columnHeads({kRank,
                     {"page.busy", "Busy"},
                     {"page.idle", "Idle"},
                     {"page.in-warm-up", "in warm-up"},
                     {"page.in-steady", "in steady state"},
                     {"page.in-cool-down", "in cool-down"},
                     kPeakActivations},
                    wording));
    const std::size_t shown = std::min(metrics.perRank.size(), kMostRankRows);
    for (std::size_t r = 0; r < shown; ++r) {
        const RankMetrics& rank = metrics.perRank[r];
        text += fmt::format("<tr><th scope=\"row\">{}</th>", r);
        for (const Time time : {rank.busy, rank.idle, rank.idleWarmup, rank.idleSteady, rank.idleCooldown}) {
            const ShownFigure figure = timeFigure(time, timeline, wording);
            text += fmt::format(R"(<td title="{}">{}</td>)", figure.exact, escaped(figure.text));
        }
        text += fmt::format("<td>{}</td></tr>\n", shortNumber(rank.peakActivations));
    }
    text += "</tbody></table>";
    if (shown < metrics.perRank.size())
        text +=
            fmt::format("<p>{}</p>", escaped(Sentence({"page.more-ranks", "{count} more ranks are left out."},
                                                      metrics.perRank.size() - shown)
                                                 .text(wording)));
    return text + "</details>\n";
}

std::string causeTable(const PageSide& side, const Wording& wording)
{
    if (!side.explanation || !(side.explanation->ledger.total > 0))
        return {};
    const BubbleLedger& ledger = side.explanation->ledger;
    const Timeline& timeline = *side.evaluation->timeline;
    std::string text = fmt::format(
        "<details><summary>{}</summary><table class=\"causes\">\n<thead><tr>"
        "<th scope=\"col\">{}</th><th scope=\"col\" colspan=\"2\">{}</th><th scope=\"col\">{}</th>"
        "</tr></thead>\n<tbody>\n",
        escaped(Sentence({"page.why-idle", "Why {schedule} is idle"}, side.title).text(wording)),
        said(wording, {"page.cause", "Cause"}), said(wording, {"page.time-of-ranks", "Time of all ranks"}),
        said(wording, {"page.share", "Share"}));
    for (std::size_t cause = 0; cause < kBubbleCauseCount; ++cause) {
        if (!(ledger.byCause[cause] > 0))
            continue;
        const ShownFigure figure = timeFigure(ledger.byCause[cause], timeline, wording);
        text +=
            fmt::format(R"(<tr><th scope="row">{}</th><td>{}</td><td class="exact">{}</td><td>{}</td></tr>)"
                        "\n",
                        escaped(wording.term(std::string(bubbleCauseId(static_cast<BubbleCause>(cause))))),
                        escaped(figure.text), figure.exact, percentOf(ledger.byCause[cause] / ledger.total));
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

std::string figureStrip(const PageSide& side, const Wording& wording)
{
    const Metrics& metrics = side.evaluation->metrics;
    std::string text = "<dl class=\"strip\">";
    const auto add = [&](const SentenceCode& title, const std::string& value) {
        text += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", said(wording, title), escaped(value));
    };
    add(kMakespan, timeText(metrics.makespan, side.evaluation->timeline->unit, wording));
    add(kBubbleRate, rateOf(metrics.bubbleRate));
    add(kIdleFraction, percentOf(metrics.idleFraction));
    // That of a rank's whole share of the model, as the window shows it.
    add(kPeakActivations, Sentence({"page.peak-on-rank", "{peak} on rank {rank}"},
                                   shortNumber(metrics.peakActivationsPerRank), metrics.peakRank)
                              .text(wording));
    return text + "</dl>\n";
}

std::string comparisonStrip(const Page& page)
{
    const Wording& wording = *page.wording;
    std::vector<FigureLine> lines{
        timeLine("makespan", kMakespan, &Metrics::makespan),
        numberLine("bubble_rate", kBubbleRate, &Metrics::bubbleRate, rateFigure),
        numberLine("idle_fraction", kIdleFraction, &Metrics::idleFraction, shareFigure),
        numberLine("peak_activations_per_rank", kPeakActivations, &Metrics::peakActivationsPerRank,
                   countFigure),
        {"memory", kPeakMemory, memoryFigure}};
    // Where it counts activations, those stand there already.
    if (std::none_of(page.sides.begin(), page.sides.end(), [](const PageSide& side) {
            return side.evaluation->memory && side.evaluation->memory->unit() == MemoryUnit::Bytes;
        }))
        lines.pop_back();
    std::string text =
        fmt::format("<table id=\"compared\"><caption class=\"unseen\">{}</caption>\n<thead><tr>"
                    "<th scope=\"col\">{}</th>",
                    said(wording, {"page.compared", "The schedules compared with the first"}),
                    said(wording, {"page.schedule", "Schedule"}));
    Time longest = 0;
    for (const PageSide& side : page.sides)
        longest = std::max(longest, side.evaluation->metrics.makespan);
    for (const FigureLine& line : lines)
        text += fmt::format("<th scope=\"col\">{}</th>", said(wording, line.title));
    text += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < page.sides.size(); ++i) {
        const PageSide& side = page.sides[i];
        text += fmt::format("<tr><th scope=\"row\"><span class=\"letter\">{}</span>{}</th>",
                            i < 26 ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i + 1),
                            escaped(side.title));
        for (const FigureLine& line : lines) {
            const ShownFigure figure = line.of(side, wording);
            const ShownFigure first = line.of(page.sides.front(), wording);
            const std::string change = i > 0 ? differenceText(figure, first, wording) : std::string();
            const bool isBetter = figure.value < first.value;
            // How long each takes is seen, too.
            const std::string bar =
                line.key == std::string_view("makespan") && longest > 0
                    ? fmt::format("<i style=\"width:{:.1f}%\"></i>", 100 * figure.value / longest)
                    : std::string();
            text += fmt::format(R"(<td data-column="{}"><b>{}</b> <small class="{}">{}</small>{}</td>)",
                                line.key, escaped(figure.text), isBetter ? "better" : "worse", change, bar);
        }
        text += "</tr>\n";
    }
    return text + "</tbody></table>\n";
}

std::string figureTables(const Page& page)
{
    std::string text = summaryTable(page);
    for (std::size_t i = 0; i < page.sides.size(); ++i)
        text += rankTable(page.sides[i], i, *page.wording) + causeTable(page.sides[i], *page.wording);
    return text;
}

} // namespace bubblescope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_rows.h"

#include "ui/compare/compare_text.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostMatches = 8;

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(TraceRows)
};

/// One unit for all times of a table: by the longest of them.
TimeScale scaleOf(TraceList list, const TraceAnalysis& analysis)
{
    Time most = 0;
    if (list == TraceList::Durations)
        for (const DurationStatistics& of : analysis.fitted.durations)
            most = std::max(most, of.most);
    if (list == TraceList::Deviations && analysis.deviations)
        for (const std::size_t i : analysis.deviations->largest)
            most = std::max(most, std::abs(analysis.deviations->residuals[i].measuredStart));
    if (list == TraceList::Ranks && analysis.deviations)
        for (const RankDeviation& rank : analysis.deviations->perRank)
            most = std::max({most, std::abs(rank.measuredEnd), std::abs(rank.predictedEnd)});
    return scaleFor(most);
}

/// Cells of times in one unit.
struct Times
{
    TimeScale scale;

    [[nodiscard]] FigureCell at(Time time) const
    {
        return {figureText(time / scale.size, scale.decimals), time, help(figureText(time, 3))};
    }
    [[nodiscard]] FigureCell difference(Time time) const
    {
        return {signedText(time / scale.size, scale.decimals), time, help(signedText(time, 3))};
    }

private:
    [[nodiscard]] static QString help(const QString& figure) { return Tr::tr("%1 µs").arg(figure); }
};

FigureCell countCell(std::size_t count)
{
    return {countText(count), static_cast<double>(count)};
}
FigureCell rankCell(std::uint32_t rank)
{
    return {Tr::tr("rank %1").arg(rank), static_cast<double>(rank)};
}
QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

std::vector<FigureRow> fileRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    for (const TraceFileFacts& file : analysis.files) {
        const QString path = QString::fromStdString(file.path);
        FigureRow row{{{QFileInfo(path).fileName(), {}, path},
                       file.rank ? rankCell(*file.rank) : FigureCell{QStringLiteral("–")},
                       countCell(file.events),
                       countCell(file.records),
                       {file.host.empty() ? QStringLiteral("–") : text(file.host)},
                       {file.isCut ? Tr::tr("read up to its damage") : QString()}}};
        if (file.rank)
            row.target = FigureTarget{RankId{*file.rank}, {}};
        rows.push_back(std::move(row));
    }
    return rows;
}

QString sameOrderText(const ScheduleMatch& match, const TraceAnalysis& analysis)
{
    if (match.isPart)
        return Tr::tr("the same order, as far as the step goes");
    if (match.mergesBackward)
        return Tr::tr("the same order, its I and W as one B");
    return absentRanks(analysis.run, match.schedule->rankCount()).empty()
               ? Tr::tr("the same order on every rank")
               : Tr::tr("the same order on every rank with a trace");
}

void addMatch(std::vector<FigureRow>& rows, const ScheduleMatch& match, const TraceAnalysis& analysis)
{
    const FigureCell score{percentText(match.score), match.score};
    if (match.differences.empty())
        rows.push_back(
            {{{text(match.name)}, score, {QStringLiteral("–")}, {sameOrderText(match, analysis)}}});
    for (const OrderDifference& difference : match.differences) {
        FigureRow row{{{text(match.name)},
                       score,
                       rankCell(difference.rank.value),
                       {QString::fromStdString(difference.text())}}};
        row.target = FigureTarget{difference.rank, difference.found ? difference.found : difference.expected};
        rows.push_back(std::move(row));
    }
}

/// What the user gave first: it is what was asked.
std::vector<FigureRow> scheduleRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    for (const ScheduleMatch& match : analysis.given)
        addMatch(rows, match, analysis);
    std::size_t shown = 0;
    for (const ScheduleMatch& match : analysis.identification.matches)
        if (match.request && ++shown <= kMostMatches)
            addMatch(rows, match, analysis);
    return rows;
}

std::vector<FigureRow> durationRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    const Times times{scaleOf(TraceList::Durations, analysis)};
    for (const DurationStatistics& of : analysis.fitted.durations) {
        QStringList notes;
        if (of.droppedFirst)
            notes << Tr::tr("first microbatch left out");
        if (of.isEstimated)
            notes << Tr::tr("estimated from overlapped blocks");
        FigureCell median = times.at(of.median);
        median.help = Tr::tr("%1, from %2 to %3", "median, least, most")
                          .arg(median.help, figureText(of.least, 3), times.at(of.most).help);
        // Where there is no room for the notes, the figure says that it has one.
        if (!notes.isEmpty()) {
            median.text = QStringLiteral("* ") + median.text;
            median.help += QStringLiteral("; ") + notes.join(QStringLiteral("; "));
        }
        rows.push_back({{{text(kindText(of.kind))},
                         {Tr::tr("stage %1").arg(of.stage.value), static_cast<double>(of.stage.value)},
                         median,
                         times.at(of.deviation),
                         countCell(of.count),
                         times.at(of.least),
                         times.at(of.most),
                         countCell(of.outliers.size()),
                         {notes.join(QStringLiteral("; "))}}});
    }
    return rows;
}

std::vector<FigureRow> deviationRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    if (!analysis.deviations)
        return rows;
    const Times times{scaleOf(TraceList::Deviations, analysis)};
    for (const std::size_t i : analysis.deviations->largest) {
        const Residual& r = analysis.deviations->residuals[i];
        rows.push_back({{{QString::fromStdString(actionText(r.action))},
                         rankCell(r.rank.value),
                         {text(causeText(r.cause))},
                         times.difference(r.startDelta),
                         times.difference(r.durationDelta),
                         times.difference(r.gapDelta),
                         times.at(r.measuredStart)},
                        FigureTarget{r.rank, r.action}});
    }
    return rows;
}

std::vector<FigureRow> rankRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    if (!analysis.deviations)
        return rows;
    const Times times{scaleOf(TraceList::Ranks, analysis)};
    for (const RankDeviation& rank : analysis.deviations->perRank) {
        FigureRow row{{rankCell(rank.rank.value), times.difference(rank.measuredEnd - rank.predictedEnd)},
                      FigureTarget{rank.rank, {}}};
        for (const Time part : rank.byCause)
            row.cells.push_back(times.difference(part));
        row.cells.push_back(times.at(rank.measuredEnd));
        row.cells.push_back(times.at(rank.predictedEnd));
        FigureCell skew{QStringLiteral("–")};
        for (const MeasuredRank& measured : analysis.run.ranks)
            if (measured.rank == rank.rank.value && measured.skewHalfWidth > 0)
                skew = {Tr::tr("%1 ± %2").arg(figureText(measured.skew, 1),
                                              figureText(measured.skewHalfWidth, 1)),
                        measured.skew};
        row.cells.push_back(skew);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::vector<FigureColumn> traceColumns(TraceList list, const TraceAnalysis* analysis)
{
    const QString unit = (analysis ? scaleOf(list, *analysis) : TimeScale{1, Tr::tr("µs"), 1}).unit;
    const auto time = [&](const QString& title, const QString& help) {
        return FigureColumn{title, Tr::tr("%1 (µs)").arg(help), Tr::tr("%1, in %2").arg(help, unit)};
    };
    // The first one names the unit of all.
    const auto firstTime = [&](const QString& title, const QString& help) {
        return time(Tr::tr("%1 (%2)").arg(title, unit), help);
    };
    // The histogram beside the table and the median's tool tip tell it, too.
    const auto spare = [](FigureColumn column, int turn) {
        column.spare = turn;
        return column;
    };
    switch (list) {
    case TraceList::Files:
        return {{Tr::tr("File")}, {Tr::tr("Rank")}, {Tr::tr("Events")},
                {Tr::tr("Kept")}, {Tr::tr("Host")}, {Tr::tr("Note")}};
    case TraceList::Schedule:
        return {{Tr::tr("Schedule")}, {Tr::tr("Same")}, {Tr::tr("Rank")}, {Tr::tr("First difference")}};
    case TraceList::Durations:
        return {{Tr::tr("Kind")},
                {Tr::tr("Stage")},
                firstTime(Tr::tr("Median"), Tr::tr("Median")),
                time(Tr::tr("Spread"), Tr::tr("Median absolute deviation")),
                {Tr::tr("Count")},
                spare(time(Tr::tr("Least"), Tr::tr("Least")), 2),
                spare(time(Tr::tr("Most"), Tr::tr("Most")), 3),
                {Tr::tr("Outliers")},
                spare({Tr::tr("Note")}, 1)};
    case TraceList::Deviations:
        return {{Tr::tr("Action")},
                {Tr::tr("Rank")},
                {Tr::tr("Cause")},
                firstTime(Tr::tr("Later"), Tr::tr("Starts later than predicted")),
                time(Tr::tr("Longer"), Tr::tr("Takes longer than predicted")),
                time(Tr::tr("Gap"), Tr::tr("The gap before it is longer than predicted")),
                time(Tr::tr("Start"), Tr::tr("Measured start"))};
    case TraceList::Ranks:
        return {{Tr::tr("Rank")},
                firstTime(Tr::tr("Extra"), Tr::tr("Measured minus predicted end")),
                time(Tr::tr("Compute"), Tr::tr("Of it longer compute")),
                time(Tr::tr("Wait"), Tr::tr("Of it longer waits for late messages")),
                time(Tr::tr("Transfer"), Tr::tr("Of it longer transfers")),
                time(Tr::tr("Host"), Tr::tr("Of it gaps that wait for nothing")),
                time(Tr::tr("Other"), Tr::tr("Of it what is not modelled")),
                time(Tr::tr("Measured"), Tr::tr("Measured end")),
                time(Tr::tr("Predicted"), Tr::tr("Predicted end")),
                {Tr::tr("Clock (µs)"), Tr::tr("Clock skew (µs)"),
                 Tr::tr("What was taken off its clock, ± how far it may be wrong")}};
    case TraceList::Warnings:
        break;
    }
    return {{Tr::tr("Warning")}};
}

std::vector<FigureRow> traceRows(TraceList list, const TraceAnalysis& analysis)
{
    switch (list) {
    case TraceList::Files:
        return fileRows(analysis);
    case TraceList::Schedule:
        return scheduleRows(analysis);
    case TraceList::Durations:
        return durationRows(analysis);
    case TraceList::Deviations:
        return deviationRows(analysis);
    case TraceList::Ranks:
        return rankRows(analysis);
    case TraceList::Warnings:
        break;
    }
    std::vector<FigureRow> rows;
    for (const std::string& warning : analysis.warnings)
        rows.push_back({{{QString::fromStdString(warning)}}});
    return rows;
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_rows.h"

#include "ui/compare/compare_text.h"
#include "ui/panels/figures.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace bubblescope::ui {

namespace {

constexpr int kDecimals = 1;
constexpr std::size_t kMostMatches = 8;

QString tr(const char* text)
{
    return QCoreApplication::translate("bubblescope::ui::TraceRows", text);
}

FigureCell timeCell(Time time)
{
    return {figureText(time, kDecimals), time};
}
FigureCell signedCell(Time time)
{
    return {signedText(time, kDecimals), time};
}
FigureCell countCell(std::size_t count)
{
    return {countText(count), static_cast<double>(count)};
}
FigureCell rankCell(std::uint32_t rank)
{
    return {tr("rank %1").arg(rank), static_cast<double>(rank)};
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
                       {file.host.empty() ? QStringLiteral("–") : text(file.host)},
                       countCell(file.events),
                       countCell(file.records),
                       {file.isCut ? tr("read up to its damage") : QString()}}};
        if (file.rank)
            row.target = FigureTarget{RankId{*file.rank}, {}};
        rows.push_back(std::move(row));
    }
    for (const MeasuredRank& rank : analysis.run.ranks)
        if (rank.file.empty())
            rows.push_back({{{tr("no file")},
                             rankCell(rank.rank),
                             {QStringLiteral("–")},
                             countCell(0),
                             countCell(0),
                             {tr("missing")}}});
    for (const auto& [family, count] : analysis.run.families)
        rows.push_back({{{tr("labels: %1").arg(text(nameFamilyText(family)))},
                         {QStringLiteral("–")},
                         {QStringLiteral("–")},
                         countCell(count),
                         countCell(count),
                         {tr("names of this kind")}}});
    return rows;
}

std::vector<FigureRow> scheduleRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    std::size_t shown = 0;
    for (const ScheduleMatch& match : analysis.identification.matches) {
        if (++shown > kMostMatches)
            break;
        const FigureCell score{percentText(match.score), match.score};
        if (match.differences.empty())
            rows.push_back({{{text(match.name)},
                             score,
                             {QStringLiteral("–")},
                             {match.mergesBackward ? tr("the same order, its I and W as one B")
                                                   : tr("the same order on every rank")}}});
        for (const OrderDifference& difference : match.differences) {
            FigureRow row{{{text(match.name)},
                           score,
                           rankCell(difference.rank.value),
                           {QString::fromStdString(difference.text())}}};
            row.target =
                FigureTarget{difference.rank, difference.found ? difference.found : difference.expected};
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

std::vector<FigureRow> durationRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    for (const DurationStatistics& of : analysis.fitted.durations) {
        QStringList notes;
        if (of.droppedFirst)
            notes << tr("first microbatch left out");
        if (of.isEstimated)
            notes << tr("estimated from overlapped blocks");
        rows.push_back({{{text(kindText(of.kind))},
                         {tr("stage %1").arg(of.stage.value), static_cast<double>(of.stage.value)},
                         timeCell(of.median),
                         timeCell(of.deviation),
                         timeCell(of.least),
                         timeCell(of.most),
                         countCell(of.count),
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
    for (const std::size_t i : analysis.deviations->largest) {
        const Residual& r = analysis.deviations->residuals[i];
        rows.push_back({{{QString::fromStdString(actionText(r.action))},
                         rankCell(r.rank.value),
                         timeCell(r.measuredStart),
                         signedCell(r.startDelta),
                         signedCell(r.durationDelta),
                         signedCell(r.gapDelta),
                         {text(causeText(r.cause))}},
                        FigureTarget{r.rank, r.action}});
    }
    return rows;
}

std::vector<FigureRow> rankRows(const TraceAnalysis& analysis)
{
    std::vector<FigureRow> rows;
    if (!analysis.deviations)
        return rows;
    for (const RankDeviation& rank : analysis.deviations->perRank) {
        FigureRow row{{rankCell(rank.rank.value), timeCell(rank.measuredEnd), timeCell(rank.predictedEnd),
                       signedCell(rank.measuredEnd - rank.predictedEnd)},
                      FigureTarget{rank.rank, {}}};
        for (const Time part : rank.byCause)
            row.cells.push_back(signedCell(part));
        FigureCell skew{QStringLiteral("–")};
        for (const MeasuredRank& measured : analysis.run.ranks)
            if (measured.rank == rank.rank.value && measured.skewHalfWidth > 0)
                skew = {tr("%1 ± %2").arg(figureText(measured.skew, kDecimals),
                                          figureText(measured.skewHalfWidth, kDecimals)),
                        measured.skew};
        row.cells.push_back(skew);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

QStringList traceColumns(TraceList list)
{
    switch (list) {
    case TraceList::Files:
        return {tr("File"), tr("Rank"), tr("Host"), tr("Events"), tr("Kept records"), tr("Note")};
    case TraceList::Schedule:
        return {tr("Schedule"), tr("Same"), tr("Rank"), tr("First difference")};
    case TraceList::Durations:
        return {tr("Kind"),           tr("Stage"),      tr("Median (µs)"),
                tr("Deviation (µs)"), tr("Least (µs)"), tr("Most (µs)"),
                tr("Count"),          tr("Outliers"),   tr("Note")};
    case TraceList::Deviations:
        return {
            tr("Action"),          tr("Rank"), tr("Start (µs)"), tr("Start later (µs)"), tr("Longer (µs)"),
            tr("Gap longer (µs)"), tr("Cause")};
    case TraceList::Ranks:
        return {tr("Rank"),
                tr("Measured end (µs)"),
                tr("Predicted end (µs)"),
                tr("Extra (µs)"),
                tr("Compute"),
                tr("Wait"),
                tr("Transfer"),
                tr("Host"),
                tr("Not modelled"),
                tr("Clock skew (µs)")};
    case TraceList::Warnings:
        break;
    }
    return {tr("Warning")};
}

std::vector<int> traceColumnWidths(TraceList list)
{
    switch (list) {
    case TraceList::Files:
        return {260, 80, 160, 96, 112, 120};
    case TraceList::Schedule:
        return {260, 88, 88, 320};
    case TraceList::Durations:
        return {64, 88, 104, 112, 104, 104, 72, 80, 160};
    case TraceList::Deviations:
        return {96, 80, 120, 128, 112, 136, 120};
    case TraceList::Ranks:
        return {80, 136, 136, 104, 88, 88, 88, 88, 104, 128};
    case TraceList::Warnings:
        break;
    }
    return {900};
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

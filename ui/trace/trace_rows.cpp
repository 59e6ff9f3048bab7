// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_rows.h"

#include "ui/trace/list_columns.h"
#include "ui/trace/replica_rows.h"

#include <QFileInfo>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostMatches = 8;

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

ListTimes timesOf(TraceList list, const TraceAnalysis* analysis)
{
    return {analysis ? scaleOf(list, *analysis) : TimeScale{1, TraceRowsTr::tr("µs"), 1}};
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

FigureContent files(const TraceAnalysis* analysis)
{
    using File = TraceFileFacts;
    return listContent<File>(
        analysis ? analysis->files : std::vector<File>(),
        {{{TraceRowsTr::tr("File")},
          [](const File& file) {
              const QString path = QString::fromStdString(file.path);
              return FigureCell{QFileInfo(path).fileName(), {}, path};
          }},
         {{TraceRowsTr::tr("Rank")},
          [](const File& file) {
              if (file.rank && file.replica)
                  return FigureCell{TraceRowsTr::tr("%1, rank %2", "replica 1")
                                        .arg(replicaName(*file.replica))
                                        .arg(*file.rank),
                                    static_cast<double>(*file.rank)};
              return file.rank ? rankCell(*file.rank) : noCell();
          }},
         {{TraceRowsTr::tr("Events")}, [](const File& file) { return countCell(file.events); }},
         {{TraceRowsTr::tr("Kept")}, [](const File& file) { return countCell(file.records); }},
         {{TraceRowsTr::tr("Host")},
          [](const File& file) { return file.host.empty() ? noCell() : FigureCell{text(file.host)}; }},
         {{TraceRowsTr::tr("Note")},
          [](const File& file) {
              return FigureCell{file.isCut ? TraceRowsTr::tr("read up to its damage") : QString()};
          }}},
        [](const File& file) {
            return file.rank && !file.replica ? std::optional(TraceTarget{RankId{*file.rank}, {}})
                                              : std::nullopt;
        });
}

QString sameOrderText(const ScheduleMatch& match, const TraceAnalysis& analysis)
{
    if (match.isPart)
        return TraceRowsTr::tr("the same order, up to where the step ends");
    if (match.mergesBackward)
        return TraceRowsTr::tr("the same order, with its I and W as one B");
    return absentRanks(analysis.run, match.schedule->rankCount()).empty()
               ? TraceRowsTr::tr("the same order on every rank")
               : TraceRowsTr::tr("the same order on every rank with a trace");
}

/// A schedule that is near, and where its order differs; null where it does not.
struct NearSchedule
{
    const ScheduleMatch* match;
    const OrderDifference* difference;
};

/// What the user gave first: it is what was asked.
std::vector<NearSchedule> nearSchedules(const TraceAnalysis& analysis)
{
    std::vector<NearSchedule> near;
    const auto add = [&near](const ScheduleMatch& match) {
        if (match.differences.empty())
            near.push_back({&match, nullptr});
        for (const OrderDifference& difference : match.differences)
            near.push_back({&match, &difference});
    };
    for (const ScheduleMatch& match : analysis.given)
        add(match);
    std::size_t shown = 0;
    for (const ScheduleMatch& match : analysis.identification.matches)
        if (match.request && ++shown <= kMostMatches)
            add(match);
    return near;
}

FigureContent schedules(const TraceAnalysis* analysis)
{
    using Near = NearSchedule;
    return listContent<Near>(
        analysis ? nearSchedules(*analysis) : std::vector<Near>(),
        {{{TraceRowsTr::tr("Schedule")}, [](const Near& near) { return FigureCell{text(near.match->name)}; }},
         {{TraceRowsTr::tr("Same")},
          [](const Near& near) {
              return FigureCell{percentText(near.match->score), near.match->score};
          }},
         {{TraceRowsTr::tr("Rank")},
          [](const Near& near) {
              return near.difference ? rankCell(near.difference->rank.value) : noCell();
          }},
         {{TraceRowsTr::tr("First difference")},
          [analysis](const Near& near) {
              return FigureCell{near.difference ? QString::fromStdString(near.difference->text())
                                                : sameOrderText(*near.match, *analysis)};
          }}},
        [](const Near& near) -> std::optional<TraceTarget> {
            if (!near.difference)
                return std::nullopt;
            return TraceTarget{near.difference->rank,
                               near.difference->found ? near.difference->found : near.difference->expected};
        });
}

QStringList notesOf(const DurationStatistics& of)
{
    QStringList notes;
    if (of.droppedFirst)
        notes << TraceRowsTr::tr("first microbatch left out");
    if (of.isAssumed)
        notes << TraceRowsTr::tr("assumed");
    else if (of.isEstimated)
        notes << TraceRowsTr::tr("estimated from overlapped blocks");
    return notes;
}

FigureCell medianCell(const DurationStatistics& of, const ListTimes& times)
{
    FigureCell median = times.at(of.median);
    median.help = TraceRowsTr::tr("%1, from %2 to %3", "median, least, most")
                      .arg(median.help, figureText(of.least, 3), times.at(of.most).help);
    // Where there is no room for the notes, the figure says that it has one.
    if (const QStringList notes = notesOf(of); !notes.isEmpty()) {
        median.text = QStringLiteral("* ") + median.text;
        median.help += QStringLiteral("; ") + notes.join(QStringLiteral("; "));
    }
    return median;
}

FigureContent durations(const TraceAnalysis* analysis)
{
    using Of = DurationStatistics;
    const ListTimes times = timesOf(TraceList::Durations, analysis);
    // What is spare is told by the histogram beside the table and the median's tool tip, too.
    return listContent<Of>(
        analysis ? analysis->fitted.durations : std::vector<Of>(),
        {{{TraceRowsTr::tr("Kind")}, [](const Of& of) { return FigureCell{text(kindText(of.kind))}; }},
         {{TraceRowsTr::tr("Stage")},
          [](const Of& of) {
              return FigureCell{TraceRowsTr::tr("stage %1").arg(of.stage.value),
                                static_cast<double>(of.stage.value)};
          }},
         {times.firstHeading(TraceRowsTr::tr("Median"), TraceRowsTr::tr("Median")),
          [times](const Of& of) { return medianCell(of, times); }},
         times.times<Of>(
             times.heading(TraceRowsTr::tr("Spread"), TraceRowsTr::tr("Median absolute deviation")),
             &Of::deviation),
         {{TraceRowsTr::tr("Count")}, [](const Of& of) { return countCell(of.count); }},
         times.times<Of>(times.heading(TraceRowsTr::tr("Least"), TraceRowsTr::tr("Least"), 2), &Of::least),
         times.times<Of>(times.heading(TraceRowsTr::tr("Most"), TraceRowsTr::tr("Most"), 3), &Of::most),
         {{TraceRowsTr::tr("Outliers")}, [](const Of& of) { return countCell(of.outliers.size()); }},
         {{TraceRowsTr::tr("Note"), {}, {}, 1},
          [](const Of& of) { return FigureCell{notesOf(of).join(QStringLiteral("; "))}; }}},
        [](const Of&) { return std::optional<TraceTarget>(); });
}

FigureContent deviations(const TraceAnalysis* analysis)
{
    std::vector<Residual> largest;
    if (analysis && analysis->deviations)
        for (const std::size_t i : analysis->deviations->largest)
            largest.push_back(analysis->deviations->residuals[i]);
    const ListTimes times = timesOf(TraceList::Deviations, analysis);
    return listContent<Residual>(
        largest,
        {{{TraceRowsTr::tr("Action")},
          [](const Residual& r) { return FigureCell{QString::fromStdString(actionText(r.action))}; }},
         {{TraceRowsTr::tr("Rank")}, [](const Residual& r) { return rankCell(r.rank.value); }},
         {{TraceRowsTr::tr("Cause")}, [](const Residual& r) { return FigureCell{text(causeText(r.cause))}; }},
         times.differences<Residual>(
             times.firstHeading(TraceRowsTr::tr("Later"), TraceRowsTr::tr("Starts later than predicted")),
             &Residual::startDelta),
         times.differences<Residual>(
             times.heading(TraceRowsTr::tr("Longer"), TraceRowsTr::tr("Takes longer than predicted")),
             &Residual::durationDelta),
         times.differences<Residual>(
             times.heading(TraceRowsTr::tr("Gap"),
                           TraceRowsTr::tr("The gap before it is longer than predicted")),
             &Residual::gapDelta),
         times.times<Residual>(times.heading(TraceRowsTr::tr("Start"), TraceRowsTr::tr("Measured start")),
                               &Residual::measuredStart)},
        [](const Residual& r) {
            return std::optional(TraceTarget{r.rank, r.action});
        });
}

FigureCell skewCell(std::uint32_t rank, const MeasuredRun& run)
{
    for (const MeasuredRank& measured : run.ranks)
        if (measured.rank == rank && measured.skewHalfWidth > 0)
            return {TraceRowsTr::tr("%1 ± %2").arg(figureText(measured.skew, 1),
                                                   figureText(measured.skewHalfWidth, 1)),
                    measured.skew};
    return noCell();
}

FigureContent ranks(const TraceAnalysis* analysis)
{
    using Rank = RankDeviation;
    const ListTimes times = timesOf(TraceList::Ranks, analysis);
    const auto cause = [&times](const QString& title, const QString& whole, DeviationCause of) {
        return times.differences<Rank>(times.heading(title, whole), [of](const Rank& rank) {
            return rank.byCause[static_cast<std::size_t>(of)];
        });
    };
    return listContent<Rank>(
        analysis && analysis->deviations ? analysis->deviations->perRank : std::vector<Rank>(),
        {{{TraceRowsTr::tr("Rank")}, [](const Rank& rank) { return rankCell(rank.rank.value); }},
         times.differences<Rank>(
             times.firstHeading(TraceRowsTr::tr("Extra"), TraceRowsTr::tr("Measured minus predicted end")),
             [](const Rank& rank) { return rank.measuredEnd - rank.predictedEnd; }),
         cause(TraceRowsTr::tr("Compute"), TraceRowsTr::tr("Of which longer compute"),
               DeviationCause::Compute),
         cause(TraceRowsTr::tr("Wait"), TraceRowsTr::tr("Of which longer waits for late messages"),
               DeviationCause::Wait),
         cause(TraceRowsTr::tr("Transfer"), TraceRowsTr::tr("Of which longer transfers"),
               DeviationCause::Transfer),
         cause(TraceRowsTr::tr("Host"), TraceRowsTr::tr("Of which gaps that wait for nothing"),
               DeviationCause::Host),
         cause(TraceRowsTr::tr("Other"), TraceRowsTr::tr("Of which not modeled"), DeviationCause::Unmodelled),
         times.times<Rank>(times.heading(TraceRowsTr::tr("Measured"), TraceRowsTr::tr("Measured end")),
                           &Rank::measuredEnd),
         times.times<Rank>(times.heading(TraceRowsTr::tr("Predicted"), TraceRowsTr::tr("Predicted end")),
                           &Rank::predictedEnd),
         {{TraceRowsTr::tr("Clock (µs)"), TraceRowsTr::tr("Clock skew (µs)"),
           TraceRowsTr::tr("What was subtracted from its clock, ± possible error")},
          [analysis](const Rank& rank) { return skewCell(rank.rank.value, analysis->run); }}},
        [](const Rank& rank) {
            return std::optional(TraceTarget{rank.rank, {}});
        });
}

FigureContent warnings(const TraceAnalysis* analysis)
{
    return listContent<std::string>(analysis ? analysis->warnings : std::vector<std::string>(),
                                    {{{TraceRowsTr::tr("Warning")},
                                      [](const std::string& warning) { return FigureCell{text(warning)}; }}},
                                    [](const std::string&) { return std::optional<TraceTarget>(); });
}

} // namespace

FigureContent traceFigures(TraceList list, const TraceAnalysis* analysis)
{
    switch (list) {
    case TraceList::Files:
        return files(analysis);
    case TraceList::Schedule:
        return schedules(analysis);
    case TraceList::Durations:
        return durations(analysis);
    case TraceList::Deviations:
        return deviations(analysis);
    case TraceList::Ranks:
        return ranks(analysis);
    case TraceList::Replicas:
        return replicaFigures(analysis);
    case TraceList::Warnings:
        break;
    }
    return warnings(analysis);
}

} // namespace bubblescope::ui

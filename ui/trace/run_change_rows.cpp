// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/run_change_rows.h"

#include "core/analyze/bubble_ledger.h"
#include "ui/document/core_text.h"
#include "ui/trace/list_columns.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

struct RunChangeTr
{
    Q_DECLARE_TR_FUNCTIONS(RunChange)
};

/// One unit for all times of a list: by the longest of what is told.
ListTimes changeTimes(Time most)
{
    return {scaleFor(most)};
}

FigureCell gainedShare(Time before, Time after)
{
    return shareCell(before > 0 ? std::optional(1 - after / before) : std::nullopt);
}

/// A column of what each rank gained in a part; spare where the dock is narrow.
ListColumn<RankChange> partColumn(const ListTimes& times, RunPart part, const QString& title,
                                  const QString& whole, int spare)
{
    const auto at = static_cast<std::size_t>(part);
    return {times.heading(title, whole, spare), [times, at](const RankChange& rank) {
                const PartChange& change = rank.parts[at];
                return change.actions > 0 ? times.difference(change.gained()) : noCell();
            }};
}

struct KindRow
{
    RunPart part;
    PartChange change;
    std::optional<TraceTarget> most; ///< the action in which it changed most
};

/// Of computing its length, of what is before actions the gaps that changed most by it.
std::optional<TraceTarget> mostOf(const RunChange& change, RunPart part)
{
    const ActionChange* most = nullptr;
    Time largest = 0;
    for (const ActionChange& action : change.actions) {
        const Time changed = action.kind == part   ? std::abs(action.lengthBefore - action.lengthAfter)
                             : action.most == part ? std::abs(action.gapBefore - action.gapAfter)
                                                   : 0;
        if (changed <= largest)
            continue;
        largest = changed;
        most = &action;
    }
    return most ? std::optional(TraceTarget{most->rank, most->action}) : std::nullopt;
}

std::vector<KindRow> kindRows(const RunChange* change)
{
    std::vector<KindRow> rows;
    for (std::size_t part = 0; change && part < kRunPartCount; ++part)
        if (change->parts[part].actions > 0)
            rows.push_back({static_cast<RunPart>(part), change->parts[part],
                            mostOf(*change, static_cast<RunPart>(part))});
    std::stable_sort(rows.begin(), rows.end(), [](const KindRow& a, const KindRow& b) {
        return std::abs(a.change.gained()) > std::abs(b.change.gained());
    });
    return rows;
}

std::vector<ActionChange> mostChanged(const RunChange* change)
{
    if (!change)
        return {};
    std::vector<ActionChange> actions = change->actions;
    const auto isMore = [](const ActionChange& a, const ActionChange& b) {
        return std::abs(a.gained()) > std::abs(b.gained());
    };
    std::stable_sort(actions.begin(), actions.end(), isMore);
    actions.resize(std::min(actions.size(), kMostChangedActions));
    return actions;
}

} // namespace

QString runPartText(RunPart part)
{
    switch (part) {
    case RunPart::Forward:
        return RunChangeTr::tr("forward");
    case RunPart::Backward:
        return RunChangeTr::tr("backward");
    case RunPart::InputGradient:
        return RunChangeTr::tr("input gradient");
    case RunPart::WeightGradient:
        return RunChangeTr::tr("weight gradient");
    case RunPart::Overlapped:
        return RunChangeTr::tr("overlapped blocks");
    case RunPart::Transfer:
        return RunChangeTr::tr("transfers");
    case RunPart::Host:
        return RunChangeTr::tr("gaps of the host");
    case RunPart::Wait:
        return RunChangeTr::tr("waits");
    case RunPart::Other:
        return RunChangeTr::tr("before the first action");
    default:
        break;
    }
    return coreSentence(phaseWords(*phaseOfPart(part)));
}

FigureContent changedRanks(const RunChange* change)
{
    Time most = 0;
    for (const RankChange& rank : change ? change->ranks : std::vector<RankChange>())
        most = std::max({most, rank.endBefore, rank.endAfter});
    const ListTimes times = changeTimes(most);
    std::vector<ListColumn<RankChange>> columns{
        {{RunChangeTr::tr("Rank")}, [](const RankChange& rank) { return rankCell(rank.rank.value); }},
        times.differences<RankChange>(
            times.firstHeading(RunChangeTr::tr("Gained"),
                               RunChangeTr::tr("Its step ends earlier in B than in A")),
            [](const RankChange& rank) { return rank.endBefore - rank.endAfter; })};
    const std::array<std::pair<QString, QString>, kRunPartCount> titles{{
        {RunChangeTr::tr("F"), RunChangeTr::tr("Gained in its forwards")},
        {RunChangeTr::tr("B"), RunChangeTr::tr("Gained in its backwards")},
        {RunChangeTr::tr("I"), RunChangeTr::tr("Gained in its input gradients")},
        {RunChangeTr::tr("W"), RunChangeTr::tr("Gained in its weight gradients")},
        {RunChangeTr::tr("Overlapped"), RunChangeTr::tr("Gained in its overlapped blocks")},
        {RunChangeTr::tr("Transfer"), RunChangeTr::tr("Gained in its transfers")},
        {RunChangeTr::tr("Host"), RunChangeTr::tr("Gained in gaps that wait for nothing")},
        {RunChangeTr::tr("Wait"), RunChangeTr::tr("Gained in waits for late messages")},
        {RunChangeTr::tr("Begin"), RunChangeTr::tr("Gained before its first action")},
        {RunChangeTr::tr("Head"), RunChangeTr::tr("Gained in the head of the step")},
        {RunChangeTr::tr("Gather"),
         RunChangeTr::tr("Gained in gathering parameters before its first action")},
        {RunChangeTr::tr("Reduce"), RunChangeTr::tr("Gained in reducing gradients")},
        {RunChangeTr::tr("Embedding"), RunChangeTr::tr("Gained in summing the tied embedding's gradients")},
        {RunChangeTr::tr("Clip"), RunChangeTr::tr("Gained in clipping gradients")},
        {RunChangeTr::tr("Optimizer"), RunChangeTr::tr("Gained in its optimizer")},
        {RunChangeTr::tr("Gather"), RunChangeTr::tr("Gained in gathering parameters")},
        {RunChangeTr::tr("Finish"), RunChangeTr::tr("Gained in what is left of the step")},
    }};
    for (std::size_t part = 0; part < kRunPartCount; ++part) {
        // What neither run has is no column; without a run only what every run has is.
        const bool occurs = change ? change->parts[part].actions > 0 : part < 2;
        const int spare = part >= static_cast<std::size_t>(RunPart::Other) ? 4 : 0;
        if (occurs)
            columns.push_back(partColumn(times, static_cast<RunPart>(part), titles[part].first,
                                         titles[part].second, spare));
    }
    columns.push_back(times.times<RankChange>(
        times.heading(RunChangeTr::tr("End in A"), RunChangeTr::tr("End of its step in A"), 2),
        &RankChange::endBefore));
    columns.push_back(times.times<RankChange>(
        times.heading(RunChangeTr::tr("End in B"), RunChangeTr::tr("End of its step in B"), 3),
        &RankChange::endAfter));
    return listContent<RankChange>(change ? change->ranks : std::vector<RankChange>(), columns,
                                   [](const RankChange& rank) {
                                       return std::optional(TraceTarget{rank.rank, {}});
                                   });
}

FigureContent changedKinds(const RunChange* change)
{
    const std::vector<KindRow> rows = kindRows(change);
    Time most = 0;
    for (const KindRow& row : rows)
        most = std::max({most, row.change.before, row.change.after});
    const ListTimes times = changeTimes(most);
    return listContent<KindRow>(
        rows,
        {{{RunChangeTr::tr("Time spent in")},
          [](const KindRow& row) { return FigureCell{runPartText(row.part)}; }},
         times.differences<KindRow>(
             times.firstHeading(RunChangeTr::tr("Gained"), RunChangeTr::tr("Less in B than in A, all ranks")),
             [](const KindRow& row) { return row.change.gained(); }),
         {{RunChangeTr::tr("Share"), RunChangeTr::tr("Gained, as a share of its time in A")},
          [](const KindRow& row) { return gainedShare(row.change.before, row.change.after); }},
         times.times<KindRow>(times.heading(RunChangeTr::tr("In A"), RunChangeTr::tr("Time in A, all ranks")),
                              [](const KindRow& row) { return row.change.before; }),
         times.times<KindRow>(times.heading(RunChangeTr::tr("In B"), RunChangeTr::tr("Time in B, all ranks")),
                              [](const KindRow& row) { return row.change.after; }),
         {{RunChangeTr::tr("Actions")}, [](const KindRow& row) { return countCell(row.change.actions); }}},
        [](const KindRow& row) { return row.most; });
}

FigureContent changedActions(const RunChange* change)
{
    const std::vector<ActionChange> actions = mostChanged(change);
    Time most = 0;
    for (const ActionChange& action : actions)
        most = std::max(most, std::abs(action.startBefore));
    const ListTimes times = changeTimes(most);
    return listContent<ActionChange>(
        actions,
        {{{RunChangeTr::tr("Action")},
          [](const ActionChange& a) { return FigureCell{QString::fromStdString(actionText(a.action))}; }},
         {{RunChangeTr::tr("Rank")}, [](const ActionChange& a) { return rankCell(a.rank.value); }},
         times.differences<ActionChange>(
             times.firstHeading(RunChangeTr::tr("Gained"),
                                RunChangeTr::tr("The action and the gap before it are shorter in B")),
             &ActionChange::gained),
         {{RunChangeTr::tr("Most in"), RunChangeTr::tr("What changed most")},
          [](const ActionChange& a) { return FigureCell{runPartText(a.most)}; }},
         times.differences<ActionChange>(
             times.heading(RunChangeTr::tr("Shorter"), RunChangeTr::tr("Takes less in B than in A")),
             [](const ActionChange& a) { return a.lengthBefore - a.lengthAfter; }),
         times.differences<ActionChange>(
             times.heading(RunChangeTr::tr("Gap"), RunChangeTr::tr("The gap before it is shorter in B")),
             [](const ActionChange& a) { return a.gapBefore - a.gapAfter; }),
         times.differences<ActionChange>(
             times.heading(RunChangeTr::tr("Earlier"), RunChangeTr::tr("Starts earlier in B than in A")),
             [](const ActionChange& a) { return a.startBefore - a.startAfter; }),
         times.times<ActionChange>(times.heading(RunChangeTr::tr("Start"), RunChangeTr::tr("Start in A"), 2),
                                   &ActionChange::startBefore)},
        [](const ActionChange& a) {
            return std::optional(TraceTarget{a.rank, a.action});
        });
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/replica_rows.h"

#include "core/base/text_list.h"
#include "ui/trace/list_columns.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostGlobalRanks = 16;

} // namespace

QString replicaName(std::size_t replica)
{
    return TraceRowsTr::tr("replica %1").arg(replica);
}

QString globalRanksText(const std::vector<std::uint32_t>& ranks)
{
    if (ranks.empty())
        return {};
    const QString numbers = QString::fromStdString(listText(ranks, kMostGlobalRanks));
    return ranks.size() == 1 ? TraceRowsTr::tr("global rank %1").arg(numbers)
                             : TraceRowsTr::tr("global ranks %1").arg(numbers);
}

QString replicaText(const TraceAnalysis& analysis)
{
    const auto own =
        std::find_if(analysis.replicas.begin(), analysis.replicas.end(),
                     [&](const ReplicaFigures& of) { return of.replica == analysis.run.replica; });
    if (analysis.replicas.size() < 2 || own == analysis.replicas.end())
        return {};
    const QString which = TraceRowsTr::tr("one of %1 replicas").arg(analysis.replicas.size());
    if (!own->makespanShare)
        return which;
    const QString share = percentText(std::abs(*own->makespanShare));
    if (share == percentText(0))
        return TraceRowsTr::tr("%1, step as long as the others", "one of 2 replicas").arg(which);
    return (*own->makespanShare > 0
                ? TraceRowsTr::tr("%1, step %2 longer than the others", "one of 2 replicas, share")
                : TraceRowsTr::tr("%1, step %2 shorter than the others", "one of 2 replicas, share"))
        .arg(which, share);
}

FigureContent replicaFigures(const TraceAnalysis* analysis)
{
    using Of = ReplicaFigures;
    Time most = 0;
    if (analysis)
        for (const Of& of : analysis->replicas)
            most = std::max(most, of.makespan);
    const ListTimes times{scaleFor(most)};
    const std::size_t shown = analysis ? analysis->run.replica : 0;
    const auto column = [](const QString& title, const QString& whole, auto cell) {
        return ListColumn<Of>{{title, whole}, cell};
    };
    return listContent<Of>(
        analysis ? analysis->replicas : std::vector<Of>(),
        {column(TraceRowsTr::tr("Replica"), {},
                [shown](const Of& of) {
                    const QString name = replicaName(of.replica);
                    return FigureCell{
                        of.replica == shown ? TraceRowsTr::tr("%1, shown", "replica 0").arg(name) : name,
                        static_cast<double>(of.replica)};
                }),
         times.times<Of>(
             times.firstHeading(TraceRowsTr::tr("Step"), TraceRowsTr::tr("Step, from first to last compute")),
             &Of::makespan),
         column(TraceRowsTr::tr("Longer"),
                TraceRowsTr::tr("Step against the median of the other replicas (%)"),
                [](const Of& of) { return shareCell(of.makespanShare); }),
         times.times<Of>(
             times.heading(TraceRowsTr::tr("Compute"), TraceRowsTr::tr("Compute of a rank, mean")),
             &Of::compute),
         column(TraceRowsTr::tr("More compute"),
                TraceRowsTr::tr("Compute against the median of the other replicas (%)"),
                [](const Of& of) { return shareCell(of.computeShare); }),
         column(TraceRowsTr::tr("Slowest rank"),
                TraceRowsTr::tr("Rank with the most compute against the same rank of the others (%)"),
                [](const Of& of) {
                    if (!of.slowest)
                        return noCell();
                    const QString text = TraceRowsTr::tr("rank %1 (%2)", "rank, +5.6 %");
                    return FigureCell{
                        text.arg(QString::number(of.slowest->value), signedShare(of.slowestShare)),
                        of.slowestShare * 100};
                }),
         column(TraceRowsTr::tr("Global ranks"), {},
                [](const Of& of) {
                    const QString all = globalRanksText(of.globalRanks);
                    const QString numbers =
                        QString::fromStdString(listText(of.globalRanks, kMostGlobalRanks));
                    return all.isEmpty() ? noCell() : FigureCell{numbers, {}, all};
                })},
        [](const Of& of) {
            return std::optional(TraceTarget{RankId{0}, {}, of.replica});
        });
}

} // namespace bubblescope::ui

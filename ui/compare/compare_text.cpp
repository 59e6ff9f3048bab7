// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_text.h"

#include "core/analyze/schedule_difference.h"
#include "core/fit/costs_of_same_work.h"
#include "core/generate/catalog.h"
#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/document/request_form.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/what_if_text.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

struct CompareTextTr
{
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

/// "stages per rank 3" for all in which this request differs from another of the same schedule.
QString ownParameters(const Evaluation& own, const std::vector<const Evaluation*>& others)
{
    const auto* request = std::get_if<ScheduleRequest>(&own.input.source);
    const ScheduleInfo* schedule = request ? findSchedule(request->schedule) : nullptr;
    QStringList parts;
    for (const ParameterSpec& parameter : schedule ? schedule->parameters : std::vector<ParameterSpec>()) {
        const std::string value = parameterValue(*request, parameter);
        const bool differs = std::any_of(others.begin(), others.end(), [&](const Evaluation* other) {
            const auto* asked = std::get_if<ScheduleRequest>(&other->input.source);
            return asked && asked->schedule == request->schedule &&
                   parameterValue(*asked, parameter) != value;
        });
        if (differs)
            parts << CompareTextTr::tr("%1 %2", "parameter, value")
                         .arg(coreText(parameter.title).toLower(), QString::fromStdString(value));
    }
    return parts.join(QStringLiteral(", "));
}

QString currentCosts()
{
    return CompareTextTr::tr("current costs");
}

QString frozenCosts()
{
    return CompareTextTr::tr("frozen costs");
}

/// How much longer or shorter, in words; for times of one unit that differ.
QString lengthText(const Timeline& now, const Timeline& before)
{
    const QString length = timeText(std::abs(now.makespan - before.makespan), now.unit);
    const QString said = now.makespan > before.makespan ? CompareTextTr::tr("%1 longer", "time").arg(length)
                                                        : CompareTextTr::tr("%1 shorter", "time").arg(length);
    const QString share = differenceShare(now.makespan, before.makespan);
    return share.isEmpty() ? said : CompareTextTr::tr("%1 (%2)", "difference, share").arg(said, share);
}

/// Where titles are equal, what their requests differ in; between references alone a number.
void tellApart(QStringList& titles, const std::vector<const Evaluation*>& sides)
{
    const QStringList plain = titles;
    for (qsizetype i = 0; i < titles.size(); ++i) {
        std::vector<const Evaluation*> alike;
        for (qsizetype other = 0; other < plain.size(); ++other)
            if (other != i && plain[other] == plain[i])
                alike.push_back(sides[static_cast<std::size_t>(other)]);
        const QString own = ownParameters(*sides[static_cast<std::size_t>(i)], alike);
        if (!own.isEmpty())
            titles[i] = CompareTextTr::tr("%1 · %2", "title, parameters").arg(titles[i], own);
    }
    const QStringList told = titles;
    for (qsizetype i = 1; i < titles.size(); ++i) {
        const auto before = std::count(told.begin() + 1, told.begin() + i, told[i]);
        if (before > 0)
            titles[i] = CompareTextTr::tr("%1 (%2)", "title, number").arg(told[i]).arg(before + 1);
    }
}

WorkCut cutOf(const Evaluation& side)
{
    const auto* request = std::get_if<ScheduleRequest>(&side.input.source);
    return request ? workCutOf(*request) : workCutOf(*side.timeline->schedule);
}

/// Whole ones.
std::uint32_t microbatchesOf(const Evaluation& side, const WorkCut& cut)
{
    return side.timeline->schedule->microbatchCount / cut.units;
}

PeakSize peakOf(const Evaluation& evaluation)
{
    return peakOf(evaluation.metrics, evaluation.memory.get());
}

/// "with the same peak of 98 GB", "with a peak of 121 GB, 23 GB more"; empty where they do not compare.
QString peaksCompared(const PeakSize& peak, const PeakSize& other)
{
    if (peak.unit != other.unit)
        return {};
    if (isSame(peak.size, other.size))
        return CompareTextTr::tr("with the same peak of %1", "memory").arg(peakWords(peak));
    const QString difference = peakFigure({std::abs(peak.size - other.size), peak.unit});
    return peak.size > other.size
               ? CompareTextTr::tr("with a peak of %1, %2 more", "memory").arg(peakWords(peak), difference)
               : CompareTextTr::tr("with a peak of %1, %2 less", "memory").arg(peakWords(peak), difference);
}

} // namespace

bool isSame(double a, double b)
{
    constexpr double kRounding = 1e-9;
    return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

QString nameOf(const DocumentIdentity& identity, const EvaluationInput& state)
{
    if (!identity.title.empty())
        return QString::fromStdString(identity.title);
    if (const auto* request = std::get_if<ScheduleRequest>(&state.source))
        return requestName(*request);
    return QString::fromStdString(std::get<SchedulePtr>(state.source)->name);
}

QString sideTitle(const QString& documentName, const Evaluation& evaluation)
{
    QStringList parts{documentName};
    QStringList passes;
    for (const std::string& pass : evaluation.input.passes)
        passes << QString::fromStdString(pass);
    if (!passes.isEmpty())
        parts << passes.join(QStringLiteral(", "));
    if (!evaluation.whatIf.isNeutral())
        parts << CompareTextTr::tr("what if %1", "factors").arg(whatIfText(evaluation.whatIf));
    return parts.join(QStringLiteral(" · "));
}

std::pair<QString, QString> distinctTitles(const CompareSide& current, const CompareSide& reference)
{
    if (current.title != reference.title || !current.evaluation || !reference.evaluation ||
        current.evaluation->costs == reference.evaluation->costs)
        return {current.title, reference.title};
    const auto source = [](const CompareSide& side) {
        return QString::fromStdString(side.evaluation->costs.source);
    };
    const bool areNamed = source(current) != source(reference);
    const auto named = [&](const CompareSide& side, const QString& otherwise) {
        const QString costs = !areNamed ? otherwise
                              : source(side).isEmpty()
                                  ? CompareTextTr::tr("entered costs")
                                  : CompareTextTr::tr("costs %1", "source").arg(source(side));
        return CompareTextTr::tr("%1 · %2", "title, costs").arg(side.title, costs);
    };
    return {named(current, currentCosts()), named(reference, frozenCosts())};
}

QStringList sideTitles(const CompareSide& current, const std::vector<CompareSide>& references)
{
    QStringList titles{current.title};
    std::vector<const Evaluation*> sides{current.evaluation.get()};
    for (const CompareSide& reference : references) {
        const auto [own, other] = distinctTitles(current, reference);
        if (own != current.title)
            titles.first() = own;
        titles << other;
        sides.push_back(reference.evaluation.get());
    }
    if (current.evaluation)
        tellApart(titles, sides);
    return titles;
}

QString sideFigures(const Evaluation& evaluation)
{
    const QString figures =
        CompareTextTr::tr("%1 · idle %2 · peak %3", "step time, share, memory")
            .arg(timeText(evaluation.metrics.makespan, evaluation.timeline->unit),
                 percentText(evaluation.metrics.idleFraction), peakText(peakOf(evaluation)));
    if (std::holds_alternative<ScheduleRequest>(evaluation.input.source))
        return figures; // its title says how large it is
    return CompareTextTr::tr("%1 × %2 · %3", "ranks, microbatches, figures")
        .arg(evaluation.timeline->schedule->rankCount())
        .arg(evaluation.timeline->schedule->microbatchCount)
        .arg(figures);
}

bool haveSameWork(const Evaluation& one, const Evaluation& other)
{
    const WorkCut first = cutOf(one), second = cutOf(other);
    // Other ranks or microbatches are told by the titles.
    if (one.timeline->schedule->rankCount() != other.timeline->schedule->rankCount() ||
        microbatchesOf(one, first) != microbatchesOf(other, second))
        return true;
    const double parts = static_cast<double>(first.share) * first.units;
    const double otherParts = static_cast<double>(second.share) * second.units;
    // Where a part takes as long on both sides, more parts are more work; other costs are no other work.
    return parts == otherParts ||
           !isSame(one.metrics.idealTime / parts, other.metrics.idealTime / otherParts);
}

bool areOneWork(const CompareSide& current, const std::vector<CompareSide>& references)
{
    return current.isRecorded ||
           std::all_of(references.begin(), references.end(), [&](const CompareSide& side) {
               return side.isRecorded || haveSameWork(*current.evaluation, *side.evaluation);
           });
}

bool isFrozen(const CompareSide& side, const CompareSide& current)
{
    if (side.isRecorded || current.isRecorded || side.followsCosts || !current.evaluation)
        return false;
    const CostModel& now = current.evaluation->costs;
    return side.evaluation->costs != now &&
           side.evaluation->costs !=
               costsOfSameWork(now, cutOf(*current.evaluation), cutOf(*side.evaluation));
}

QStringList shortTitles(const QStringList& titles)
{
    const QString divider = QStringLiteral(" · ");
    std::vector<QStringList> parts;
    for (const QString& title : titles)
        parts.push_back(title.split(divider));
    const auto isInAll = [&](const QString& part) {
        return std::all_of(parts.begin(), parts.end(),
                           [&](const QStringList& each) { return each.indexOf(part, 1) > 0; });
    };
    QStringList shortened;
    for (const QStringList& each : parts) {
        QStringList kept{each.first()};
        for (const QString& part : each.mid(1))
            if (!isInAll(part))
                kept << part;
        shortened << kept.join(divider);
    }
    // What is left has to tell them apart as well as all of it does.
    const auto distinct = [](const QStringList& list) {
        return QSet<QString>(list.begin(), list.end()).size();
    };
    return distinct(shortened) == distinct(titles) ? shortened : titles;
}

QString withoutCostState(const QString& title)
{
    for (const QString& state : {currentCosts(), frozenCosts()})
        if (const QString end = QStringLiteral(" · ") + state; title.endsWith(end))
            return title.chopped(end.size());
    return title;
}

QString verdictText(const CompareSide& current, const std::vector<CompareSide>& references,
                    std::size_t chosen, const QStringList& titles)
{
    std::vector<const Evaluation*> sides{current.evaluation.get()};
    for (const CompareSide& reference : references)
        sides.push_back(reference.evaluation.get());
    const auto inFirstUnit = [&](const Evaluation* side) {
        return haveSameUnit(*side->timeline, *sides.front()->timeline);
    };
    if (!std::all_of(sides.begin(), sides.end(), inFirstUnit))
        return CompareTextTr::tr("Times in different units cannot be compared.");
    if (!areOneWork(current, references))
        return CompareTextTr::tr("Not the same work: a stage costs the same on each side, but the sides have "
                                 "different numbers of stages. You can compare bubble rates, but not times.");
    std::size_t best = 0;
    for (std::size_t i = 1; i < sides.size(); ++i)
        if (sides[i]->metrics.makespan < sides[best]->metrics.makespan &&
            !isSame(sides[i]->metrics.makespan, sides[best]->metrics.makespan))
            best = i;
    // The current side is told of; where it is the best, against the chosen one.
    const std::size_t other = best == 0 ? chosen + 1 : 0;
    const auto titleOf = [&](std::size_t i) { return titles.value(static_cast<qsizetype>(i)); };
    const auto timeOf = [&](std::size_t i) {
        return timeText(sides[i]->metrics.makespan, sides[i]->timeline->unit);
    };
    const double time = sides[best]->metrics.makespan, than = sides[other]->metrics.makespan;
    QString text;
    if (isSame(time, than))
        text = CompareTextTr::tr("%1 and %2 take the same time: %3", "sides, time")
                   .arg(titleOf(best), titleOf(other), timeOf(best));
    else
        text =
            (sides.size() > 2 ? CompareTextTr::tr("%1 is fastest: %2, %3 less than %4", "side, time, share")
                              : CompareTextTr::tr("%1 is faster: %2, %3 less than %4", "side, time, share"))
                .arg(titleOf(best), timeOf(best), percentText(1 - time / than), titleOf(other));
    const QString peak = peaksCompared(peakOf(*sides[best]), peakOf(*sides[other]));
    return peak.isEmpty() ? text : CompareTextTr::tr("%1, %2", "step time, memory").arg(text, peak);
}

QString signedText(double difference, int decimals)
{
    const QString figure = figureText(std::abs(difference), decimals);
    if (figure == figureText(0, decimals))
        return figure;
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + figure;
}

QString differenceShare(double current, double reference)
{
    if (reference == 0 || isSame(current, reference))
        return {};
    return CompareTextTr::tr("%1 %", "percent")
        .arg(signedText((current - reference) / std::abs(reference) * 100, 1));
}

QString differenceText(double current, double reference, int decimals)
{
    if (isSame(current, reference))
        return CompareTextTr::tr("no difference");
    const QString share = differenceShare(current, reference);
    const QString difference = signedText(current - reference, decimals);
    return share.isEmpty() ? difference
                           : CompareTextTr::tr("%1 (%2)", "difference, share").arg(difference, share);
}

QString makespanDifference(const Evaluation& side, const Evaluation& current)
{
    const Timeline& shown = *side.timeline;
    const Timeline& first = *current.timeline;
    if (!haveSameUnit(shown, first))
        return CompareTextTr::tr("in %1; the current one in %2", "units")
            .arg(unitText(shown.unit), unitText(first.unit));
    if (isSame(shown.makespan, first.makespan))
        return CompareTextTr::tr("no difference (0 %)");
    return lengthText(shown, first);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_words.h"

#include "core/generate/catalog.h"
#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

struct FindWords
{
    Q_DECLARE_TR_FUNCTIONS(FindWords)
};

/// What of the options is not as usual: numbers first, then switches.
QStringList optionTexts(const ScheduleInfo& info, const ScheduleRequest& request)
{
    QStringList values, switches;
    for (const ParameterSpec& spec : info.parameters) {
        const auto given = request.options.find(spec.key);
        if (!spec.isOption || given == request.options.end() || given->second == spec.defaultValue)
            continue;
        const QString title = coreText(spec.title), value = QString::fromStdString(given->second);
        if (given->second == "true")
            switches << title;
        else if (given->second == "false")
            switches << FindWords::tr("not: %1", "a switch").arg(title);
        else
            values << (spec.key == "variant" ? value
                                             : FindWords::tr("%1 %2", "parameter, value").arg(title, value));
    }
    return values + switches;
}

PeakUnit peakUnitOf(FindUnit unit)
{
    return unit == FindUnit::Bytes             ? PeakUnit::Bytes
           : unit == FindUnit::RankActivations ? PeakUnit::Activations
                                               : PeakUnit::Own;
}

} // namespace

QString candidateName(const ScheduleRequest& request)
{
    const ScheduleInfo* info = findSchedule(request.schedule);
    QStringList parts{QString::fromStdString(info != nullptr ? info->title : request.schedule)};
    if (request.stagesPerRank && *request.stagesPerRank > 1)
        parts << FindWords::tr("%1 stages per rank").arg(*request.stagesPerRank);
    if (request.placement && info != nullptr && *request.placement != info->placements.front()) {
        const std::string_view name = placementName(*request.placement);
        parts << FindWords::tr("placement %1", "name")
                     .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    if (info != nullptr)
        parts << optionTexts(*info, request);
    return parts.join(QStringLiteral(" · "));
}

QString originText(const FoundSchedule& found)
{
    const QString name = candidateName(found.request);
    return found.changes == 0
               ? name
               : FindWords::tr("%1, improved by %n change(s)", "schedule", static_cast<int>(found.changes))
                     .arg(name);
}

QString foundTitle(const FoundSchedule& found)
{
    const QString name = requestName(found.request);
    return found.changes == 0 ? name : FindWords::tr("%1, improved", "schedule").arg(name);
}

QString objectiveTitle(SearchObjective objective)
{
    return objective == SearchObjective::Makespan ? FindWords::tr("Step time") : FindWords::tr("Rank span");
}

QString sizeText(double size, FindUnit unit)
{
    return peakText({size, peakUnitOf(unit)});
}

QString sizeFigure(double size, FindUnit unit)
{
    return peakFigure({size, peakUnitOf(unit)});
}

std::optional<double> gapOf(Time objective, Time bound)
{
    if (!(bound > 0))
        return std::nullopt;
    // Sums of the same times differ by their last bits.
    constexpr double kRounding = 1e-9;
    const double gap = (objective - bound) / bound;
    return gap < kRounding ? 0 : gap;
}

QString findProgressText(const FindState& state, bool isStopping)
{
    if (isStopping)
        return FindWords::tr("Stopping…");
    const SearchProgress& progress = state.progress;
    const QString time = secondsText(state.seconds);
    if (progress.phase == SearchPhase::Candidates)
        return progress.candidates == 0
                   ? FindWords::tr("Listing candidates · %1", "duration").arg(time)
                   : FindWords::tr("Timing candidates · %1 of %2 · %3", "number, number, duration")
                         .arg(countText(progress.candidatesDone), countText(progress.candidates), time);
    return FindWords::tr("Improving · changes tried: %1 · %2", "number, duration")
        .arg(countText(progress.iterations), time);
}

QString findEndText(const SearchResult& result, double seconds)
{
    const QString time = secondsText(seconds);
    return (result.wasStopped ? FindWords::tr("Stopped after %1 · candidates: %2 · changes tried: %3")
                              : FindWords::tr("Done in %1 · candidates: %2 · changes tried: %3"))
        .arg(time, countText(result.candidates.size()), countText(result.iterations));
}

QString asFastText(const std::vector<ScheduleRequest>& asFast)
{
    QStringList names;
    for (const ScheduleRequest& request : asFast)
        names << candidateName(request);
    return names.empty() ? QString()
                         : FindWords::tr("as fast as %1", "schedules").arg(names.join(QStringLiteral(", ")));
}

QString layersText(const std::optional<std::vector<std::uint32_t>>& layersPerStage)
{
    if (!layersPerStage)
        return {};
    QStringList numbers;
    for (const std::uint32_t layers : *layersPerStage)
        numbers << QString::number(layers);
    return FindWords::tr("layers per stage %1", "numbers").arg(numbers.join(QStringLiteral(", ")));
}

QString nothingFitsText(const SearchResult& result, std::optional<double> limit, FindUnit unit)
{
    const SearchCandidate* least = nullptr;
    for (const SearchCandidate& candidate : result.candidates)
        if (!candidate.fits && candidate.peakMemory > 0 &&
            (least == nullptr || candidate.peakMemory < least->peakMemory))
            least = &candidate;
    if (least == nullptr || !limit)
        return result.candidates.empty() ? FindWords::tr("No schedule takes these ranks and microbatches.")
                                         : FindWords::tr("Nothing was found: %1", "reason")
                                               .arg(coreSentence(result.candidates.front().reason));
    return FindWords::tr("Nothing fits in %1. The least among those tried is %2: %3.",
                         "limit, peak memory, schedule")
        .arg(peakWords({*limit, peakUnitOf(unit)}), peakWords({least->peakMemory, peakUnitOf(unit)}),
             candidateName(least->request));
}

} // namespace bubblescope::ui

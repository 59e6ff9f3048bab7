// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/residual_picture.h"

#include "ui/compare/compare_text.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope::ui {

namespace {

using Held = std::shared_ptr<const bubblescope::Comparison>;
/// Which residual is of each action of each rank's row.
using Places = std::vector<std::vector<std::uint32_t>>;
constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
constexpr int kResidualPictureDecimals = 1;

struct ResidualPictureTr
{
    Q_DECLARE_TR_FUNCTIONS(ResidualPicture)
};

/// Null where single actions cannot be held against each other.
Held held(const ResidualSubject& subject)
{
    const TraceAnalysisPtr& analysis = subject.analysis;
    const Held unchanged = analysis->deviations ? Held(analysis, &*analysis->deviations) : nullptr;
    if (subject.isMeasured())
        return unchanged;
    const Evaluation& prediction = *subject.prediction;
    if (prediction.timeline->unit != "us" || !prediction.brokenBecause.empty() ||
        !runsWhatWasMeasured(analysis->run, *prediction.timeline->schedule))
        return nullptr;
    if (subject.prediction == analysis->predicted)
        return unchanged;
    auto other = holdAgainst(analysis->run, *prediction.timeline, prediction.costs.hostOverhead);
    return other ? std::make_shared<const bubblescope::Comparison>(std::move(*other)) : nullptr;
}

Places placesOf(const std::vector<Residual>& residuals, const Schedule& schedule, const CancelToken& cancel)
{
    std::vector<std::vector<std::pair<ActionId, std::uint32_t>>> byRank(schedule.rows.size());
    for (std::size_t i = 0; i < residuals.size(); ++i)
        if (residuals[i].rank.value < byRank.size())
            byRank[residuals[i].rank.value].emplace_back(residuals[i].action, static_cast<std::uint32_t>(i));
    Places places(byRank.size());
    for (std::size_t rank = 0; rank < byRank.size() && !cancel.isCancelled(); ++rank) {
        auto& own = byRank[rank];
        if (own.empty())
            continue;
        std::sort(own.begin(), own.end());
        for (const Action& action : schedule.rows[rank]) {
            const auto at =
                std::lower_bound(own.begin(), own.end(), std::pair(action.id(), std::uint32_t{0}));
            places[rank].push_back(at != own.end() && at->first == action.id() ? at->second : kNone);
        }
    }
    return places;
}

DurationDeltas deltasOf(const std::vector<Residual>& residuals, const Places& places)
{
    DurationDeltas deltas(places.size());
    for (std::size_t rank = 0; rank < places.size(); ++rank)
        for (const std::uint32_t place : places[rank])
            deltas[rank].push_back(place == kNone ? std::numeric_limits<Time>::quiet_NaN()
                                                  : residuals[place].durationDelta);
    return deltas;
}

QString microseconds(Time time)
{
    return timeText(time, "us");
}

ResidualWords wordsOf(const Residual& residual, bool isMeasured)
{
    const QString name = QString::fromStdString(actionText(residual.action));
    const Time took = residual.measuredEnd - residual.measuredStart;
    const Time longer = residual.durationDelta;
    const Time predicted = took - longer;
    const QString share = differenceShare(took, predicted);
    const QString inBrackets =
        share.isEmpty() ? QString() : ResidualPictureTr::tr(" (%1)", "share").arg(share);
    const QString size = figureText(std::abs(longer), kResidualPictureDecimals);
    ResidualWords words;
    if (size == figureText(0, kResidualPictureDecimals))
        words.line = ResidualPictureTr::tr("%1 took as long as predicted", "action").arg(name);
    else
        words.line =
            (longer > 0 ? ResidualPictureTr::tr("%1 took %2 longer than predicted%3", "action, time, share")
                        : ResidualPictureTr::tr("%1 took %2 shorter than predicted%3", "action, time, share"))
                .arg(name, microseconds(std::abs(longer)), inBrackets);
    words.longer = ResidualPictureTr::tr("%1 against predicted").arg(signedTime(longer, "us") + inBrackets);
    words.other = isMeasured ? ResidualPictureTr::tr("predicted %1").arg(microseconds(predicted))
                             : ResidualPictureTr::tr("measured %1").arg(microseconds(took));
    return words;
}

} // namespace

ResidualLanePtr makeResidualLane(const ResidualSubject& subject, const CancelToken& cancel)
{
    const Held comparison = held(subject);
    if (!comparison || cancel.isCancelled())
        return nullptr;
    const std::vector<Residual>& residuals = comparison->residuals;
    const TimelinePtr& timeline = subject.shown->timeline;
    auto places = std::make_shared<const Places>(placesOf(residuals, *timeline->schedule, cancel));
    auto lanes = residualLanes(timeline, deltasOf(residuals, *places),
                               durationNoise(subject.analysis->fitted), cancel);
    if (!lanes || cancel.isCancelled())
        return nullptr;
    auto lane = std::make_shared<ResidualLane>();
    lane->lanes = std::move(*lanes);
    lane->name = ResidualPictureTr::tr("residual");
    lane->scaleText = ResidualPictureTr::tr("± %1", "time").arg(microsecondsText(lane->lanes.scale.most));
    lane->tell = [comparison, places, timeline,
                  isMeasured = subject.isMeasured()](const ActionPosition& at) -> ResidualWords {
        if (at.rank.value >= places->size() || at.index >= (*places)[at.rank.value].size())
            return {};
        const std::uint32_t place = (*places)[at.rank.value][at.index];
        if (place == kNone)
            return {ResidualPictureTr::tr("%1 has nothing to compare with", "action")
                        .arg(QString::fromStdString(actionText(timeline->schedule->at(at).id()))),
                    {},
                    {}};
        return wordsOf(comparison->residuals[place], isMeasured);
    };
    return lane;
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/thumbnails.h"

#include "core/base/guarded.h"
#include "ui/document/request_form.h"
#include "ui/panels/metrics_strip.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QPainter>
#include <QPromise>
#include <QThreadPool>
#include <QtConcurrentRun>
#include <algorithm>

namespace bubblescope::ui {

namespace {

// Beyond this a thumbnail costs more than it tells.
constexpr double kThumbnailsMostActions = 600'000;
/// A search is no thumbnail's business beyond this: two stages a rank on 8 ranks, 64 microbatches.
constexpr double kMostSearched = 3.0 * 8 * 64 * 2;

/// One quiet thread of its own: what the user waits for never stands behind thumbnails.
QThreadPool& sidePool()
{
    static QThreadPool pool;
    pool.setMaxThreadCount(1);
    pool.setThreadPriority(QThread::LowPriority);
    return pool;
}

QColor blended(const FillTimes& busy, double span, const Theme& theme)
{
    double parts[3] = {0, 0, 0};
    double idle = 1;
    const auto add = [&](Rgb color, double share) {
        parts[0] += share * color.r;
        parts[1] += share * color.g;
        parts[2] += share * color.b;
    };
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const double share = busy[i] / span;
        add(theme.color(roleOf(static_cast<FillClass>(i))), share);
        idle -= share;
    }
    add(theme.color(Role::Idle), std::max(0.0, idle));
    const auto channel = [](double value) { return static_cast<int>(std::clamp(value, 0.0, 255.0)); };
    return QColor(channel(parts[0]), channel(parts[1]), channel(parts[2]));
}

QString figuresOf(const Evaluation& evaluation)
{
    return ThumbnailMaker::tr("%1 · idle %2 · peak %3", "step time, idle share, peak memory of a rank")
        .arg(timeText(evaluation.metrics.makespan, evaluation.timeline->unit),
             percentText(evaluation.metrics.idleFraction),
             peakText(peakOf(evaluation.metrics, evaluation.memory.get())));
}

Thumbnail makeThumbnail(const ScheduleInfo& schedule, const ScheduleRequest& request, const CostModel& costs,
                        const std::optional<WorkCut>& cut, ThemeName theme, double ratio,
                        const CancelToken& cancel)
{
    Thumbnail thumbnail{{}, ThumbnailMaker::tr("no preview")};
    FittedRequest fitted = fitRequest(request, schedule);
    const bool large =
        estimatedActions(fitted.request) > (schedule.isMadeForCosts ? kMostSearched : kThumbnailsMostActions);
    if (large) {
        ScheduleRequest wanted = request;
        wanted.ranks = std::min<std::int64_t>(request.ranks, 4);
        wanted.microbatches = std::min<std::int64_t>(request.microbatches, 8);
        wanted.stagesPerRank.reset();
        fitted = fitRequest(wanted, schedule);
    }
    if (!fitted.admissible)
        return thumbnail;
    const auto evaluation = evaluate(
        {fitted.request, cut ? costsOfSameWork(costs, *cut, workCutOf(fitted.request)) : costs, {}}, cancel);
    if (!evaluation)
        return thumbnail;
    thumbnail.image = paintThumbnail(*(*evaluation)->index, Theme::get(theme), ThumbnailMaker::kSize, ratio);
    const bool same =
        fitted.request.ranks == request.ranks && fitted.request.microbatches == request.microbatches;
    const QString figures = figuresOf(**evaluation);
    // Figures of another size are no figures of this one.
    if (large)
        thumbnail.figures = ThumbnailMaker::tr("large; shown as %1 × %2", "ranks × microbatches")
                                .arg(fitted.request.ranks)
                                .arg(fitted.request.microbatches);
    else if (same)
        thumbnail.figures = figures;
    else
        thumbnail.figures = ThumbnailMaker::tr("takes %1 × %2", "ranks × microbatches")
                                .arg(fitted.request.ranks)
                                .arg(fitted.request.microbatches);
    return thumbnail;
}

} // namespace

QImage paintThumbnail(const LaneIndex& index, const Theme& theme, QSize size, double ratio)
{
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    const Time makespan = index.timeline().makespan;
    if (makespan <= 0 || index.laneCount() == 0)
        return image;
    QPainter painter(&image);
    const std::uint32_t lanes = std::min(index.laneCount(), 8U);
    const double gap = 1;
    const double height = (size.height() + gap) / lanes - gap;
    const double column = 1 / ratio;
    for (std::uint32_t row = 0; row < lanes; ++row) {
        // Of many ranks, evenly spread ones stand for all.
        const RankId rank{lanes == 1 ? 0 : row * (index.laneCount() - 1) / (lanes - 1)};
        for (int x = 0; x < image.width(); ++x) {
            const Time from = makespan * x / image.width();
            const Time to = makespan * (x + 1) / image.width();
            painter.fillRect(QRectF(x * column, row * (height + gap), column, height),
                             blended(index.busy(rank, from, to), to - from, theme));
        }
    }
    return image;
}

ThumbnailMaker::ThumbnailMaker(QObject* parent) : QObject(parent) {}

ThumbnailMaker::~ThumbnailMaker()
{
    m_cancel.cancel();
}

void ThumbnailMaker::stop()
{
    m_cancel.cancel();
    m_cancel = CancelToken();
    ++m_revision;
}

void ThumbnailMaker::start(const ScheduleRequest& request, const CostModel& costs, ThemeName theme,
                           double ratio, const std::optional<WorkCut>& cut)
{
    stop();
    m_thumbnails.assign(scheduleCatalog().size(), {});
    const int revision = m_revision;
    using Watcher = QFutureWatcher<Thumbnail>;
    auto* watcher = new Watcher(this);
    connect(watcher, &Watcher::resultReadyAt, this, [this, watcher, revision](int index) {
        if (revision != m_revision)
            return;
        m_thumbnails[static_cast<std::size_t>(index)] = watcher->resultAt(index);
        emit made(index);
    });
    connect(watcher, &Watcher::finished, this, [this, watcher, revision] {
        watcher->deleteLater();
        if (revision == m_revision)
            emit finished();
    });
    watcher->setFuture(QtConcurrent::run(
        &sidePool(), [request, costs, cut, theme, ratio, cancel = m_cancel](QPromise<Thumbnail>& promise) {
            int index = 0;
            for (const ScheduleInfo& schedule : scheduleCatalog()) {
                if (cancel.isCancelled())
                    return;
                const Result<Thumbnail> thumbnail = guarded("a thumbnail", [&]() -> Result<Thumbnail> {
                    return makeThumbnail(schedule, request, costs, cut, theme, ratio, cancel);
                });
                promise.addResult(thumbnail ? *thumbnail : Thumbnail{{}, tr("no preview")}, index++);
            }
        }));
}

} // namespace bubblescope::ui

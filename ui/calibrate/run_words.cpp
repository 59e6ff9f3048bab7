// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/run_words.h"

#include "ui/calibrate/stage_times.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <QPushButton>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// A probe says something at least with every sample; long silence is worth a word.
constexpr qint64 kSilentMs = 10'000;

struct RunWordsTr
{
    Q_DECLARE_TR_FUNCTIONS(RunRow)
};

/// "1.3 s", "14 s".
QString roundedText(double seconds)
{
    constexpr double kLong = 10;
    return seconds < kLong ? RunWordsTr::tr("%1 s").arg(figureText(seconds, 1))
                           : durationText(std::round(seconds));
}

} // namespace

RunRow* makeMeasureRow(QWidget* parent)
{
    return new RunRow(RunShape::Paragraph,
                      {.start = RunWordsTr::tr("Start measuring"),
                       .stop = RunWordsTr::tr("Stop"),
                       .progress = RunWordsTr::tr("Progress of the measurement"),
                       .textName = "calibrate-run-text",
                       .startName = "calibrate-start",
                       .stopName = "calibrate-cancel",
                       .detailsName = "calibrate-run-details"},
                      parent);
}

void showProgress(RunRow& row, const ProbeProgress& progress)
{
    row.say(progressText(progress), progress.lastTime);
    row.showProgress(progress.done, progress.total);
    row.stopButton()->setEnabled(!progress.isStopping);
}

QString planText(const probe::ProbePlan& plan)
{
    return RunWordsTr::tr("%1 points, about %2, %3 on the GPU", "number, duration, memory")
        .arg(countText(plan.points.size()), durationText(plan.etaSeconds),
             bytesText(static_cast<double>(plan.deviceBytes)));
}

QString planDetails(const probe::ProbePlan& plan)
{
    constexpr double kShortShare = 0.06;
    QStringList parts;
    double others = 0;
    for (std::size_t i = 0; i < probe::kPhaseCount; ++i) {
        const auto phase = static_cast<probe::Phase>(i);
        const std::string_view name = probe::phaseName(phase);
        if (const double seconds = plan.secondsOf(phase); seconds > kShortShare * plan.etaSeconds)
            parts << QStringLiteral("%1 %2").arg(
                QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), roundedText(seconds));
        else
            others += seconds;
    }
    if (others > 0)
        parts << RunWordsTr::tr("others %1", "duration of short phases").arg(roundedText(others));
    return parts.join(QStringLiteral(" · "));
}

QString progressText(const ProbeProgress& progress)
{
    if (progress.isStopping)
        return RunWordsTr::tr("Stopping…");
    if (progress.silentForMs >= kSilentMs)
        return RunWordsTr::tr("The probe has not reported for %1", "duration")
            .arg(durationText(static_cast<double>(progress.silentForMs) / 1000));
    if (progress.total == 0)
        return RunWordsTr::tr("Starting…");
    QStringList parts;
    if (const QString what = progress.point.isEmpty() ? progress.phase : progress.point; !what.isEmpty())
        parts << what;
    parts << RunWordsTr::tr("%1 of %2", "points").arg(countText(progress.done), countText(progress.total));
    if (progress.etaSeconds > 0)
        parts << RunWordsTr::tr("about %1 left", "duration").arg(durationText(progress.etaSeconds));
    return parts.join(QStringLiteral(" · "));
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/run_row.h"

#include "ui/calibrate/stage_times.h"
#include "ui/widgets/figures.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>

namespace bubblescope::ui {

namespace {

/// A probe says something at least with every sample; long silence is worth a word.
constexpr qint64 kSilentMs = 10'000;
constexpr double kMostSeconds = 1e7;

/// "1.3 s", "14 s".
QString roundedText(double seconds)
{
    constexpr double kLong = 10;
    return seconds < kLong ? RunRow::tr("%1 s").arg(figureText(seconds, 1))
                           : durationText(std::round(seconds));
}

} // namespace

RunRow::RunRow(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_details(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_start(new QPushButton(tr("Start measuring"), this))
    , m_cancel(new QPushButton(tr("Stop"), this))
{
    m_text->setObjectName(QStringLiteral("calibrate-run-text"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_details->setObjectName(QStringLiteral("calibrate-run-details"));
    m_details->setProperty("quiet", true);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the measurement"));
    m_start->setObjectName(QStringLiteral("calibrate-start"));
    m_cancel->setObjectName(QStringLiteral("calibrate-cancel"));
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_text);
    words->addWidget(m_details);
    words->addWidget(m_bar);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(16);
    line->addLayout(words, 1);
    line->addWidget(m_start);
    line->addWidget(m_cancel);
    connect(m_start, &QPushButton::clicked, this, &RunRow::startAsked);
    connect(m_cancel, &QPushButton::clicked, this, &RunRow::cancelAsked);
    setRunning(false);
}

void RunRow::showPlan(const QString& text, const QString& details, bool canStart)
{
    m_text->setText(text);
    m_text->setToolTip(text);
    m_details->setText(details);
    m_details->setToolTip(details);
    m_start->setEnabled(canStart);
}

void RunRow::showProgress(const ProbeProgress& progress)
{
    m_text->setText(progressText(progress));
    m_text->setToolTip(m_text->text());
    m_details->setText(progress.lastTime);
    constexpr std::size_t kMost = 1'000'000'000;
    m_bar->setRange(0, static_cast<int>(std::min(progress.total, kMost)));
    m_bar->setValue(static_cast<int>(std::min(progress.done, kMost)));
    m_cancel->setEnabled(!progress.isStopping);
}

void RunRow::setRunning(bool running)
{
    m_start->setVisible(!running);
    m_cancel->setVisible(running);
    m_cancel->setEnabled(running);
    m_bar->setVisible(running);
}

QString RunRow::text() const
{
    return m_text->text();
}

QString durationText(double seconds)
{
    constexpr int kMinute = 60;
    if (!(seconds < kMostSeconds))
        return RunRow::tr("very long");
    const auto whole = static_cast<int>(std::ceil(std::max(0.0, seconds)));
    if (whole < kMinute)
        return RunRow::tr("%1 s").arg(whole);
    return RunRow::tr("%1 min %2 s").arg(whole / kMinute).arg(whole % kMinute);
}

QString planText(const probe::ProbePlan& plan)
{
    return RunRow::tr("%1 points, about %2, %3 on the GPU", "number, duration, memory")
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
        parts << RunRow::tr("others %1", "duration of short phases").arg(roundedText(others));
    return parts.join(QStringLiteral(" · "));
}

QString progressText(const ProbeProgress& progress)
{
    if (progress.isStopping)
        return RunRow::tr("Stopping…");
    if (progress.silentForMs >= kSilentMs)
        return RunRow::tr("No word from the probe for %1", "duration")
            .arg(durationText(static_cast<double>(progress.silentForMs) / 1000));
    if (progress.total == 0)
        return RunRow::tr("Starting…");
    QStringList parts;
    if (const QString what = progress.point.isEmpty() ? progress.phase : progress.point; !what.isEmpty())
        parts << what;
    parts << RunRow::tr("%1 of %2", "points").arg(countText(progress.done), countText(progress.total));
    if (progress.etaSeconds > 0)
        parts << RunRow::tr("about %1 left", "duration").arg(durationText(progress.etaSeconds));
    return parts.join(QStringLiteral(" · "));
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/stage_chart.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kLegendHeight = 28, kBottom = 42, kLeft = 56, kRight = 8, kTopGap = 8;
constexpr double kWidestBar = 34, kNarrowestBar = 4, kBarGap = 3, kSlotGap = 20;
constexpr int kStageChartTextPx = 12;
constexpr int kTicks = 4; ///< at most
constexpr std::array<Role, kStageOps> kRoles{Role::Forward, Role::BackwardInput, Role::BackwardWeight,
                                             Role::Backward, Role::Overlap};

QString timeWords(const StageTime& time)
{
    const StageUnit unit =
        time.us >= 10'000 ? StageUnit{1000, QStringLiteral("ms")} : StageUnit{1, QStringLiteral("µs")};
    const int decimals = unit.us > 1 ? 2 : 1;
    QString text = QStringLiteral("%1 %2").arg(figureText(time.us / unit.us, decimals), unit.name);
    if (time.spread)
        text += QStringLiteral(" (%1 – %2)")
                    .arg(figureText((time.us - time.spread->below) / unit.us, decimals),
                         figureText((time.us + time.spread->above) / unit.us, decimals));
    return text;
}

} // namespace

StageChart::StageChart(QWidget* parent)
    : PlotWidget(QStringLiteral("calibrate-chart"), tr("Times of the stages"), parent)
{}

void StageChart::setTimes(std::optional<StageTimes> times, bool isEstimate)
{
    m_times = std::move(times);
    m_isEstimate = isEstimate;
    describe();
    update();
}

void StageChart::setReference(std::optional<StageTimes> reference, const QString& title)
{
    m_reference = std::move(reference);
    m_referenceTitle = title;
    describe();
    update();
}

void StageChart::setEmptyText(const QString& text)
{
    m_emptyText = text;
    describe();
    update();
}

void StageChart::describe()
{
    constexpr std::size_t kMostSaid = 8;
    QStringList said;
    m_scale = m_times ? scaleOf(*m_times) : PlotAxis();
    if (!m_times)
        said << m_emptyText;
    else
        for (std::size_t i = 0; i < std::min(kMostSaid, m_times->groups.size()); ++i) {
            QStringList times;
            for (const StageOp op : ops())
                if (const auto& time = m_times->groups[i].times[static_cast<std::size_t>(op)])
                    times << stageOpName(op, m_times->overlapPair) + QLatin1Char(' ') + timeWords(*time);
            said << stageName(m_times->groups[i]) + QStringLiteral(": ") + times.join(QStringLiteral(", "));
        }
    setAccessibleDescription(said.join(QStringLiteral("; ")));
}

std::vector<StageOp> StageChart::ops() const
{
    std::vector<StageOp> ops{StageOp::Forward, StageOp::Input, StageOp::Weight, StageOp::Backward};
    if (m_times && !m_times->overlapPair.isEmpty())
        ops.push_back(StageOp::Overlap);
    return ops;
}

QRectF StageChart::plot() const
{
    return QRectF(rect()).adjusted(kLeft, kLegendHeight + kTopGap, -kRight, -kBottom);
}

std::size_t StageChart::shownGroups() const
{
    if (!m_times)
        return 0;
    const double least = static_cast<double>(ops().size()) * (kNarrowestBar + 1) + 6;
    return std::min(m_times->groups.size(), static_cast<std::size_t>(std::max(1.0, plot().width() / least)));
}

QRectF StageChart::slotOf(std::size_t group) const
{
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(shownGroups());
    return {area.left() + width * static_cast<double>(group), area.top(), width, area.height()};
}

PlotAxis StageChart::scaleOf(const StageTimes& shown) const
{
    double most = 0;
    for (const std::optional<StageTimes>* times : {&m_times, &m_reference})
        if (*times)
            for (const StageGroup& group : (*times)->groups)
                for (const std::optional<StageTime>& time : group.times)
                    if (time)
                        most = std::max(most, time->us + (time->spread ? time->spread->above : 0));
    PlotAxis axis;
    if (most <= 0)
        most = 1;
    // Whole steps, and no more of them than what is shown needs.
    const double step = roundStep(most / kTicks, {1, 2, 2.5, 5});
    axis.to = step * std::ceil(most / step * (1 - 1e-9));
    const StageUnit unit = unitOf(shown);
    const int ticks = std::max(1, static_cast<int>(std::lround(axis.to / step)));
    for (int tick = 0; tick <= ticks; ++tick) {
        const double us = axis.to * tick / ticks;
        axis.ticks.emplace_back(us, figureText(us / unit.us, 2) +
                                        (tick == ticks ? QLatin1Char(' ') + unit.name : QString()));
    }
    return axis;
}

double StageChart::yOf(double us) const
{
    return PlotFrame{plot(), {}, m_scale}.yOf(std::min(us, m_scale.to));
}

QRectF StageChart::barRect(std::size_t group, StageOp op) const
{
    if (group >= shownGroups())
        return {};
    const std::vector<StageOp> all = ops();
    const auto place = static_cast<double>(std::find(all.begin(), all.end(), op) - all.begin());
    const auto& time = m_times->groups[group].times[static_cast<std::size_t>(op)];
    if (!time || place >= static_cast<double>(all.size()))
        return {};
    const QRectF slot = slotOf(group);
    const auto count = static_cast<double>(all.size());
    const double room = (slot.width() - std::min(kSlotGap, slot.width() * 0.2)) / count;
    const double gap = room > 10 ? kBarGap : 1;
    const double width = std::clamp(room - gap, 1.0, kWidestBar);
    const double left = slot.center().x() - (count * (width + gap) - gap) / 2 + place * (width + gap);
    const double top = yOf(time->us);
    return {left, top, width, plot().bottom() - top};
}

QStringList StageChart::legend() const
{
    if (!m_times)
        return {};
    QStringList words;
    for (const StageOp op : ops())
        words << stageOpName(op, m_times->overlapPair);
    words << (m_isEstimate ? tr("estimate") : tr("whisker: 95 % interval"));
    if (m_reference)
        words << m_referenceTitle;
    return words;
}

void StageChart::paintLegend(QPainter& painter) const
{
    const LookColors& colors = Look::instance().colors();
    const QStringList words = legend();
    const auto count = static_cast<qsizetype>(ops().size());
    double x = kLeft;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QRectF mark(x, 9, 10, 10);
        if (i < count) {
            painter.fillRect(mark, Look::instance().role(
                                       kRoles[static_cast<std::size_t>(ops()[static_cast<std::size_t>(i)])]));
        } else if (i == count && m_isEstimate) {
            painter.fillRect(mark, mixed(colors.panel, colors.quiet, 0.35));
            painter.fillRect(mark, QBrush(colors.panel, Qt::BDiagPattern));
        } else {
            painter.setPen(QPen(colors.text, i == count ? 1 : 2));
            if (i == count)
                painter.drawLine(mark.center() - QPointF(0, 6), mark.center() + QPointF(0, 6));
            else
                painter.drawLine(QPointF(mark.left(), mark.center().y()),
                                 QPointF(mark.right(), mark.center().y()));
        }
        painter.setPen(i < count ? colors.text : colors.quiet);
        const QFontMetrics metrics = painter.fontMetrics();
        const int room = std::max(40, static_cast<int>(width() - x - 24));
        const QString text = metrics.elidedText(words[i], Qt::ElideRight, room);
        painter.drawText(QRectF(x + 16, 4, room, 20), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += 16 + metrics.horizontalAdvance(text) + 18;
    }
}

void StageChart::paintAxis(QPainter& painter) const
{
    const LookColors& colors = Look::instance().colors();
    const QRectF area = plot();
    for (const auto& [us, text] : m_scale.ticks) {
        const double y = std::floor(yOf(us)) + 0.5;
        painter.setPen(QPen(us == 0 ? mixed(colors.hairline, colors.text, 0.3) : colors.hairline, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colors.quiet);
        writeTick(painter, {kLeft - 8, y}, text);
    }
}

void StageChart::paintBar(QPainter& painter, const QRectF& bar, StageOp op, const StageTime& time) const
{
    const LookColors& colors = Look::instance().colors();
    const QColor fill = Look::instance().role(kRoles[static_cast<std::size_t>(op)]);
    painter.fillRect(bar, m_isEstimate ? mixed(colors.panel, fill, 0.72) : fill);
    if (m_isEstimate && bar.width() >= 6)
        painter.fillRect(bar, QBrush(mixed(colors.panel, fill, 0.35), Qt::BDiagPattern));
    painter.setPen(QPen(mixed(fill, Qt::black, 0.26), 1));
    painter.setBrush(Qt::NoBrush);
    if (bar.width() >= 6 && bar.height() >= 2)
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    if (!time.spread)
        return;
    const double x = std::floor(bar.center().x()) + 0.5;
    const double top = yOf(time.us + time.spread->above), bottom = yOf(time.us - time.spread->below);
    const double cap = std::min(4.0, bar.width() / 3);
    painter.setPen(QPen(colors.text, 1));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.drawLine(QPointF(x - cap, top), QPointF(x + cap, top));
    painter.drawLine(QPointF(x - cap, bottom), QPointF(x + cap, bottom));
}

void StageChart::paintGroup(QPainter& painter, std::size_t index) const
{
    const LookColors& colors = Look::instance().colors();
    const StageGroup& group = m_times->groups[index];
    for (const StageOp op : ops()) {
        const auto& time = group.times[static_cast<std::size_t>(op)];
        const QRectF bar = barRect(index, op);
        if (!time || bar.isNull())
            continue;
        paintBar(painter, bar, op, *time);
        const bool isComparable =
            m_reference && group.first < m_reference->stageCount &&
            (op != StageOp::Overlap || m_reference->overlapPair == m_times->overlapPair);
        if (!isComparable)
            continue;
        if (const auto& before = m_reference->at(group.first).times[static_cast<std::size_t>(op)]) {
            const double y = std::floor(yOf(before->us)) + 0.5;
            painter.setPen(QPen(colors.text, 2));
            painter.drawLine(QPointF(bar.left() - 2, y), QPointF(bar.right() + 2, y));
        }
    }
    const QRectF slot = slotOf(index);
    const QRectF label(slot.left() + 2, slot.bottom() + 4, slot.width() - 4, 18);
    const QFontMetrics metrics = painter.fontMetrics();
    QString name = stageName(group);
    if (metrics.horizontalAdvance(name) > label.width())
        name = group.first == group.last ? QString::number(group.first)
                                         : QStringLiteral("%1–%2").arg(group.first).arg(group.last);
    painter.setPen(colors.text);
    if (metrics.horizontalAdvance(name) <= slot.width())
        painter.drawText(label, Qt::AlignCenter, name);
    painter.setPen(colors.quiet);
    const QString content = stageContent(group);
    if (metrics.horizontalAdvance(content) <= label.width())
        painter.drawText(label.translated(0, 17), Qt::AlignCenter, content);
}

void StageChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(figuresFont(kStageChartTextPx, false));
    if (!m_times) {
        paintMessage(painter, rect().adjusted(24, 24, -24, -24), m_emptyText);
        return;
    }
    paintLegend(painter);
    paintAxis(painter);
    for (std::size_t group = 0; group < shownGroups(); ++group)
        paintGroup(painter, group);
}

QString StageChart::textAt(const QPointF& position) const
{
    for (std::size_t group = 0; group < shownGroups(); ++group)
        for (const StageOp op : ops()) {
            const QRectF bar = barRect(group, op);
            if (bar.isNull() || position.x() < bar.left() || position.x() > bar.right() ||
                !plot().contains(position))
                continue;
            const StageTime& time = *m_times->groups[group].times[static_cast<std::size_t>(op)];
            QString text = tr("%1, %2: %3", "stage, kind, time")
                               .arg(stageName(m_times->groups[group]), stageOpName(op, m_times->overlapPair),
                                    timeWords(time));
            return time.flags.isEmpty() ? text
                                        : text + QLatin1Char('\n') + time.flags.join(QLatin1Char('\n'));
        }
    return {};
}

} // namespace bubblescope::ui

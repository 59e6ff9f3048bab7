// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/stream_lanes.h"

#include "ui/panels/figures.h"
#include "ui/panels/look.h"
#include "ui/trace/trace_words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kNames = 168;
constexpr double kRuler = 20;
constexpr double kLane = 26;
constexpr double kWheelStep = 1.25;

QColor fillOf(const PlainSpan& span, const std::string& name)
{
    const Look& look = Look::instance();
    if (span.kind == PlainKind::Phase) {
        const auto phase = NameReader::readPhase(name);
        if (phase)
            return look.role(phase->second == ActionKind::Forward          ? Role::Forward
                             : phase->second == ActionKind::BackwardWeight ? Role::BackwardWeight
                                                                           : Role::Backward);
    }
    if (span.kind == PlainKind::Nccl)
        return look.role(Role::Communication);
    return span.kind == PlainKind::Copy ? look.role(Role::Fsdp) : look.role(Role::Overlap);
}

} // namespace

StreamLanes::StreamLanes(QWidget* parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("trace-streams"));
    setAccessibleName(tr("Streams of the profiles"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    connect(&Look::instance(), &Look::changed, viewport(), qOverload<>(&QWidget::update));
}

void StreamLanes::setRun(std::shared_ptr<const MeasuredRun> run)
{
    m_run = std::move(run);
    m_lanes.clear();
    m_end = 0;
    if (m_run)
        for (const MeasuredRank& rank : m_run->ranks) {
            const std::size_t first = m_lanes.size();
            for (const std::string& name : rank.plainLanes)
                m_lanes.push_back({m_run->ranks.size() > 1
                                       ? tr("rank %1 · %2").arg(rank.rank).arg(QString::fromStdString(name))
                                       : QString::fromStdString(name),
                                   {}});
            for (const PlainSpan& span : rank.plain) {
                m_lanes[first + span.lane].spans.push_back(span);
                m_end = std::max(m_end, span.end);
            }
        }
    for (Lane& lane : m_lanes)
        std::sort(lane.spans.begin(), lane.spans.end(),
                  [](const PlainSpan& a, const PlainSpan& b) { return a.start < b.start; });
    moveTo(0, m_end);
    layoutBars();
}

QString StreamLanes::summary() const
{
    QStringList parts;
    for (const MeasuredRank& rank : m_run ? m_run->ranks : std::vector<MeasuredRank>()) {
        if (!rank.phases)
            continue;
        const PhaseTimes& t = *rank.phases;
        const QString share = t.communication > 0 ? percentText(t.hidden / t.communication, 0) : tr("none");
        parts
            << tr("GPU busy %1 · compute %2 · communication %3, of it hidden %4 (%5), exposed %6 · F : B : W "
                  "%7 : %8 : %9")
                   .arg(microsecondsText(t.busy), microsecondsText(t.compute),
                        microsecondsText(t.communication), microsecondsText(t.hidden), share,
                        microsecondsText(t.communication - t.hidden), microsecondsText(t.forward),
                        microsecondsText(t.backward), microsecondsText(t.weight));
    }
    return parts.join(QStringLiteral("\n"));
}

double StreamLanes::plotWidth() const
{
    return std::max(1.0, viewport()->width() - kNames - 8);
}

double StreamLanes::xOf(Time time) const
{
    return kNames + (time - m_from) / m_length * plotWidth();
}

Time StreamLanes::timeAt(double x) const
{
    return m_from + (x - kNames) / plotWidth() * m_length;
}

void StreamLanes::moveTo(Time from, Time length)
{
    const Time most = std::max(m_end, 1e-3);
    m_length = std::clamp(length, std::min(most, 1.0), most);
    m_from = std::clamp(from, 0.0, std::max(0.0, most - m_length));
    viewport()->update();
}

void StreamLanes::zoom(double factor, double x)
{
    const Time at = timeAt(x);
    const Time length = m_length / factor;
    moveTo(at - (at - m_from) / factor, length);
}

void StreamLanes::layoutBars()
{
    const int all = static_cast<int>(kRuler + kLane * static_cast<double>(m_lanes.size()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(kLane));
    verticalScrollBar()->setRange(0, std::max(0, all - viewport()->height()));
}

void StreamLanes::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layoutBars();
}

void StreamLanes::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    viewport()->update();
}

void StreamLanes::paintLane(QPainter& painter, const Lane& lane, const QRectF& rect) const
{
    const LookColors& c = Look::instance().colors();
    const auto first = std::partition_point(lane.spans.begin(), lane.spans.end(),
                                            [&](const PlainSpan& span) { return span.end < m_from; });
    for (auto span = first; span != lane.spans.end() && span->start < m_from + m_length; ++span) {
        const double left = std::max(kNames, xOf(span->start));
        const double right = std::min(kNames + plotWidth(), xOf(span->end));
        const std::string& name = m_run->plainNames[span->name];
        const QColor fill = fillOf(*span, name);
        // The painter's anti-aliasing blends a part of a pixel by its share.
        painter.fillRect(QRectF(left, rect.top() + 3, std::max(0.0, right - left), rect.height() - 6), fill);
        if (right - left < 40)
            continue;
        painter.setPen(fill.lightness() > 140 ? QColor(Qt::black) : QColor(Qt::white));
        painter.drawText(QRectF(left + 4, rect.top(), right - left - 8, rect.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(QString::fromStdString(name), Qt::ElideRight,
                                                          static_cast<int>(right - left - 8)));
    }
    painter.setPen(c.text);
    painter.drawText(
        QRectF(12, rect.top(), kNames - 20, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(lane.name, Qt::ElideRight, static_cast<int>(kNames - 20)));
}

void StreamLanes::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), c.panel);
    painter.setRenderHint(QPainter::Antialiasing);
    const double offset = verticalScrollBar()->value();
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const QRectF rect(0, kRuler + static_cast<double>(i) * kLane - offset, viewport()->width(), kLane);
        if (rect.bottom() < kRuler || rect.top() > viewport()->height())
            continue;
        painter.fillRect(QRectF(kNames, rect.top() + 3, plotWidth(), rect.height() - 6),
                         Look::instance().role(Role::Idle));
        paintLane(painter, m_lanes[i], rect);
    }
    painter.fillRect(QRectF(0, 0, viewport()->width(), kRuler), c.panel);
    painter.setPen(c.quiet);
    for (int tick = 0; tick <= 4; ++tick) {
        const double x = kNames + plotWidth() * tick / 4;
        const int align = tick == 0 ? Qt::AlignLeft : tick == 4 ? Qt::AlignRight : Qt::AlignHCenter;
        const double left = tick == 0 ? x : tick == 4 ? x - 160 : x - 80;
        painter.drawText(QRectF(left, 0, 160, kRuler), align | Qt::AlignVCenter, microsecondsText(timeAt(x)));
    }
}

QString StreamLanes::textAt(const QPoint& position) const
{
    const double y = position.y() - kRuler + verticalScrollBar()->value();
    const auto lane = static_cast<std::ptrdiff_t>(std::floor(y / kLane));
    if (position.y() < kRuler || position.x() < kNames || lane < 0 ||
        lane >= static_cast<std::ptrdiff_t>(m_lanes.size()))
        return {};
    const Lane& on = m_lanes[static_cast<std::size_t>(lane)];
    const Time at = timeAt(position.x());
    const auto span = std::partition_point(on.spans.begin(), on.spans.end(),
                                           [&](const PlainSpan& one) { return one.end < at; });
    if (span == on.spans.end() || span->start > at)
        return {};
    return tr("%1 · %2 · %3 to %4 µs", "name, lane, from, to")
        .arg(QString::fromStdString(shownName(m_run->plainNames[span->name])), on.name,
             figureText(span->start, 1), figureText(span->end, 1));
}

void StreamLanes::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ShiftModifier)
        moveTo(m_from - event->angleDelta().y() / 120.0 * m_length / 8, m_length);
    else if (verticalScrollBar()->maximum() > 0 && !(event->modifiers() & Qt::ControlModifier))
        QAbstractScrollArea::wheelEvent(event);
    else
        zoom(std::pow(kWheelStep, event->angleDelta().y() / 120.0), event->position().x());
    event->accept();
}

void StreamLanes::mousePressEvent(QMouseEvent* event)
{
    m_dragged = event->pos();
}

void StreamLanes::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton) {
        moveTo(m_from - (event->pos().x() - m_dragged.x()) / plotWidth() * m_length, m_length);
        m_dragged = event->pos();
        return;
    }
    const QString text = textAt(event->pos());
    QToolTip::showText(event->globalPosition().toPoint(), text, viewport());
    emit pointed(text);
}

void StreamLanes::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    moveTo(0, m_end);
}

void StreamLanes::keyPressEvent(QKeyEvent* event)
{
    const double middle = kNames + plotWidth() / 2;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoom(kWheelStep, middle);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(1 / kWheelStep, middle);
    case Qt::Key_A:
    case Qt::Key_Left:
        return moveTo(m_from - m_length / 8, m_length);
    case Qt::Key_D:
    case Qt::Key_Right:
        return moveTo(m_from + m_length / 8, m_length);
    case Qt::Key_0:
    case Qt::Key_Home:
        return moveTo(0, m_end);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace bubblescope::ui

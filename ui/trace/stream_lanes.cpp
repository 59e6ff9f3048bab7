// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/stream_lanes.h"

#include "core/base/guarded.h"
#include "ui/compare/compare_text.h"
#include "ui/trace/stream_metrics.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

using LaneMetrics = StreamMetrics;

/// Up to so many the lanes are there before the window paints again.
constexpr std::size_t kFewSpans = 100'000;
constexpr double kWheelStep = 1.25;
constexpr int kStreamLanesDragPx = 3;
/// A tenth of a nanosecond: below that floating point shows.
constexpr Time kShortest = 1e-4;

} // namespace

StreamLanes::StreamLanes(QWidget* parent) : QAbstractScrollArea(parent), m_job(*this)
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
    if (run == m_run)
        return;
    m_run = std::move(run);
    m_job.drop();
    if (!m_run || streamSpanCount(*m_run) <= kFewSpans) {
        take(m_run ? guarded("the streams",
                             [&]() -> Result<StreamIndexPtr> { return makeStreamIndex(*m_run, {}); })
                         .value_or(nullptr)
                   : nullptr);
        return;
    }
    take(nullptr);
    m_job.start([run = m_run](const CancelToken& cancel) { return makeStreamIndex(*run, cancel); },
                [this](StreamIndexPtr index) { take(std::move(index)); });
}

void StreamLanes::take(StreamIndexPtr index)
{
    m_index = std::move(index);
    m_measured.reset();
    m_drag = Drag::None;
    showAll();
    layoutBars();
    if (m_index)
        emit ready();
}

int StreamLanes::laneCount() const
{
    if (m_index)
        return static_cast<int>(m_index->lanes.size());
    std::size_t count = 0;
    if (m_run)
        for (const MeasuredRank& rank : m_run->ranks)
            count += rank.plainLanes.size();
    return static_cast<int>(count);
}

QString StreamLanes::laneName(int lane) const
{
    return m_index ? m_index->lanes[static_cast<std::size_t>(lane)].name() : QString();
}

QString StreamLanes::summary() const
{
    QStringList parts;
    if (!m_run)
        return {};
    for (const MeasuredRank& rank : m_run->ranks)
        if (rank.phases)
            parts << phaseText(*rank.phases);
    return parts.join(QStringLiteral("\n"));
}

double StreamLanes::plotWidth() const
{
    return std::max(1.0, viewport()->width() - m_names - LaneMetrics::kFigures);
}

double StreamLanes::xOf(Time time) const
{
    return m_names + (time - m_from) / m_length * plotWidth();
}

Time StreamLanes::timeAt(double x) const
{
    return m_from + (x - m_names) / plotWidth() * m_length;
}

void StreamLanes::setRange(Time from, Time to)
{
    moveTo(from, to - from);
}

void StreamLanes::showAll()
{
    moveTo(m_index ? m_index->begin : 0, m_index ? m_index->end - m_index->begin : 1);
}

void StreamLanes::moveTo(Time from, Time length)
{
    const Time begin = m_index ? m_index->begin : 0;
    const Time most = std::max(m_index ? m_index->end - begin : 1, kShortest);
    m_length = std::clamp(length, std::min(most, kShortest), most);
    m_from = std::clamp(from, begin, std::max(begin, begin + most - m_length));
    viewport()->update();
    emit rangeChanged();
}

void StreamLanes::zoom(double factor, double x)
{
    const Time at = timeAt(std::clamp(x, m_names, m_names + plotWidth()));
    moveTo(at - (at - m_from) / factor, m_length / factor);
}

void StreamLanes::measure(const std::optional<std::pair<Time, Time>>& range)
{
    m_measured = range;
    viewport()->update();
    emit rangeChanged();
}

QString StreamLanes::rangeText() const
{
    const auto [from, to] = m_measured.value_or(range());
    const TimeScale scale = scaleFor(std::max({std::abs(from), std::abs(to)}));
    return tr("%1 to %2 · %3", "from, to, length")
        .arg(figureText(from / scale.size, scale.decimals),
             figureText(to / scale.size, scale.decimals) + QLatin1Char(' ') + scale.unit,
             microsecondsText(to - from));
}

double StreamLanes::busyShare(int lane) const
{
    const auto [from, to] = m_measured.value_or(range());
    return to > from ? m_index->lanes[static_cast<std::size_t>(lane)].busy(from, to) / (to - from) : 0;
}

QRectF StreamLanes::laneRect(int lane) const
{
    return {m_names,
            LaneMetrics::kRuler + lane * LaneMetrics::kLane - verticalScrollBar()->value() +
                LaneMetrics::kPadding,
            plotWidth(), LaneMetrics::kLane - 2 * LaneMetrics::kPadding};
}

void StreamLanes::layoutBars()
{
    double widest = 0;
    // The viewport's font is the one that is drawn with.
    const QFontMetricsF metrics(viewport()->font());
    for (int lane = 0; m_index && lane < laneCount(); ++lane)
        widest = std::max(widest, std::ceil(metrics.horizontalAdvance(laneName(lane))) + 1);
    m_names = std::round(
        std::clamp(widest + LaneMetrics::kLeft + LaneMetrics::kGap, LaneMetrics::kLeastNames,
                   std::max(LaneMetrics::kLeastNames, viewport()->width() * LaneMetrics::kMostNamesShare)));
    const int all = static_cast<int>(LaneMetrics::kRuler + LaneMetrics::kLane * laneCount());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(LaneMetrics::kLane));
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

QString StreamLanes::textAt(const QPoint& position) const
{
    const double y = position.y() - LaneMetrics::kRuler + verticalScrollBar()->value();
    const int lane = static_cast<int>(std::floor(y / LaneMetrics::kLane));
    if (!m_index || position.y() < LaneMetrics::kRuler || lane < 0 || lane >= laneCount())
        return {};
    const StreamLane& on = m_index->lanes[static_cast<std::size_t>(lane)];
    if (position.x() < m_names || position.x() >= m_names + plotWidth())
        return tr("%1 · busy %2 of %3", "lane, share, range")
            .arg(on.name(), percentText(busyShare(lane)), rangeText());
    // The longest bar of a pixel column is the one that is meant.
    const Time from = timeAt(position.x());
    const Time to = timeAt(position.x() + 1);
    const std::size_t index = on.firstAfter(from);
    if (index == on.spans().size() || on.spans()[index].start >= to)
        return {};
    const StreamSpan& span = on.spans()[index];
    const auto [start, end] = stretchTexts(span.start, span.end, "us");
    return tr("%1 · %2 · %3 to %4 · %5", "name, lane, from, to, length")
        .arg(QString::fromStdString(shownName(m_index->names[span.name])), on.name(), start, end,
             microsecondsText(span.end - span.start));
}

void StreamLanes::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    const int turned = angle.y() != 0 ? angle.y() : angle.x();
    const bool scrolls = verticalScrollBar()->maximum() > 0;
    if (event->modifiers() & Qt::ShiftModifier)
        moveTo(m_from - turned / 120.0 * m_length / 8, m_length);
    else if (scrolls && !(event->modifiers() & Qt::ControlModifier))
        QAbstractScrollArea::wheelEvent(event);
    else
        zoom(std::pow(kWheelStep, turned / 120.0), event->position().x());
    event->accept();
}

void StreamLanes::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_dragged = event->pos();
    m_drag = event->button() == Qt::MiddleButton           ? Drag::Pan
             : event->button() != Qt::LeftButton           ? Drag::None
             : event->position().y() < LaneMetrics::kRuler ? Drag::Zoom
             : event->position().x() >= m_names            ? Drag::Measure
                                                           : Drag::None;
}

void StreamLanes::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::None || !m_index) {
        const QString text = textAt(event->pos());
        QToolTip::showText(event->globalPosition().toPoint(), text, viewport());
        emit pointed(text);
        return;
    }
    const int before = m_dragged.x();
    m_dragged = event->pos();
    if (m_drag == Drag::Pan) {
        moveTo(m_from - (m_dragged.x() - before) / plotWidth() * m_length, m_length);
    } else if (m_drag == Drag::Measure && std::abs(m_dragged.x() - m_pressed.x()) >= kStreamLanesDragPx) {
        const auto [left, right] = std::minmax({m_pressed.x(), m_dragged.x()});
        measure(std::pair(timeAt(std::max<double>(left, m_names)),
                          timeAt(std::min<double>(right, m_names + plotWidth()))));
    }
    viewport()->update();
}

void StreamLanes::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    const bool isDrag = std::abs(event->pos().x() - m_pressed.x()) >= kStreamLanesDragPx;
    if (drag == Drag::Zoom && isDrag) {
        const auto [left, right] = std::minmax({m_pressed.x(), event->pos().x()});
        setRange(timeAt(std::max<double>(left, m_names)),
                 timeAt(std::min<double>(right, m_names + plotWidth())));
    } else if (drag == Drag::Measure && !isDrag) {
        measure(std::nullopt);
    }
    viewport()->update();
}

void StreamLanes::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_drag = Drag::None;
    showAll();
}

void StreamLanes::keyPressEvent(QKeyEvent* event)
{
    const double middle = m_names + plotWidth() / 2;
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
        return showAll();
    case Qt::Key_F:
        if (m_measured)
            return setRange(m_measured->first, m_measured->second);
        break;
    case Qt::Key_Escape:
        if (m_measured)
            return measure(std::nullopt);
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

} // namespace bubblescope::ui

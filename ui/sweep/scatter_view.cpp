// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/scatter_view.h"

#include "ui/widgets/look.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <numeric>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kViewText = 12;

QFont viewFont()
{
    QFont font = windowFont();
    font.setPixelSize(kViewText);
    return font;
}

} // namespace

ScatterView::ScatterView(QWidget* parent)
    : PlotWidget(QStringLiteral("sweep-chart"), tr("Chart of the sweep"), parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Look::instance(), &Look::changed, this, &ScatterView::redraw);
}

ScatterStyle ScatterView::chartStyle() const
{
    return {Look::instance().theme(), viewFont(), {}, devicePixelRatioF()};
}

void ScatterView::redraw()
{
    m_layout.reset();
    m_picture = {};
    update();
}

void ScatterView::setContent(ScatterContent content)
{
    m_content = std::move(content);
    redraw();
    if (m_pointedRow && !placeOf(m_pointedRow))
        point(std::nullopt);
}

void ScatterView::setMessage(const QString& text)
{
    m_message = text;
    update();
}

void ScatterView::setSummary(const QString& text)
{
    setAccessibleName(text.isEmpty() ? tr("Chart of the sweep")
                                     : tr("Chart of the sweep: %1", "summary").arg(text));
}

void ScatterView::setCurrentRow(std::optional<std::size_t> row)
{
    m_currentRow = row;
    update();
}

const ScatterLayout& ScatterView::arrangement()
{
    if (!m_layout)
        m_layout = ScatterLayout::of(m_content, size(), chartStyle());
    return *m_layout;
}

std::optional<std::size_t> ScatterView::placeOf(std::optional<std::size_t> row) const
{
    const auto found = std::find_if(m_content.points.begin(), m_content.points.end(),
                                    [row](const ScatterPoint& point) { return point.row == row; });
    return found == m_content.points.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - m_content.points.begin()));
}

QString ScatterView::pointedText() const
{
    return m_pointedRow && describe ? describe(*m_pointedRow).join(QStringLiteral(" · ")) : QString();
}

void ScatterView::point(std::optional<std::size_t> place)
{
    const std::optional<std::size_t> row = place ? std::optional(m_content.points[*place].row) : std::nullopt;
    if (row == m_pointedRow)
        return;
    m_pointedRow = row;
    setCursor(row ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAccessibleDescription(pointedText());
    update();
    emit pointedChanged();
}

void ScatterView::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    const ScatterLayout& layout = arrangement();
    if (m_picture.isNull()) {
        ++m_redraws;
        m_picture = QPixmap(size() * devicePixelRatioF());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(c.panel);
        QPainter onto(&m_picture);
        paintScatter(onto, m_content, layout, chartStyle());
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(viewFont());
    if (!m_message.isEmpty() && m_content.points.empty())
        paintMessage(painter, layout.plot.adjusted(24, 0, -24, 0), m_message);
    if (const auto current = placeOf(m_currentRow); current && m_currentRow)
        paintRing(painter, *current);
    if (const auto pointed = placeOf(m_pointedRow); pointed && m_pointedRow) {
        paintRing(painter, *pointed);
        if (const QStringList lines = cardOf(*pointed); !lines.isEmpty())
            paintPlotCard(painter, lines, layout.places[*pointed], QRectF(rect()).adjusted(2, 2, -2, -2));
    }
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void ScatterView::paintRing(QPainter& painter, std::size_t place) const
{
    painter.setBrush(Qt::NoBrush);
    const double radius = m_layout->radius() * 1.35 + 4;
    painter.setPen(QPen(Look::instance().colors().panel, 4));
    painter.drawEllipse(m_layout->places[place], radius, radius);
    painter.setPen(QPen(Look::instance().colors().accent, 2));
    painter.drawEllipse(m_layout->places[place], radius, radius);
}

QStringList ScatterView::cardOf(std::size_t place) const
{
    QStringList lines = describe ? describe(m_content.points[place].row) : QStringList();
    if (const std::size_t others = m_layout->pointsAt(m_layout->places[place]) - 1; others > 0)
        lines << tr("%n more in this place", nullptr, static_cast<int>(others));
    return lines;
}

void ScatterView::mouseMoveEvent(QMouseEvent* event)
{
    point(arrangement().pointAt(event->position()));
}

void ScatterView::mousePressEvent(QMouseEvent* event)
{
    point(arrangement().pointAt(event->position()));
    m_pressedRow = event->button() == Qt::LeftButton ? m_pointedRow : std::nullopt;
    event->accept();
}

void ScatterView::mouseReleaseEvent(QMouseEvent* event)
{
    const std::optional<std::size_t> pressed = std::exchange(m_pressedRow, std::nullopt);
    point(arrangement().pointAt(event->position()));
    if (event->button() == Qt::LeftButton && pressed && pressed == m_pointedRow)
        emit chosen(*pressed);
}

void ScatterView::leaveEvent(QEvent* event)
{
    point(std::nullopt);
    QWidget::leaveEvent(event);
}

void ScatterView::step(int key)
{
    const std::size_t count = m_content.points.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::vector<QPointF>& places = arrangement().places;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(places[a].x(), -places[a].y()) < std::pair(places[b].x(), -places[b].y());
    });
    const std::optional<std::size_t> now = m_pointedRow ? placeOf(m_pointedRow) : placeOf(m_currentRow);
    const auto at = now ? std::find(order.begin(), order.end(), *now) - order.begin() : -1;
    const auto last = static_cast<std::ptrdiff_t>(count) - 1;
    std::ptrdiff_t next = key == Qt::Key_End ? last : 0;
    if (key == Qt::Key_Right || key == Qt::Key_Up)
        next = std::min(at + 1, last);
    else if (key == Qt::Key_Left || key == Qt::Key_Down)
        next = std::max<std::ptrdiff_t>(at - 1, 0);
    point(order[static_cast<std::size_t>(next)]);
}

void ScatterView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        if (!m_content.points.empty())
            step(event->key());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_pointedRow)
            emit chosen(*m_pointedRow);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void ScatterView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    redraw();
}

} // namespace bubblescope::ui

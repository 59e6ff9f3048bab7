// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/slowdown_view.h"

#include "ui/document/core_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/table_csv.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kHeatTop = 24;   ///< names of the columns
constexpr double kHeatLeft = 72;  ///< names of the rows
constexpr double kHeatMargin = 8; ///< to the right and below
constexpr double kWidestCell = 120;
constexpr double kHighestCell = 48;
constexpr double kStrongest = 0.55;    ///< part of the warning's color, so that figures can be read on it
constexpr double kLeastColored = 0.05; ///< what a cell in full color adds at least

/// "+97.3 %", "−0.4 %"; "0 %" of what is only rounded to something.
QString changeOf(double change)
{
    constexpr double kRounded = 1e-9;
    if (std::abs(change) < kRounded)
        return percentText(0);
    return (change < 0 ? QStringLiteral("−") : QStringLiteral("+")) + percentText(std::abs(change));
}

/// So many names that each has this room.
std::size_t everyNth(double size, double room)
{
    return static_cast<std::size_t>(std::max(1.0, std::ceil(room / std::max(size, 1.0))));
}

} // namespace

SlowdownView::SlowdownView(QWidget* parent)
    : PlotWidget(QStringLiteral("trace-slowdown"), tr("What each rank costs"), parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void SlowdownView::show(const std::optional<Slowdown>& slowdown, const QString& otherwise)
{
    m_slowdown = slowdown;
    m_otherwise = otherwise;
    m_pointed.reset();
    m_current = {};
    m_largest = 1 + kLeastColored;
    if (m_slowdown)
        for (const SlowdownWorker& worker : m_slowdown->workers)
            m_largest = std::max(m_largest, worker.share);
    update();
}

std::size_t SlowdownView::rankCount() const
{
    return m_slowdown ? m_slowdown->byStage.size() : 0;
}

std::size_t SlowdownView::replicaCount() const
{
    return m_slowdown ? m_slowdown->byReplica.size() : 0;
}

const SlowdownWorker& SlowdownView::workerAt(const Cell& cell) const
{
    return m_slowdown->workers[cell.rank * replicaCount() + cell.replica];
}

QRectF SlowdownView::grid() const
{
    const double across = std::max(8.0, width() - kHeatLeft - kHeatMargin);
    const double down = std::max(8.0, height() - kHeatTop - kHeatMargin);
    return {kHeatLeft, kHeatTop, std::min(across, kWidestCell * static_cast<double>(rankCount())),
            std::min(down, kHighestCell * static_cast<double>(replicaCount()))};
}

QString SlowdownView::csv() const
{
    QString csv = QStringLiteral("rank,replica,share,without\n");
    if (m_slowdown)
        for (const SlowdownWorker& worker : m_slowdown->workers)
            csv += QStringLiteral("%1,%2,%3,%4\n")
                       .arg(worker.rank)
                       .arg(worker.replica)
                       .arg(csvNumber(worker.share), worker.without ? csvNumber(*worker.without) : QString());
    return csv;
}

QRectF SlowdownView::cellRect(std::size_t rank, std::size_t replica) const
{
    if (rank >= rankCount() || replica >= replicaCount())
        return {};
    const QRectF all = grid();
    const double across = all.width() / static_cast<double>(rankCount());
    const double down = all.height() / static_cast<double>(replicaCount());
    return {all.left() + across * static_cast<double>(rank), all.top() + down * static_cast<double>(replica),
            across, down};
}

std::optional<SlowdownView::Cell> SlowdownView::cellAt(const QPointF& position) const
{
    const QRectF all = grid();
    if (!m_slowdown || !all.contains(position))
        return std::nullopt;
    const auto place = [](double share, std::size_t count) {
        return std::min(count - 1, static_cast<std::size_t>(share * static_cast<double>(count)));
    };
    return Cell{place((position.x() - all.left()) / all.width(), rankCount()),
                place((position.y() - all.top()) / all.height(), replicaCount())};
}

QString SlowdownView::cellText(std::size_t rank, std::size_t replica) const
{
    if (rank >= rankCount() || replica >= replicaCount())
        return {};
    const SlowdownWorker& worker = workerAt({rank, replica});
    const QString name = coreSentence(workerName(*m_slowdown, worker));
    return worker.without ? tr("%1: %2 by itself; without it %3", "rank 2, +30 %, −26 %")
                                .arg(name, changeOf(worker.share - 1), changeOf(*worker.without))
                          : tr("%1: %2 by itself", "rank 2, +30 %").arg(name, changeOf(worker.share - 1));
}

QString SlowdownView::textAt(const QPointF& position) const
{
    const auto cell = cellAt(position);
    return cell ? tr("%1. Click to show it").arg(cellText(cell->rank, cell->replica)) : QString();
}

void SlowdownView::point(std::optional<Cell> cell)
{
    if (cell == m_pointed)
        return;
    m_pointed = cell;
    setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void SlowdownView::mouseMoveEvent(QMouseEvent* event)
{
    point(cellAt(event->position()));
}

void SlowdownView::mousePressEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position());
    if (event->button() != Qt::LeftButton || !cell)
        return;
    m_current = *cell;
    update();
    choose(*cell);
}

void SlowdownView::choose(const Cell& cell)
{
    const SlowdownWorker& worker = workerAt(cell);
    emit workerChosen(worker.rank, worker.replica);
}

void SlowdownView::leaveEvent(QEvent* event)
{
    point(std::nullopt);
    QWidget::leaveEvent(event);
}

void SlowdownView::keyPressEvent(QKeyEvent* event)
{
    if (!m_slowdown)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        m_current.rank -= m_current.rank > 0 ? 1 : 0;
        break;
    case Qt::Key_Right:
        m_current.rank = std::min(rankCount() - 1, m_current.rank + 1);
        break;
    case Qt::Key_Up:
        m_current.replica -= m_current.replica > 0 ? 1 : 0;
        break;
    case Qt::Key_Down:
        m_current.replica = std::min(replicaCount() - 1, m_current.replica + 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        choose(m_current);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    setAccessibleDescription(cellText(m_current.rank, m_current.replica));
    update();
}

void SlowdownView::paintCells(QPainter& painter) const
{
    const LookColors& c = Look::instance().colors();
    for (std::size_t rank = 0; rank < rankCount(); ++rank)
        for (std::size_t replica = 0; replica < replicaCount(); ++replica) {
            const Cell cell{rank, replica};
            const double share = workerAt(cell).share;
            const double heat = std::clamp((share - 1) / (m_largest - 1), 0.0, 1.0);
            const QColor fill = mixed(c.panel, c.caution, kStrongest * heat);
            const QRectF room = cellRect(rank, replica);
            const double gap = std::min(1.0, room.height() / 8);
            const QRectF body = room.adjusted(gap, gap, -gap, -gap);
            painter.fillRect(body, m_pointed == cell ? mixed(fill, c.text, 0.15) : fill);
            painter.setPen(QPen(c.hairline, 1));
            painter.drawRect(body);
            const QString figure = changeOf(share - 1);
            const QSizeF needed = fontMetrics().size(Qt::TextSingleLine, figure);
            if (needed.width() + 4 < body.width() && needed.height() < body.height()) {
                painter.setPen(c.text);
                painter.drawText(body, Qt::AlignCenter, figure);
            }
            if (hasFocus() && cell == m_current) {
                painter.setPen(QPen(c.accent, 2));
                painter.drawRect(body.adjusted(1, 1, -1, -1));
            }
        }
}

void SlowdownView::paintNames(QPainter& painter) const
{
    painter.setPen(Look::instance().colors().quiet);
    const QRectF all = grid();
    const double across = all.width() / static_cast<double>(rankCount());
    const double down = all.height() / static_cast<double>(replicaCount());
    const bool hasReplicas = replicaCount() > 1;
    const double widest = fontMetrics().horizontalAdvance(tr("stage %1").arg(999)) + 6;
    for (std::size_t rank = 0; rank < rankCount(); rank += everyNth(across, widest)) {
        const auto number = static_cast<qulonglong>(m_slowdown->byStage[rank].first);
        const QRectF column = cellRect(rank, 0);
        painter.drawText(QRectF(column.center().x() - widest, 0, 2 * widest, kHeatTop), Qt::AlignCenter,
                         hasReplicas ? tr("stage %1").arg(number) : tr("rank %1").arg(number));
    }
    if (!hasReplicas)
        return;
    for (std::size_t replica = 0; replica < replicaCount();
         replica += everyNth(down, fontMetrics().height())) {
        const QRectF row = cellRect(0, replica);
        writeTick(painter, {kHeatLeft - 8, row.center().y()},
                  tr("DP %1", "data-parallel rank")
                      .arg(static_cast<qulonglong>(m_slowdown->byReplica[replica].first)));
    }
}

void SlowdownView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    if (!m_slowdown) {
        paintMessage(painter, rect(), m_otherwise);
        return;
    }
    paintCells(painter);
    paintNames(painter);
}

} // namespace bubblescope::ui

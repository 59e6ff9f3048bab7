// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/kind_bars.h"

#include "ui/panels/metrics_strip.h"
#include "ui/timeline/fill_names.h"
#include "ui/widgets/look.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kKindBarsMostRows = 32;
constexpr int kKindBarsRowHeight = 20;
constexpr int kKindBarsBarHeight = 12;
constexpr int kNumberWidth = 28;

} // namespace

KindBars::KindBars(QWidget* parent) : PlotWidget({}, tr("Time by kind, per rank"), parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void KindBars::setEvaluation(const EvaluationPtr& evaluation)
{
    m_busy.clear();
    m_isAbsent.clear();
    if (evaluation) {
        m_makespan = evaluation->timeline->makespan;
        m_ranks = evaluation->index->laneCount();
        m_unit = evaluation->timeline->unit;
        for (std::uint32_t rank = 0;
             rank < std::min<std::size_t>(m_ranks, kKindBarsMostRows) && m_makespan > 0; ++rank) {
            m_busy.push_back(evaluation->index->busy(RankId{rank}, 0, m_makespan));
            m_isAbsent.push_back(evaluation->index->isAbsent(RankId{rank}));
        }
    }
    updateGeometry();
    update();
}

QSize KindBars::sizeHint() const
{
    const std::size_t rows = m_busy.size() + (m_ranks > m_busy.size() ? 1 : 0);
    return {160, static_cast<int>(rows) * kKindBarsRowHeight};
}

void KindBars::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setFont(figuresFont(12, false));
    for (std::size_t row = 0; row < m_busy.size(); ++row)
        paintRow(painter, row);
    if (m_ranks > m_busy.size()) {
        painter.setPen(Look::instance().colors().quiet);
        painter.drawText(
            QRect(0, static_cast<int>(m_busy.size()) * kKindBarsRowHeight, width(), kKindBarsRowHeight),
            Qt::AlignVCenter | Qt::AlignLeft,
            m_ranks - m_busy.size() == 1 ? tr("and 1 more rank")
                                         : tr("and %1 more ranks").arg(countText(m_ranks - m_busy.size())));
    }
}

void KindBars::paintRow(QPainter& painter, std::size_t row) const
{
    const int top = static_cast<int>(row) * kKindBarsRowHeight;
    painter.setPen(Look::instance().colors().quiet);
    painter.drawText(QRect(0, top, kNumberWidth, kKindBarsRowHeight), Qt::AlignVCenter | Qt::AlignLeft,
                     QString::number(row));
    const QRectF bar(kNumberWidth, top + (kKindBarsRowHeight - kKindBarsBarHeight) / 2.0,
                     width() - kNumberWidth, kKindBarsBarHeight);
    if (m_isAbsent[row]) {
        painter.drawText(bar, Qt::AlignVCenter | Qt::AlignLeft, tr("no trace"));
        return;
    }
    painter.fillRect(bar, Look::instance().role(Role::Idle));
    painter.fillRect(bar, QBrush(Look::instance().role(Role::IdleHatch), Qt::BDiagPattern));
    double x = bar.left();
    for (std::size_t fill = 0; fill < kFillClassCount; ++fill) {
        const double w = bar.width() * m_busy[row][fill] / m_makespan;
        painter.fillRect(QRectF(x, bar.top(), w, bar.height()),
                         Look::instance().role(roleOf(static_cast<FillClass>(fill))));
        x += w;
    }
}

int KindBars::rowAt(double y) const
{
    const int row = static_cast<int>(y) / kKindBarsRowHeight;
    return row >= 0 && row < static_cast<int>(m_busy.size()) ? row : -1;
}

QString KindBars::textAt(const QPointF& position) const
{
    const int row = rowAt(position.y());
    QStringList lines;
    if (row >= 0) {
        lines << tr("Rank %1").arg(row);
        Time idle = m_makespan;
        for (std::size_t fill = 0; fill < kFillClassCount; ++fill) {
            const Time busy = m_busy[static_cast<std::size_t>(row)][fill];
            idle -= busy;
            if (busy > 0)
                lines << tr("%1: %2", "kind: time")
                             .arg(fillName(static_cast<FillClass>(fill), tr("Communication, FSDP")),
                                  timeCell(busy, m_unit));
        }
        lines << (m_isAbsent[static_cast<std::size_t>(row)]
                      ? tr("No trace")
                      : tr("Idle: %1", "time").arg(timeText(idle, m_unit)));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope::ui

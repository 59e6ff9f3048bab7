// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_pane.h"

#include "core/scene/memory_strip.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/overview_strip.h"

#include <QSplitter>
#include <QVBoxLayout>

namespace bubblescope::ui {

TimelinePane::TimelinePane(QWidget* parent)
    : QWidget(parent)
    , m_overview(new OverviewStrip(this))
    , m_middle(new QSplitter(this))
    , m_view(new TimelineView(m_middle))
    , m_legend(new LegendWidget(this))
    , m_legendRow(new QHBoxLayout)
{
    m_middle->setOrientation(Qt::Vertical);
    m_middle->setChildrenCollapsible(false);
    m_middle->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_overview);
    layout->addWidget(m_middle, 1);
    m_legendRow->setSpacing(0);
    m_legendRow->addWidget(m_legend, 1);
    layout->addLayout(m_legendRow);
    connectParts();
    showEvaluation();
}

void TimelinePane::addAbove(QWidget* bar)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_middle), bar);
}

void TimelinePane::addBesideLegend(QWidget* other)
{
    m_legendRow->addWidget(other);
}

void TimelinePane::addBeside(QWidget* other)
{
    m_middle->addWidget(other);
}

void TimelinePane::connectParts()
{
    connect(&m_view->navigation(), &TimelineNavigation::rangeChanged, m_overview,
            &OverviewStrip::setShownRange);
    connect(&m_view->navigation(), &TimelineNavigation::geometryChanged, this, &TimelinePane::alignOverview);
    connect(m_view, &TimelineView::evaluationChanged, this, &TimelinePane::showEvaluation);
    connect(m_view, &TimelineView::memoryShownChanged, this, &TimelinePane::explainMemory);
    connect(&m_view->criticalPath(), &CriticalPathLayer::shownChanged, m_legend,
            &LegendWidget::setCriticalPathShown);
    connect(m_view, &TimelineView::themeChanged, m_overview, &OverviewStrip::setThemeName);
    connect(m_view, &TimelineView::themeChanged, m_legend, &LegendWidget::setThemeName);
    connect(m_view, &TimelineView::shownFillsChanged, m_overview, &OverviewStrip::setShownFills);
    connect(m_view, &TimelineView::shownFillsChanged, m_legend, &LegendWidget::setShownFills);
    connect(&m_view->matches(), &MatchMarks::changed, this,
            [this] { m_overview->setMatches(m_view->matches().found()); });
    connect(m_overview, &OverviewStrip::rangeAsked, &m_view->navigation(), &TimelineNavigation::setRange);
    connect(&m_view->chosen(), &TimelineSelection::actionChanged, this, &TimelinePane::markOverview);
    connect(&m_view->chosen(), &TimelineSelection::gapChanged, this, &TimelinePane::markOverview);
    connect(m_legend, &LegendWidget::shownFillsChanged, m_view, &TimelineView::setShownFills);
}

void TimelinePane::showEvaluation()
{
    const EvaluationPtr evaluation = m_view->evaluation();
    const LaneIndexPtr index = evaluation ? evaluation->index : nullptr;
    m_overview->setIndex(index);
    m_overview->setShownRange(m_view->navigation().range());
    m_legend->setIndex(index);
    m_legend->setVisible(index != nullptr);
    m_legend->setSource(evaluation ? QString::fromStdString(evaluation->costs.source) : QString());
    explainMemory();
    alignOverview();
    markOverview();
}

void TimelinePane::markOverview()
{
    m_overview->setMark(m_view->chosen().stretch());
}

void TimelinePane::explainMemory()
{
    const EvaluationPtr evaluation = m_view->evaluation();
    const bool shown = evaluation && evaluation->memory && m_view->showsMemory();
    const std::optional<RankValues> limit = shown ? evaluation->memory->limits() : std::nullopt;
    m_legend->setMemoryLimit(limit ? QString::fromStdString(levelText(*limit, evaluation->memory->unit()))
                                   : QString());
}

void TimelinePane::alignOverview()
{
    const RectF& plot = m_view->geometry().plot;
    m_overview->setPlotColumns(plot.x, plot.width);
    m_overview->setLanes(m_view->geometry().lanes);
    m_overview->setAxisEnd(m_view->axisEnd());
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_pane.h"

#include "core/scene/memory_strip.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/memory_key.h"
#include "ui/timeline/memory_parts_layer.h"
#include "ui/timeline/move_tool.h"
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
    , m_memoryKey(new MemoryKey(this))
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
    layout->addWidget(m_memoryKey);
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
    m_overview->follow(*m_view);
    connect(&m_view->navigation(), &TimelineNavigation::geometryChanged, this, &TimelinePane::showOverview);
    connect(&m_view->navigation(), &TimelineNavigation::rangeChanged, this, &TimelinePane::showOverview);
    connect(m_view, &TimelineView::evaluationChanged, this, &TimelinePane::showEvaluation);
    connect(&m_view->moves(), &MoveTool::cancelled, this, &TimelinePane::showOverview);
    connect(&m_view->moves(), &MoveTool::dropped, this, &TimelinePane::showOverview);
    connect(m_view, &TimelineView::memoryShownChanged, this, &TimelinePane::showLegend);
    connect(&m_view->memoryParts(), &MemoryPartsLayer::changed, this, &TimelinePane::showLegend);
    connect(m_view, &TimelineView::blendsChanged, this, &TimelinePane::showLegend);
    connect(m_view, &TimelineView::themeChanged, this, &TimelinePane::showLegend);
    connect(m_view, &TimelineView::shownFillsChanged, this, &TimelinePane::showLegend);
    connect(&m_view->criticalPath(), &CriticalPathLayer::shownChanged, this, &TimelinePane::showLegend);
    connect(m_legend, &LegendWidget::shownFillsChanged, m_view, &TimelineView::setShownFills);
}

void TimelinePane::showEvaluation()
{
    m_legend->setVisible(m_view->evaluation() != nullptr);
    showOverview();
    showLegend();
}

/// An overview of what is to be seen already tells nothing.
void TimelinePane::showOverview()
{
    // Nor do the lanes go elsewhere under an action that is dragged.
    if (m_view->moves().isMoving())
        return;
    const TimelineNavigation& shown = m_view->navigation();
    m_overview->setVisible(m_view->evaluation() && (!shown.showsAll() || shown.viewport().maxScrollY() > 0));
}

void TimelinePane::showLegend()
{
    LegendContent content;
    content.shown = m_view->shownFills();
    content.pathShown = m_view->criticalPath().isShown();
    content.hasBlends = m_view->hasBlends();
    content.theme = m_view->themeName();
    if (const EvaluationPtr evaluation = m_view->evaluation()) {
        content.index = evaluation->index;
        content.source = QString::fromStdString(evaluation->costs.source);
        const MemoryCurvesPtr memory = m_view->showsMemory() ? evaluation->memory : nullptr;
        if (memory && memory->limits())
            content.memoryLimit = QString::fromStdString(levelText(*memory->limits(), *memory));
    }
    m_legend->setContent(content);
    m_memoryKey->setContent(m_view->memoryStack(), m_view->themeName());
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_view.h"

#include "ui/compare/compare_header.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/difference_legend.h"
#include "ui/compare/view_link.h"
#include "ui/document/explanation_runner.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/timeline_pane.h"

#include <QSplitter>
#include <QVBoxLayout>

namespace bubblescope::ui {

CompareView::CompareView(TimelinePane& pane, Comparison& comparison)
    : QObject(&pane)
    , m_pane(pane)
    , m_comparison(comparison)
{
    connect(&comparison, &Comparison::sidesChanged, this, &CompareView::follow);
    connect(&comparison, &Comparison::modeChanged, this, &CompareView::follow);
    connect(&comparison, &Comparison::differenceChanged, this, &CompareView::showDifference);
}

CompareHeader* CompareView::referenceHeader() const
{
    return m_comparison.mode() == CompareMode::Split ? m_referenceHeader : m_referenceLine;
}

void CompareView::makeBars()
{
    if (m_header)
        return;
    m_header = new CompareHeader(tr("Current"), &m_pane);
    m_header->setObjectName(QStringLiteral("compare-current"));
    m_header->offerClose(tr("End comparing"));
    connect(m_header, &CompareHeader::closeAsked, this, &CompareView::closeAsked);
    m_referenceLine = new CompareHeader(tr("Reference"), &m_pane);
    m_referenceLine->setObjectName(QStringLiteral("compare-against"));
    m_legend = new DifferenceLegend(&m_pane);
    m_legend->setThemeName(m_pane.view()->themeName());
    connect(m_pane.view(), &TimelineView::themeChanged, m_legend, &DifferenceLegend::setThemeName);
    for (QWidget* bar : std::initializer_list<QWidget*>{m_header, m_referenceLine, m_legend})
        m_pane.addAbove(bar);
}

void CompareView::makeReferenceView()
{
    if (m_referenceView)
        return;
    m_referenceBox = new QWidget(&m_pane);
    m_referenceBox->hide();
    m_referenceHeader = new CompareHeader(tr("Reference"), m_referenceBox);
    m_referenceHeader->setObjectName(QStringLiteral("compare-reference"));
    m_referenceView = new TimelineView(m_referenceBox);
    m_referenceView->setObjectName(QStringLiteral("reference-timeline"));
    m_referenceView->setAccessibleName(tr("Timeline of the reference"));
    m_referenceView->setDependenciesShown(false);
    auto* layout = new QVBoxLayout(m_referenceBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_referenceHeader);
    layout->addWidget(m_referenceView, 1);
    m_pane.addBeside(m_referenceBox);
    m_link = new ViewLink(*m_pane.view(), *m_referenceView);
    // Bubbles and the critical path are known there, too.
    auto* explanation = new ExplanationRunner(m_referenceView);
    connect(m_referenceView, &TimelineView::evaluationChanged, explanation,
            [this, explanation] { explanation->start(m_referenceView->evaluation()); });
    connect(explanation, &ExplanationRunner::changed, m_referenceView,
            [this, explanation] { m_referenceView->setExplanation(explanation->explanation()); });
    emit referenceViewMade(m_referenceView);
}

void CompareView::follow()
{
    const CompareMode mode = m_comparison.isReady() ? m_comparison.mode() : CompareMode::Off;
    if (mode == CompareMode::Off && m_shown == CompareMode::Off)
        return;
    m_shown = mode;
    m_pane.view()->setCompact(mode != CompareMode::Off);
    makeBars();
    showBars(mode);
    showSplit(mode == CompareMode::Split);
    showLanes(mode);
}

void CompareView::showBars(CompareMode mode)
{
    const bool isOneView = mode == CompareMode::Overlay || mode == CompareMode::Difference;
    m_header->setVisible(mode != CompareMode::Off);
    m_referenceLine->setVisible(isOneView);
    m_legend->setVisible(mode == CompareMode::Difference);
    m_pane.legend()->setVisible(mode != CompareMode::Difference && m_pane.view()->evaluation());
    if (mode == CompareMode::Off)
        return;
    if (mode == CompareMode::Split)
        makeReferenceView();
    const CompareSide& current = m_comparison.current();
    const CompareSide& reference = *m_comparison.reference();
    const auto [title, referenceTitle] = distinctTitles(current, reference);
    m_header->setTexts(title, sideFigures(*current.evaluation),
                       makespanDifference(*current.evaluation, *reference.evaluation));
    for (CompareHeader* header : {m_referenceLine, m_referenceHeader})
        if (header)
            header->setTexts(referenceTitle, sideFigures(*reference.evaluation), {});
}

void CompareView::showLanes(CompareMode mode)
{
    TimelineView* view = m_pane.view();
    const bool isOneAxis = m_comparison.haveOneAxis();
    const EvaluationPtr reference = m_comparison.reference() ? m_comparison.reference()->evaluation : nullptr;
    // In Split the link of both timelines sees to it.
    if (mode != CompareMode::Split)
        view->setSharedEnd(mode != CompareMode::Off && isOneAxis ? reference->timeline->makespan : 0);
    if (mode == CompareMode::Difference) {
        showDifference();
        return;
    }
    view->setRecolored(nullptr);
    view->setEcho(mode == CompareMode::Overlay && isOneAxis ? reference->index : nullptr);
}

void CompareView::showDifference()
{
    if (m_shown != CompareMode::Difference)
        return;
    const DifferencePicturePtr& difference = m_comparison.difference();
    m_legend->setPicture(difference, m_comparison.hasFailed());
    m_pane.view()->setRecolored(difference ? difference->current : nullptr);
    m_pane.view()->setEcho(difference ? difference->reference : nullptr);
}

void CompareView::showSplit(bool shown)
{
    if (!shown) {
        if (!m_referenceView || m_referenceBox->isHidden())
            return;
        if (m_referenceBox->isAncestorOf(m_pane.window()->focusWidget()))
            m_pane.view()->setFocus();
        m_link->setActive(false);
        m_referenceBox->hide();
        m_referenceView->setEvaluation(nullptr);
        return;
    }
    m_referenceView->setEvaluation(m_comparison.reference()->evaluation);
    if (!m_referenceBox->isHidden())
        return;
    m_referenceView->setCompact(true);
    m_referenceBox->show();
    // Both timelines get the same height.
    QSplitter* middle = m_pane.middle();
    const int half = (middle->height() - middle->handleWidth() - CompareHeader::kHeight) / 2;
    middle->setSizes({half, half + CompareHeader::kHeight});
    m_link->setActive(true);
}

} // namespace bubblescope::ui

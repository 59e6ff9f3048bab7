// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_view.h"

#include "ui/compare/compare_header.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/view_link.h"
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
}

void CompareView::makeHeader()
{
    if (m_header)
        return;
    m_header = new CompareHeader(tr("Current"), &m_pane);
    m_header->setObjectName(QStringLiteral("compare-current"));
    m_header->offerClose(tr("End comparing"));
    connect(m_header, &CompareHeader::closeAsked, this, &CompareView::closeAsked);
    m_pane.addAbove(m_header);
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
    emit referenceViewMade(m_referenceView);
}

void CompareView::follow()
{
    const CompareMode mode = m_comparison.isReady() ? m_comparison.mode() : CompareMode::Off;
    showSplit(mode == CompareMode::Split);
    if (mode != CompareMode::Off)
        makeHeader();
    if (m_header)
        m_header->setVisible(mode != CompareMode::Off);
    if (mode != CompareMode::Off)
        showHeaders();
}

void CompareView::showHeaders()
{
    const CompareSide& current = m_comparison.current();
    const CompareSide& reference = *m_comparison.reference();
    m_header->setTexts(current.title, sideFigures(*current.evaluation),
                       makespanDifference(*current.evaluation, *reference.evaluation));
    if (m_referenceHeader)
        m_referenceHeader->setTexts(reference.title, sideFigures(*reference.evaluation), {});
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
    makeReferenceView();
    m_referenceView->setEvaluation(m_comparison.reference()->evaluation);
    if (!m_referenceBox->isHidden())
        return;
    m_referenceBox->show();
    // Both timelines get the same height.
    QSplitter* middle = m_pane.middle();
    const int half = (middle->height() - middle->handleWidth() - CompareHeader::kHeight) / 2;
    middle->setSizes({half, half + CompareHeader::kHeight});
    m_link->setActive(true);
}

} // namespace bubblescope::ui

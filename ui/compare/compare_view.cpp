// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_view.h"

#include "ui/compare/compare_header.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/difference_legend.h"
#include "ui/compare/view_link.h"
#include "ui/jobs/explanation_runner.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/timeline/timeline_viewport.h"

#include <QEvent>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

/// Where several timelines share the height, each may be lower than one that is alone: two lanes, under the
/// ruler of the first one.
constexpr int kCompareViewLeastHeight = 40, kLeastFirst = 64;
/// So many lanes of each timeline are to be seen with labels of full size, where there is room for it.
constexpr int kWantedLanes = 8, kWantedPitch = 17;

} // namespace

CompareView::CompareView(TimelinePane& pane, Comparison& comparison)
    : QObject(&pane)
    , m_pane(pane)
    , m_comparison(comparison)
{
    connect(&comparison, &Comparison::sidesChanged, this, &CompareView::follow);
    connect(&comparison, &Comparison::modeChanged, this, &CompareView::follow);
    connect(&comparison, &Comparison::differenceChanged, this, &CompareView::showDifference);
    connect(pane.middle(), &QSplitter::splitterMoved, this, [this] { m_isShared = false; });
    pane.middle()->installEventFilter(this);
}

bool CompareView::eventFilter(QObject* watched, QEvent* event)
{
    // The splitter shares as sizes were before; lines above the timelines would grow with them.
    if (event->type() == QEvent::Resize && m_isShared && m_shownSides > 0)
        QMetaObject::invokeMethod(this, &CompareView::shareHeight, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

CompareHeader* CompareView::referenceHeader(std::size_t reference) const
{
    if (m_comparison.mode() != CompareMode::Split)
        return m_referenceLine;
    return reference < m_sides.size() ? m_sides[reference].header : nullptr;
}

TimelineView* CompareView::referenceView(std::size_t reference) const
{
    return reference < m_sides.size() ? m_sides[reference].view : nullptr;
}

std::vector<TimelineView*> CompareView::referenceViews() const
{
    std::vector<TimelineView*> views;
    for (const SidePane& side : m_sides)
        views.push_back(side.view);
    return views;
}

std::optional<std::size_t> CompareView::referenceOf(const QWidget* widget) const
{
    if (!widget)
        return std::nullopt;
    for (std::size_t i = 0; i < m_shownSides; ++i)
        if (m_sides[i].box == widget || m_sides[i].box->isAncestorOf(widget))
            return i;
    const bool isLine =
        m_referenceLine && (m_referenceLine == widget || m_referenceLine->isAncestorOf(widget));
    return isLine && m_comparison.reference() ? std::optional(m_comparison.chosen()) : std::nullopt;
}

void CompareView::makeBars()
{
    if (m_header)
        return;
    m_header = new CompareHeader(tr("Current"), &m_pane);
    m_header->setObjectName(QStringLiteral("compare-current"));
    m_header->offerClose(tr("Stop comparing"));
    connect(m_header, &CompareHeader::closeAsked, this, &CompareView::closeAsked);
    m_referenceLine = new CompareHeader(tr("Reference"), &m_pane);
    m_referenceLine->setObjectName(QStringLiteral("compare-against"));
    m_referenceLine->offerMenu(tr("What you can do with this side"));
    connect(m_referenceLine, &CompareHeader::chosen, &m_comparison, &Comparison::choose);
    connect(m_referenceLine, &CompareHeader::menuAsked, this,
            [this](const QPoint& position) { emit menuAsked(m_comparison.chosen(), position); });
    m_legend = new DifferenceLegend(&m_pane);
    m_legend->setThemeName(m_pane.view()->themeName());
    connect(m_pane.view(), &TimelineView::themeChanged, m_legend, &DifferenceLegend::setThemeName);
    for (QWidget* bar : std::initializer_list<QWidget*>{m_header, m_referenceLine, m_legend})
        m_pane.addAbove(bar);
}

void CompareView::makeReferenceView()
{
    const std::size_t number = m_sides.size();
    const QString suffix = number == 0 ? QString() : QStringLiteral("-%1").arg(number + 1);
    SidePane side;
    side.box = new QWidget(&m_pane);
    side.box->hide();
    side.header = new CompareHeader(tr("Reference"), side.box);
    side.header->setObjectName(QStringLiteral("compare-reference") + suffix);
    side.header->offerMenu(tr("What you can do with this side"));
    side.header->offerClose(tr("Remove this side from the comparison"));
    side.view = new TimelineView(side.box);
    side.view->setObjectName(QStringLiteral("reference-timeline") + suffix);
    side.view->chosen().setDependenciesShown(false);
    side.view->setMinimumHeight(kCompareViewLeastHeight);
    auto* layout = new QVBoxLayout(side.box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(side.header);
    layout->addWidget(side.view, 1);
    m_pane.addBeside(side.box);
    if (!m_link)
        m_link = new ViewLink(*m_pane.view());
    m_link->add(*side.view);
    m_sides.push_back(side);
    connectReference(side);
    emit referenceViewMade(side.view);
}

void CompareView::connectReference(const SidePane& side)
{
    const std::size_t number = m_sides.size() - 1;
    connect(side.header, &CompareHeader::closeAsked, this, [this, number] { emit removeAsked(number); });
    connect(side.header, &CompareHeader::menuAsked, this,
            [this, number](const QPoint& position) { emit menuAsked(number, position); });
    connect(side.view, &TimelineView::contextMenuAsked, this,
            [this, number](const QPoint& position) { emit menuAsked(number, position); });
    // Bubbles and the critical path are known there, too.
    TimelineView* view = side.view;
    auto* explanation = new ExplanationRunner(view);
    connect(view, &TimelineView::evaluationChanged, explanation,
            [view, explanation] { explanation->start(view->evaluation()); });
    connect(explanation, &ExplanationRunner::changed, view,
            [view, explanation] { view->setExplanation(explanation->explanation()); });
}

void CompareView::follow()
{
    const CompareMode mode = m_comparison.isReady() ? m_comparison.mode() : CompareMode::Off;
    if (mode == CompareMode::Off && m_shown == CompareMode::Off)
        return;
    m_shown = mode;
    m_pane.view()->comparison().setCompact(mode != CompareMode::Off);
    makeBars();
    while (mode == CompareMode::Split && m_sides.size() < m_comparison.references().size())
        makeReferenceView();
    showBars(mode);
    showSplit(mode == CompareMode::Split);
    showLanes(mode);
    std::vector<LaneIndexPtr> others;
    for (const CompareSide& side : m_comparison.references())
        if (mode == CompareMode::Split || (mode == CompareMode::Overlay && &side == m_comparison.reference()))
            others.push_back(side.evaluation->index);
    m_pane.legend()->setAlso(others);
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
    const CompareSide& current = m_comparison.current();
    const QStringList titles = sideTitles(current, m_comparison.references());
    m_header->setRole(current.isRecorded ? tr("Run A") : tr("Current"));
    m_header->setTexts(titles.first(), sideFigures(*current.evaluation), {});
    showOneReference(titles);
    showAllReferences(titles);
}

void CompareView::showOneReference(const QStringList& titles)
{
    const std::size_t chosen = m_comparison.chosen();
    const bool areRuns = m_comparison.current().isRecorded && m_comparison.reference()->isRecorded;
    m_referenceLine->setRole(areRuns ? tr("Run B") : tr("Reference"));
    m_referenceLine->offerChoice(titles.mid(1), chosen);
    m_referenceLine->setTexts(titles[static_cast<qsizetype>(chosen) + 1],
                              sideFigures(*m_comparison.reference()->evaluation),
                              againstCurrent(*m_comparison.reference()->evaluation));
}

void CompareView::showAllReferences(const QStringList& titles)
{
    const std::vector<CompareSide>& references = m_comparison.references();
    const CompareSide& current = m_comparison.current();
    const bool areSeveral = references.size() > 1;
    for (std::size_t i = 0; i < std::min(m_sides.size(), references.size()); ++i) {
        const QString role = current.isRecorded && references[i].isRecorded ? tr("Run B")
                             : areSeveral                                   ? tr("Reference %1").arg(i + 1)
                                                                            : tr("Reference");
        const Evaluation& reference = *references[i].evaluation;
        m_sides[i].header->setRole(role);
        m_sides[i].header->setTexts(titles[static_cast<qsizetype>(i) + 1], sideFigures(reference),
                                    makespanDifference(reference, *m_comparison.current().evaluation));
        m_sides[i].view->setAccessibleName(areSeveral ? tr("Timeline of reference %1").arg(i + 1)
                                                      : tr("Timeline of the reference"));
    }
}

/// How much longer it is, as the figures of the table are told, and what is not to be seen of it.
QString CompareView::againstCurrent(const Evaluation& reference) const
{
    QStringList parts{makespanDifference(reference, *m_comparison.current().evaluation), stageWords(),
                      rankWords()};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// What of ranks that only one of the schedules has is not to be seen under the other's lanes.
QString CompareView::rankWords() const
{
    const std::uint32_t here = m_comparison.current().evaluation->timeline->schedule->rankCount();
    const std::uint32_t there = m_comparison.reference()->evaluation->timeline->schedule->rankCount();
    if (here == there)
        return {};
    return here < there ? tr("%1 ranks, of which the first %2 are shown").arg(there).arg(here)
                        : tr("the first %1 of %2 ranks").arg(there).arg(here);
}

/// Stages of the same number are not the same layers where one schedule has more of them.
QString CompareView::stageWords() const
{
    const std::uint32_t here = m_comparison.current().evaluation->timeline->schedule->stageCount;
    const std::uint32_t there = m_comparison.reference()->evaluation->timeline->schedule->stageCount;
    if (here == there)
        return {};
    return tr("%1 stages compared with %2: stages with the same number do not have the same layers")
        .arg(there)
        .arg(here);
}

void CompareView::showLanes(CompareMode mode)
{
    TimelineView* view = m_pane.view();
    const bool isOneAxis = m_comparison.haveOneAxis();
    const EvaluationPtr reference = m_comparison.reference() ? m_comparison.reference()->evaluation : nullptr;
    // In Split the link of all timelines sees to it.
    if (mode != CompareMode::Split)
        view->comparison().setSharedEnd(mode != CompareMode::Off && isOneAxis ? reference->timeline->makespan
                                                                              : 0);
    if (mode == CompareMode::Difference) {
        showDifference();
        return;
    }
    view->comparison().setRecolored(nullptr);
    view->comparison().setEcho(mode == CompareMode::Overlay && isOneAxis ? reference->index : nullptr);
}

void CompareView::showDifference()
{
    if (m_shown != CompareMode::Difference)
        return;
    const DifferencePicturePtr& difference = m_comparison.difference();
    m_legend->setPicture(difference, m_comparison.hasFailed());
    m_pane.view()->comparison().setRecolored(difference ? difference->current : nullptr);
    m_pane.view()->comparison().setEcho(difference ? difference->reference : nullptr);
}

void CompareView::showSplit(bool shown)
{
    const std::size_t count = shown ? m_comparison.references().size() : 0;
    if (count == 0 && m_shownSides == 0)
        return;
    for (std::size_t i = count; i < m_shownSides; ++i)
        if (m_sides[i].box->isAncestorOf(m_pane.window()->focusWidget()))
            m_pane.view()->setFocus();
    std::vector<TimelineView*> views;
    for (std::size_t i = 0; i < count; ++i)
        views.push_back(m_sides[i].view);
    if (count < m_shownSides)
        m_link->setActive(views);
    // A reference that has no such action takes it from nobody else.
    const std::optional<ActionPosition> selected = m_pane.view()->chosen().action();
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        m_sides[i].view->setEvaluation(i < count ? m_comparison.references()[i].evaluation : nullptr);
        m_sides[i].view->comparison().setCompact(true);
        m_sides[i].box->setVisible(i < count);
    }
    m_link->setActive(views);
    m_pane.view()->chosen().select(selected);
    m_pane.view()->setMinimumHeight(count > 1 ? kLeastFirst : 0);
    if (std::exchange(m_shownSides, count) != count && count > 0)
        shareHeight();
}

/// Of its own axis, which a timeline has that shares it with none above.
int CompareView::rulerHeight(const TimelineView& view) const
{
    return view.comparison().hasRuler()
               ? static_cast<int>(TimelineMetrics::kPlotTop - TimelineMetrics::kPlotTopBare)
               : 0;
}

int CompareView::lackingHeight() const
{
    if (m_shownSides == 0)
        return 0;
    int wanted = static_cast<int>(m_shownSides) * (CompareHeader::kHeight + m_pane.middle()->handleWidth());
    const auto add = [&](const TimelineView& view) {
        const int lanes = std::min(kWantedLanes, static_cast<int>(view.geometry().lanes.size()));
        wanted += rulerHeight(view) + lanes * kWantedPitch +
                  static_cast<int>(TimelineMetrics::kPlotTopBare + TimelineMetrics::kCompactMargin);
    };
    add(*m_pane.view());
    for (std::size_t i = 0; i < m_shownSides; ++i)
        add(*m_sides[i].view);
    return wanted - m_pane.middle()->height();
}

/// All timelines get the same height under their rulers.
void CompareView::shareHeight()
{
    if (m_shownSides == 0)
        return;
    m_isShared = true;
    QSplitter* middle = m_pane.middle();
    const auto references = static_cast<int>(m_shownSides);
    const auto rulerOf = [this](std::size_t i) { return rulerHeight(*m_sides[i].view); };
    int around = references * (CompareHeader::kHeight + middle->handleWidth()) + rulerHeight(*m_pane.view());
    for (std::size_t i = 0; i < m_shownSides; ++i)
        around += rulerOf(i);
    const int each = (middle->height() - around) / (references + 1);
    QList<int> sizes{each + rulerHeight(*m_pane.view())};
    for (std::size_t i = 0; i < m_sides.size(); ++i)
        sizes << (i < m_shownSides ? each + rulerOf(i) + CompareHeader::kHeight : 0);
    middle->setSizes(sizes);
}

} // namespace bubblescope::ui

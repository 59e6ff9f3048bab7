// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing the document's schedule with a reference: the present one, kept as it is, or a file's.
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_room.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/compare_view.h"
#include "ui/compare/comparison.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QDockWidget>
#include <array>

namespace bubblescope::ui {

namespace {

constexpr std::array<const char*, kCompareModeCount> kModeIds{"compare.off", "compare.split",
                                                              "compare.overlay", "compare.difference"};

} // namespace

void MainWindow::makeComparison()
{
    m_comparison = new Comparison(this);
    m_compareView = new CompareView(*m_pane, *m_comparison);
    connect(m_compareView, &CompareView::closeAsked, this, [this] {
        setCompareMode(CompareMode::Off);
        m_pane->view()->setFocus();
    });
    m_comparePanel = new ComparePanel(*m_comparison);
    m_compareDock = makeDock(tr("Compare"), "compare-dock", m_comparePanel, Qt::BottomDockWidgetArea, false);
    tabifyDockWidget(m_problemsDock, m_compareDock);
    m_compareDock->hide();
    m_bubblesDock->raise();
    connectSides();
    connect(m_compareDock, &QDockWidget::visibilityChanged, this, &MainWindow::showBottomTitles);
    connect(m_compareDock, &QDockWidget::topLevelChanged, this, &MainWindow::showBottomTitles);
    connect(m_compareDock, &QDockWidget::dockLocationChanged, this, &MainWindow::showBottomTitles);
    connect(m_comparePanel, &ComparePanel::copied, this, &MainWindow::say);
    connect(m_comparePanel, &ComparePanel::rankAsked, m_pane->view(), &TimelineView::revealLane);
    connect(m_pane->view(), &TimelineView::selectionChanged, this, &MainWindow::showSelectedSide);
    connect(&m_document, &Document::identityChanged, this, &MainWindow::showSides);
    connect(m_pane->view(), &TimelineView::evaluationChanged, this, &MainWindow::showSides);
}

void MainWindow::addCompareCommands()
{
    makeComparison();
    const auto add = [this](const char* id, const QString& text, int section, std::function<void()> run) {
        Command command{QLatin1String(id), tr("Compare"), text, {}, CommandScope::Window, std::move(run)};
        command.menu = QStringLiteral("view.compare");
        command.section = section;
        command.searchWords = tr("compare reference against side by side");
        return command;
    };
    m_commands->add(
        add("compare.keep", tr("&Keep the present one as reference"), 0, [this] { keepAsReference(); }));
    m_commands->add(add("compare.file", tr("Compare with a &file…"), 0, [this] { askReference(); }));
    m_commands->add(add("compare.schedule", tr("Compare with a s&chedule…"), 0, [this] { askSchedule(); }));
    addSideCommands();
    addCompareModes();
    Command next =
        add("compare.next", tr("&Next: split, overlay, difference, off"), 2, [this] { nextCompareMode(); });
    next.shortcuts = {QKeySequence(Qt::Key_Backslash)};
    next.scope = CommandScope::Timeline;
    m_commands->add(next);
}

void MainWindow::addCompareModes()
{
    const std::array<QString, kCompareModeCount> texts{tr("&Off"), tr("&Split"), tr("O&verlay"),
                                                       tr("&Difference")};
    auto* modes = new QActionGroup(this);
    for (std::size_t i = 0; i < kCompareModeCount; ++i) {
        const auto mode = static_cast<CompareMode>(i);
        Command command{
            QLatin1String(kModeIds[i]), tr("Compare"), texts[i], {}, CommandScope::Window, [this, mode] {
                setCompareMode(mode);
            }};
        command.checkable = true;
        command.checked = mode == CompareMode::Off;
        command.menu = QStringLiteral("view.compare");
        command.section = 1;
        command.searchWords = tr("compare");
        modes->addAction(m_commands->add(command));
    }
    connect(m_comparison, &Comparison::modeChanged, this, [this](CompareMode mode) {
        // Colours are of the difference then, and not of a kind that could be hidden.
        for (std::size_t i = 1; i <= kFillClassCount; ++i)
            m_commands->setEnabled(QStringLiteral("timeline.kind%1").arg(i), mode != CompareMode::Difference);
        m_commands->action(QLatin1String(kModeIds[static_cast<std::size_t>(mode)]))->setChecked(true);
    });
}

void MainWindow::showSides()
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    const QString name = m_traces && m_traces->isPrediction()
                             ? tr("predicted: %1", "document").arg(m_document.displayName())
                             : m_document.displayName();
    // A place in the order before is none in this one.
    if (evaluation != m_comparison->current().evaluation)
        m_comparePanel->setSelected(std::nullopt);
    m_comparison->setCurrent({evaluation ? sideTitle(name, *evaluation) : QString(), evaluation});
    showSelectedSide();
}

/// The timeline tells of a selection in a new order before the order itself.
void MainWindow::showSelectedSide()
{
    const TimelineView& view = *m_pane->view();
    const bool isOfCurrent = view.evaluation() == m_comparison->current().evaluation;
    m_comparePanel->setSelected(isOfCurrent ? view.selection() : std::nullopt);
}

void MainWindow::keepAsReference()
{
    if (!m_comparison->current().evaluation)
        return;
    const bool isThere = m_comparison->indexOf(m_comparison->current().evaluation).has_value();
    CompareSide side = presentSide();
    side.path.clear(); // it stays as it is, whatever becomes of the file
    if (!m_comparison->add(std::move(side)))
        say(tr("%1 schedules are compared already: drop one of them first.").arg(kMostSides));
    else if (isThere)
        say(tr("The present one is a reference already: change a parameter first."));
    else
        say(tr("Kept as the reference: %1. What is changed from now on is compared with it.", "title")
                .arg(m_comparison->reference()->title));
}

void MainWindow::dropReferences()
{
    const std::size_t count = m_comparison->references().size();
    m_comparison->setReferences({});
    say(count == 1 ? tr("The reference is dropped.") : tr("All references are dropped."));
}

void MainWindow::setCompareMode(CompareMode mode)
{
    if (mode != CompareMode::Off)
        m_traces->leaveMeasuredToCompare();
    const bool keeps = mode != CompareMode::Off && !m_comparison->reference();
    if (keeps)
        keepAsReference();
    if (m_comparison->mode() == CompareMode::Off && mode != CompareMode::Off)
        m_compareRoom->open();
    m_comparison->setMode(mode);
    // The group has checked what was asked for, be it possible or not.
    m_commands->action(QLatin1String(kModeIds[static_cast<std::size_t>(m_comparison->mode())]))
        ->setChecked(true);
    if (m_comparison->mode() != mode) {
        say(tr("There is nothing to compare yet."));
        return;
    }
    if (mode != CompareMode::Off && mode != CompareMode::Split && !m_comparison->haveOneAxis()) {
        say(tr("Times in different units cannot be laid over each other: Split shows both."));
        return;
    }
    const std::array<QString, kCompareModeCount> said{
        m_comparison->references().size() > 1 ? tr("Comparing is off; the references are kept.")
        : m_comparison->reference()           ? tr("Comparing is off; the reference is kept.")
                                              : tr("Comparing is off."),
        m_comparison->references().size() > 1
            ? tr("Split: the references stand below, on the same time axis.")
            : tr("Split: the reference stands below, on the same time axis."),
        tr("Overlay: the thin lane under each one is the reference's."),
        tr("Difference: blue starts earlier than in the reference, orange later."),
    };
    const QString& what = said[static_cast<std::size_t>(mode)];
    say(keeps ? tr("%1 Kept as the reference: %2.", "what is shown, title")
                    .arg(what, m_comparison->reference()->title)
              : what);
}

void MainWindow::nextCompareMode()
{
    // The schedule against itself would tell nothing.
    if (!m_comparison->reference()) {
        askSchedule();
        return;
    }
    const auto now = static_cast<std::size_t>(m_comparison->mode());
    setCompareMode(static_cast<CompareMode>((now + 1) % kCompareModeCount));
}

void MainWindow::askReference()
{
    const Hold hold(*this);
    const QString path = questions.comparePath ? questions.comparePath() : questions.openPath();
    if (!path.isEmpty())
        compareWith(path);
}

} // namespace bubblescope::ui

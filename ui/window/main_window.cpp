// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's parts, and how they follow the document and each other.
#include "ui/window/main_window.h"

#include "ui/actions/menu_keys.h"
#include "ui/compare/compare_room.h"
#include "ui/document/load_job.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/frame_time_label.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/schedule_list.h"
#include "ui/panels/schedule_panel.h"
#include "ui/panels/what_if_notice.h"
#include "ui/session/session_controller.h"
#include "ui/start/start_controller.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/dock_room.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/desktop_preferences.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/look.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/message_status_bar.h"
#include "ui/widgets/symbol_icon.h"
#include "ui/window/order_mover.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QScreen>
#include <QScrollArea>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kScheduleWidth = 312;
constexpr int kInspectorWidth = 264;

} // namespace

MainWindow::MainWindow(std::optional<ThemeChoice> forcedTheme, DesktopPreferences* desktop)
    : m_themeChoice(forcedTheme.value_or(Settings::theme()))
    , m_themeForced(forcedTheme.has_value())
    , m_colorBlindSafe(forcedTheme ? *forcedTheme == ThemeChoice::ColorBlind
                                   : Settings::colorBlindSafe() || m_themeChoice == ThemeChoice::ColorBlind)
    , m_highContrast(!forcedTheme && Settings::highContrast())
    , m_desktop(desktop)
{
    if (m_themeChoice == ThemeChoice::ColorBlind)
        m_themeChoice = ThemeChoice::System;
    // Before the first part is made: a font that comes later reaches none of them before exec().
    Look::instance().apply(wantedTheme());
    qApp->installEventFilter(new MenuKeys(this));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    setContextMenuPolicy(Qt::NoContextMenu);
    makeCentre();
    makeDocks();
    m_commands = new CommandRegistry(this, m_pane->view());
    makeCommands();
    makeMenus();
    makeToolBar();
    makeStatusBar();
    makeQuestions();
    m_dropFrame = new DropFrame(this);
    connectParts();
    applyTheme();
    applyMotion();
    restoreLayout();
    startExample();
    m_pane->view()->setFocus();
}

MainWindow::~MainWindow()
{
    // An open editor gives its text to the document, which has to be there then.
    if (QWidget* focused = focusWidget())
        focused->clearFocus();
    // Parts outlive neither the document nor the commands that their signals reach.
    disconnect(&m_document, nullptr, this, nullptr);
    for (const QDockWidget* dock : {m_bubblesDock, m_problemsDock, m_compareDock, m_chartsDock, m_traceDock})
        disconnect(dock, nullptr, this, nullptr);
}

void MainWindow::makeCentre()
{
    auto* centre = new QWidget(this);
    m_messages = new MessageBar(centre);
    m_brokenNotice = new MessageBar(centre);
    m_brokenNotice->setObjectName(QStringLiteral("broken-notice"));
    m_misfitNotice = new MessageBar(centre);
    m_whatIfNotice = new WhatIfNotice(m_document, centre);
    m_metrics = new MetricsStrip(centre);
    m_pane = new TimelinePane(centre);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* part : std::initializer_list<QWidget*>{m_messages, m_brokenNotice, m_misfitNotice,
                                                         m_whatIfNotice, m_metrics})
        layout->addWidget(part);
    layout->addWidget(m_pane, 1);
    setCentralWidget(centre);
}

QDockWidget* MainWindow::makeDock(const QString& title, const char* name, QWidget* panel,
                                  Qt::DockWidgetArea area, bool scrolls)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(name));
    dock->setTitleBarWidget(new DockTitle(dock));
    // A title counts what the dock lists; a menu does not.
    connect(dock, &QDockWidget::windowTitleChanged, dock->toggleViewAction(),
            [dock, title] { dock->toggleViewAction()->setText(title); });
    if (scrolls) {
        auto* scroll = new QScrollArea(dock);
        scroll->setWidget(panel);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scroll->setFocusPolicy(Qt::NoFocus);
        dock->setWidget(scroll);
    } else {
        dock->setWidget(panel);
    }
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_schedulePanel = new SchedulePanel(m_document);
    m_inspector = new InspectorPanel;
    m_bubbles = new BubblesPanel;
    m_problems = new ProblemsPanel;
    m_scheduleDock =
        makeDock(tr("Schedule"), "schedule-dock", m_schedulePanel, Qt::LeftDockWidgetArea, false);
    m_inspectorDock = makeDock(tr("Inspector"), "inspector-dock", m_inspector, Qt::RightDockWidgetArea, true);
    m_bubblesDock = makeDock(tr("Bubbles"), "bubbles-dock", m_bubbles, Qt::BottomDockWidgetArea, false);
    m_problemsDock = makeDock(tr("Problems"), "problems-dock", m_problems, Qt::BottomDockWidgetArea, false);
    m_inspectorDock->widget()->setMinimumWidth(kInspectorWidth - 24);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    tabifyDockWidget(m_bubblesDock, m_problemsDock);
    m_bubblesDock->raise();
    for (QDockWidget* dock : {m_bubblesDock, m_problemsDock}) {
        connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::showBottomTitles);
        connect(dock, &QDockWidget::topLevelChanged, this, &MainWindow::showBottomTitles);
        connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::showBottomTitles);
    }
}

void MainWindow::makeStatusBar()
{
    setStatusBar(new MessageStatusBar(this));
    statusBar()->setSizeGripEnabled(false);
    m_statusSize = new QLabel(this);
    m_statusHover = new QLabel(this);
    m_statusBusy = new QLabel(tr("computing…"), this);
    m_loadProgress = new QProgressBar(this);
    m_loadProgress->setObjectName(QStringLiteral("load-progress"));
    m_loadProgress->setRange(0, 0);
    m_loadProgress->setFixedWidth(120);
    m_loadProgress->setTextVisible(false);
    m_loadProgress->setAccessibleName(tr("Opening"));
    m_loadCancel = new QToolButton(this);
    m_loadCancel->setObjectName(QStringLiteral("load-cancel"));
    m_loadCancel->setText(tr("Cancel"));
    connect(m_loadCancel, &QToolButton::clicked, this, [this] {
        if (m_load)
            m_load->cancel();
        m_traces->cancel();
    });
    auto* keys = new QToolButton(this);
    keys->setProperty("quiet", true);
    keys->setFocusPolicy(Qt::TabFocus);
    keys->setText(tr("? shortcuts"));
    keys->setAccessibleName(tr("Shortcuts"));
    connect(keys, &QToolButton::clicked, m_commands->action(QStringLiteral("help.shortcuts")),
            &QAction::trigger);
    statusBar()->addWidget(m_statusSize);
    // Of an order that is not in view there are no figures to tell.
    connect(m_traceRoom, &DockRoom::changed, m_statusSize, &QWidget::setHidden);
    statusBar()->addWidget(new FrameTimeLabel(*m_pane->view(), this));
    statusBar()->addWidget(m_statusBusy);
    statusBar()->addWidget(m_loadProgress);
    statusBar()->addWidget(m_loadCancel);
    auto* colours = new QToolButton(this);
    colours->setObjectName(QStringLiteral("colour-blind-switch"));
    colours->setDefaultAction(m_commands->action(QStringLiteral("view.theme.colorBlind")));
    colours->setToolButtonStyle(Qt::ToolButtonIconOnly);
    colours->setIconSize(QSize(kSymbolSize, kSymbolSize));
    colours->setProperty("quiet", true);
    colours->setFocusPolicy(Qt::TabFocus);
    colours->setAccessibleName(tr("Colour-blind safe colours"));
    statusBar()->addPermanentWidget(m_statusHover);
    statusBar()->addPermanentWidget(colours);
    statusBar()->addPermanentWidget(keys);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_statusBusy, m_loadProgress, m_loadCancel})
        widget->hide();
}

void MainWindow::connectParts()
{
    TimelineView* view = m_pane->view();
    connect(&m_document, &Document::evaluationChanged, this, &MainWindow::showEvaluation);
    connect(&m_document, &Document::identityChanged, this, &MainWindow::showIdentity);
    connect(&m_document, &Document::evaluationChanged, this, &MainWindow::showIdentity);
    connect(&m_document, &Document::busyChanged, m_statusBusy, &QWidget::setVisible);
    connect(view, &TimelineView::selectionChanged, this, &MainWindow::showSelection);
    connect(view, &TimelineView::hoverTextChanged, this, &MainWindow::showHover);
    connect(view, &TimelineView::contextMenuAsked, this,
            [this](const QPoint& position) { showContextMenu(position); });
    connect(m_inspector, &InspectorPanel::actionAsked, this, &MainWindow::select);
    connect(m_problems, &ProblemsPanel::problemAsked, this, &MainWindow::goToProblem);
    connect(m_problems, &ProblemsPanel::reportChanged, this, &MainWindow::showProblems);
    connect(&m_document, &Document::explanationChanged, this, &MainWindow::showExplanation);
    connect(view, &TimelineView::gapChanged, this, &MainWindow::showGap);
    connect(m_bubbles, &BubblesPanel::bubbleAsked, view, &TimelineView::showBubble);
    connect(m_bubbles, &BubblesPanel::fitAsked, view, [view](std::size_t bubble) {
        view->showBubble(bubble);
        view->fitGap();
    });
    connect(m_metrics, &MetricsStrip::actionAsked, this, &MainWindow::select);
    connect(m_metrics, &MetricsStrip::problemsAsked, m_problemsDock, [this] {
        m_problemsDock->show();
        m_problemsDock->raise();
    });
    connect(m_schedulePanel, &SchedulePanel::costMisfitsChanged, this, &MainWindow::showMisfit);
    connect(m_schedulePanel, &SchedulePanel::timelineAsked, view,
            [view] { view->setFocus(Qt::OtherFocusReason); });
    connect(m_schedulePanel, &SchedulePanel::costFileAsked, this, &MainWindow::askCostFile);
    connect(m_schedulePanel, &SchedulePanel::calibrateAsked, this, &MainWindow::showCalibrate);
    connect(m_schedulePanel, &SchedulePanel::costSaveAsked, this, &MainWindow::askSaveCosts);
    if (m_desktop)
        connect(m_desktop, &DesktopPreferences::changed, this, [this] {
            applyTheme();
            applyMotion();
        });
}

void MainWindow::restoreLayout()
{
    const QSize room = screen() ? screen()->availableSize() : QSize(1280, 800);
    // A small screen is needed whole; a large one keeps an edge for other windows.
    resize(room.width() <= 1440 ? room : QSize(room.width() * 9 / 10, room.height() * 9 / 10));
    resizeDocks({m_scheduleDock, m_inspectorDock}, {kScheduleWidth, kInspectorWidth}, Qt::Horizontal);
    resizeDocks({m_bubblesDock}, {height() > 900 ? 300 : 240}, Qt::Vertical);
    restoreGeometry(Settings::windowGeometry());
    restoreState(Settings::windowState(), kWindowStateVersion);
}

const EvaluationPtr& MainWindow::shownEvaluation() const
{
    if (m_mover && m_mover->preview())
        return m_mover->preview();
    return m_traces && m_traces->measuredShown() ? m_traces->measuredShown() : m_document.evaluation();
}

void MainWindow::showEvaluation()
{
    const EvaluationPtr& evaluation = shownEvaluation();
    if (!evaluation)
        return;
    TimelineView* view = m_pane->view();
    view->setEvaluation(evaluation);
    // What explained the same order stays until it is known what comes of the new times.
    const bool keepsExplanation = view->explanation() != nullptr;
    if (std::exchange(m_applyStoredView, false))
        showStoredView();
    m_metrics->setEvaluation(evaluation);
    if (!keepsExplanation) {
        m_metrics->setExplanation(nullptr, evaluation->brokenBecause.empty());
        // Those of the order before stay until the new one's are there; of a very large one they cost too
        // much.
        constexpr std::size_t kMostKept = 2'000'000;
        if (m_bubbles->bubbleCount() && evaluation->brokenBecause.empty() &&
            evaluation->actionCount <= kMostKept)
            m_bubbles->keepContent();
        else
            m_bubbles->setContent(evaluation, nullptr);
    }
    // A bar that came and went would move the lanes from under the pointer.
    if (!m_mover || !m_mover->preview())
        showBroken();
    showSelection();
    m_problems->setEvaluation(evaluation, m_document.unread());
    const Schedule& schedule = *evaluation->timeline->schedule;
    m_statusSize->setText(tr("%1 actions · %2 ranks · %3 stages")
                              .arg(countText(evaluation->actionCount))
                              .arg(schedule.rankCount())
                              .arg(schedule.stageCount));
}

void MainWindow::showSelection()
{
    const TimelineView* view = m_pane->view();
    m_inspector->setContent(view->evaluation(), view->selection(), view->links());
    m_problems->setCurrent(view->selection());
    showGap();
}

void MainWindow::showIdentity()
{
    if (m_start && m_start->isShown()) {
        setWindowTitle(QStringLiteral("Bubblescope"));
        setWindowModified(false);
        return;
    }
    const QString title = m_document.unread()
                              ? tr("%1 (incomplete)[*] — Bubblescope", "document, some of it not read")
                              : tr("%1[*] — Bubblescope", "document");
    setWindowTitle(title.arg(m_document.fileOrDisplayName()));
    setWindowModified(isModified());
}

void MainWindow::showHover(const QString& text)
{
    m_statusHover->setText(text);
}

void MainWindow::select(const ActionPosition& action)
{
    m_pane->view()->setSelection(action);
    m_pane->view()->reveal(action);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_holds > 0) {
        event->ignore();
        whenFree([this] {
            if (isVisible())
                close();
        });
        return;
    }
    if (!maybeSave()) {
        event->ignore();
        return;
    }
    m_waiting.clear();
    m_session->end();
    keepLayout();
    dropLoad();
    m_traces->cancel();
    event->accept();
}

void MainWindow::leave()
{
    m_pane->view()->notes().finishEditing(true);
    m_session->leave();
    keepLayout();
}

void MainWindow::keepLayout()
{
    Settings::setWindowGeometry(saveGeometry());
    m_traceRoom->give(false);
    m_compareRoom->giveBack();
    Settings::setWindowState(saveState(kWindowStateVersion));
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // What a field or list does not want of Esc gives the keys back to the timeline.
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        m_pane->view()->setFocus(Qt::OtherFocusReason);
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_dropFrame)
        m_dropFrame->setGeometry(rect());
}

} // namespace bubblescope::ui

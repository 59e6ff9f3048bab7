// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/actions/command_group.h"
#include "ui/actions/menu_keys.h"
#include "ui/actions/timeline_commands.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/charts/charts_controller.h"
#include "ui/charts/charts_panel.h"
#include "ui/commands/look_controller.h"
#include "ui/commands/menus.h"
#include "ui/commands/timeline_tools.h"
#include "ui/commands/window_commands.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_view.h"
#include "ui/docks/pane_walk.h"
#include "ui/exports/export_controller.h"
#include "ui/files/cost_files.h"
#include "ui/files/file_controller.h"
#include "ui/find/find_controller.h"
#include "ui/messages/document_notices.h"
#include "ui/messages/window_status.h"
#include "ui/modes/inspector_rail.h"
#include "ui/modes/mode_controller.h"
#include "ui/modes/no_run_page.h"
#include "ui/order/order_editor.h"
#include "ui/order/order_mover.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/cost_more.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/schedule_gallery.h"
#include "ui/panels/schedule_panel.h"
#include "ui/panels/search_bar.h"
#include "ui/panels/stale_picture.h"
#include "ui/panels/what_if_notice.h"
#include "ui/panels/what_if_panel.h"
#include "ui/questions/ask_in_dialogs.h"
#include "ui/session/session_controller.h"
#include "ui/shown/shown_panels.h"
#include "ui/sides/compare_controller.h"
#include "ui/start/start_controller.h"
#include "ui/sweep/sweep_controller.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/note_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/run_panel.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/segmented_choice.h"
#include "ui/window/window_place.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

MainWindow::MainWindow(std::optional<ThemeChoice> forcedTheme, DesktopPreferences* desktop)
    : m_shown(m_document)
    , m_look(make<LookController>(forcedTheme, desktop))
{
    qApp->installEventFilter(new MenuKeys(this));
    setContextMenuPolicy(Qt::NoContextMenu);
    makeCentre();
    makeDocks();
    m_commands = new CommandRegistry(this, m_pane->view());
    makeFileParts();
    makeTimelineParts();
    makeDockParts();
    makeFrame();
    questions = askInDialogs(this);
    connectFiles();
    connectPanels();
    connectStart();
    m_look->follow(*m_pane->view());
    m_docks->restoreLayout();
    m_modes->start();
    startExample();
    m_pane->view()->setFocus();
    new WindowPlace(*this, [this] { keepPlace(); });
}

MainWindow::~MainWindow()
{
    // A dialog that is open tells what is half typed in it while it is whole: one that is deleted hides last.
    for (QWidget* child : findChildren<QWidget*>())
        if (child->isWindow())
            child->hide();
    // An open editor gives its text to the document, which has to be there then.
    if (QWidget* focused = focusWidget())
        focused->clearFocus();
    // Parts outlive neither the document nor the commands that their signals reach.
    for (const QObject* sender :
         std::initializer_list<const QObject*>{&m_document, m_pane->view(), &m_pane->view()->laneHeaders()})
        disconnect(sender, nullptr, this, nullptr);
    while (!m_parts.empty())
        m_parts.pop_back();
}

void MainWindow::makeCentre()
{
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_messages = new MessageBar(centre);
    m_notices = make<DocumentNotices>(m_document, *layout);
    m_figures = new QWidget(centre);
    auto* figures = new QVBoxLayout(m_figures);
    figures->setContentsMargins(0, 0, 0, 0);
    figures->setSpacing(0);
    m_metrics = new MetricsStrip(m_figures);
    m_whatIf = new WhatIfPanel(m_document, m_figures);
    figures->addWidget(m_metrics);
    figures->addWidget(m_whatIf);
    layout->addWidget(m_figures);
    m_pane = new TimelinePane(centre);
    layout->addWidget(m_pane, 1);
    m_messages->floatOver(*m_pane);
    setCentralWidget(centre);
}

void MainWindow::makeDocks()
{
    m_docks = make<Docks>(*this);
    m_docks->add(
        tr("Schedule"), "schedule-dock",
        [this](QWidget* dock) { return m_schedulePanel = new SchedulePanel(m_document, dock); },
        Qt::LeftDockWidgetArea);
    m_docks->add(
        tr("Inspector"), "inspector-dock",
        [this](QWidget* dock) { return m_inspector = new InspectorPanel(dock); }, Qt::RightDockWidgetArea,
        true);
    // The first of the tabs of Profile; its panel comes with the first run.
    m_docks->addTab(tr("Lost time"), "trace-dock", [](QWidget* dock) { return new QWidget(dock); });
    m_docks->addTab(
        tr("Bubbles"), "bubbles-dock", [this](QWidget* dock) { return m_bubbles = new BubblesPanel(dock); },
        true);
    m_docks->addTab(
        tr("Problems"), "problems-dock",
        [this](QWidget* dock) { return m_problems = new ProblemsPanel(dock); }, true);
    m_panels = make<ShownPanels>(
        *this, m_shown,
        ShownPanels::Parts{m_metrics, m_inspector, m_bubbles, m_problems, m_notices, m_whatIf});
    m_comparison = new Comparison(this);
}

void MainWindow::makeFileParts()
{
    m_files = make<FileController>(*this);
    m_exports = make<ExportController>(*this, *m_files, m_shown, *m_comparison);
    CommandGroup group(*m_commands, tr("File"), "file");
    group.like.section = 9;
    group.add("file.quit", tr("&Quit"), [this] { close(); }, {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    make<CostFiles>(*this, *m_schedulePanel);
    make<EditCommands>(*this);
    m_exports->addCopyCommand();
}

void MainWindow::makeTimelineParts()
{
    TimelineView* view = m_pane->view();
    new StalePicture(m_document, *view);
    m_look->addThemeCommands(*m_commands);
    make<LanguageCommands>(*this);
    m_look->addLookCommands(*m_commands, *view);
    make<PaneWalk>(*this, [this] {
        std::vector<Docks::Stop> stops{{m_schedulePanel, nullptr}};
        if (m_traces->hasPanel())
            stops.emplace_back(&m_traces->runPanel(), nullptr);
        stops.emplace_back(m_pane, m_pane->view());
        for (TimelineView* reference : m_compare->view()->referenceViews())
            stops.emplace_back(reference, reference);
        stops.emplace_back(m_inspector, nullptr);
        stops.emplace_back(m_modes->rail()->button(), m_modes->rail()->button());
        stops.emplace_back(m_modes->noRunPage(), nullptr);
        return stops;
    });
    addTimelineCommands(*m_commands, *view);
    make<ListGestures>(*this);
    make<LaneCommands>(*this);
    make<MeasureCommands>(*this, *m_inspector);
    make<NoteCommands>(*this);
    m_search = make<SearchCommands>(*this);
    m_editor = make<OrderEditor>(*this);
    make<OrderMover>(*this, m_shown, *m_editor, *m_schedulePanel);
}

void MainWindow::makeDockParts()
{
    m_copy = make<CopyCommand>(*this);
    make<PaletteCommands>(*this);
    m_compare = make<CompareController>(*this, *m_files, *m_editor, *m_comparison);
    m_charts = make<ChartsController>(*this);
    m_traces = make<TraceController>(*this, TraceController::Parts{*m_files, m_shown, *m_panels, *m_compare});
    m_modes = make<ModeController>(*this, ModeController::Parts{*m_compare, *m_traces, m_metrics});
    m_session =
        make<SessionController>(*this, SessionController::Parts{*m_files, *m_compare, *m_traces, *m_modes});
    m_calibrate = make<CalibrateController>(*this, *m_schedulePanel);
    m_finder = make<FindController>(*this, *m_files, *m_session, *m_compare);
    make<SweepController>(*this);
    m_panels->addCommands();
    m_start = make<StartController>(*this, *m_files);
    make<HelpCommands>(*this);
}

void MainWindow::makeFrame()
{
    m_menus = make<Menus>(*this, *m_files, m_modes->choice(), m_search->bar());
    m_status = make<WindowStatus>(*this);
    for (QWidget* figure : std::initializer_list<QWidget*>{m_status->sizeLabel(), m_status->frameTime()})
        connect(m_modes, &ModeController::timelineShown, figure, &QWidget::setVisible);
    auto* frame = new DropFrame(this);
    frame->setGuard([this] { return !holds.areHeld(); });
    connect(frame, &DropFrame::filesDropped, m_files, &FileController::openFiles);
}

void MainWindow::connectFiles()
{
    connect(m_files, &FileController::replacing, m_traces, &TraceController::cancel);
    connect(m_files, &FileController::profilesAsked, m_traces, &TraceController::openMixture);
    const auto stopWaiting = [this] {
        if (m_start->covers())
            m_start->show();
    };
    connect(m_files, &FileController::profilesAsked, this, [this, stopWaiting] {
        if (!isLoading()) // a question was answered with no
            stopWaiting();
    });
    connect(m_files, &FileController::openingTogether, m_comparison,
            [this] { m_comparison->setReferences({}); });
    connect(m_files, &FileController::openedTogether, m_compare, &CompareController::compareWith);
    // The schedule under the message is none of that file's.
    const auto sayWhatIsShown = [this] {
        if (std::exchange(m_opensAtStart, false))
            m_start->show();
        else if (m_messages->isVisible() && !m_start->isShown() && !isLoading())
            m_messages->addLine(tr("Still showing %1.", "document").arg(m_document.fileOrDisplayName()));
    };
    connect(m_files, &FileController::notOpened, this, sayWhatIsShown);
    connect(m_traces, &TraceController::notOpened, this, sayWhatIsShown);
    connect(m_panels, &ShownPanels::timelineTaken, m_files, &FileController::showWantedView);
    connect(m_files, &FileController::loadingShown, m_status, &WindowStatus::showLoading);
    connect(m_traces, &TraceController::loadingShown, m_status, &WindowStatus::showLoading);
    connect(m_traces, &TraceController::progressed, m_status, &WindowStatus::showProgress);
    connect(m_status, &WindowStatus::cancelAsked, m_files, &FileController::cancelLoad);
    connect(m_status, &WindowStatus::cancelAsked, m_traces, &TraceController::cancel);
    connect(m_status, &WindowStatus::cancelAsked, this, stopWaiting);
}

void MainWindow::connectPanels()
{
    m_panels->follow();
    connect(&m_document, &Document::identityChanged, this, [this] { m_opensAtStart = false; });
    connect(&m_document, &Document::identityChanged, this, &MainWindow::showIdentity);
    connect(&m_document, &Document::evaluationChanged, this, &MainWindow::showIdentity);
    connect(&m_pane->view()->laneHeaders(), &LaneHeaders::arrangementChanged, this,
            &MainWindow::showIdentity);
    connect(m_pane->view(), &TimelineView::hoverTextChanged, this, &MainWindow::hover);
    connect(m_schedulePanel->costs(), &CostForm::misfitsChanged, m_notices,
            [this] { m_notices->showMisfit(*m_schedulePanel->costs()); });
    connect(m_traces, &TraceController::originChanged, m_schedulePanel->costs()->more(),
            &CostMore::setOrigin);
    connect(m_schedulePanel, &SchedulePanel::timelineAsked, this,
            [this] { m_pane->view()->setFocus(Qt::OtherFocusReason); });
    connect(m_schedulePanel->gallery(), &ScheduleGallery::compareAsked, m_compare,
            &CompareController::compareWithSchedule);
    connect(m_schedulePanel->gallery(), &ScheduleGallery::shownAsked, m_compare,
            &CompareController::compareWithShown);
    connect(m_schedulePanel->gallery(), &ScheduleGallery::fileAsked, m_compare, &CompareController::askFile);
    connect(m_schedulePanel->gallery(), &ScheduleGallery::runAsked, this,
            [this] { m_commands->action(QStringLiteral("trace.against"))->trigger(); });
    connect(m_compare, &CompareController::sideAsked, this, [this](bool canTakeShown) {
        m_schedulePanel->gallery()->openOver(*this, canTakeShown ? GalleryPurpose::CompareOrTakeShown
                                                                 : GalleryPurpose::Compare);
    });
    connect(m_look, &LookController::motionChanged, m_compare, &CompareController::setReducedMotion);
    const auto tell = [this](const QString& said) { say(said); };
    connect(m_bubbles, &BubblesPanel::copied, this, tell);
    connect(m_problems, &ProblemsPanel::copied, this, tell);
    offerCsv(*m_inspector, {QStringLiteral("inspector"), [this] { return m_inspector->csv(); }, tell});
    m_copy->addPanel(m_bubbles, [this] { m_bubbles->copyRows(); });
    m_copy->addPanel(m_problems, [this] { m_problems->copyRows(); });
    m_copy->addPanel(m_compare->panel(), [this] { m_compare->panel()->copyRows(); });
    m_copy->addPanel(m_charts->panel(), [this] { m_charts->panel()->copy(); });
    m_copy->addPanel(m_inspector, [this] {
        QApplication::clipboard()->setText(m_inspector->csv());
        say(tr("Inspector copied as CSV."));
    });
}

void MainWindow::connectStart()
{
    m_start->setCovered({m_pane, m_figures, m_notices->broken(), m_notices->misfit(), m_notices->doubts(),
                         m_notices->whatIf(), m_status->sizeLabel(), m_status->frameTime()});
    connect(m_start, &StartController::coming, m_modes, &ModeController::giveRoom);
    connect(m_start, &StartController::left, m_notices, &DocumentNotices::hideEmpty);
    connect(m_start, &StartController::shownChanged, this, &MainWindow::showIdentity);
    connect(m_session, &SessionController::restoredNothing, m_start, &StartController::show);
}

void MainWindow::startExample()
{
    ScheduleRequest example;
    example.schedule = "interleaved-1f1b";
    m_files->startNew(example);
}

void MainWindow::openAtStart(const QStringList& files)
{
    m_opensAtStart = true;
    // Of several files the first one and how many there are: they are the ranks of a run, mostly.
    const QString first = QFileInfo(files.value(0)).fileName();
    m_start->wait(
        files.size() > 1
            ? tr("Opening %1 and %2 more…", "first of several files, number").arg(first).arg(files.size() - 1)
            : tr("Opening %1…", "file").arg(first));
    m_files->openFiles(files);
}

void MainWindow::openLast()
{
    m_session->restore();
    if (m_session->isRestoring())
        m_start->wait(tr("Opening what was open last…"));
}

bool MainWindow::isLoading() const
{
    return m_files->isLoading() || m_traces->isOpening();
}

SearchBar* MainWindow::search() const
{
    return m_search->bar();
}

void MainWindow::hover(const QString& text)
{
    if (m_status)
        m_status->setHover(text);
}

void MainWindow::showTimeline()
{
    m_start->leave();
}

void MainWindow::showIdentity()
{
    if (m_start->covers()) {
        setWindowTitle(QStringLiteral("Bubblescope"));
        setWindowModified(false);
        return;
    }
    const QString title = m_document.unread()
                              ? tr("%1 (incomplete)[*] — Bubblescope", "document, some of it not read")
                              : tr("%1[*] — Bubblescope", "document");
    setWindowTitle(title.arg(m_document.fileOrDisplayName()));
    setWindowModified(m_files->isModified());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (holds.areHeld()) {
        event->ignore();
        holds.whenFree([this] {
            if (isVisible())
                close();
        });
        return;
    }
    if (!m_files->maybeSave()) {
        event->ignore();
        return;
    }
    holds.clear();
    m_session->end();
    keepLayout();
    m_files->dropLoad();
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
    m_compare->giveBackRoom();
    keepPlace();
}

/// Under the start page the docks are hidden: what they were is kept already.
void MainWindow::keepPlace()
{
    Settings::windowGeometry.set(saveGeometry());
    if (m_start->covers())
        return;
    m_modes->keep();
    Settings::windowState.set(saveState(kWindowStateVersion));
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // What a field or list does not want of Esc gives the keys back to the timeline.
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        m_pane->view()->setFocus(Qt::OtherFocusReason);
    else
        QMainWindow::keyPressEvent(event);
}

} // namespace bubblescope::ui

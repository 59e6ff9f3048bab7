// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/command_registry.h"
#include "ui/compare/compare_side.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/panels/picture_job.h"
#include "ui/window/window_questions.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <functional>

class QHBoxLayout;
class QLabel;
class QMenu;
class QProgressBar;
class QToolButton;

namespace bubblescope::ui {

class BubblesPanel;
class CalibrateDialog;
struct CalibrationFile;
class ChartsPanel;
class ComparePanel;
class CompareRoom;
class CompareView;
class Comparison;
class DesktopPreferences;
class DockRoom;
class DropFrame;
class ExportDialog;
class InspectorPanel;
class LoadJob;
class MessageBar;
class MetricsStrip;
class OrderMover;
class ProblemsPanel;
struct MadeReference;
struct ProblemTarget;
class QuickList;
class SchedulePanel;
class SearchBar;
class SessionController;
class StartController;
class TimelinePane;
class TimelineView;
class TraceController;
class WhatIfNotice;

/// The main window: the timeline in the middle, schedule, inspector, bubbles and problems as docks around it.
/// It holds the document and carries what one part says to the others; what it does is all in the command
/// registry.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `forcedTheme` holds for this window only; `desktop` tells what System means.
    explicit MainWindow(std::optional<ThemeChoice> forcedTheme = {}, DesktopPreferences* desktop = nullptr);
    ~MainWindow() override;

    /// Opens the first schedule, and compares it with the others; profiles are one run.
    void openFiles(const QStringList& paths);
    [[nodiscard]] bool isLoading() const;
    void startNew(const ScheduleRequest& request);
    /// The schedule that a first start shows.
    void startExample();
    /// False if it was not written; the reason stands in the message bar.
    bool saveTo(const QString& path);
    bool exportTo(const QString& path, const PictureSettings& settings);
    bool exportCsvTo(const QString& path);
    /// The shown times as a Chrome trace, which Perfetto opens.
    bool exportTraceTo(const QString& path);
    /// The document is; of a project in a file, the way its lanes stand counts, too.
    [[nodiscard]] bool isModified() const;
    /// Saves or discards changes as the user wants; false = stay here.
    bool maybeSave();
    /// Ends the session without a question; SessionController::left() follows. The window is not closed.
    void leave();

    [[nodiscard]] Document& document() { return m_document; }
    [[nodiscard]] CommandRegistry& commands() { return *m_commands; }
    [[nodiscard]] TimelinePane* pane() const { return m_pane; }
    [[nodiscard]] SchedulePanel* schedulePanel() const { return m_schedulePanel; }
    [[nodiscard]] InspectorPanel* inspector() const { return m_inspector; }
    [[nodiscard]] BubblesPanel* bubbles() const { return m_bubbles; }
    [[nodiscard]] ProblemsPanel* problems() const { return m_problems; }
    [[nodiscard]] SearchBar* search() const { return m_search; }
    [[nodiscard]] Comparison& comparison() { return *m_comparison; }
    [[nodiscard]] CompareView* compareView() const { return m_compareView; }
    [[nodiscard]] ComparePanel* comparePanel() const { return m_comparePanel; }
    [[nodiscard]] ChartsPanel* charts() const { return m_charts; }
    /// The shown chart, as PNG, SVG or CSV by the file's ending; `scale` image pixels a pixel for PNG.
    bool exportChartTo(const QString& path, double scale = 2);
    /// Opens files as references that the document's schedule is compared with, as many as there is room for.
    void compareWith(const QString& path) { compareWith(QStringList{path}); }
    void compareWith(const QStringList& paths);
    [[nodiscard]] bool isLoadingReference() const
    {
        return m_referenceLoad || !m_referenceQueue.isEmpty() || isMakingSide();
    }
    /// The schedule by its place in the catalog, with ranks, microbatches and costs of the present one.
    void compareWithSchedule(int catalogIndex);
    void compareWithMade(const MadeReference& made);
    /// Makes a reference the document; what was the document takes its place. One undo step.
    void editSide(std::size_t reference);
    /// Profiles of training runs: opening them, and their dock.
    [[nodiscard]] TraceController& traces() { return *m_traces; }
    /// The dialog that measures or estimates times; null until it was asked for.
    [[nodiscard]] CalibrateDialog* calibrate() const { return m_calibrate; }
    /// What keeps documents from being lost, from one start to the next.
    [[nodiscard]] SessionController& session() { return *m_session; }
    /// What an empty window greets with.
    [[nodiscard]] StartController& start() { return *m_start; }
    [[nodiscard]] MetricsStrip* metrics() const { return m_metrics; }
    [[nodiscard]] MessageBar* messages() const { return m_messages; }
    /// Says that the shown times are of an order that cannot run; hidden else.
    [[nodiscard]] MessageBar* brokenNotice() const { return m_brokenNotice; }
    /// Says that the costs do not fit the schedule that was asked for; hidden else.
    [[nodiscard]] MessageBar* misfitNotice() const { return m_misfitNotice; }
    [[nodiscard]] WhatIfNotice* whatIfNotice() const { return m_whatIfNotice; }
    /// What the timeline's context menu would offer now, null = a separator: commands that are enabled, those
    /// that want a selection first.
    [[nodiscard]] std::vector<QAction*> contextActions() const;
    [[nodiscard]] ThemeChoice themeChoice() const { return m_themeChoice; }
    /// A picture as export and copy begin with.
    [[nodiscard]] PictureSettings pictureSettings() const;
    WindowQuestions questions;

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class FindController;
    friend class TraceController;
    friend class SessionController;
    friend class OrderMover;
    friend class StartController;
    friend class SweepController;

    /// While one lives (a write, a question about the document), whatever would change the document or close
    /// the window waits: nested event loops deliver it in between.
    class Hold
    {
    public:
        explicit Hold(MainWindow& window);
        ~Hold();
        Q_DISABLE_COPY_MOVE(Hold)

    private:
        MainWindow& m_window;
    };

    // Layout and what follows the document (main_window.cpp)
    void makeCentre();
    void makeDocks();
    QDockWidget* makeDock(const QString& title, const char* name, QWidget* panel, Qt::DockWidgetArea area,
                          bool scrolls);
    void makeStatusBar();
    void connectParts();
    void restoreLayout();
    void keepLayout();
    /// The document's, or the measured run while that is shown alone.
    [[nodiscard]] const EvaluationPtr& shownEvaluation() const;
    void showEvaluation();
    void showSelection();
    void showBroken();
    void showMisfit();
    void showNotice(const QString& headline, const QString& excerpt);
    void showProblems();
    void showExplanation();
    void showGap();
    void showBottomTitles();
    void goToProblem(const ProblemTarget& target);
    void showIdentity();
    void showHover(const QString& text);
    void select(const ActionPosition& action);
    void focusNextPane(bool forward); ///< main_window_panes.cpp

    // Files (main_window_files.cpp)
    /// Runs the task now, or as soon as nothing holds any more.
    void whenFree(std::function<void()> task);
    void makeQuestions();
    /// False if the file holds cells that were not read and the user wants to keep them.
    [[nodiscard]] bool mayReplace(const QString& path);
    /// Says what a written file lacks; false if it lacks nothing.
    bool tellUnread(const QString& written);
    void askOpen();
    void load(const QString& path);
    void dropLoad();
    void takeLoaded();
    void showNotOpened(const Error& error);
    bool save();
    bool saveAs();
    void askCostFile();
    void askSaveCosts();
    void fillRecent(QMenu& menu);
    bool write(const QString& path, const std::function<Result<std::string>()>& bytes, const QString& what);

    // Pictures and CSV (main_window_export.cpp)
    void askExport();
    void askExportCsv();
    void askExportTrace();
    void copyPicture();

    // Text on the clipboard (main_window_copy.cpp)
    void copyCsv();
    void takeCsv(const QString& csv, const QString& said);
    /// In the status bar, for a while.
    void say(const QString& text);

    // Docks and timeline (main_window_explanation.cpp)
    void connectDocks();
    void showWantedRange();

    // Commands (main_window_commands.cpp)
    void makeCommands();
    void addFileCommands();
    void addEditCommands();
    void addHelpCommands();
    void showAbout();
    // Theme, motion and what else View has (main_window_view.cpp)
    void chooseTheme(ThemeChoice choice);
    [[nodiscard]] ThemeName wantedTheme() const;
    void applyTheme();
    void applyMotion();
    void addViewCommands();
    void addThemeCommands();
    void addPaletteSwitches();
    void addLanguageCommands(); ///< main_window_language.cpp
    void chooseLanguage(const QString& language);
    void addLookCommands();
    void addOverviewGestures(); ///< main_window_overview.cpp
    void addLaneCommands();     ///< main_window_lanes.cpp
    void addLaneGestures();
    void connectLanes();
    void showLaneMenu(const QPoint& position);
    void addMeasureCommands(); ///< main_window_measure.cpp
    void addNoteCommands();    ///< main_window_notes.cpp
    void connectNotes();
    /// Range, scroll position and lanes as they are now, and as the opened file wants them.
    [[nodiscard]] DocumentView viewToStore() const;
    void showStoredView();
    void addSearchCommands();     ///< main_window_search.cpp
    void addOrderCommands();      ///< main_window_order.cpp
    void addMoveCommands();       ///< main_window_move.cpp
    void addCopyCommands();       ///< main_window_copy.cpp
    void addPaletteCommands();    ///< main_window_palette.cpp
    void addDependencyCommands(); ///< main_window_explanation.cpp
    // Menus and toolbar (main_window_menus.cpp)
    void makeMenus();
    QMenu* makeRecentMenu();
    QMenu* makeExamplesMenu();

    // The sides of a comparison (main_window_sides.cpp)
    void addSideCommands();
    void connectSides();
    void connectReferenceView(TimelineView* view);
    void showSideCommands();
    void showSideMenu(std::size_t reference, const QPoint& position);
    void askSchedule();
    /// The reference that has the focus, else the chosen one; nothing without any.
    [[nodiscard]] std::optional<std::size_t> wantedReference() const;
    void onReference(void (MainWindow::*run)(std::size_t reference));
    void dropReference(std::size_t reference);
    void moveReferenceUp(std::size_t reference);
    void moveReferenceDown(std::size_t reference);
    [[nodiscard]] CompareSide presentSide() const;
    /// Adds a side and shows it; says so, or why not.
    void takeSide(CompareSide side);
    void takeMadeSide();
    [[nodiscard]] bool isMakingSide() const;
    void loadNextReference();

    // Comparing (main_window_compare.cpp)
    void makeComparison();
    void addCompareCommands();
    void addCompareModes();
    void showSides();
    void showSelectedSide();
    void keepAsReference();
    void dropReferences();
    void askReference();
    void takeReference();
    void setCompareMode(CompareMode mode);
    void nextCompareMode();

    // Charts (main_window_charts.cpp)
    void makeCharts();
    void connectCharts();
    void addChartCommands();
    void addChartKinds();
    void askExportChart(const QString& ending);
    void goToPlace(RankId rank, Time time);

    // Profiles (main_window_trace.cpp)
    void addTraceCommands();
    void openProfiles(const QStringList& paths);
    void makeProfileQuestions();

    // From one start to the next (main_window_session.cpp)
    void addSessionCommands();
    void makeSessionQuestions();

    // Calibrating (main_window_calibrate.cpp)
    void addCalibrateCommands();
    void addSweepCommands(); ///< main_window_sweep.cpp
    void showCalibrate();
    void makeCalibrate();
    void applyCalibration(const std::shared_ptr<const CalibrationFile>& file);
    void askSaveShownCalibration(const std::shared_ptr<const CalibrationFile>& file);

    // Searching (main_window_search.cpp)
    void addSearchBar();
    void stepMatch(bool forward);

    // Cutting and pasting (main_window_order.cpp)
    /// Runs a change of the shown order, as soon as what is shown is the document's state.
    void whenShown(std::function<void()> change);
    void cutSelected();
    void pasteAction();
    void setOrder(Schedule order, const std::optional<ActionPosition>& selected, const QString& what);

    void makeToolBar();
    /// Of the pointer's modes one is on, whoever has added them.
    void makeModesExclusive();
    /// Where to put what stands at the right end of the toolbar; commands may be added before there is one.
    QHBoxLayout& toolBarEnd();
    void showContextMenu(const QPoint& position);

    Document m_document;
    ThemeChoice m_themeChoice;
    bool m_themeForced; ///< by the command line: not kept
    bool m_colorBlindSafe;
    bool m_highContrast;
    QPointer<DesktopPreferences> m_desktop;
    CommandRegistry* m_commands = nullptr;
    TimelinePane* m_pane = nullptr;
    MessageBar* m_messages = nullptr;
    MessageBar* m_brokenNotice = nullptr; ///< while the shown order cannot run
    MessageBar* m_misfitNotice = nullptr;
    QString m_misfitSaid;
    WhatIfNotice* m_whatIfNotice = nullptr;
    MetricsStrip* m_metrics = nullptr;
    SchedulePanel* m_schedulePanel = nullptr;
    SearchBar* m_search = nullptr;
    InspectorPanel* m_inspector = nullptr;
    BubblesPanel* m_bubbles = nullptr;
    ProblemsPanel* m_problems = nullptr;
    QDockWidget* m_scheduleDock = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_bubblesDock = nullptr;
    QDockWidget* m_problemsDock = nullptr;
    QDockWidget* m_compareDock = nullptr;
    QDockWidget* m_traceDock = nullptr;
    QDockWidget* m_chartsDock = nullptr;
    ChartsPanel* m_charts = nullptr;
    TraceController* m_traces = nullptr;
    SessionController* m_session = nullptr;
    OrderMover* m_mover = nullptr;
    StartController* m_start = nullptr;
    DockRoom* m_traceRoom = nullptr;
    Comparison* m_comparison = nullptr;
    CompareView* m_compareView = nullptr;
    CompareRoom* m_compareRoom = nullptr;
    ComparePanel* m_comparePanel = nullptr;
    LoadJob* m_referenceLoad = nullptr;
    QStringList m_referenceQueue;             ///< to be opened after that one
    QStringList m_openedTogether;             ///< references, once the document is there
    EvaluationRunner* m_sideRunner = nullptr; ///< of a schedule to compare with
    DocumentIdentity m_sideIdentity;          ///< of that one
    CalibrateDialog* m_calibrate = nullptr;
    DropFrame* m_dropFrame = nullptr;
    QWidget* m_toolBarEnd = nullptr;
    QuickList* m_palette = nullptr;
    QuickList* m_laneFinder = nullptr;
    QLabel* m_statusSize = nullptr;
    QLabel* m_statusHover = nullptr;
    QLabel* m_statusBusy = nullptr;
    QProgressBar* m_loadProgress = nullptr;
    QToolButton* m_loadCancel = nullptr;
    LoadJob* m_load = nullptr;
    std::uint64_t m_loadRevision = 0; ///< the document's when the load began
    int m_holds = 0;
    std::vector<std::function<void()>> m_waiting;
    bool m_applyStoredView = false;
    QTimer m_rangeRest;                                ///< until the shown range rests
    std::vector<std::function<void()>> m_orderChanges; ///< wait for the order that they shall change
    SchedulePtr m_editedOrder;                         ///< not shown yet
    std::uint64_t m_editedRevision = 0;                ///< the document's when a side became it
    QString m_editedPath;                              ///< that side's file
    std::optional<ActionPosition> m_selectInEdited;
};

} // namespace bubblescope::ui

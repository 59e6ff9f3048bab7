// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/command_registry.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/services/shown_times.h"
#include "ui/services/window_services.h"

#include <QMainWindow>

namespace bubblescope::ui {

class BubblesPanel;
class CalibrateController;
class ChartsController;
class CompareController;
class Comparison;
class CopyCommand;
class DesktopPreferences;
class DocumentNotices;
class ExportController;
class FileController;
class FindController;
class InspectorPanel;
class LookController;
class Menus;
class MetricsStrip;
class ModeController;
class OrderEditor;
class ProblemsPanel;
class SchedulePanel;
class SearchBar;
class SearchCommands;
class SessionController;
class ShownPanels;
class StartController;
class TraceController;
class WhatIfPanel;
class WindowStatus;

/// The main window: the timeline in the middle, schedule, inspector, bubbles and problems as docks around it.
/// It holds the document and makes the parts, of which each has a room of its own, in the order in which
/// their commands are listed; what it does is all in the command registry.
class MainWindow : public QMainWindow, public WindowServices
{
    Q_OBJECT

public:
    /// `forcedTheme` holds for this window only; `desktop` tells what System means.
    explicit MainWindow(std::optional<ThemeChoice> forcedTheme = {}, DesktopPreferences* desktop = nullptr);
    ~MainWindow() override;

    /// The schedule that a first start shows.
    void startExample();
    /// What the program was started with: if it cannot be read, nothing was open before, and the start page
    /// shows.
    void openAtStart(const QStringList& files);
    /// What was open last, where that is kept.
    void openLast();
    /// A document or the profiles of a run.
    [[nodiscard]] bool isLoading() const;
    /// Ends the session without a question; SessionController::left() follows. The window is not closed.
    void leave();

    [[nodiscard]] QMainWindow& shell() override { return *this; }
    [[nodiscard]] Document& document() override { return m_document; }
    [[nodiscard]] CommandRegistry& commands() override { return *m_commands; }
    [[nodiscard]] Docks& docks() override { return *m_docks; }
    [[nodiscard]] TimelinePane* pane() const override { return m_pane; }
    [[nodiscard]] MessageBar* messages() const override { return m_messages; }
    void hover(const QString& text) override;
    void showTimeline() override;

    [[nodiscard]] MetricsStrip* metrics() const { return m_metrics; }
    [[nodiscard]] WhatIfPanel* whatIf() const { return m_whatIf; }
    [[nodiscard]] DocumentNotices& notices() const { return *m_notices; }
    [[nodiscard]] SchedulePanel* schedulePanel() const { return m_schedulePanel; }
    [[nodiscard]] InspectorPanel* inspector() const { return m_inspector; }
    [[nodiscard]] BubblesPanel* bubbles() const { return m_bubbles; }
    [[nodiscard]] ProblemsPanel* problems() const { return m_problems; }
    [[nodiscard]] SearchBar* search() const;
    [[nodiscard]] LookController& look() const { return *m_look; }
    [[nodiscard]] Menus& menus() const { return *m_menus; }
    [[nodiscard]] FileController& files() const { return *m_files; }
    [[nodiscard]] ExportController& exports() const { return *m_exports; }
    [[nodiscard]] Comparison& comparison() const { return *m_comparison; }
    [[nodiscard]] CompareController& compare() const { return *m_compare; }
    [[nodiscard]] ChartsController& charts() const { return *m_charts; }
    [[nodiscard]] TraceController& traces() const { return *m_traces; }
    [[nodiscard]] ModeController& modes() const { return *m_modes; }
    [[nodiscard]] CalibrateController& calibrate() const { return *m_calibrate; }
    [[nodiscard]] FindController& finder() const { return *m_finder; }
    [[nodiscard]] SessionController& session() const { return *m_session; }
    [[nodiscard]] StartController& start() const { return *m_start; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Makes a part that goes before the document does.
    template <typename Part, typename... Arguments>
    Part* make(Arguments&&... arguments)
    {
        auto part = std::make_unique<Part>(std::forward<Arguments>(arguments)...);
        Part* made = part.get();
        m_parts.push_back(std::move(part));
        return made;
    }
    void makeCentre();
    void makeDocks();
    void makeFileParts();
    void makeTimelineParts();
    void makeDockParts();
    void makeFrame();
    void connectFiles();
    void connectPanels();
    void connectStart();
    void showIdentity();
    void keepLayout();
    void keepPlace();

    Document m_document;
    ShownTimes m_shown;
    std::vector<std::unique_ptr<QObject>> m_parts; ///< the last one goes first
    LookController* m_look;
    CommandRegistry* m_commands = nullptr;
    Docks* m_docks = nullptr;
    TimelinePane* m_pane = nullptr;
    MessageBar* m_messages = nullptr;
    bool m_opensAtStart = false; ///< what openAtStart() was given
    DocumentNotices* m_notices = nullptr;
    QWidget* m_figures = nullptr; ///< the metrics, and under them what if
    MetricsStrip* m_metrics = nullptr;
    WhatIfPanel* m_whatIf = nullptr;
    SchedulePanel* m_schedulePanel = nullptr;
    InspectorPanel* m_inspector = nullptr;
    BubblesPanel* m_bubbles = nullptr;
    ProblemsPanel* m_problems = nullptr;
    ShownPanels* m_panels = nullptr;
    FileController* m_files = nullptr;
    ExportController* m_exports = nullptr;
    SearchCommands* m_search = nullptr;
    OrderEditor* m_editor = nullptr;
    CopyCommand* m_copy = nullptr;
    Comparison* m_comparison = nullptr;
    CompareController* m_compare = nullptr;
    ChartsController* m_charts = nullptr;
    TraceController* m_traces = nullptr;
    ModeController* m_modes = nullptr;
    SessionController* m_session = nullptr;
    CalibrateController* m_calibrate = nullptr;
    FindController* m_finder = nullptr;
    StartController* m_start = nullptr;
    Menus* m_menus = nullptr;
    WindowStatus* m_status = nullptr; ///< the last part: what it tells may be told before
};

} // namespace bubblescope::ui

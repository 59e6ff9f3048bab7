// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action_query.h"
#include "ui/compare/compare_side.h"
#include "ui/jobs/explanation_runner.h"
#include "ui/panels/cost_origin.h"
#include "ui/trace/profile_opening.h"
#include "ui/trace/second_run.h"
#include "ui/trace/trace_session.h"

#include <QTimer>

class QDialog;
class QDockWidget;

namespace bubblescope::ui {

class CompareController;
class Comparison;
class FileController;
class LostTimePanel;
class ResidualView;
class RunBar;
class RunPanel;
class RunsPage;
class ShownPanels;
class ShownTimes;
class TracePanel;
class WindowServices;

/// Profiles in the main window: asks what is to be opened and what of a damaged file is to be kept, shows how
/// far reading is, makes a read run the document with the measured times as its reference, and fills the
/// docks Run, Lost time and Two runs and the sheet of details.
class TraceController : public QObject
{
    Q_OBJECT

public:
    /// What of the window profiles are shown in.
    struct Parts
    {
        FileController& files;
        ShownTimes& shown;
        ShownPanels& panels;
        CompareController& compare;
    };
    /// Adds the docks, which get their panels when one is first needed, and the commands.
    TraceController(WindowServices& window, const Parts& parts);

    /// Profiles and folders of them, as the ranks of one run. What is open stays until they have been read;
    /// what was being opened is not opened any more.
    /// Their order is held against that of `schedules`, too.
    void open(const QStringList& paths, const QStringList& schedules = {});
    /// What was dropped or chosen together, profiles among it: asks what schedules there are for.
    void openMixture(const QStringList& paths);
    void cancel();
    [[nodiscard]] bool isOpening() const { return m_opening->isOpening() || m_second->isOpening(); }
    [[nodiscard]] TraceSession& session() const { return *m_session; }
    /// Profiles and folders whose run is open, as the user gave them, absolute; empty for none.
    [[nodiscard]] QStringList openPaths() const;
    /// What the sheet of details holds; makes it, if there is none yet, as the next three do.
    TracePanel& panel();
    LostTimePanel& lostTime();
    RunPanel& runPanel();
    RunsPage& runs();
    [[nodiscard]] bool hasPanel() const { return m_panel != nullptr; }
    /// Null before it is first needed.
    [[nodiscard]] QDialog* sheet() const { return m_sheet; }
    /// Whether there is a run to show, shown or not.
    [[nodiscard]] bool hasRun() const;
    /// While the document becomes that of a run.
    [[nodiscard]] bool isTakingRun() const { return m_isTakingRun; }
    /// The measured run, alone; a reference again if it was removed as one.
    void showRun();
    /// Whether the document's times are those that the fitted costs predict.
    [[nodiscard]] bool isPrediction() const;
    /// What of the measured run is shown alone, in place of the document's; null for the document's.
    [[nodiscard]] const EvaluationPtr& measuredShown() const { return m_measuredShown; }
    [[nodiscard]] const ExplanationRunner& measuredExplanation() const { return m_explainer; }
    /// Shows the measured run alone, or the document again. What changes the document shows that.
    void showMeasured(bool measured);
    /// Comparing shows the document: where the measured run is shown alone, it is again when that ends.
    void leaveMeasuredToCompare(bool isEdited);
    /// Above the timeline; null before the first run.
    [[nodiscard]] RunBar* runBar() const { return m_runBar; }
    [[nodiscard]] ResidualView& residuals() const { return *m_residuals; }
    bool saveCalibration(const QString& path);

    /// Another run, to be held against the open one (trace_controller_runs.cpp). Nothing for a step = the
    /// last complete one.
    void openSecond(const QStringList& paths, std::optional<std::uint64_t> step = {});
    [[nodiscard]] SecondRun& second() const { return *m_second; }
    /// Those of the second run, absolute; empty for none.
    [[nodiscard]] QStringList secondPaths() const;
    /// Whether both measured runs are the sides of the comparison, the first in the document's place.
    [[nodiscard]] bool areRunsCompared() const { return m_areRunsCompared; }

signals:
    /// The run is what is to be seen: it was opened, or asked for.
    void runWanted();
    /// What was asked for does not open; the messages say why, unless the user knows.
    void notOpened();
    /// What would be opened again is another: for who keeps that.
    void openRunsChanged();
    /// Of the document's costs, while they are those of the open run, edited or not; else null.
    void originChanged(const bubblescope::ui::CostOriginPtr& origin);
    /// Something is being opened, or is not any more; how far it is, or nobody knows.
    void loadingShown(bool isLoading);
    void progressed(std::optional<double> done);

private:
    void addDocks();
    void makePanels();
    void showDetails(std::optional<int> page = {});
    void addCommands();
    void addRunCommands();
    void askProfiles();
    void askFolder();
    void askSecond(bool isFolder);
    void askSaveCalibration();
    void setMeasuredShown(const EvaluationPtr& evaluation);
    void takeOpened();
    void addRecorded();
    void takeAnalysed();
    void show(const TraceAnalysis& analysis, bool isNew);
    void tellRead(const TraceAnalysis& analysis);
    void tell(const QString& warning);
    void tellEmpty(const TraceAnalysis& analysis);
    void tellIncomplete(const TraceAnalysis& analysis);
    void takeTold();
    // trace_controller_runs.cpp
    [[nodiscard]] Comparison& compare() const;
    void connectSecond();
    void takeSecond();
    void dropSecond();
    void tellChange();
    /// Whether the second run can be held against the first as it stands.
    [[nodiscard]] bool canCompareRuns() const;
    void compareRuns(bool compared);
    [[nodiscard]] CompareSide firstSide() const;
    void connectView(); ///< trace_controller_view.cpp, as what follows
    /// Whether the measured run is what is compared with.
    [[nodiscard]] bool isRunOpen() const;
    void follow();
    void showRunBar();
    void showOrigin();
    void showResiduals();
    /// Lets the actions of the chosen cause stand out in the lanes.
    void filterLanes();
    void followFilter();
    void goTo(RankId rank, const std::optional<ActionId>& action);
    void showBusy();
    void showProgress();

    WindowServices& m_window;
    Parts m_parts;
    QDockWidget* m_runDock = nullptr;
    QDockWidget* m_lostDock = nullptr;
    QDockWidget* m_runsDock = nullptr;
    QDialog* m_sheet = nullptr;
    TraceSession* m_session = nullptr;
    TracePanel* m_panel = nullptr;
    LostTimePanel* m_lostTime = nullptr;
    RunPanel* m_runPanel = nullptr;
    RunsPage* m_runs = nullptr;
    QTimer m_progress;
    RunBar* m_runBar = nullptr;
    ResidualView* m_residuals;
    ExplanationRunner m_explainer; ///< of the measured run, while it is shown alone
    EvaluationPtr m_measuredShown;
    std::optional<ActionQuery> m_causeQuery; ///< what filterLanes() asks for
    bool m_isBackAfterComparing = false;     ///< to the measured run alone
    ProfileOpening* m_opening = nullptr;
    SecondRun* m_second = nullptr;
    EvaluationPtr m_secondShown; ///< of the second run, as a reference
    EvaluationPtr m_recorded;    ///< of the first run, as a reference
    bool m_areRunsCompared = false;
    bool m_isTakingRun = false;
    bool m_isArranging = false; ///< sides come and go by compareRuns()
    bool m_isChangeTold = true; ///< what the second run gained, in the status bar
    QStringList m_secondWanted; ///< to be opened once the first is there
    QStringList m_openPaths;
    QString m_shown;                  ///< the first of those that are open, absolute
    QString m_told;                   ///< the warning that stands above the timeline for the open ones
    CostOriginPtr m_origin;           ///< as it was told last
    std::optional<CostModel> m_costs; ///< that the document got from the shown run
    std::optional<ScheduleSource> m_source;
    std::uint64_t m_revision = 0; ///< the document's when opening began
};

} // namespace bubblescope::ui

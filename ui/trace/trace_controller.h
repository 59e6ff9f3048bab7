// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action_query.h"
#include "ui/jobs/explanation_runner.h"
#include "ui/trace/trace_session.h"

#include <QTimer>
#include <map>

class QDockWidget;

namespace bubblescope::ui {

class CompareController;
class DockRoom;
class FileController;
class ResidualView;
class RunBar;
class ShownPanels;
class ShownTimes;
class TracePanel;
class WindowServices;

/// Profiles in the main window: asks what is to be opened and what of a damaged file is to be kept, shows how
/// far reading is, makes a read run the document with the measured times as its reference, and fills the
/// dock.
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
    /// Adds the dock, which gets its panel when that is first needed, and the commands.
    TraceController(WindowServices& window, const Parts& parts);

    /// Profiles and folders of them, as the ranks of one run. What is open stays until they have been read;
    /// what was being opened is not opened any more.
    /// Their order is held against that of `schedules`, too.
    void open(const QStringList& paths, const QStringList& schedules = {});
    /// What was dropped or chosen together, profiles among it: asks what schedules there are for.
    void openMixture(const QStringList& paths);
    void cancel();
    [[nodiscard]] bool isOpening() const { return m_session->isOpening() || m_read; }
    [[nodiscard]] TraceSession& session() const { return *m_session; }
    /// Profiles and folders whose run is open, as the user gave them, absolute; empty for none.
    [[nodiscard]] QStringList openPaths() const;
    /// Makes it, if there is none yet.
    TracePanel& panel();
    [[nodiscard]] bool hasPanel() const { return m_panel != nullptr; }
    /// Whether the document's times are those that the fitted costs predict.
    [[nodiscard]] bool isPrediction() const;
    /// What of the measured run is shown alone, in place of the document's; null for the document's.
    [[nodiscard]] const EvaluationPtr& measuredShown() const { return m_measuredShown; }
    [[nodiscard]] const ExplanationRunner& measuredExplanation() const { return m_explainer; }
    /// Shows the measured run alone, or the document again. What changes the document shows that.
    void showMeasured(bool measured);
    /// Comparing shows the document: where the measured run is shown alone, it is again when that ends.
    void leaveMeasuredToCompare();
    /// Above the timeline; null before the first run.
    /// That of the other docks, for figures that want it.
    [[nodiscard]] DockRoom& room() const { return *m_room; }
    [[nodiscard]] RunBar* runBar() const { return m_runBar; }
    [[nodiscard]] ResidualView& residuals() const { return *m_residuals; }
    bool saveCalibration(const QString& path);

signals:
    /// Something is being opened, or is not any more; how far it is, or nobody knows.
    void loadingShown(bool isLoading);
    void progressed(std::optional<double> done);

private:
    void addDock();
    void addCommands();
    void askProfiles();
    void askFolder();
    void askSaveCalibration();
    void showDock();
    void setMeasuredShown(const EvaluationPtr& evaluation);
    /// Of what has been read and accepted so far, by place among the paths.
    using Accepted = std::map<std::size_t, TraceFile>;
    struct Answers
    {
        bool isCancelled = false;
        std::vector<std::size_t> larger; ///< places of those to be read without a limit
    };
    void takeRead(const std::shared_ptr<ProfilesRead>& read);
    /// Asks about the refused files, all at once, and takes what the user wants of them.
    [[nodiscard]] Answers askAboutRefused(ProfilesRead& read);
    void readLarger(const std::vector<std::size_t>& places);
    void openAccepted();
    void takeOpened();
    /// Asks for ranks that no file tells; true if the profiles are being opened again with them.
    [[nodiscard]] bool askForRanks();
    void takeAnalysed();
    void show(const TraceAnalysis& analysis, bool isNew);
    void tellRead(const TraceAnalysis& analysis);
    void tell(const QString& warning);
    void tellEmpty(const TraceAnalysis& analysis);
    void tellIncomplete(const TraceAnalysis& analysis);
    void takeTold();
    void connectView(); ///< trace_controller_view.cpp, as what follows
    /// Whether the measured run is what is compared with.
    [[nodiscard]] bool isRunOpen() const;
    void follow();
    void showRunBar();
    void showResiduals();
    /// Lets the actions of the chosen cause stand out in the lanes.
    void filterLanes();
    void followFilter();
    void goTo(RankId rank, const std::optional<ActionId>& action);
    void showBusy();
    void showProgress();

    WindowServices& m_window;
    Parts m_parts;
    QDockWidget* m_dock = nullptr;
    DockRoom* m_room = nullptr;
    TraceSession* m_session = nullptr;
    TracePanel* m_panel = nullptr;
    QTimer m_progress;
    RunBar* m_runBar = nullptr;
    ResidualView* m_residuals;
    ExplanationRunner m_explainer; ///< of the measured run, while it is shown alone
    EvaluationPtr m_measuredShown;
    std::optional<ActionQuery> m_causeQuery; ///< what filterLanes() asks for
    bool m_isBackAfterComparing = false;     ///< to the measured run alone
    QStringList m_asked;                     ///< as the user gave them
    QStringList m_openPaths;
    QString m_shown; ///< the first of those that are open, absolute
    QString m_told;  ///< the warning that stands above the timeline for the open ones
    ProfilePaths m_paths;
    std::vector<std::size_t> m_places; ///< of the files being read among the paths
    Accepted m_accepted;
    std::vector<SchedulePtr> m_schedules;
    std::optional<CostModel> m_costs; ///< that the document got from the shown run
    std::optional<ScheduleSource> m_source;
    std::uint64_t m_asks = 0;             ///< grows with each wish to open, or to cancel that
    std::vector<Error> m_unread;          ///< of files that are left out
    std::uint64_t m_revision = 0;         ///< the document's when opening began
    std::shared_ptr<ProfilesRead> m_read; ///< waiting for answers
};

} // namespace bubblescope::ui

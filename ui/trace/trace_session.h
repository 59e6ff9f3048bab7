// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/read_trace.h"
#include "ui/files/trace_paths.h"
#include "ui/jobs/latest_job.h"
#include "ui/trace/trace_analysis.h"

#include <QObject>
#include <QStringList>
#include <atomic>

namespace bubblescope::ui {

/// A file that was not read, and what of it could be.
struct RefusedProfile
{
    TraceError error;
    std::optional<TraceFile> kept; ///< of a damaged one: what stands before the damage
};

/// What came of reading.
struct ProfilesRead
{
    std::vector<TraceFile> files;    ///< read completely, in their order
    std::vector<std::size_t> places; ///< of each of `files` among the paths
    std::vector<RefusedProfile> refused;
    std::vector<std::size_t> refusedPlaces;
    std::vector<SchedulePtr> schedules; ///< of ProfilePaths::schedules
    std::vector<Error> unreadSchedules;
};

/// Profiles, from paths to what one step of them tells; each stage in the background, and always of the last
/// thing that was asked for. What is there stays until something better has come.
class TraceSession : public QObject
{
    Q_OBJECT

public:
    explicit TraceSession(QObject* parent = nullptr);

    /// Reads files; readDone() comes with what was read. A second call forgets the first.
    void read(const ProfilePaths& paths, std::uint64_t maxSize = TraceReadOptions().maxSize);
    /// Takes what was read and analyses its last step; opened() or failed() follows.
    void open(std::vector<TraceFile> files, TraceChoices choices = {});
    /// Opens what is open again, with other ranks; opened() or failed() follows.
    void reopen(std::map<std::string, std::uint32_t> rankOfFile);
    void cancel();
    /// Reading, or analysing what was just read.
    [[nodiscard]] bool isOpening() const { return m_reading.isRunning() || m_opening.files; }
    [[nodiscard]] bool isBusy() const { return m_reading.isRunning() || m_analysing.isRunning(); }
    /// Bytes read, of how many; 0 of 0 at the beginning.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> progress() const;

    /// Null until profiles have been opened.
    [[nodiscard]] const TraceAnalysisPtr& analysis() const { return m_analysis; }
    [[nodiscard]] const TraceFilesPtr& files() const { return m_open.files; }
    [[nodiscard]] const TraceChoices& choices() const { return m_open.choices; }
    /// How the open profiles are put together, whatever step is shown.
    [[nodiscard]] AssembleOptions assembling() const;

    /// Analyses another step, another of the pipelines that run the same beside each other, or with other
    /// patterns; analysed() or failed() follows. What is being opened goes first: it shows the last step of
    /// its first complete pipeline, with the patterns as they are then.
    void chooseStep(std::uint64_t step);
    void chooseReplica(std::size_t replica);
    [[nodiscard]] const QStringList& patterns() const { return m_patterns; }
    /// Those that are expressions are used; a wrong one is left out. The user's: kept for the next start.
    void setPatterns(const QStringList& expressions);
    /// Those of a project, or the user's where it has none; used from the next profiles on.
    void takePatterns(const QStringList& ofProject);

    /// The analysis with the deviations from what is shown now; the unchanged one where single actions cannot
    /// be held against each other.
    [[nodiscard]] const TraceAnalysisPtr& shown() const { return m_held ? m_held : m_analysis; }
    /// Whether shown() tells of another prediction than the unchanged one.
    [[nodiscard]] bool isHeldAgainstOther() const { return m_held != nullptr; }
    /// Holds the run against the shown prediction; shownChanged() follows where that makes a difference.
    void holdAgainst(const EvaluationPtr& prediction);

signals:
    void readDone(std::shared_ptr<bubblescope::ui::ProfilesRead> read);
    void opened();   ///< the analysis of newly opened files is there
    void analysed(); ///< that of another step or replica, or with other patterns
    void shownChanged();
    void patternsTaken();   ///< by takePatterns()
    void patternsChanged(); ///< by setPatterns()
    void failed(const bubblescope::Error& error);
    void busyChanged();

private:
    struct Progress
    {
        std::atomic<std::uint64_t> done{0};
        std::atomic<std::uint64_t> total{0};
    };
    using Analysed = std::optional<Result<TraceAnalysisPtr>>;
    struct Profiles
    {
        TraceFilesPtr files; ///< null for none
        TraceChoices choices;
    };
    /// What of the profiles is shown; nothing for what the assembly takes by itself.
    struct Chosen
    {
        std::optional<std::uint64_t> step;
        std::optional<std::size_t> replica;
    };
    [[nodiscard]] Chosen shownOfRun() const;
    void analyse(Profiles profiles, const Chosen& chosen, bool opens);
    void take(Analysed result, Profiles profiles, bool opens);
    void takeHeld(TraceAnalysisPtr held);

    Profiles m_open;
    Profiles m_opening; ///< newly read ones that are being analysed
    TraceAnalysisPtr m_analysis;
    Chosen m_chosen; ///< of the open ones, as it was asked for last
    TraceAnalysisPtr m_held;
    QStringList m_patterns;
    std::shared_ptr<Progress> m_progress;
    using ReadResult = std::optional<Result<std::shared_ptr<ProfilesRead>>>;
    LatestJob<ReadResult> m_reading;
    LatestJob<Analysed> m_analysing;
    LatestJob<TraceAnalysisPtr> m_holding;
};

} // namespace bubblescope::ui

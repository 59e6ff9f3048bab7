// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/read_trace.h"
#include "ui/document/latest_job.h"
#include "ui/trace/trace_analysis.h"
#include "ui/trace/trace_paths.h"

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
    bool isCancelled = false;
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
    void open(std::vector<TraceFile> files);
    void cancel();
    /// Reading, or analysing what was just read.
    [[nodiscard]] bool isOpening() const { return m_reading.isRunning() || m_isOpening; }
    [[nodiscard]] bool isBusy() const { return m_reading.isRunning() || m_analysing.isRunning(); }
    /// Bytes read, of how many; 0 of 0 at the beginning.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> progress() const;

    /// Null until profiles have been opened.
    [[nodiscard]] const TraceAnalysisPtr& analysis() const { return m_analysis; }
    [[nodiscard]] const TraceFilesPtr& files() const { return m_files; }

    /// Analyses another step, or with other patterns; analysed() or failed() follows.
    void chooseStep(std::uint64_t step);
    [[nodiscard]] const QStringList& patterns() const { return m_patterns; }
    /// Those that are expressions are used; a wrong one is left out.
    void setPatterns(const QStringList& expressions);

signals:
    void readDone(std::shared_ptr<bubblescope::ui::ProfilesRead> read);
    void opened();   ///< the analysis of newly opened files is there
    void analysed(); ///< that of another step, or with other patterns
    void failed(const bubblescope::Error& error);
    void busyChanged();

private:
    struct Progress
    {
        std::atomic<std::uint64_t> done{0};
        std::atomic<std::uint64_t> total{0};
    };
    using Analysed = std::optional<Result<TraceAnalysisPtr>>;
    void analyse(TraceFilesPtr files, std::optional<std::uint64_t> step, bool opens);
    void take(Analysed result, TraceFilesPtr files, bool opens);

    TraceFilesPtr m_files;
    TraceAnalysisPtr m_analysis;
    QStringList m_patterns;
    std::shared_ptr<Progress> m_progress;
    bool m_isOpening = false;
    LatestJob<std::shared_ptr<ProfilesRead>> m_reading;
    LatestJob<Analysed> m_analysing;
};

} // namespace bubblescope::ui

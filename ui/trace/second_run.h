// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fit/run_change.h"
#include "ui/trace/profile_opening.h"

#include <memory>

namespace bubblescope::ui {

/// Null while it is worked out, and where it cannot be.
using RunChangePtr = std::shared_ptr<const RunChange>;

/// Another run beside the open one, after a change: its profiles, which of its steps is shown, and what it
/// gained and lost.
class SecondRun : public QObject
{
    Q_OBJECT

public:
    /// `first` has to stay.
    SecondRun(WindowServices& window, TraceSession& first, QObject* parent = nullptr);

    /// In place of the one that is open, as soon as it is read. Nothing for a step = the last complete one.
    void open(const QStringList& paths, std::optional<std::uint64_t> step = {});
    void close();
    /// True if one was being opened.
    bool cancel();
    [[nodiscard]] bool isOpening() const { return m_loading.session != nullptr; }
    [[nodiscard]] bool isOpen() const { return m_open.session != nullptr; }
    /// As the user gave them, absolute; empty for none.
    [[nodiscard]] QStringList paths() const { return m_paths; }
    /// Null without a run.
    [[nodiscard]] TraceSession* session() const { return m_open.session; }
    /// Null without a run.
    [[nodiscard]] TraceAnalysisPtr analysis() const;
    /// "zbv_after, step 3".
    [[nodiscard]] QString title() const;
    /// The same of the first run, which was opened from these.
    void setFirstPaths(const QStringList& paths) { m_firstPaths = paths; }
    [[nodiscard]] QString firstTitle() const;
    [[nodiscard]] const RunChangePtr& change() const { return m_change; }
    [[nodiscard]] bool isComputing() const { return m_job.isRunning(); }
    /// Bytes read of the one that is being opened.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> progress() const;

signals:
    void opened(); ///< another run, or another step of it: what is to be shown is new
    void closed();
    void changeTaken(); ///< change() is another
    void busyChanged();

private:
    struct Run
    {
        TraceSession* session = nullptr;
        ProfileOpening* opening = nullptr;
    };
    void takeOpened();
    void drop(Run& run);
    /// Holds both against each other again.
    void compare();

    WindowServices& m_window;
    TraceSession& m_first;
    Run m_open;
    Run m_loading;
    QStringList m_firstPaths;
    QStringList m_paths;
    RunChangePtr m_change;
    LatestJob<RunChangePtr> m_job;
};

/// "zbv_p4_m8, step 3": the folder or file that the profiles came from, and what of them is shown.
[[nodiscard]] QString runTitle(const QStringList& paths, const TraceAnalysis& analysis);

} // namespace bubblescope::ui

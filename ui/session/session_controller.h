// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/file_controller.h"
#include "ui/jobs/latest_job.h"
#include "ui/session/file_claim.h"
#include "ui/session/file_watch.h"
#include "ui/session/recovery_keeper.h"
#include "ui/session/session_state.h"

#include <QSet>
#include <QTimer>

class QAction;

namespace bubblescope::ui {

class CompareController;
class MessageBar;
class ModeController;
class TraceController;
class WindowServices;
/// What is opened again at a start, in this order.
enum class RestoreStep : std::uint8_t { Profiles, ProfileStep, File, Against, References, Mode, End };

/// So that nothing is lost: opens again what was open, keeps a copy of unsaved changes against a crash and
/// offers those of a window that crashed, and says when a file is changed by others or open elsewhere.
class SessionController : public QObject, public FileKeeper
{
    Q_OBJECT

public:
    struct Parts
    {
        FileController& files;
        CompareController& compare;
        TraceController& traces;
        ModeController& modes;
    };
    /// The window's central layout gets its two bars. Watches the document's file; all else begins with
    /// start().
    SessionController(WindowServices& window, const Parts& parts);

    /// From now on what is open is kept for the next start, and a copy of unsaved changes in `folder`; copies
    /// that are there and belong to no window are offered.
    void start(const QString& folder);
    /// Opens what was open, if the user wants that and no other window is open.
    void restore();
    [[nodiscard]] bool isRestoring() const { return m_restoring.has_value(); }
    /// The window closes, and its document is saved or given up.
    void end();
    /// The window ends without a question, as a signal asks: what is open is kept for the next start, and so
    /// is a copy of unsaved changes, which that start offers. left() follows.
    void leave();

    /// Reads the document's file again, and shows what is there as the document is shown now.
    void reload();
    [[nodiscard]] ReplaceAnswer askBeforeReplacing(const QString& path) override;
    void noteContent(const QString& path) override;
    bool takeRecovered(LoadedDocument& loaded) override;
    [[nodiscard]] DocumentView viewToShow() override;

    /// What a window that ended left behind, with Restore and Discard.
    [[nodiscard]] MessageBar* recoveryBar() const { return m_recoveryBar; }
    /// What became of the document's file.
    [[nodiscard]] MessageBar* fileBar() const { return m_fileBar; }
    /// For tests: what the timers do.
    void keepNow();
    [[nodiscard]] RecoveryKeeper* keeper() const { return m_keeper; }

signals:
    void left();
    /// What was open is open again, and that is nothing: the start page has the room.
    void restoredNothing();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A view that stands in for the stored one of a document that is being opened.
    struct Shown
    {
        QString path;
        DocumentView view;
        std::optional<RankId> rank;
    };
    using Step = RestoreStep;
    struct Restoring
    {
        SessionState state;
        std::vector<ReferenceState> toCompare; ///< those that are not there yet
        Step step = Step::Profiles;
        QStringList gone;
    };

    void addCommands();
    void stopWatching();
    void follow();
    // What is open (session_restore.cpp)
    [[nodiscard]] SessionState present() const;
    void keepSession();
    void advance();
    void openProfiles();
    void openDocument();
    void openSecond();
    void openReference();
    void showMode();
    void finishRestoring();
    // Unsaved changes (session_recovery.cpp)
    void keepChanges();
    void forgetChanges();
    void offerAbandoned();
    void openAbandoned();
    void discardAbandoned();
    void dropAdopted();
    // The document's file (session_files.cpp)
    void checkDocumentFile();
    void takeCheck(const FileCheck& check);
    void tellFile(const QString& text, const QString& link, std::function<void()> run);
    [[nodiscard]] ReplaceAnswer ask(const QString& text);

    WindowServices& m_window;
    FileController& m_files;
    CompareController& m_compare;
    TraceController& m_traces;
    ModeController& m_modes;
    MessageBar* m_recoveryBar;
    MessageBar* m_fileBar;
    QAction* m_reload = nullptr;
    std::unique_ptr<RecoveryStore> m_store; ///< null before start()
    RecoveryKeeper* m_keeper = nullptr;
    FileClaim m_claim;
    FileWatch m_watch;
    QTimer m_rest;  ///< until edits rest
    QTimer m_every; ///< what no signal tells of
    QTimer m_poll;  ///< while restoring
    QTimer m_gone;  ///< since the file is not there
    std::optional<Restoring> m_restoring;
    std::optional<Shown> m_toShow;
    QByteArray m_keptSession;
    std::uint64_t m_firstRevision = 0; ///< of what the window began with
    /// Of which there is a copy, or one is being written.
    std::optional<std::pair<std::uint64_t, LaneArrangement>> m_keptState;
    QSet<QString> m_ordersInFiles; ///< files that hold an order, not what to generate it from
    bool m_hasToldFailure = false;
    bool m_isLeaving = false;
    std::vector<AbandonedCopy> m_abandoned;    ///< the first is offered
    std::optional<AbandonedCopy> m_recovering; ///< being loaded
    std::optional<AbandonedCopy> m_adopted;    ///< shown; stays until there is a newer copy
    LatestJob<std::vector<AbandonedCopy>> m_reading;
    FileStamp m_followed;
    QByteArray m_toldDigest;
    bool m_isFileTold = false;   ///< the bar tells of a change on disk
    bool m_isFileAwaited = true; ///< one that is not there may be on its way
    LatestJob<std::optional<FileCheck>> m_checking;
};

} // namespace bubblescope::ui

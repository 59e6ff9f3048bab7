// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_controller.h"

#include "ui/actions/command_group.h"
#include "ui/document/settings.h"
#include "ui/services/window_services.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/message_bar.h"

#include <QEvent>
#include <QMainWindow>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kSessionControllerRestMs = 2'000;
constexpr int kEveryMs = 60'000;
constexpr int kPollMs = 30;
/// Some programs remove a file before they write the new one.
constexpr int kReplacingMs = 500;

} // namespace

SessionController::SessionController(WindowServices& window, const Parts& parts)
    : m_window(window)
    , m_files(parts.files)
    , m_compare(parts.compare)
    , m_traces(parts.traces)
    , m_modes(parts.modes)
    , m_recoveryBar(new MessageBar(window.shell().centralWidget()))
    , m_fileBar(new MessageBar(window.shell().centralWidget()))
    , m_reading(*this)
    , m_checking(*this)
{
    m_recoveryBar->setObjectName(QStringLiteral("recovery-bar"));
    m_fileBar->setObjectName(QStringLiteral("file-bar"));
    auto* layout = qobject_cast<QVBoxLayout*>(window.shell().centralWidget()->layout());
    layout->insertWidget(0, m_recoveryBar);
    layout->insertWidget(1, m_fileBar);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kSessionControllerRestMs);
    m_every.setInterval(kEveryMs);
    m_poll.setInterval(kPollMs);
    m_gone.setSingleShot(true);
    m_gone.setInterval(kReplacingMs);
    connect(&m_rest, &QTimer::timeout, this, &SessionController::keepNow);
    connect(&m_every, &QTimer::timeout, this, [this] {
        keepNow();
        checkDocumentFile(); // of a network no watching tells
    });
    connect(&m_poll, &QTimer::timeout, this, &SessionController::advance);
    connect(&m_gone, &QTimer::timeout, this, [this] {
        m_isFileAwaited = false;
        checkDocumentFile();
    });
    connect(&m_watch, &FileWatch::touched, this, &SessionController::checkDocumentFile);
    m_files.setKeeper(*this);
    addCommands();
    Document& document = window.document();
    connect(&document, &Document::identityChanged, this, &SessionController::follow);
    const auto rest = [this] {
        if (m_store)
            m_rest.start();
    };
    connect(&document, &Document::stateChanged, this, rest);
    connect(&document, &Document::notesChanged, this, rest);
    connect(&document, &Document::identityChanged, this, rest);
    connect(&window.pane()->view()->laneHeaders(), &LaneHeaders::arrangementChanged, this, rest);
    connect(&m_traces, &TraceController::openRunsChanged, this, rest);
    window.shell().installEventFilter(this);
}

void SessionController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("File"), "file", tr("revert file changed again"));
    group.like.section = 1;
    m_reload = group.add("file.reload", tr("Reloa&d from disk"), [this] { reload(); });
    m_reload->setEnabled(false);
    group.like.section = 8;
    group.like.searchWords = tr("session restore last files");
    connect(group.addChoice("file.reopens", tr("Reopen last files at s&tart"), Settings::reopens()),
            &QAction::toggled, this, [this](bool on) {
                Settings::reopens.set(on);
                keepSession();
            });
}

void SessionController::start(const QString& folder)
{
    m_firstRevision = m_window.document().revision();
    m_keptSession = Settings::session();
    m_claim = FileClaim(folder + QStringLiteral("/open"));
    m_store = std::make_unique<RecoveryStore>(folder + QStringLiteral("/recovery"));
    m_keeper = new RecoveryKeeper(m_store->ownFile(), this);
    connect(m_keeper, &RecoveryKeeper::kept, this, [this] {
        m_hasToldFailure = false;
        dropAdopted();
    });
    connect(m_keeper, &RecoveryKeeper::failed, this, [this](const Error& error) {
        m_keptState.reset();
        if (!std::exchange(m_hasToldFailure, true))
            m_window.messages()->showError(
                tr("The unsaved changes cannot be backed up against a crash: save them soon."), error);
    });
    m_every.start();
    std::vector<AbandonedCopy> copies = m_store->takeAbandoned();
    if (copies.empty())
        return;
    m_reading.start(
        [copies = std::move(copies)](const CancelToken&) {
            std::vector<AbandonedCopy> read = copies;
            for (AbandonedCopy& copy : read)
                readAbandoned(copy);
            return read;
        },
        [this](std::vector<AbandonedCopy> read) {
            m_abandoned = std::move(read);
            offerAbandoned();
        });
}

void SessionController::stopWatching()
{
    for (QTimer* timer : {&m_rest, &m_every, &m_poll, &m_gone})
        timer->stop();
    m_checking.drop();
    m_watch.watch({});
    m_claim.claim({});
}

void SessionController::end()
{
    stopWatching();
    if (!m_store)
        return;
    keepSession();
    m_restoring.reset();
    m_keeper->forget();
    m_keeper->wait();
    m_store->close();
    dropAdopted();
    m_abandoned.clear();
    m_store.reset();
}

void SessionController::leave()
{
    if (!m_store || !m_files.isModified()) {
        end();
        emit left();
        return;
    }
    stopWatching();
    keepSession();
    m_isLeaving = true;
    m_keptState.reset(); // the copy is to tell it
    keepChanges();
    const auto finish = [this] {
        m_store.reset(); // gives up the lock; the copy stays
        emit left();
    };
    if (!m_keeper->isWriting()) {
        finish();
        return;
    }
    connect(m_keeper, &RecoveryKeeper::kept, this, finish);
    connect(m_keeper, &RecoveryKeeper::failed, this, finish);
}

void SessionController::keepNow()
{
    if (!m_store)
        return;
    keepChanges();
    // What ends the program while it is opened again must not be kept for one more time.
    if (!isRestoring())
        keepSession();
}

void SessionController::follow()
{
    const Document& document = m_window.document();
    const bool isFile = document.fileStamp().isKnown() && !document.filePath().isEmpty();
    const QString path = isFile ? document.filePath() : QString();
    m_reload->setEnabled(isFile);
    if (path == m_watch.path() && document.fileStamp().digest == m_followed.digest)
        return;
    const bool isOther = path != m_watch.path();
    m_followed = document.fileStamp();
    m_toldDigest.clear();
    m_isFileTold = false;
    m_gone.stop();
    m_isFileAwaited = true;
    m_fileBar->clear();
    m_watch.watch(path);
    if (const std::optional<QString> other = m_claim.claim(path); other && isOther)
        m_fileBar->showMessage(MessageBar::Kind::Warning,
                               tr("%1 is also open in another window (%2). Saving here replaces what is "
                                  "saved there; Save asks first.",
                                  "file, who has it open")
                                   .arg(document.fileOrDisplayName(), *other));
    if (isFile && !m_followed.facts)
        checkDocumentFile();
}

bool SessionController::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window.shell() && event->type() == QEvent::WindowActivate)
        checkDocumentFile();
    return QObject::eventFilter(watched, event);
}

DocumentView SessionController::viewToShow()
{
    const Document& document = m_window.document();
    const DocumentView& stored = document.storedView();
    if (!m_toShow || m_toShow->path != document.filePath())
        return stored;
    Shown shown = *std::exchange(m_toShow, std::nullopt);
    // A project's lanes are the project's: others would be a change to be saved.
    if (!document.savePath().isEmpty())
        shown.view.lanes = stored.lanes;
    if (shown.rank)
        QTimer::singleShot(0, this, [this, rank = *shown.rank] {
            const EvaluationPtr& evaluation = m_window.document().evaluation();
            if (evaluation && rank.value < evaluation->timeline->schedule->rankCount())
                m_window.pane()->view()->laneHeaders().select(rank);
        });
    return shown.view;
}

} // namespace bubblescope::ui

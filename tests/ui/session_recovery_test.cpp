// SPDX-License-Identifier: Apache-2.0
// Unsaved changes outlive a window that is killed.
#include "core/io/document.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"
#include "ui/application.h"

#include <csignal>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The window that will be killed: opens a file, changes its costs, and says when there is a copy of that.
int runVictim(const QString& folder, const QString& file)
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    MainWindow window(ThemeChoice::Light);
    window.show();
    endOnSignal(window);
    window.session().start(folder + "/data");
    if (!file.isEmpty())
        window.files().openFiles({file});
    QTimer poll;
    bool isChanged = false;
    QObject::connect(window.session().keeper(), &RecoveryKeeper::kept, &window, [] {
        std::puts("kept");
        std::fflush(stdout);
    });
    QObject::connect(&poll, &QTimer::timeout, &window, [&] {
        if (isChanged || window.isLoading() || window.document().isBusy() ||
            (!file.isEmpty() && window.document().filePath() != file))
            return;
        isChanged = true;
        CostModel costs = window.document().state().costs;
        costs.transfer.latency = 0.75;
        window.document().setCosts(costs, "Latency");
        window.document().setNotes({{1, {}, {}, "remember"}}, "Add note");
        // The copy follows by itself.
    });
    poll.start(20);
    return QApplication::exec();
}

/// A window in another process that has unsaved changes and a copy of them.
class Victim
{
public:
    Victim(const QString& folder, const QString& file)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QCoreApplication::applicationFilePath(),
                        {"session_recovery_test", "--victim", folder, file});
        while (m_process.state() != QProcess::NotRunning &&
               !m_process.readAllStandardOutput().contains("kept"))
            m_process.waitForReadyRead(60'000);
    }
    ~Victim() { kill(); }
    [[nodiscard]] bool isRunning() const { return m_process.state() == QProcess::Running; }
    void kill()
    {
        m_process.kill(); // SIGKILL
        m_process.waitForFinished();
    }
    /// Its exit status after these signals; -1 if one of them killed it.
    int signalled(std::initializer_list<int> sent)
    {
        for (const int signal : sent)
            ::kill(static_cast<pid_t>(m_process.processId()), signal);
        const bool isEnded =
            m_process.waitForFinished(60'000) && m_process.exitStatus() == QProcess::NormalExit;
        return isEnded ? m_process.exitCode() : -1;
    }

private:
    QProcess m_process;
};

/// A window whose session has not begun; before it another was killed, or lives yet, with this file.
class LaterWindow : public SessionWindow
{
public:
    explicit LaterWindow(const QString& name = {}, const QByteArray& bytes = {})
        : SessionWindow(Session::None)
    {
        if (!name.isEmpty())
            file = write(name, bytes);
        victim = std::make_unique<Victim>(path({}), file);
        QVERIFY(victim->isRunning());
    }
    void kill() { victim.reset(); }
    std::unique_ptr<Victim> victim;
};

/// One after a crash.
class CrashedWindow : public LaterWindow
{
public:
    explicit CrashedWindow(const QString& name = "plan.csv", const QByteArray& bytes = kTwoRankOrder)
        : LaterWindow(name, bytes)
    {
        kill();
    }
};

} // namespace

class SessionRecoveryTest : public QObject
{
    Q_OBJECT

private slots:
    void aCopyComesAndGoes()
    {
        SessionWindow w;
        w.keep();
        QCOMPARE(w.copies(), QStringList());
        w.change("3");
        QTRY_COMPARE_WITH_TIMEOUT(w.copies().size(), 1, 10'000); // by itself
        w.key(Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!w.isModified());
        w.keep();
        QCOMPARE(w.copies(), QStringList());
    }

    void theCopyFollowsEdits()
    {
        SessionWindow w("own.bubble", kProject);
        for (const char* ranks : {"3", "4"}) {
            w.change(ranks);
            w.keep();
            const AbandonedCopy copy = w.readCopy();
            QCOMPARE(copy.error, QString());
            QCOMPARE(copy.info.path, w.file);
            QVERIFY(copy.info.isProject);
            QCOMPARE(copy.info.revision, w.document().revision());
            QVERIFY(copy.info.time.secsTo(QDateTime::currentDateTimeUtc()) < 120);
            const auto read = readDocument(w.read(copy.file).toStdString(), "copy");
            QVERIFY(read.has_value());
            QCOMPARE(std::get<ScheduleRequest>(read->source).ranks, std::int64_t{QByteArray(ranks).toInt()});
            QCOMPARE(read->unknownKeys.at("remarks"), std::string("[1]"));
        }
        QVERIFY(w.read(w.file).contains("\"ranks\": 2")); // the user's own stays as it is
    }

    void savingRemovesTheCopy()
    {
        SessionWindow w;
        w.change("3");
        w.keep();
        QCOMPARE(w.copies().size(), 1);
        QVERIFY(w->files().saveTo(w.path("mine.bubble")));
        QTRY_COMPARE_WITH_TIMEOUT(w.copies(), QStringList(), 10'000);
        w.change("5");
        w.keep();
        QCOMPARE(w.copies().size(), 1);
        w.discardChanges();
        QVERIFY(w->close());
        QCOMPARE(w.copies(), QStringList());
        QCOMPARE(w.filesIn("recovery"), QStringList());
        QCOMPARE(w.filesIn("open"), QStringList());
    }

    void aKilledWindowsChangesAreOffered()
    {
        CrashedWindow w;
        w.beginWithOffer();
        MessageBar& bar = w.recoveryBar();
        QCOMPARE(bar.headline(), QString("Bubblescope ended unexpectedly: plan.csv has unsaved changes."));
        verifyEnds(bar.excerpt(), " · " + w.file);
        QCOMPARE(bar.offers(), (QStringList{"Restore", "Discard"}));
        QVERIFY(w.document().filePath().isEmpty()); // nothing has been replaced
        pressLink(bar, "Restore");
        QTRY_COMPARE(w.document().filePath(), w.file);
        QVERIFY(!bar.isVisible());
        QCOMPARE(w.document().state().costs.transfer.latency, 0.75);
        QCOMPARE(w.document().notes().size(), std::size_t{1});
        QVERIFY(w.isModified());
        QVERIFY(w->isWindowModified());
        QCOMPARE(w.document().savePath(), QString()); // a CSV holds no costs
        QVERIFY(Settings::recentFiles().filter("/recovery/").isEmpty());
        QCOMPARE(w.read(w.file), kTwoRankOrder);
        // Saved, there is nothing of the recovery in the file.
        QVERIFY(w->files().saveTo(w.path("saved.bubble")));
        QVERIFY(!w.read(w.path("saved.bubble")).contains("ecovery"));
        QVERIFY(!w.isModified());
        w.session().keepNow();
        QTRY_COMPARE(w.copies(), QStringList());
    }

    void aProjectKeepsItsFile()
    {
        CrashedWindow w("own.bubble", kProject);
        QCOMPARE(w.read(w.file), kProject);
        w.beginWithOffer();
        pressLink(w.recoveryBar(), "Restore");
        QTRY_COMPARE(w.document().savePath(), w.file);
        QVERIFY(w.isModified());
        w.trigger("file.save"); // to where it belongs, without a question
        QVERIFY(!w.isModified());
        const auto read = readDocument(w.read(w.file).toStdString(), "own");
        QVERIFY(read.has_value());
        QCOMPARE(read->costs.transfer.latency, 0.75);
        QCOMPARE(read->unknownKeys.size(), std::size_t{1});
        QCOMPARE(read->unknownKeys.at("remarks"), std::string("[1]"));
    }

    void discardingRemovesThem()
    {
        CrashedWindow w(QString{});
        w.beginWithOffer();
        MessageBar& bar = w.recoveryBar();
        QVERIFY2(!bar.excerpt().contains(" · "), qPrintable(bar.excerpt())); // it had no file
        // Only when it was meant.
        QString asked;
        bool isMeant = false;
        w->questions.discardRecovered = [&](const QString& text) {
            asked = text;
            return isMeant;
        };
        pressLink(bar, "Discard");
        QVERIFY(asked.contains("will be gone for good"));
        QVERIFY(bar.isVisible());
        isMeant = true;
        pressLink(bar, "Discard");
        QVERIFY(!bar.isVisible());
        QCOMPARE(w.copies(), QStringList());
        QVERIFY(!w.isModified());
    }

    void whatIsOpenIsNotReplacedUnasked()
    {
        CrashedWindow w;
        w.beginWithOffer();
        w.change("3");
        int asked = 0;
        w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return SaveAnswer::Cancel;
        };
        pressLink(w.recoveryBar(), "Restore");
        QCOMPARE(asked, 1);
        QVERIFY(!w->isLoading());
        QVERIFY(w.recoveryBar().isVisible());
        QVERIFY(w.document().filePath().isEmpty());
    }

    void aWindowThatLivesIsLeftAlone()
    {
        LaterWindow w("plan.csv", kTwoRankOrder);
        w.begin();
        finishJobs(); // it has looked for copies
        QVERIFY(!w.recoveryBar().isVisible());
        // Its file is said to be open there.
        w.openFile(w.file);
        verifyBegins(w.fileBar().headline(), "plan.csv is also open in another window (process ");
        QVERIFY(w->close());
        QCOMPARE(w.copies().size(), 1);
    }

    void closingTheBarKeepsThem()
    {
        CrashedWindow w;
        for (int start = 0; start < 2; ++start) {
            w.beginWithOffer();
            w.recoveryBar().clear();
            w.reopen();
        }
    }

    void theRestoredOnesSurviveTheNextCrash()
    {
        CrashedWindow w;
        w.beginWithOffer();
        const QStringList before = w.copies();
        pressLink(w.recoveryBar(), "Restore");
        QTRY_VERIFY(w.isModified());
        QCOMPARE(w.copies(), before); // until there is a newer one
        w.session().keepNow();
        QTRY_VERIFY(w.copies().size() == 1 && w.copies() != before);
    }

    void unreadableCopiesStay()
    {
        SessionWindow w(SessionWindow::Session::None);
        QVERIFY(QDir().mkpath(w.path("data/recovery")));
        const QString copy = w.write("data/recovery/newer.bubble", R"({"bubblescopeFormat": 3})");
        w.beginWithOffer();
        const MessageBar& bar = w.recoveryBar();
        verifyContains(bar.headline(), {"cannot be read. The copy stays in " + copy});
        verifyContains(bar.excerpt(), {"made by a newer Bubblescope (format 3)"});
        QCOMPARE(bar.offers(), QStringList("Discard"));
        w.reopen();
        QVERIFY(QFile::exists(copy));
    }

    void aSignalKeepsUnsavedChanges()
    {
        LaterWindow w("plan.csv", kTwoRankOrder);
        QCOMPARE(w.victim->signalled({SIGTERM, SIGINT}), 0);
        QCOMPARE(w.filesIn("recovery", "*.lock"), QStringList());
        QCOMPARE(w.filesIn("open"), QStringList());
        w.beginWithOffer();
        QVERIFY(Settings::session().contains("plan.csv")); // what was open
        // That is no crash.
        QCOMPARE(w.recoveryBar().headline(), QString("plan.csv has unsaved changes."));
        pressLink(w.recoveryBar(), "Restore");
        QTRY_COMPARE(w.document().filePath(), w.file);
        QCOMPARE(w.document().state().costs.transfer.latency, 0.75);
        QCOMPARE(w.read(w.file), kTwoRankOrder);
    }

    void aSignalWithoutChangesLeavesNothing()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        const QSignalSpy left(&w.session(), &SessionController::left);
        w->leave();
        QCOMPARE(left.count(), 1);
        QCOMPARE(w.filesIn("recovery"), QStringList());
        QCOMPARE(w.filesIn("open"), QStringList());
        w.startAgain();
        QCOMPARE(w.document().filePath(), w.file);
        QVERIFY(!w.recoveryBar().isVisible());
    }

    void theNewestChangesAreKept()
    {
        SessionWindow w;
        w->questions.saveChanges = [](const QString&) {
            qFatal("asked");
            return SaveAnswer::Cancel;
        };
        w.change("3");
        w.keep();
        w.change("4");
        QSignalSpy left(&w.session(), &SessionController::left);
        w->leave();
        QVERIFY(left.count() == 1 || left.wait());
        QCOMPARE(w.copies().size(), 1);
        QCOMPARE(w.readCopy().info.revision, w.document().revision());
        QCOMPARE(w.filesIn("recovery", "*.lock"), QStringList());
        // The window is closed without changing what was kept.
        w.discardChanges();
        QVERIFY(w->close());
        QCOMPARE(w.copies().size(), 1);
    }

    void aFullFolderIsReportedOnce()
    {
        SessionWindow w;
        // No copy can be written where a folder has its name.
        const QString own = w.filesIn("recovery", "*.lock").value(0);
        QVERIFY(QDir().mkpath(w.path("data/recovery/") + own.chopped(5) + ".bubble"));
        w.change("3");
        w.keep();
        QTRY_VERIFY(w.messages().isVisible());
        verifyBegins(w.messages().headline(),
                     "The unsaved changes cannot be backed up against a crash: save them soon.\n");
        w.messages().clear();
        w.change("5");
        QSignalSpy failed(w.session().keeper(), &RecoveryKeeper::failed);
        w.session().keepNow();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!w.messages().isVisible());
    }

    void aFolderThatCannotBeMadeIsReportedOnce()
    {
        SessionWindow w(SessionWindow::Session::None);
        w.write("data", ""); // a file in the place of the folder
        w.begin();
        w.change("3");
        w.session().keepNow();
        QVERIFY(w.messages().isVisible());
        QCOMPARE(w.messages().headline(),
                 "The unsaved changes cannot be backed up against a crash: save them soon.");
        QCOMPARE(w.messages().excerpt(), w.path("data/recovery") + " cannot be written to.");
        w.messages().clear();
        w.change("5");
        w.session().keepNow();
        QVERIFY(!w.messages().isVisible());
    }
};

static int runSessionRecovery(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == QLatin1String("--victim"))
        return runVictim(arguments[2], arguments[3]);
    return runTest<SessionRecoveryTest>(argc, argv);
}

static const TestRegistration testRegistration(__FILE__, &runSessionRecovery);
#include "session_recovery_test.moc"

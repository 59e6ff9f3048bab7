// SPDX-License-Identifier: Apache-2.0
// Unsaved changes outlive a window that is killed.
#include "core/io/document.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"
#include "ui/application.h"

#include <QProcess>
#include <QSignalSpy>
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

/// A folder as SessionWindow has it, before there is a window.
class Crashed
{
public:
    explicit Crashed(const QByteArray& csv = {})
    {
        QString file;
        if (!csv.isEmpty())
            file = w.write("plan.csv", csv);
        Victim victim(w.path({}), file);
        QVERIFY(victim.isRunning());
    }
    ShownWindow w;
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
        QTRY_VERIFY(!w->files().isModified());
        w.keep();
        QCOMPARE(w.copies(), QStringList());
    }

    void theCopyFollowsEdits()
    {
        SessionWindow w;
        const QString file = w.write("own.bubble", R"({"bubblescopeFormat": 1, "remarks": [1],
        "source": {"request": {"schedule": "1f1b", "ranks": 2, "microbatches": 4}}})");
        w.openFile(file);
        for (const char* ranks : {"3", "4"}) {
            w.change(ranks);
            w.keep();
            AbandonedCopy copy{w.path("data/recovery/") + w.copies().value(0), {}, {}, {}};
            readAbandoned(copy);
            QCOMPARE(copy.error, QString());
            QCOMPARE(copy.info.path, file);
            QVERIFY(copy.info.isProject);
            QCOMPARE(copy.info.revision, w.document().revision());
            QVERIFY(copy.info.time.secsTo(QDateTime::currentDateTimeUtc()) < 120);
            const auto read = readDocument(w.read(copy.file).toStdString(), "copy");
            QVERIFY(read.has_value());
            QCOMPARE(std::get<ScheduleRequest>(read->source).ranks, std::int64_t{QByteArray(ranks).toInt()});
            QCOMPARE(read->unknownKeys.at("remarks"), std::string("[1]"));
        }
        QVERIFY(w.read(file).contains("\"ranks\": 2")); // the user's own stays as it is
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
        w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
        QVERIFY(w->close());
        QCOMPARE(w.copies(), QStringList());
        QCOMPARE(QDir(w.path("data/recovery")).entryList(QDir::Files), QStringList());
        QCOMPARE(QDir(w.path("data/open")).entryList(QDir::Files), QStringList());
    }

    void aKilledWindowsChangesAreOffered()
    {
        Crashed crashed(kTwoRanks);
        ShownWindow& w = crashed.w;
        const QString file = w.path("plan.csv");
        w->session().start(w.path("data"));
        MessageBar& bar = *w->session().recoveryBar();
        QTRY_VERIFY(bar.isVisible());
        QCOMPARE(bar.headline(),
                 QString("Bubblescope ended unexpectedly: plan.csv has changes that were not saved."));
        QVERIFY2(bar.excerpt().endsWith(" · " + file), qPrintable(bar.excerpt()));
        QCOMPARE(bar.offers(), (QStringList{"Restore", "Discard"}));
        QVERIFY(w.document().filePath().isEmpty()); // nothing has been replaced
        pressLink(bar, "Restore");
        QTRY_COMPARE(w.document().filePath(), file);
        QVERIFY(!bar.isVisible());
        QCOMPARE(w.document().state().costs.transfer.latency, 0.75);
        QCOMPARE(w.document().notes().size(), std::size_t{1});
        QVERIFY(w->files().isModified());
        QVERIFY(w->isWindowModified());
        QCOMPARE(w.document().savePath(), QString()); // a CSV holds no costs
        QVERIFY(Settings::recentFiles().filter("/recovery/").isEmpty());
        QCOMPARE(w.read(file), kTwoRanks);
        // Saved, there is nothing of the recovery in the file.
        QVERIFY(w->files().saveTo(w.path("saved.bubble")));
        QVERIFY(!w.read(w.path("saved.bubble")).contains("ecovery"));
        QVERIFY(!w->files().isModified());
        w->session().keepNow();
        QTRY_COMPARE(QDir(w.path("data/recovery")).entryList({"*.bubble"}, QDir::Files), QStringList());
    }

    void aProjectKeepsItsFile()
    {
        ShownWindow w;
        const QByteArray before = R"({"bubblescopeFormat": 1, "remarks": [1],
        "source": {"request": {"schedule": "1f1b", "ranks": 2, "microbatches": 4}}})";
        const QString file = w.write("own.bubble", before);
        {
            Victim victim(w.path({}), file);
            QVERIFY(victim.isRunning());
        }
        QCOMPARE(w.read(file), before);
        w->session().start(w.path("data"));
        QTRY_VERIFY(w->session().recoveryBar()->isVisible());
        pressLink(*w->session().recoveryBar(), "Restore");
        QTRY_COMPARE(w.document().savePath(), file);
        QVERIFY(w->files().isModified());
        w.trigger("file.save"); // to where it belongs, without a question
        QVERIFY(!w->files().isModified());
        const auto read = readDocument(w.read(file).toStdString(), "own");
        QVERIFY(read.has_value());
        QCOMPARE(read->costs.transfer.latency, 0.75);
        QCOMPARE(read->unknownKeys.size(), std::size_t{1});
        QCOMPARE(read->unknownKeys.at("remarks"), std::string("[1]"));
    }

    void discardingRemovesThem()
    {
        Crashed crashed;
        ShownWindow& w = crashed.w;
        w->session().start(w.path("data"));
        MessageBar& bar = *w->session().recoveryBar();
        QTRY_VERIFY(bar.isVisible());
        QVERIFY2(!bar.excerpt().contains(" · "), qPrintable(bar.excerpt())); // it had no file
        pressLink(bar, "Discard");
        QVERIFY(!bar.isVisible());
        QCOMPARE(QDir(w.path("data/recovery")).entryList({"*.bubble"}, QDir::Files), QStringList());
        QVERIFY(!w->files().isModified());
    }

    void whatIsOpenIsNotReplacedUnasked()
    {
        Crashed crashed(kTwoRanks);
        ShownWindow& w = crashed.w;
        w->session().start(w.path("data"));
        QTRY_VERIFY(w->session().recoveryBar()->isVisible());
        w.type(w.number("ranks"), "3");
        QTRY_VERIFY(w->files().isModified());
        int asked = 0;
        w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return SaveAnswer::Cancel;
        };
        pressLink(*w->session().recoveryBar(), "Restore");
        QCOMPARE(asked, 1);
        QVERIFY(!w->isLoading());
        QVERIFY(w->session().recoveryBar()->isVisible());
        QVERIFY(w.document().filePath().isEmpty());
    }

    void aWindowThatLivesIsLeftAlone()
    {
        ShownWindow w;
        Victim victim(w.path({}), w.write("plan.csv", kTwoRanks));
        QVERIFY(victim.isRunning());
        w->session().start(w.path("data"));
        QTest::qWait(300);
        QVERIFY(!w->session().recoveryBar()->isVisible());
        // Its file is told to be open there.
        w.openFile(w.path("plan.csv"));
        QVERIFY2(w->session().fileBar()->headline().startsWith(
                     "plan.csv is also open in another window (process "),
                 qPrintable(w->session().fileBar()->headline()));
        QVERIFY(w->close());
        QCOMPARE(QDir(w.path("data/recovery")).entryList({"*.bubble"}, QDir::Files).size(), 1);
    }

    void closingTheBarKeepsThem()
    {
        Crashed crashed(kTwoRanks);
        ShownWindow& w = crashed.w;
        for (int start = 0; start < 2; ++start) {
            w->session().start(w.path("data"));
            QTRY_VERIFY(w->session().recoveryBar()->isVisible());
            w->session().recoveryBar()->clear();
            w.reopen();
        }
    }

    void theRestoredOnesSurviveTheNextCrash()
    {
        Crashed crashed(kTwoRanks);
        ShownWindow& w = crashed.w;
        w->session().start(w.path("data"));
        QTRY_VERIFY(w->session().recoveryBar()->isVisible());
        const auto copies = [&w] {
            return QDir(w.path("data/recovery")).entryList({"*.bubble"}, QDir::Files);
        };
        const QStringList before = copies();
        pressLink(*w->session().recoveryBar(), "Restore");
        QTRY_VERIFY(w->files().isModified());
        QCOMPARE(copies(), before); // until there is a newer one
        w->session().keepNow();
        QTRY_VERIFY(copies().size() == 1 && copies() != before);
    }

    void unreadableCopiesStay()
    {
        ShownWindow w;
        QVERIFY(QDir().mkpath(w.path("data/recovery")));
        w.write("data/recovery/newer.bubble", R"({"bubblescopeFormat": 2})");
        w->session().start(w.path("data"));
        MessageBar& bar = *w->session().recoveryBar();
        QTRY_VERIFY(bar.isVisible());
        QVERIFY2(
            bar.headline().contains("cannot be read. It stays in " + w.path("data/recovery/newer.bubble")),
            qPrintable(bar.headline()));
        QVERIFY2(bar.excerpt().contains("made by a newer Bubblescope (format 2)"), qPrintable(bar.excerpt()));
        QCOMPARE(bar.offers(), QStringList("Discard"));
        w.reopen();
        QVERIFY(QFile::exists(w.path("data/recovery/newer.bubble")));
    }

    void aSignalKeepsUnsavedChanges()
    {
        ShownWindow w;
        const QString file = w.write("plan.csv", kTwoRanks);
        Victim victim(w.path({}), file);
        QVERIFY(victim.isRunning());
        QCOMPARE(victim.signalled({SIGTERM, SIGINT}), 0);
        QCOMPARE(QDir(w.path("data/recovery")).entryList({"*.lock"}, QDir::Files), QStringList());
        QCOMPARE(QDir(w.path("data/open")).entryList(QDir::Files), QStringList());
        w->session().start(w.path("data"));
        QTRY_VERIFY(w->session().recoveryBar()->isVisible());
        QVERIFY(Settings::session().contains("plan.csv")); // what was open
        pressLink(*w->session().recoveryBar(), "Restore");
        QTRY_COMPARE(w.document().filePath(), file);
        QCOMPARE(w.document().state().costs.transfer.latency, 0.75);
        QCOMPARE(w.read(file), kTwoRanks);
    }

    void aSignalWithoutChangesLeavesNothing()
    {
        SessionWindow w;
        const QString file = w.write("plan.csv", kTwoRanks);
        w.openFile(file);
        const QSignalSpy left(&w.session(), &SessionController::left);
        w->leave();
        QCOMPARE(left.count(), 1);
        QCOMPARE(QDir(w.path("data/recovery")).entryList(QDir::Files), QStringList());
        QCOMPARE(QDir(w.path("data/open")).entryList(QDir::Files), QStringList());
        w.startAgain();
        QCOMPARE(w.document().filePath(), file);
        QVERIFY(!w.session().recoveryBar()->isVisible());
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
        AbandonedCopy copy{w.path("data/recovery/") + w.copies().value(0), {}, {}, {}};
        readAbandoned(copy);
        QCOMPARE(copy.info.revision, w.document().revision());
        QCOMPARE(QDir(w.path("data/recovery")).entryList({"*.lock"}, QDir::Files), QStringList());
        // The window is closed without changing what was kept.
        w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
        QVERIFY(w->close());
        QCOMPARE(w.copies().size(), 1);
    }

    void aFullFolderIsToldOnce()
    {
        SessionWindow w;
        // What stands in the way of every copy: a folder of its name.
        const QString own = QDir(w.path("data/recovery")).entryList({"*.lock"}, QDir::Files).value(0);
        QVERIFY(QDir().mkpath(w.path("data/recovery/") + own.chopped(5) + ".bubble"));
        w.change("3");
        w.keep();
        QTRY_VERIFY(w->messages()->isVisible());
        QVERIFY2(w->messages()->headline().startsWith(
                     "No copy of the unsaved changes can be kept against a crash: save them soon.\n"),
                 qPrintable(w->messages()->headline()));
        w->messages()->clear();
        w.change("5");
        w.keep();
        QTest::qWait(100);
        QVERIFY(!w->messages()->isVisible());
    }

    void aFolderThatCannotBeMadeIsToldOnce()
    {
        ShownWindow w;
        w.write("data", ""); // a file stands where the folder would be
        w->session().start(w.path("data"));
        const auto change = [&](const char* ranks) {
            w.type(w.number("ranks"), QLatin1String(ranks));
            QTRY_VERIFY(w.document().isModified() && !w.document().isBusy());
            w->session().keepNow();
        };
        change("3");
        QVERIFY(w->messages()->isVisible());
        QCOMPARE(w->messages()->headline(),
                 "No copy of the unsaved changes can be kept against a crash: save them soon.");
        QCOMPARE(w->messages()->excerpt(), w.path("data/recovery") + " cannot be written to.");
        w->messages()->clear();
        change("5");
        QVERIFY(!w->messages()->isVisible());
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

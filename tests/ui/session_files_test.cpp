// SPDX-License-Identifier: Apache-2.0
// No file is lost: changed by others, open twice, not to be written to, on a full disk, too new.
#include "core/io/document.h"
#include "tests/ui/session_support.h"
#include "ui/session/save_advice.h"

#include <QDialog>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QByteArray kProject = R"({"bubblescopeFormat": 1, "remarks": [1],
 "source": {"request": {"schedule": "1f1b", "ranks": 2, "microbatches": 4}}})";
const QByteArray kOther = R"({"bubblescopeFormat": 1,
 "source": {"request": {"schedule": "gpipe", "ranks": 7, "microbatches": 4}}})";

/// Another program's way of saving: a new file in the place of the old.
void replaceFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path + ".new");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    QVERIFY(QFile::remove(path));
    QVERIFY(file.rename(path));
}

/// Does as any user does, also where the tests run as root.
class AsAnyUser
{
public:
    explicit AsAnyUser(const QString& folder)
    {
        constexpr uid_t nobody = 65534;
        if (::geteuid() != 0)
            return;
        m_wasRoot = ::chown(QFile::encodeName(folder).constData(), nobody, nobody) == 0 &&
                    ::chmod(QFile::encodeName(folder).constData(), 0755) == 0 &&
                    ::setresuid(nobody, nobody, 0) == 0;
    }
    ~AsAnyUser()
    {
        if (m_wasRoot && ::setresuid(0, 0, 0) != 0)
            qFatal("cannot become root again");
    }
    [[nodiscard]] static bool isRoot() { return ::geteuid() == 0; }

private:
    bool m_wasRoot = false;
};

ReplaceAnswer answerWith(ReplaceAnswer answer, QString& asked, const QString& text)
{
    asked = text;
    return answer;
}

} // namespace

class SessionFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void savingOverAChangeAsks_data();
    void savingOverAChangeAsks();
    void saveAsKeepsBoth();
    void theDialogSaysWhatItDoes();
    void touchedFilesAreNotChanged();
    void aChangeIsToldWhileOpen();
    void reloadKeepsTheView();
    void reloadAsksAboutChanges();
    void whatComesBackIsNotToldAnyMore();
    void aRemovedFileIsToldAndWrittenAgain();
    void twoWindowsOnOneFile();
    void linksAreTheSameFile();
    void readOnlyFolder();
    void readOnlyFile();
    void fullDisk();
    void advice_data();
    void advice();
    void newerVersionsAreRefused();
    void permissionsAndLinksStay();
};

void SessionFilesTest::savingOverAChangeAsks_data()
{
    QTest::addColumn<bool>("inPlace");
    QTest::addColumn<ReplaceAnswer>("answer");
    QTest::newRow("replaced, overwrite") << false << ReplaceAnswer::Overwrite;
    QTest::newRow("replaced, cancel") << false << ReplaceAnswer::Cancel;
    QTest::newRow("written in place, overwrite") << true << ReplaceAnswer::Overwrite;
    QTest::newRow("written in place, cancel") << true << ReplaceAnswer::Cancel;
}

void SessionFilesTest::savingOverAChangeAsks()
{
    QFETCH(bool, inPlace);
    QFETCH(ReplaceAnswer, answer);
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    w.change("3");
    if (inPlace)
        w.write("own.bubble", kOther);
    else
        replaceFile(path, kOther);
    QString asked;
    w->questions.replaceFile = [&](const QString& text) { return answerWith(answer, asked, text); };
    w.trigger("file.save");
    QCOMPARE(asked,
             QString("own.bubble was changed by another program since it was opened. Overwriting it loses "
                     "those changes; under another name both are kept."));
    const bool isOverwritten = answer == ReplaceAnswer::Overwrite;
    QCOMPARE(w.read(path) == kOther, !isOverwritten);
    QCOMPARE(w->isModified(), !isOverwritten);
    if (!isOverwritten)
        return;
    // From now on the file is what was written.
    asked.clear();
    w.change("4");
    w.trigger("file.save");
    QCOMPARE(asked, QString());
    QVERIFY(w.read(path).contains("\"remarks\""));
}

void SessionFilesTest::saveAsKeepsBoth()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    w.change("3");
    replaceFile(path, kOther);
    QString asked;
    w->questions.replaceFile = [&](const QString& text) {
        return answerWith(ReplaceAnswer::SaveAs, asked, text);
    };
    w->questions.savePath = [&w](const QString&) { return w.path("mine.bubble"); };
    w.trigger("file.save");
    QVERIFY(!asked.isEmpty());
    QCOMPARE(w.read(path), kOther);
    QCOMPARE(w.document().savePath(), w.path("mine.bubble"));
    QVERIFY(!w->isModified());
}

void SessionFilesTest::theDialogSaysWhatItDoes()
{
    MainWindow window(ThemeChoice::Light);
    window.show();
    QStringList buttons;
    QTimer::singleShot(0, &window, [&] {
        auto* box = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        for (const QPushButton* button : box->findChildren<QPushButton*>())
            buttons << button->text().remove(QLatin1Char('&')) + (button->isDefault() ? "!" : "");
        box->reject();
    });
    QVERIFY(window.questions.replaceFile("why") == ReplaceAnswer::Cancel);
    buttons.sort();
    QCOMPARE(buttons, (QStringList{"Cancel", "Overwrite", "Save as…!"}));
}

void SessionFilesTest::touchedFilesAreNotChanged()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    w.change("3");
    replaceFile(path, kProject); // the same bytes in another file
    QTest::qWait(600);
    QVERIFY(!w->session().fileBar()->isVisible());
    w.trigger("file.save"); // an unexpected question would cancel it
    QVERIFY(!w->isModified());
}

void SessionFilesTest::aChangeIsToldWhileOpen()
{
    SessionWindow w;
    const QString path = w.write("plan.csv", kTwoRanks);
    w.openFile(path);
    MessageBar& bar = *w->session().fileBar();
    QVERIFY(!bar.isVisible());
    replaceFile(path, kThreeRanks);
    QTRY_VERIFY(bar.isVisible());
    QCOMPARE(bar.headline(), QString("plan.csv was changed on disk by another program."));
    QCOMPARE(bar.offers(), QStringList("Reload"));
    QCOMPARE(w.ranks(), 2U);
    pressLink(bar, "Reload");
    QTRY_COMPARE(w.ranks(), 3U);
    QTRY_VERIFY(!bar.isVisible());
    // And again: the new file is watched, too.
    w.write("plan.csv", kTwoRanks);
    QTRY_VERIFY(bar.isVisible());
}

void SessionFilesTest::reloadKeepsTheView()
{
    SessionWindow w;
    w.openFile(w.write("plan.csv", kTwoRanks));
    QVERIFY(w->commands().action("file.reload")->isEnabled());
    w.view().setRange({1, 3});
    w.write("plan.csv", kThreeRanks);
    w.trigger("file.reload");
    QTRY_COMPARE(w.ranks(), 3U);
    QCOMPARE(w.view().range().from, 1.0);
    QCOMPARE(w.view().range().to, 3.0);
    w->startNew({});
    QVERIFY(!w->commands().action("file.reload")->isEnabled());
}

void SessionFilesTest::reloadAsksAboutChanges()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    w.change("3");
    replaceFile(path, kOther);
    QTRY_VERIFY(w->session().fileBar()->isVisible());
    QVERIFY(w->session().fileBar()->headline().contains("Save asks which to keep"));
    int asked = 0;
    SaveAnswer answer = SaveAnswer::Cancel;
    w->questions.saveChanges = [&](const QString&) {
        ++asked;
        return answer;
    };
    pressLink(*w->session().fileBar(), "Reload");
    QCOMPARE(asked, 1);
    QVERIFY(!w->isLoading());
    answer = SaveAnswer::Discard;
    pressLink(*w->session().fileBar(), "Reload");
    QTRY_COMPARE(w.ranks(), 7U);
    QCOMPARE(w.read(path), kOther);
}

void SessionFilesTest::whatComesBackIsNotToldAnyMore()
{
    SessionWindow w;
    w.openFile(w.write("plan.csv", kTwoRanks));
    w.write("plan.csv", kThreeRanks);
    QTRY_VERIFY(w->session().fileBar()->isVisible());
    w.write("plan.csv", kTwoRanks);
    QTRY_VERIFY(!w->session().fileBar()->isVisible());
}

void SessionFilesTest::aRemovedFileIsToldAndWrittenAgain()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    QVERIFY(QFile::remove(path));
    MessageBar& bar = *w->session().fileBar();
    QTRY_VERIFY(bar.isVisible());
    QCOMPARE(bar.headline(), QString("own.bubble is no longer on disk. Save writes it again."));
    pressLink(bar, "Save");
    QVERIFY(QFile::exists(path));
    QTRY_VERIFY(!bar.isVisible());
}

void SessionFilesTest::twoWindowsOnOneFile()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    QVERIFY(!w->session().fileBar()->isVisible());
    MainWindow second(ThemeChoice::Light);
    QString asked;
    second.questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
    second.questions.replaceFile = [&](const QString& text) {
        return answerWith(ReplaceAnswer::Cancel, asked, text);
    };
    second.show();
    second.session().start(w.path("data"));
    second.openFiles({path});
    QTRY_COMPARE(second.document().filePath(), path);
    const QString process = QString::number(QCoreApplication::applicationPid());
    QTRY_VERIFY(second.session().fileBar()->isVisible());
    QVERIFY2(second.session().fileBar()->headline().contains(
                 "is also open in another window (process " + process +
                 "). What is saved here replaces what is saved there: Save asks first."),
             qPrintable(second.session().fileBar()->headline()));
    QVERIFY(!second.saveTo(path));
    QCOMPARE(asked,
             QString("own.bubble is open in another window (process %1). Overwriting it replaces what that "
                     "window has; under another name both are kept.")
                 .arg(process));
    QCOMPARE(w.read(path), kProject);
    // The first one sees what the second does nevertheless.
    second.questions.replaceFile = [](const QString&) { return ReplaceAnswer::Overwrite; };
    QVERIFY(second.saveTo(path));
    QTRY_VERIFY(w->session().fileBar()->isVisible());
    QCOMPARE(w->session().fileBar()->headline(),
             QString("own.bubble was changed on disk by another program."));
    // As soon as the first has left it, there is nothing to ask any more.
    w->startNew({});
    asked.clear();
    second.questions.replaceFile = [&](const QString& text) {
        return answerWith(ReplaceAnswer::Cancel, asked, text);
    };
    QVERIFY(second.saveTo(path));
    QCOMPARE(asked, QString());
    // Saving onto a file that the other one has open, too.
    w.openFile(w.write("third.bubble", kProject));
    QVERIFY(!second.saveTo(w.path("third.bubble")));
    QVERIFY2(asked.startsWith("third.bubble is open in another window"), qPrintable(asked));
    QVERIFY(second.close());
}

void SessionFilesTest::linksAreTheSameFile()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    QVERIFY(QFile::link(path, w.path("link.bubble")));
    w.openFile(w.path("link.bubble"));
    MainWindow second(ThemeChoice::Light);
    second.session().start(w.path("data"));
    second.openFiles({path});
    QTRY_VERIFY(second.session().fileBar()->headline().contains("is also open in another window"));
    QVERIFY(second.close());
    // What the link points to is watched.
    replaceFile(path, kOther);
    QTRY_VERIFY(w->session().fileBar()->isVisible());
}

void SessionFilesTest::readOnlyFolder()
{
    SessionWindow w;
    QVERIFY(QDir().mkpath(w.path("locked")));
    const QString path = w.write("locked/own.bubble", kProject);
    w.openFile(path);
    w.change("3");
    {
        const AsAnyUser user(w.path({}));
        if (AsAnyUser::isRoot())
            QSKIP("cannot be another user");
        if (::geteuid() != 65534)
            QCOMPARE(::chmod(QFile::encodeName(w.path("locked")).constData(), 0555), 0);
        QVERIFY(!w->saveTo(path));
        ::chmod(QFile::encodeName(w.path("locked")).constData(), 0755);
    }
    QVERIFY2(
        w->messages()->headline().startsWith(
            "own.bubble was not written. What stood there is as it was. It may not be written to: save under "
            "another name in a folder of your own.\ncannot write "),
        qPrintable(w->messages()->headline()));
    QCOMPARE(w->messages()->offers(), QStringList("Save as…"));
    QCOMPARE(w.read(path), kProject);
    QVERIFY(w->isModified());
    // The way out that it offers.
    w->questions.savePath = [&w](const QString&) { return w.path("free.bubble"); };
    pressLink(*w->messages(), "Save as…");
    QVERIFY(!w->isModified());
    QCOMPARE(w.document().savePath(), w.path("free.bubble"));
    QCOMPARE(w.read(path), kProject);
}

void SessionFilesTest::readOnlyFile()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0444), 0);
    w.openFile(path);
    w.change("3");
    {
        const AsAnyUser user(w.path({}));
        if (AsAnyUser::isRoot())
            QSKIP("cannot be another user");
        QVERIFY(!w->saveTo(path));
    }
    QVERIFY2(w->messages()->headline().contains("It may not be written to: save under another name"),
             qPrintable(w->messages()->headline()));
    QVERIFY2(w->messages()->headline().endsWith(": Permission denied"),
             qPrintable(w->messages()->headline()));
    QCOMPARE(w.read(path), kProject);
    QVERIFY(w->isModified());
}

void SessionFilesTest::fullDisk()
{
    SessionWindow w;
    const QString path = w.write("own.bubble", kProject);
    w.openFile(path);
    w.change("3");
    // A limit on the size of files stands for the full disk, also for root.
    struct rlimit earlier
    {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &earlier), 0);
    struct rlimit little = earlier;
    little.rlim_cur = 50;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &little), 0);
    const bool isSaved = w->saveTo(path);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &earlier), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!isSaved);
    QVERIFY2(w->messages()->headline().startsWith(
                 "own.bubble was not written. What stood there is as it was. A file "
                 "may not become so large there: save to another folder."),
             qPrintable(w->messages()->headline()));
    QCOMPARE(w.read(path), kProject);
    QCOMPARE(QDir(w.path({})).entryList({"*.tmp"}, QDir::Files | QDir::Hidden), QStringList());
    QVERIFY(w->saveTo(path)); // there is room again
    QVERIFY(!w->isModified());
}

void SessionFilesTest::advice_data()
{
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("advice");
    QTest::newRow("full") << "No space left on device"
                          << "The disk is full: make room there, or save to another one.";
    QTest::newRow("quota") << "Disk quota exceeded"
                           << "The disk is full: make room there, or save to another one.";
    QTest::newRow("mounted to be read") << "Read-only file system"
                                        << "That disk can only be read: save to another folder.";
    QTest::newRow("not allowed")
        << "Operation not permitted"
        << "It may not be written to: save under another name in a folder of your own.";
    QTest::newRow("no folder") << "No such file or directory"
                               << "Its folder is not there: save to another one.";
    QTest::newRow("long name") << "File name too long"
                               << "Save under a shorter name.";
    QTest::newRow("else") << "Input/output error"
                          << "Save under another name or to another folder.";
}

void SessionFilesTest::advice()
{
    QFETCH(QString, reason);
    QFETCH(QString, advice);
    Error error{ErrorKind::OutputFailed, "cannot write x: " + reason.toStdString(), {}};
    QCOMPARE(saveAdvice(error, "/nothing/x"), advice);
    const QTemporaryDir folder;
    QFile file(folder.filePath("x"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(saveAdvice(error, file.fileName()), "What stood there is as it was. " + advice);
    error.kind = ErrorKind::DoesNotHold;
    QCOMPARE(saveAdvice(error, file.fileName()), QString());
}

void SessionFilesTest::newerVersionsAreRefused()
{
    SessionWindow w;
    const EvaluationPtr before = w.document().evaluation();
    const QByteArray newer = R"({"bubblescopeFormat": 2, "source": {}})";
    const QString path = w.write("newer.bubble", newer);
    w.openFile(path);
    QCOMPARE(w->messages()->headline(),
             QString("newer.bubble:1:23: bubblescopeFormat: made by a newer Bubblescope (format 2); this one "
                     "reads up to 1: open it with the newer one"));
    QVERIFY(w.document().evaluation() == before);
    QVERIFY(w.document().filePath().isEmpty());
    QCOMPARE(w.read(path), newer);
}

void SessionFilesTest::permissionsAndLinksStay()
{
    SessionWindow w;
    QVERIFY(QDir().mkpath(w.path("real")));
    const QString path = w.write("real/own.bubble", kProject);
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0640), 0);
    QVERIFY(QFile::link("real/own.bubble", w.path("link.bubble")));
    w.openFile(w.path("link.bubble"));
    w.change("3");
    w.trigger("file.save");
    QVERIFY(!w->isModified());
    QVERIFY(QFileInfo(w.path("link.bubble")).isSymLink());
    QVERIFY(!QFileInfo(path).isSymLink());
    const auto read = readDocument(w.read(path).toStdString(), "own");
    QVERIFY(read.has_value());
    QCOMPARE(std::get<ScheduleRequest>(read->source).ranks, std::int64_t{3});
    QCOMPARE(read->unknownKeys.at("remarks"), std::string("[1]"));
    struct stat status
    {};
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777U, 0640U);
    QTest::qWait(400);
    QVERIFY(!w->session().fileBar()->isVisible()); // it was this window that wrote
}

QTEST_MAIN(SessionFilesTest)
#include "session_files_test.moc"

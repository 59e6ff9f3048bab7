// SPDX-License-Identifier: Apache-2.0
// No file is lost: not to be written to, on a full disk, too new, with rights and links of its own.
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"
#include "ui/services/save_advice.h"

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

} // namespace

class SessionWritesTest : public QObject
{
    Q_OBJECT

private slots:
    void readOnlyFolder()
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
            QVERIFY(!w->files().saveTo(path));
            ::chmod(QFile::encodeName(w.path("locked")).constData(), 0755);
        }
        QVERIFY2(w->messages()->headline().startsWith("own.bubble was not written. What stood there is as it "
                                                      "was. It may not be written to: save under "
                                                      "another name in a folder of your own.\ncannot write "),
                 qPrintable(w->messages()->headline()));
        QCOMPARE(w->messages()->offers(), QStringList("Save as…"));
        QCOMPARE(w.read(path), kProject);
        QVERIFY(w->files().isModified());
        // The way out that it offers.
        w->questions.savePath = [&w](const QString&) { return w.path("free.bubble"); };
        pressLink(*w->messages(), "Save as…");
        QVERIFY(!w->files().isModified());
        QCOMPARE(w.document().savePath(), w.path("free.bubble"));
        QCOMPARE(w.read(path), kProject);
    }

    void readOnlyFile()
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
            QVERIFY(!w->files().saveTo(path));
        }
        QVERIFY2(w->messages()->headline().contains("It may not be written to: save under another name"),
                 qPrintable(w->messages()->headline()));
        QVERIFY2(w->messages()->headline().endsWith(": Permission denied"),
                 qPrintable(w->messages()->headline()));
        QCOMPARE(w.read(path), kProject);
        QVERIFY(w->files().isModified());
    }

    void fullDisk()
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
        const bool isSaved = w->files().saveTo(path);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &earlier), 0);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!isSaved);
        QVERIFY2(w->messages()->headline().startsWith(
                     "own.bubble was not written. What stood there is as it was. A file "
                     "may not become so large there: save to another folder."),
                 qPrintable(w->messages()->headline()));
        QCOMPARE(w.read(path), kProject);
        QCOMPARE(QDir(w.path({})).entryList({"*.tmp"}, QDir::Files | QDir::Hidden), QStringList());
        QVERIFY(w->files().saveTo(path)); // there is room again
        QVERIFY(!w->files().isModified());
    }

    void advice_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("advice");
        QTest::newRow("full") << ENOSPC << "The disk is full: make room there, or save to another one.";
        QTest::newRow("quota") << EDQUOT << "The disk is full: make room there, or save to another one.";
        QTest::newRow("mounted to be read") << EROFS << "That disk can only be read: save to another folder.";
        QTest::newRow("not allowed")
            << EPERM << "It may not be written to: save under another name in a folder of your own.";
        QTest::newRow("no folder") << ENOENT << "Its folder is not there: save to another one.";
        QTest::newRow("long name") << ENAMETOOLONG << "Save under a shorter name.";
        QTest::newRow("else") << EIO << "Save under another name or to another folder.";
    }

    void advice()
    {
        QFETCH(int, number);
        QFETCH(QString, advice);
        Error error{ErrorKind::OutputFailed,
                    Sentence({"file.cannot-write", "cannot write {path}: {why}"}, "x",
                             Sentence({"file.system", "{system}"}, SystemError{number})),
                    {}};
        QCOMPARE(saveAdvice(error, "/nothing/x"), advice);
        const QTemporaryDir folder;
        QFile file(folder.filePath("x"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(saveAdvice(error, file.fileName()), "What stood there is as it was. " + advice);
        error.kind = ErrorKind::DoesNotHold;
        QCOMPARE(saveAdvice(error, file.fileName()), QString());
    }

    void newerVersionsAreRefused()
    {
        SessionWindow w;
        const EvaluationPtr before = w.document().evaluation();
        const QByteArray newer = R"({"bubblescopeFormat": 2, "source": {}})";
        const QString path = w.write("newer.bubble", newer);
        w.openFile(path);
        QCOMPARE(
            w->messages()->headline(),
            QString("newer.bubble:1:23: bubblescopeFormat: made by a newer Bubblescope (format 2); this one "
                    "reads up to 1: open it with the newer one\n"
                    "What is shown is still Interleaved 1F1B · 4 ranks × 8 microbatches."));
        QVERIFY(w.document().evaluation() == before);
        QVERIFY(w.document().filePath().isEmpty());
        QCOMPARE(w.read(path), newer);
    }

    void permissionsAndLinksStay()
    {
        SessionWindow w;
        QVERIFY(QDir().mkpath(w.path("real")));
        const QString path = w.write("real/own.bubble", kProject);
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0640), 0);
        QVERIFY(QFile::link("real/own.bubble", w.path("link.bubble")));
        w.openFile(w.path("link.bubble"));
        w.change("3");
        w.trigger("file.save");
        QVERIFY(!w->files().isModified());
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
};

BUBBLESCOPE_TEST_WITH(QApplication, SessionWritesTest)
#include "session_writes_test.moc"

// SPDX-License-Identifier: Apache-2.0
// No file is lost: not to be written to, on a full disk, too new, with rights and links of its own.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"
#include "ui/services/save_advice.h"
#include "ui/session/file_watch.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

int changeMode(const QString& path, mode_t mode)
{
    return ::chmod(QFile::encodeName(path).constData(), mode);
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
                    changeMode(folder, 0755) == 0 && ::setresuid(nobody, nobody, 0) == 0;
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
                QCOMPARE(changeMode(w.path("locked"), 0555), 0);
            QVERIFY(!w->files().saveTo(path));
            changeMode(w.path("locked"), 0755);
        }
        verifyBegins(w.messages().headline(),
                     "own.bubble was not written. The old content is unchanged. You have no permission to "
                     "write it: save under another name in a folder of your own.\ncannot write ");
        QCOMPARE(w.messages().offers(), QStringList("Save as…"));
        QCOMPARE(w.read(path), kProject);
        QVERIFY(w.isModified());
        // The way out that it offers.
        w.saveAs("free.bubble");
        pressLink(w.messages(), "Save as…");
        QVERIFY(!w.isModified());
        QCOMPARE(w.document().savePath(), w.path("free.bubble"));
        QCOMPARE(w.read(path), kProject);
    }

    void readOnlyFile()
    {
        SessionWindow w("own.bubble", kProject);
        QCOMPARE(changeMode(w.file, 0444), 0);
        w.change("3");
        {
            const AsAnyUser user(w.path({}));
            if (AsAnyUser::isRoot())
                QSKIP("cannot be another user");
            QVERIFY(!w->files().saveTo(w.file));
        }
        verifyContains(w.messages().headline(),
                       {"You have no permission to write it: save under another name"});
        verifyEnds(w.messages().headline(), ": Permission denied");
        QCOMPARE(w.read(w.file), kProject);
        QVERIFY(w.isModified());
    }

    void fullDisk()
    {
        SessionWindow w("own.bubble", kProject);
        w.change("3");
        // A limit on the size of files takes the place of the full disk, also for root.
        struct rlimit earlier
        {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &earlier), 0);
        struct rlimit little = earlier;
        little.rlim_cur = 50;
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &little), 0);
        const bool isSaved = w->files().saveTo(w.file);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &earlier), 0);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!isSaved);
        verifyBegins(w.messages().headline(), "own.bubble was not written. The old content is unchanged. The "
                                              "file is too large for that disk: save to another folder.");
        QCOMPARE(w.read(w.file), kProject);
        QCOMPARE(QDir(w.path({})).entryList({"*.tmp"}, QDir::Files | QDir::Hidden), QStringList());
        QVERIFY(w->files().saveTo(w.file)); // there is room again
        QVERIFY(!w.isModified());
    }

    void advice_data()
    {
        addRows<int, QString>({
            {"full", ENOSPC, "The disk is full: free some space, or save to another disk."},
            {"quota", EDQUOT, "The disk is full: free some space, or save to another disk."},
            {"mounted to be read", EROFS, "That disk is read-only: save to another folder."},
            {"not allowed", EPERM,
             "You have no permission to write it: save under another name in a folder of your own."},
            {"no folder", ENOENT, "Its folder does not exist: save to another folder."},
            {"long name", ENAMETOOLONG, "Save under a shorter name."},
            {"else", EIO, "Save under another name or to another folder."},
        });
    }

    void advice()
    {
        const auto& [number, advice] = givenRow<int, QString>();
        Error error{ErrorKind::OutputFailed,
                    Sentence({"file.cannot-write", "cannot write {path}: {why}"}, "x",
                             Sentence({"file.system", "{system}"}, SystemError{number})),
                    {}};
        QCOMPARE(saveAdvice(error, "/nothing/x"), advice);
        const QTemporaryDir folder;
        QFile file(folder.filePath("x"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(saveAdvice(error, file.fileName()), "The old content is unchanged. " + advice);
        error.kind = ErrorKind::DoesNotHold;
        QCOMPARE(saveAdvice(error, file.fileName()), QString());
    }

    void newerVersionsAreRefused()
    {
        SessionWindow w;
        const EvaluationPtr before = w.document().evaluation();
        const QByteArray newer = R"({"bubblescopeFormat": 3, "source": {}})";
        const QString path = w.write("newer.bubble", newer);
        w.openFile(path);
        QCOMPARE(w.messages().headline(),
                 QString("newer.bubble:1:23: bubblescopeFormat: made by a newer Bubblescope (format 3); this "
                         "one reads formats up to 2: open it with the newer one\nStill showing Interleaved "
                         "1F1B · 4 ranks × 8 microbatches."));
        QVERIFY(w.document().evaluation() == before);
        QVERIFY(w.document().filePath().isEmpty());
        QCOMPARE(w.read(path), newer);
    }

    void permissionsAndLinksStay()
    {
        SessionWindow w;
        QVERIFY(QDir().mkpath(w.path("real")));
        const QString path = w.write("real/own.bubble", kProject);
        QCOMPARE(changeMode(path, 0640), 0);
        QVERIFY(QFile::link("real/own.bubble", w.path("link.bubble")));
        w.openFile(w.path("link.bubble"));
        w.change("3");
        FileWatch watch;
        watch.watch(path);
        QSignalSpy touched(&watch, &FileWatch::touched);
        w.trigger("file.save");
        QVERIFY(!w.isModified());
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
        QVERIFY(touched.wait());
        finishJobs();
        QVERIFY(!w.fileBar().isVisible()); // it was this window that wrote
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SessionWritesTest)
#include "session_writes_test.moc"

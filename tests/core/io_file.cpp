// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace bubblescope;

namespace {

std::string pathIn(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(name).toStdString();
}

QString textOf(const Result<void>& result)
{
    return result ? QString("written") : QString::fromStdString(result.error().text());
}

QString textOf(const Result<std::string>& result)
{
    return QString::fromStdString(result ? *result : result.error().text());
}

QStringList everythingIn(const QTemporaryDir& folder)
{
    return QDir(folder.path())
        .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

unsigned permissionsOf(const std::string& path)
{
    struct stat status
    {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0U;
}

} // namespace

class IoFile : public QObject
{
    Q_OBJECT

private slots:
    void writesAndReads()
    {
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "plan.csv");
        const std::string bytes("0F0\n\0\xFF", 6);
        QCOMPARE(textOf(writeFileAtomically(path, bytes)), QString("written"));
        const auto read = readFile(path);
        QVERIFY(read.has_value());
        QVERIFY(*read == bytes);
        QCOMPARE(everythingIn(folder), QStringList{"plan.csv"});
    }

    void reads_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("empty") << 0;
        QTest::newRow("one byte") << 1;
        QTest::newRow("as long as a first read of unknown size") << 65536;
        QTest::newRow("longer") << 1000003;
    }

    void reads()
    {
        QFETCH(int, size);
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "bytes");
        const std::string bytes(static_cast<std::size_t>(size), 'x');
        QVERIFY(writeFileAtomically(path, bytes).has_value());
        const auto limit = static_cast<std::uint64_t>(size);
        QVERIFY(readFile(path, limit) == bytes);
        if (size > 0)
            QCOMPARE(textOf(readFile(path, limit - 1)), QString("cannot read %1: it is larger than %2 bytes")
                                                            .arg(QString::fromStdString(path))
                                                            .arg(size - 1));
    }

    void refusesToRead()
    {
        const QTemporaryDir folder;
        const QString path = folder.path();
        QCOMPARE(textOf(readFile(path.toStdString())), QString("cannot read %1: it is a folder").arg(path));
        QCOMPARE(textOf(readFile(pathIn(folder, "none.csv"))),
                 QString("cannot read %1/none.csv: No such file or directory").arg(path));
        QVERIFY(readFile(pathIn(folder, "none.csv")).error().kind == ErrorKind::InvalidInput);
        QCOMPARE(textOf(readFile("")), QString("cannot read : No such file or directory"));
        QCOMPARE(textOf(readFile("/dev/zero", 1000)),
                 QString("cannot read /dev/zero: it is larger than 1000 bytes"));
        QCOMPARE(textOf(readFile("/dev/zero")),
                 QString("cannot read /dev/zero: it holds no text: it starts with binary data"));
        const std::string sparse = pathIn(folder, "sparse");
        QVERIFY(writeFileAtomically(sparse, "").has_value());
        std::filesystem::resize_file(sparse, std::uintmax_t{4} << 30U);
        QCOMPARE(textOf(readFile(sparse)),
                 QString("cannot read %1/sparse: it holds no text: it starts with binary data").arg(path));
    }

    void readsStandardInput()
    {
        int ends[2] = {};
        QCOMPARE(::pipe(ends), 0);
        const int earlier = ::dup(STDIN_FILENO);
        ::dup2(ends[0], STDIN_FILENO);
        QCOMPARE(::write(ends[1], "0F0\n", 4), ssize_t{4});
        ::close(ends[0]);
        ::close(ends[1]);
        const auto read = readFile("-");
        ::dup2(earlier, STDIN_FILENO);
        ::close(earlier);
        QCOMPARE(textOf(read), QString("0F0\n"));
    }

    void anEndlessPipeIsNotReadToItsEnd()
    {
        std::signal(SIGPIPE, SIG_IGN);
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "pipe");
        QCOMPARE(::mkfifo(path.c_str(), S_IRUSR | S_IWUSR), 0);
        const std::jthread writer([&] {
            const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
            const std::string block(1U << 16U, 'x');
            while (::write(descriptor, block.data(), block.size()) > 0) {
            }
            ::close(descriptor);
        });
        QCOMPARE(
            textOf(readFile(path)),
            QString("cannot read %1: it is larger than 268435456 bytes").arg(QString::fromStdString(path)));
    }

    void replacesAndKeepsPermissions()
    {
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "plan.csv");
        QVERIFY(writeFileAtomically(path, "earlier and longer").has_value());
        QCOMPARE(::chmod(path.c_str(), 0640), 0);
        QVERIFY(writeFileAtomically(path, "later").has_value());
        QCOMPARE(textOf(readFile(path)), QString("later"));
        QCOMPARE(permissionsOf(path), 0640U);
    }

    void newFilesObeyTheUmask()
    {
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "plan.csv");
        const mode_t earlier = ::umask(027);
        const auto written = writeFileAtomically(path, "0F0\n");
        ::umask(earlier);
        QVERIFY(written.has_value());
        QCOMPARE(permissionsOf(path), 0640U);
    }

    void followsLinks()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("real"));
        QVERIFY(writeFileAtomically(pathIn(folder, "real/plan.csv"), "earlier").has_value());
        QVERIFY(QFile::link("real/plan.csv", folder.filePath("link.csv")));
        QVERIFY(QFile::link("real/new.csv", folder.filePath("dangling.csv")));
        QVERIFY(writeFileAtomically(pathIn(folder, "link.csv"), "later").has_value());
        QVERIFY(writeFileAtomically(pathIn(folder, "dangling.csv"), "new").has_value());
        QVERIFY(QFileInfo(folder.filePath("link.csv")).isSymLink());
        QVERIFY(QFileInfo(folder.filePath("dangling.csv")).isSymLink());
        QCOMPARE(textOf(readFile(pathIn(folder, "real/plan.csv"))), QString("later"));
        QCOMPARE(textOf(readFile(pathIn(folder, "real/new.csv"))), QString("new"));

        QVERIFY(QFile::link("round.csv", folder.filePath("round.csv")));
        QCOMPARE(
            textOf(writeFileAtomically(pathIn(folder, "round.csv"), "")),
            QString("cannot write %1: Too many levels of symbolic links").arg(folder.filePath("round.csv")));
    }

    void refusesToWrite()
    {
        const QTemporaryDir folder;
        const auto error = [&](const char* name) {
            return textOf(writeFileAtomically(pathIn(folder, name), "x"));
        };
        const QString path = folder.path();
        QCOMPARE(textOf(writeFileAtomically(path.toStdString(), "x")),
                 QString("cannot write %1: it is a folder").arg(path));
        QCOMPARE(error("none/plan.csv"), QString("cannot write %1/none/plan.csv: cannot create a file in its "
                                                 "folder: No such file or directory")
                                             .arg(path));
        QCOMPARE(error("none/"), QString("cannot write %1/none/: its folder does not exist").arg(path));
        QCOMPARE(textOf(writeFileAtomically("", "x")), QString("cannot write '': the file name is empty"));
        QVERIFY(writeFileAtomically(pathIn(folder, "none/x"), "").error().kind == ErrorKind::OutputFailed);
        QCOMPARE(everythingIn(folder), QStringList{});
        const QString longName(300, 'n');
        QCOMPARE(textOf(writeFileAtomically(folder.filePath(longName).toStdString(), "x")),
                 QString("cannot write %1/%2: File name too long").arg(path, longName));
    }

    void leavesTheEarlierFileWhenTheDiskIsFull()
    {
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "plan.csv");
        QVERIFY(writeFileAtomically(path, "earlier").has_value());
        // A limit on the size of files stands for the full disk, also for root.
        struct rlimit earlier
        {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &earlier), 0);
        struct rlimit little = earlier;
        little.rlim_cur = 100;
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &little), 0);
        const auto written = writeFileAtomically(path, std::string(1000, 'x'));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &earlier), 0);
        std::signal(SIGXFSZ, handler);
        QCOMPARE(textOf(written),
                 QString("cannot write %1: File too large").arg(QString::fromStdString(path)));
        QVERIFY(written.error().kind == ErrorKind::OutputFailed);
        QCOMPARE(textOf(readFile(path)), QString("earlier"));
        QCOMPARE(everythingIn(folder), QStringList{"plan.csv"});
    }

    void leavesTheEarlierFileWithoutPermission()
    {
        if (::geteuid() == 0)
            QSKIP("root may write anywhere");
        const QTemporaryDir folder;
        const std::string path = pathIn(folder, "plan.csv");
        QVERIFY(writeFileAtomically(path, "earlier").has_value());
        QCOMPARE(::chmod(folder.path().toLocal8Bit().constData(), 0555), 0);
        const auto inLockedFolder = writeFileAtomically(path, "later");
        QCOMPARE(::chmod(folder.path().toLocal8Bit().constData(), 0755), 0);
        QCOMPARE(textOf(inLockedFolder),
                 QString("cannot write %1: cannot create a file in its folder: Permission denied")
                     .arg(QString::fromStdString(path)));
        QCOMPARE(::chmod(path.c_str(), 0444), 0);
        QCOMPARE(textOf(writeFileAtomically(path, "later")),
                 QString("cannot write %1: Permission denied").arg(QString::fromStdString(path)));
        QCOMPARE(textOf(readFile(path)), QString("earlier"));
        QCOMPARE(everythingIn(folder), QStringList{"plan.csv"});
    }

    void writesToDevices()
    {
        QCOMPARE(textOf(writeFileAtomically("/dev/null", "x")), QString("written"));
        QVERIFY(!QFileInfo("/dev/null").isFile());
        if (QFileInfo::exists("/dev/full"))
            QCOMPARE(textOf(writeFileAtomically("/dev/full", "x")),
                     QString("cannot write /dev/full: No space left on device"));
    }

    void tellsBeforeWhetherItCouldWrite()
    {
        const QTemporaryDir folder;
        QCOMPARE(textOf(checkWritable(pathIn(folder, "new.json"))), QString("written"));
        QVERIFY(writeFileAtomically(pathIn(folder, "kept.json"), "earlier").has_value());
        QCOMPARE(textOf(checkWritable(pathIn(folder, "kept.json"))), QString("written"));
        QCOMPARE(textOf(readFile(pathIn(folder, "kept.json"))), QString("earlier"));
        QCOMPARE(everythingIn(folder), QStringList{"kept.json"});
        QCOMPARE(textOf(checkWritable("/dev/null")), QString("written"));
        // Where writing fails it says the same before.
        for (const std::string& path :
             {std::string(), folder.path().toStdString(), pathIn(folder, "none/such.json"),
              pathIn(folder, "none/"), pathIn(folder, "kept.json/below")}) {
            QVERIFY(!checkWritable(path).has_value());
            QCOMPARE(textOf(checkWritable(path)), textOf(writeFileAtomically(path, "")));
        }
        QCOMPARE(everythingIn(folder), QStringList{"kept.json"});
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, IoFile)
#include "io_file.moc"

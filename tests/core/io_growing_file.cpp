// SPDX-License-Identifier: Apache-2.0
// A file that grows by whole lines belongs to one writer, and never keeps a part of a line.
#include <QTest>

#include "core/io/file.h"
#include "core/io/growing_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace bubblescope;

namespace {

std::string ioGrowingFilePathIn(const QTemporaryDir& folder, const char* name)
{
    return folder.filePath(name).toStdString();
}

/// Lets no file of this program grow beyond `bytes` while it lives: a disk that fills up.
class SmallDisk
{
public:
    explicit SmallDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    rlimit m_before{};
};

} // namespace

class GrowingFileTest : public QObject
{
    Q_OBJECT

private slots:
    void growsAndIsCut()
    {
        const QTemporaryDir folder;
        const std::string path = ioGrowingFilePathIn(folder, "rows.csv");
        {
            Result<GrowingFile> file = GrowingFile::open(path);
            QVERIFY(file && file->size() == 0);
            QVERIFY(file->append("one\ntwo\n"));
            QVERIFY(file->append("thr"));
        }
        Result<GrowingFile> file = GrowingFile::open(path);
        QVERIFY(file);
        QCOMPARE(*file->read(), "one\ntwo\nthr");
        QVERIFY(file->cutTo(8));
        QVERIFY(file->append("four\n"));
        QVERIFY(file->sync());
        QCOMPARE(*readFile(path), "one\ntwo\nfour\n");
        QCOMPARE(file->size(), 13U);
    }

    void belongsToOne()
    {
        const QTemporaryDir folder;
        const std::string path = ioGrowingFilePathIn(folder, "rows.csv");
        std::optional<GrowingFile> first = std::move(*GrowingFile::open(path));
        const Result<GrowingFile> second = GrowingFile::open(path);
        QVERIFY(!second);
        QCOMPARE(second.error().message.text(),
                 "another process is writing " + path + ": wait for it to finish, or choose another name");
        QVERIFY(second.error().kind == ErrorKind::InvalidInput);
        GrowingFile moved = std::move(*first);
        first.reset();
        QVERIFY(!GrowingFile::open(path)); // the claim moved too
        moved = std::move(*GrowingFile::open(ioGrowingFilePathIn(folder, "other.csv")));
        QVERIFY(moved.append("x\n"));
    }

    void aFullDiskKeepsWholeLines()
    {
        const QTemporaryDir folder;
        const std::string path = ioGrowingFilePathIn(folder, "rows.csv");
        Result<GrowingFile> file = GrowingFile::open(path);
        QVERIFY(file && file->append("header\n"));
        {
            const SmallDisk disk(20);
            const Result<void> full = file->append("first\nsecond\nthird\n");
            QVERIFY(!full);
            QVERIFY(full.error().kind == ErrorKind::OutputFailed);
            QCOMPARE(full.error().message.text(), "cannot write " + path + ": File too large");
            QCOMPARE(*readFile(path), "header\nfirst\nsecond\n");
            QCOMPARE(file->size(), 20U);
            QVERIFY(!file->append("third\n"));
            QCOMPARE(*readFile(path), "header\nfirst\nsecond\n");
        }
        QVERIFY(file->append("third\n"));
        QCOMPARE(*readFile(path), "header\nfirst\nsecond\nthird\n");
    }

    void takesTheOthersPlace()
    {
        const QTemporaryDir folder;
        const std::string path = ioGrowingFilePathIn(folder, "rows.csv");
        QVERIFY(writeFileAtomically(path, "before\n"));
        QCOMPARE(::chmod(path.c_str(), 0640), 0);
        Result<GrowingFile> file = GrowingFile::open(ioGrowingFilePathIn(folder, "rows.csv.part"));
        QVERIFY(file && file->append("after\n"));
        QCOMPARE(*readFile(path), "before\n");
        QVERIFY(file->replace(path));
        QCOMPARE(*readFile(path), "after\n");
        struct stat status
        {};
        QCOMPARE(::stat(path.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, 0640U);
        QVERIFY(!QFile::exists(folder.filePath("rows.csv.part")));
    }

    void refusals()
    {
        const QTemporaryDir folder;
        const auto told = [](const std::string& path) {
            const Result<GrowingFile> file = GrowingFile::open(path);
            return file ? "fine" : file.error().message.text();
        };
        const std::string missing = ioGrowingFilePathIn(folder, "no/rows.csv");
        QCOMPARE(told(missing), "cannot write " + missing + ": No such file or directory");
        QCOMPARE(told(folder.path().toStdString()),
                 "cannot write " + folder.path().toStdString() + ": Is a directory");
        QCOMPARE(told("/dev/null"), "cannot write /dev/null: it is not a regular file");
    }
};

BUBBLESCOPE_TEST(GrowingFileTest)
#include "io_growing_file.moc"

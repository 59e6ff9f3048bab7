// SPDX-License-Identifier: Apache-2.0
// A file is whole at every moment of being replaced: the writer is killed before and after each of its system
// calls; and a disk without room leaves what was there.
#include "core/io/file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace bubblescope;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

enum class End { Killed, Finished, Untraceable };

/// Replaces the file in a child, which is killed (SIGKILL) at its `stops`th entry to or return from the
/// system.
End writeUntil(const QString& path, const std::string& bytes, int stops)
{
    const std::string name = path.toStdString();
    const pid_t child = ::fork();
    if (child == 0) {
        if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
            ::_exit(77);
        ::raise(SIGSTOP);
        ::_exit(writeFileAtomically(name, bytes) ? 0 : 1);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return End::Untraceable;
    for (int stop = 0; stop < stops; ++stop) {
        ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        if (::waitpid(child, &status, 0) != child || WIFEXITED(status))
            return End::Finished;
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return End::Killed;
}

} // namespace

class IoFileKilled : public QObject
{
    Q_OBJECT

private slots:
    void aKilledWriterLeavesAWholeFile_data()
    {
        QTest::addColumn<bool>("isLink");
        QTest::addColumn<bool>("isNew");
        QTest::newRow("a file") << false << false;
        QTest::newRow("through a link") << true << false;
        QTest::newRow("a new file") << false << true;
    }

    void aKilledWriterLeavesAWholeFile()
    {
        QFETCH(bool, isLink);
        QFETCH(bool, isNew);
        const QTemporaryDir folder;
        const QString real = folder.filePath("plan.bubble");
        const QString path = isLink ? folder.filePath("link.bubble") : real;
        if (isLink)
            QVERIFY(QFile::link("plan.bubble", path));
        const std::string earlier(5000, 'e');
        const std::string later(100'000, 'l');
        int earlierCount = 0, laterCount = 0;
        for (int stops = 0; stops < 1000; ++stops) {
            QFile::remove(real);
            if (!isNew) {
                QVERIFY(writeFileAtomically(real.toStdString(), earlier).has_value());
                QCOMPARE(::chmod(QFile::encodeName(real).constData(), 0640), 0);
            }
            const End end = writeUntil(path, later, stops);
            if (end == End::Untraceable)
                QSKIP("no process can be traced here");
            if (end == End::Finished) {
                // It was killed at every place that there is.
                QVERIFY(contentOf(real).toStdString() == later);
                QVERIFY(earlierCount >= 8 && laterCount >= 2);
                return;
            }
            const std::string found = contentOf(real).toStdString();
            if (isNew && !QFile::exists(real))
                ++earlierCount;
            else if (!isNew && found == earlier)
                ++earlierCount;
            else if (found == later)
                ++laterCount;
            else
                QFAIL(qPrintable(QString("%1 bytes after %2 stops").arg(found.size()).arg(stops)));
            if (!isNew) {
                struct stat status
                {};
                QCOMPARE(::stat(QFile::encodeName(real).constData(), &status), 0);
                QCOMPARE(status.st_mode & 0777U, 0640U);
            }
            QCOMPARE(QFileInfo(path).isSymLink(), isLink);
            // What a killed writer left behind is in nobody's way.
            QVERIFY(
                QDir(folder.path()).entryList({".bubblescope-*.tmp"}, QDir::Files | QDir::Hidden).size() <=
                stops + 1);
        }
        QFAIL("it never ended");
    }

    void aFullDiskLeavesTheEarlierFile()
    {
        const QTemporaryDir folder;
        if (::mount("none", QFile::encodeName(folder.path()).constData(), "tmpfs", 0, "size=16k") != 0)
            QSKIP("no disk can be mounted here");
        const QString path = folder.filePath("plan.bubble");
        const auto first = writeFileAtomically(path.toStdString(), "earlier");
        const auto second = writeFileAtomically(path.toStdString(), std::string(100'000, 'x'));
        const QByteArray found = contentOf(path);
        const QStringList all = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
        QCOMPARE(::umount2(QFile::encodeName(folder.path()).constData(), MNT_DETACH), 0);
        QVERIFY(first.has_value());
        QVERIFY(!second.has_value());
        QCOMPARE(QString::fromStdString(second.error().text()),
                 QString("cannot write %1: No space left on device").arg(path));
        QCOMPARE(found, QByteArray("earlier"));
        QCOMPARE(all, QStringList("plan.bubble"));
    }
};

BUBBLESCOPE_TEST(IoFileKilled)
#include "io_file_killed.moc"

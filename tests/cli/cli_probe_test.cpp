// SPDX-License-Identifier: Apache-2.0
// bubblescope-cli probe: all that follows goes to bubblescope-probe, and what it does is the command's.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>

using namespace bubblescope::test;

class CliProbeTest : public QObject
{
    Q_OBJECT

private slots:
    void passesArgumentsOutputAndStatus_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("passed");
        QTest::newRow("nothing") << QStringList{"probe"} << QByteArray();
        QTest::newRow("options of ours, too") << QStringList{"probe", "--quiet", "--help", "--version"}
                                              << QByteArray("[--quiet][--help][--version]");
        QTest::newRow("a command's name and blanks")
            << QStringList{"probe", "simulate", "a b", ""} << QByteArray("[simulate][a b][]");
        QTest::newRow("after --quiet")
            << QStringList{"--quiet", "probe", "--dry-run"} << QByteArray("[--dry-run]");
    }

    void passesArgumentsOutputAndStatus()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, passed);
        const QTemporaryDir folder;
        const QString program = aloneIn(folder);
        writeProgram(folder.filePath(QStringLiteral("bin/bubblescope-probe")),
                     "#!/bin/sh\nfor a in \"$@\"; do printf '[%s]' \"$a\"; done\necho said >&2\nexit 19\n");
        const CliRun run = runAlone(program, arguments, QStringLiteral("/usr/bin:/bin"));
        QCOMPARE(run.output, passed);
        QCOMPARE(run.errors, QByteArray("said\n"));
        QCOMPARE(run.status, 19);
    }

    void theProbeBesideComesFirst()
    {
        const QTemporaryDir folder;
        const QString program = aloneIn(folder);
        writeProgram(folder.filePath(QStringLiteral("bin/bubblescope-probe")), "#!/bin/sh\nexit 3\n");
        writeProgram(folder.filePath(QStringLiteral("bubblescope-probe")), "#!/bin/sh\nexit 28\n");
        QCOMPARE(runAlone(program, {"probe"}, folder.path() + QStringLiteral(":/usr/bin:/bin")).status, 3);
    }

    void oneInPathIsFound()
    {
        const QTemporaryDir folder;
        const QString program = aloneIn(folder);
        writeProgram(folder.filePath(QStringLiteral("bubblescope-probe")), "#!/bin/sh\nexit 28\n");
        QCOMPARE(runAlone(program, {"probe"}, folder.path() + QStringLiteral(":/usr/bin:/bin")).status, 28);
    }

    void noProbeIsSaid()
    {
        const QTemporaryDir folder;
        const CliRun run = runAlone(aloneIn(folder), {"probe", "--dry-run"}, QStringLiteral("/nowhere"));
        QCOMPARE(run.status, 2);
        QCOMPARE(
            run.errors,
            QByteArray("bubblescope-cli: error: bubblescope-probe was not found beside bubblescope-cli or in "
                       "PATH: install it, or build the target bubblescope-probe\n"));
        QCOMPARE(run.output, QByteArray());
    }

    void whatIsNoProgramIsSaid()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath(QStringLiteral("bubblescope-probe")), "text that nobody may run\n");
        const CliRun run = runAlone(aloneIn(folder), {"probe"}, folder.path());
        QCOMPARE(run.status, 2);
        QCOMPARE(
            run.errors,
            QByteArray("bubblescope-cli: error: bubblescope-probe cannot be started: Permission denied\n"));
    }

    void theHelpTellsOfIt()
    {
        const CliRun run = runCli({"--help"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.output.contains("probe"));
        QVERIFY(run.output.contains("bubblescope-probe"));
    }

private:
    /// A copy of the command line alone in a folder, so that no real probe is beside it.
    [[nodiscard]] static QString aloneIn(const QTemporaryDir& folder)
    {
        QDir(folder.path()).mkpath(QStringLiteral("bin"));
        const QString copy = folder.filePath(QStringLiteral("bin/bubblescope-cli"));
        if (!QFile::copy(QStringLiteral(BUBBLESCOPE_CLI), copy))
            qFatal("cannot copy the program");
        return copy;
    }

    static void writeProgram(const QString& path, const QByteArray& script)
    {
        writeFile(path, script);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    static CliRun runAlone(const QString& program, const QStringList& arguments, const QString& path)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), path);
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
            return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliProbeTest)
#include "cli_probe_test.moc"

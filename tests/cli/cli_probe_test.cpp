// SPDX-License-Identifier: Apache-2.0
// bubblescope-cli probe: all that follows goes to bubblescope-probe, and what it does is the command's.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
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
        addRows<QStringList, QByteArray>({
            {"nothing", {"probe"}, ""},
            {"options of ours, too",
             {"probe", "--quiet", "--help", "--version"},
             "[--quiet][--help][--version]"},
            {"a command's name and blanks", {"probe", "simulate", "a b", ""}, "[simulate][a b][]"},
            {"after --quiet", {"--quiet", "probe", "--dry-run"}, "[--dry-run]"},
        });
    }

    void passesArgumentsOutputAndStatus()
    {
        const auto& [arguments, passed] = givenRow<QStringList, QByteArray>();
        const CliFolder folder;
        const QString program = aloneIn(folder);
        writeProgram(folder.filePath(QStringLiteral("bin/bubblescope-probe")),
                     "#!/bin/sh\nfor a in \"$@\"; do printf '[%s]' \"$a\"; done\necho said >&2\nexit 19\n");
        const CliRun run = runAlone(program, arguments, QStringLiteral("/usr/bin:/bin"));
        QCOMPARE(run.output, passed);
        QCOMPARE(run.errors, "said\n");
        QCOMPARE(run.status, 19);
    }

    void theProbeBesideComesFirst()
    {
        const CliFolder folder;
        const QString program = aloneIn(folder);
        writeProgram(folder.filePath(QStringLiteral("bin/bubblescope-probe")), "#!/bin/sh\nexit 3\n");
        writeProgram(folder.filePath(QStringLiteral("bubblescope-probe")), "#!/bin/sh\nexit 28\n");
        QCOMPARE(runAlone(program, {"probe"}, folder.path() + QStringLiteral(":/usr/bin:/bin")).status, 3);
    }

    void oneInPathIsFound()
    {
        const CliFolder folder;
        const QString program = aloneIn(folder);
        writeProgram(folder.filePath(QStringLiteral("bubblescope-probe")), "#!/bin/sh\nexit 28\n");
        QCOMPARE(runAlone(program, {"probe"}, folder.path() + QStringLiteral(":/usr/bin:/bin")).status, 28);
    }

    void noProbeIsSaid()
    {
        const CliFolder folder;
        const CliRun run = runAlone(aloneIn(folder), {"probe", "--dry-run"}, QStringLiteral("/nowhere"));
        QCOMPARE(run.refusal(), "bubblescope-probe was not found beside bubblescope-cli or in PATH: install "
                                "it, or build the target bubblescope-probe");
        QCOMPARE(run.output, QByteArray());
    }

    void whatIsNoProgramIsSaid()
    {
        const CliFolder folder;
        folder.write(QStringLiteral("bubblescope-probe"), "text that nobody may run\n");
        const CliRun run = runAlone(aloneIn(folder), {"probe"}, folder.path());
        QCOMPARE(run.refusal(), "bubblescope-probe cannot be started: Permission denied");
    }

    void theHelpTellsOfIt()
    {
        const CliRun run = succeed({"--help"});
        QVERIFY(run.output.contains("probe"));
        QVERIFY(run.output.contains("bubblescope-probe"));
    }

private:
    /// A copy of the command line alone in a folder, so that no real probe is beside it.
    [[nodiscard]] static QString aloneIn(const CliFolder& folder)
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

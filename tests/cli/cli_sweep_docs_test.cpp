// SPDX-License-Identifier: Apache-2.0
// The lines of docs/sweeps.md, as they stand there: a job array, GNU parallel, and all parts together.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QDir>

using namespace bubblescope::test;

namespace {

/// The block of docs/sweeps.md that begins with these words.
QByteArray documented(const QByteArray& begin)
{
    const QByteArray page = readFile(QString(BUBBLESCOPE_DOCS) + "/sweeps.md");
    const qsizetype at = page.indexOf("```bash\n" + begin);
    return at < 0 ? QByteArray() : page.mid(at + 8, page.indexOf("```\n", at) - at - 8);
}

/// Runs the lines in `folder`, where bubblescope-cli and a stand-in for GNU parallel are found.
int runShell(const QByteArray& lines, const CliFolder& folder)
{
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder.filePath("bin") + ":" + QFileInfo(BUBBLESCOPE_CLI).path() + ":" +
                                   environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(folder.path());
    shell.start("bash", {"-e", "-c", lines});
    return shell.waitForFinished(120'000) && shell.exitStatus() == QProcess::NormalExit ? shell.exitCode()
                                                                                        : -1;
}

} // namespace

class CliSweepDocsTest : public QObject
{
    Q_OBJECT

private slots:
    void theDocumentedLinesWork()
    {
        const CliFolder folder;
        const QByteArray plan = documented("# plan.sh");
        const QByteArray job = documented("#!/bin/bash");
        QVERIFY(!plan.isEmpty() && job.contains("--array=1-16"));
        folder.write("plan.sh", plan);
        QCOMPARE(runShell("source plan.sh; bubblescope-cli sweep \"${sweep[@]}\" -o whole.csv", folder), 0);
        folder.write("job.sh", job);
        const QByteArray array =
            "for task in {1..16}; do SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 bash job.sh; done";
        QCOMPARE(runShell(array, folder), 0);
        QCOMPARE(runShell(documented("# join"), folder), 0);
        const QByteArray whole = folder.read("whole.csv");
        QCOMPARE(whole.count('\n'), 1 + 3 * 5 * 7 * 2);
        QCOMPARE(folder.read("sweep.csv"), whole);
        // What stands behind ::: takes the place of {}.
        QVERIFY(QDir(folder.path()).mkdir("bin"));
        folder.write("bin/parallel", "#!/bin/bash\n"
                                     "all=\"$*\"\n"
                                     "line=\"${all%% ::: *}\"\n"
                                     "for i in ${all##* ::: }; do eval \"${line//\\{\\}/$i}\"; done\n");
        QVERIFY(QFile::setPermissions(folder.filePath("bin/parallel"), QFile::ReadOwner | QFile::ExeOwner));
        QCOMPARE(runShell("rm -r parts sweep.csv\n" + documented("# parallel"), folder), 0);
        QCOMPARE(QDir(folder.filePath("parts")).entryList(QDir::Files).size(), 16);
        QCOMPARE(runShell(documented("# join"), folder), 0);
        QCOMPARE(folder.read("sweep.csv"), whole);
    }
};

BUBBLESCOPE_TEST(CliSweepDocsTest)
#include "cli_sweep_docs_test.moc"

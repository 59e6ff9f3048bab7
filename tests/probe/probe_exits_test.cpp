// SPDX-License-Identifier: Apache-2.0
// How measuring ends where there is no GPU, and that the program starts there at all.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QTest>

using namespace bubblescope::test;

namespace {

bool hasDriver()
{
    return QFileInfo::exists(QStringLiteral("/dev/nvidiactl"));
}

} // namespace

class ProbeExitsTest : public QObject
{
    Q_OBJECT

private slots:
    void measuringWithoutADriverEnds()
    {
        if (BUBBLESCOPE_HAS_CUDA && hasDriver())
            QSKIP("there is a driver here");
        if (BUBBLESCOPE_HAS_CUDA)
            endsWith(runCli(measuring({})), 20, "no_driver");
        else
            endsWith(runCli(measuring({})), 19, "built_without_cuda");
    }

    void listingWithoutADriverEnds()
    {
        if (BUBBLESCOPE_HAS_CUDA && hasDriver())
            QSKIP("there is a driver here");
        const CliRun run = runCli({"--list-devices"});
        QCOMPARE(run.status, BUBBLESCOPE_HAS_CUDA ? 20 : 19);
        verifyContains(run.errors, {"--estimate GPU works without one"});
        QVERIFY(run.output.isEmpty());
    }

    void aFolderWithoutLibrariesIsSaid()
    {
        if (!BUBBLESCOPE_HAS_CUDA)
            QSKIP("built without CUDA");
        const CliRun run = runCli(measuring({"--library-path", m_folder.path()}));
        endsWith(run, 24, "library_missing");
        verifyContains(run.errors, {"libcublasLt.so", "--library-path"});
    }

    void whatIsNeverMeasuredIsSaid_data()
    {
        addRows<QStringList, QByteArray>({
            {"cuDNN in fp32", {"--attention", "cudnn", "--dtype", "fp32"}, "--attention unfused or analytic"},
            {"bf16 gradients of fp16",
             {"--dtype", "fp16", "--grad-dtype", "bf16"},
             "gradients in bf16 are measured only with dtype bf16, not with fp16"},
        });
    }

    void whatIsNeverMeasuredIsSaid()
    {
        const auto& [arguments, message] = givenRow<QStringList, QByteArray>();
        const CliRun run = runCli(measuring(arguments));
        endsWith(run, 26, "unsupported");
        verifyContains(run.errors, {message});
    }

    void nothingOfCudaIsLinked()
    {
        QProcess ldd;
        ldd.start(QStringLiteral("ldd"), {QStringLiteral(BUBBLESCOPE_CLI)});
        if (!ldd.waitForFinished(60000))
            QSKIP("ldd is not here");
        const QByteArray libraries = ldd.readAllStandardOutput();
        verifyContains(libraries, {"libc.so"});
        for (const char* name : {"cublas", "nvidia-ml", "libcuda", "cudnn", "nccl", "not found"})
            QVERIFY2(!libraries.contains(name), libraries);
    }

private:
    CliFolder m_folder;
    [[nodiscard]] QStringList measuring(const QStringList& more) const
    {
        return QStringList{"--preset", "llama-3-8b", "--out", m_folder.filePath(QStringLiteral("out.json"))} +
               more;
    }
    void endsWith(const CliRun& run, int status, const QByteArray& code) const
    {
        QCOMPARE(run.status, status);
        verifyContains(run.output, {"\"event\":\"error\"", "\"code\":\"" + code + "\""});
        QVERIFY(run.output.contains("\"event\":\"bye\""));
        QVERIFY(!QFileInfo::exists(m_folder.filePath(QStringLiteral("out.json"))));
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, ProbeExitsTest)
#include "probe_exits_test.moc"

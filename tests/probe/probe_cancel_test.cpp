// SPDX-License-Identifier: Apache-2.0
// A cancel ends the probe whatever it waits for.
#include "app/probe/cancel_deadline.h"
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QTest>
#include <atomic>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace std::chrono_literals;
using bubblescope::probe::CancelDeadline;

class ProbeCancelTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsLateIsEndedOnce()
    {
        const CancelToken cancel;
        std::atomic<int> ends{0};
        const CancelDeadline deadline(cancel, 1ms, [&] { ++ends; });
        cancel.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(ends.load(), 1, 60000);
        QTest::qWait(50);
        QCOMPARE(ends.load(), 1);
    }

    void whatEndsInTimeIsLeftAlone()
    {
        const CancelToken cancel;
        std::atomic<int> ends{0};
        {
            const CancelDeadline deadline(cancel, 1h, [&] { ++ends; });
            cancel.cancel();
            QTest::qWait(50);
        }
        QCOMPARE(ends.load(), 0);
    }

    void whatIsNotCancelledMayTakeLong()
    {
        std::atomic<int> ends{0};
        {
            const CancelDeadline deadline(CancelToken(), 0ms, [&] { ++ends; });
            QTest::qWait(50);
        }
        QCOMPARE(ends.load(), 0);
    }

    void aLibraryThatLoadsSlowlyIsNotWaitedFor()
    {
        if (!BUBBLESCOPE_HAS_CUDA)
            QSKIP("built without CUDA");
        const CliFolder folder;
        for (const char* name : {"libcublasLt.so.12", "libcublasLt.so.13", "libcublasLt.so.14"})
            QVERIFY(
                QFile::copy(QStringLiteral(BUBBLESCOPE_SLOW_LIBRARY), folder.filePath(QLatin1String(name))));
        QProcess probe;
        probe.start(QStringLiteral(BUBBLESCOPE_CLI),
                    {QStringLiteral("--preset"), QStringLiteral("llama-3-8b"),
                     QStringLiteral("--library-path"), folder.path(), QStringLiteral("--out"),
                     folder.filePath("out.json")});
        QByteArray errors;
        QTRY_VERIFY_WITH_TIMEOUT(
            (probe.waitForReadyRead(10), errors += probe.readAllStandardError(), errors.contains("loading")),
            50000);
        probe.terminate();
        QVERIFY(probe.waitForFinished(50000));
        // Had it been waited for, its missing functions would be told, and 24.
        QCOMPARE(probe.exitStatus(), QProcess::NormalExit);
        QCOMPARE(probe.exitCode(), 130);
        const QByteArray events = probe.readAllStandardOutput();
        verifyContains(events, {"\"code\":\"cancelled\"", "\"event\":\"bye\""});
        QVERIFY(!QFileInfo::exists(folder.filePath("out.json")));
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, ProbeCancelTest)
#include "probe_cancel_test.moc"

// SPDX-License-Identifier: Apache-2.0
// What fails late: which failures a measurement goes on from, and what it says then.
#include <QTest>

#include "probe/plan/phase_failure.h"
#include "tests/probe/played_device.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

std::string textOf(const std::optional<ProbeWarning>& warning)
{
    return warning ? warning->code + ": " + warning->message : "ends";
}

} // namespace

class ProbeFailureTest : public QObject
{
    Q_OBJECT

private slots:
    void aFailedPhaseIsLeftOutWhereTheDeviceLives_data()
    {
        addRows<int, QString, QString>({
            {"a gate that timed out", 23, "gate_timed_out",
             "gate_timed_out: transfers: not measured: busy.0-1.4096: too late"},
            {"a product that is not supported", 26, "unsupported",
             "unsupported: transfers: not measured: busy.0-1.4096: too late"},
            {"a device that is not given", 27, "device_busy",
             "device_busy: transfers: not measured: busy.0-1.4096: too late"},
            {"an emulation that cannot be planned", 23, "emulation",
             "emulation: transfers: not measured: busy.0-1.4096: too late"},
            {"an illegal address", 23, "cuda_error", "ends"},
            {"a device that hangs", 23, "device_hangs", "ends"},
            {"a kernel that computes wrongly", 23, "self_check", "ends"},
        });
    }

    void aFailedPhaseIsLeftOutWhereTheDeviceLives()
    {
        const auto& [exit, code, text] = givenRow<int, QString, QString>();
        PlayedDevice device({100, 200, 300});
        device.failsAfter = 40;
        device.failure = {SampleProblem::Device, "too late", static_cast<Exit>(exit), code.toStdString()};
        const LoopResult loop = measureInRounds(device, {});
        const PhaseFailure failure = failureOf(loop, "busy.0-1.4096");
        QCOMPARE(static_cast<int>(failure.exit), exit);
        QCOMPARE(QString::fromStdString(textOf(leftOut("transfers", failure))), text);
    }

    void noMemoryAtTheLastPointIsAWarning()
    {
        PlayedDevice device({100, 200, 300});
        device.noMemoryAt = 2;
        const LoopResult loop = measureInRounds(device, {});
        const PhaseFailure failure = failureOf(loop, "copy.boundary");
        QVERIFY(failure.exit == Exit::OutOfMemory);
        QCOMPARE(textOf(leftOut("transfers", failure)),
                 "out_of_memory: transfers: not measured: copy.boundary: out of memory");
    }

    void timeThatIsUpIsAWarning()
    {
        PlayedDevice device({100});
        LoopOptions options;
        options.maxSeconds = 0.5; // three windows of warming up
        const PhaseFailure failure = failureOf(measureInRounds(device, options), "stage.F");
        QVERIFY(failure.exit == Exit::TimeLimit);
        QCOMPARE(textOf(leftOut("stage check", failure)),
                 "time_limit: stage check: not measured: stage.F: time was up before every point had been "
                 "measured once");
    }

    void aCancelIsNoWarning()
    {
        PlayedDevice device({100});
        device.cancelAfter = 5;
        const PhaseFailure failure = failureOf(measureInRounds(device, {}, device.cancel), "");
        QVERIFY(failure.exit == Exit::Cancelled);
        QCOMPARE(textOf(leftOut("overlap", failure)), "ends");
    }

    void whatIsMissingIsAFlag()
    {
        CalibrationResult result;
        QVERIFY(!result.isFlagged());
        result.isPartial = true;
        QVERIFY(result.isFlagged());
    }
};

BUBBLESCOPE_TEST(ProbeFailureTest)
#include "probe_failure_test.moc"

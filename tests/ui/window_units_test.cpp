// SPDX-License-Identifier: Apache-2.0
// Fields that take units, and schedules that are chosen for the same work.
#include "core/fit/costs_of_same_work.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_costs_support.h"
#include "ui/document/settings.h"

#include <QCheckBox>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

CostModel inMilliseconds()
{
    CostModel costs;
    costs.unit = "ms";
    return costs;
}

} // namespace

class WindowUnitsTest : public QObject
{
    Q_OBJECT

    CostWindow w;

    void begin(const CostModel& costs)
    {
        w.document().setCosts(costs, "Costs");
        w.settle();
    }
    void typeInto(NumberField& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
    }

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void timesTakeUnits()
    {
        begin(inMilliseconds());
        NumberField& field = w.field("cost-forward");
        typeInto(field, "1500 us");
        QTRY_COMPARE(w.costs().forward.value_or(StageValues(0.0)), StageValues(1.5));
        QTest::keyClick(&field, Qt::Key_Return);
        w.field("cost-backward").setFocus();
        QCOMPARE(field.text(), "1.5 ms");
    }

    void halfTypedTextChangesNothing()
    {
        begin(inMilliseconds());
        const CostModel before = w.costs();
        NumberField& field = w.field("cost-forward");
        typeInto(field, "7 m");
        QTest::qWait(2 * NumberField::kTypingPauseMs);
        QVERIFY(w.costs() == before);
        QTest::keyClicks(&field, "s");
        QTRY_COMPARE(w.costs().forward.value_or(StageValues(0.0)), StageValues(7.0));
    }

    void whatANumberAloneMeansStandsInTheField()
    {
        begin(inMilliseconds());
        NumberField& field = w.field("cost-forward");
        typeInto(field, "7");
        auto* unit = field.findChild<QLabel*>();
        QVERIFY(unit && unit->isVisible());
        QCOMPARE(unit->text(), "ms");
        QTest::keyClicks(&field, " us");
        QVERIFY(!unit->isVisible());
    }

    /// As sizes do; one step of undo takes it back.
    void stepsBecomeTimes()
    {
        begin({});
        const CostModel before = w.costs();
        typeInto(w.field("cost-forward"), "1.5 ms");
        QTRY_COMPARE(w.costs().unit, std::string("ms"));
        QCOMPARE(w.costs().forward.value_or(StageValues(0.0)), StageValues(1.5));
        QCOMPARE(w.costs().backward, before.backward);
        QTest::keyClick(&w.field("cost-forward"), Qt::Key_Return);
        w.field("cost-backward").setFocus();
        QCOMPARE(w.field("cost-forward").text(), "1.5 ms");
        QVERIFY2(w.metric("makespan").endsWith("ms") || w.timeline().unit == "ms",
                 qPrintable(w.metric("makespan")));
        w.undo();
        QTRY_VERIFY(w.costs() == before);
    }

    void sizesBecomeBytes()
    {
        begin({});
        typeInto(w.field("cost-activation"), "1.5GB");
        QTRY_COMPARE(w.costs().activation, StageValues(1.5e9));
        QCOMPARE(w.costs().memoryUnit, MemoryUnit::Bytes);
        typeInto(w.field("cost-memory-limit"), "60 GB");
        QTRY_COMPARE(w.costs().memoryLimit.value_or(RankValues(0)), RankValues(60e9));
    }

    void theUnitIsAskedForTypedCostsOnly()
    {
        auto* unit = w->findChild<QWidget*>("cost-unit");
        QVERIFY(unit && !unit->parentWidget()->isHidden());
        CostModel costs = inMilliseconds();
        costs.source = "measured";
        begin(costs);
        QVERIFY(unit->parentWidget()->isHidden());
    }

    void aChosenScheduleDoesTheSameWork()
    {
        w.settle();
        const double work = w.document().evaluation()->metrics.idealTime;
        const CostModel before = w.costs();
        w.document().chooseSchedule(*findSchedule("1f1b"));
        w.settle();
        QCOMPARE(w.document().evaluation()->metrics.idealTime, work);
        QVERIFY(w.costs() != before);
        // A way back ends where it began.
        w.document().chooseSchedule(*findSchedule("interleaved-1f1b"));
        w.settle();
        QVERIFY(w.costs() == before);
    }

    void theSwitchTurnsThatOff()
    {
        auto* box = w->findChild<QCheckBox*>("same-work");
        QVERIFY(box && box->isChecked());
        box->click();
        QVERIFY(!Settings::sameWork());
        const CostModel before = w.costs();
        w.document().chooseSchedule(*findSchedule("1f1b"));
        w.settle();
        QVERIFY(w.costs() == before);
        box->click();
        QVERIFY(w.document().keepsWork());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowUnitsTest)
#include "window_units_test.moc"

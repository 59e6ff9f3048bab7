// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/timeline/measure_marks.h"

#include <QTest>

using namespace bubblescope::ui;

/// Where the chips and the read-out of a measured area stand.
class MeasureMarksTest : public QObject
{
    Q_OBJECT

private slots:
    void chipsStandSideBySide_data()
    {
        QTest::addColumn<double>("left");
        QTest::addColumn<double>("right");
        QTest::addColumn<bool>("from");
        QTest::addColumn<bool>("to");
        QTest::newRow("wide") << 300.0 << 600.0 << true << true;
        QTest::newRow("narrow") << 300.0 << 302.0 << true << true;
        QTest::newRow("at the begin") << 100.0 << 104.0 << true << true;
        QTest::newRow("at the end") << 696.0 << 700.0 << true << true;
        QTest::newRow("the whole plot") << 100.0 << 700.0 << true << true;
        QTest::newRow("begins before the view") << -500.0 << 400.0 << false << true;
        QTest::newRow("ends after it") << 400.0 << 9000.0 << true << false;
        QTest::newRow("all around it") << -500.0 << 9000.0 << false << false;
    }

    void chipsStandSideBySide()
    {
        QFETCH(double, left);
        QFETCH(double, right);
        QFETCH(bool, from);
        QFETCH(bool, to);
        const RulerChips chips = placeRulerChips(left, right, {100, 28, 600, 300}, 716, 50, 70, 60);
        QCOMPARE(chips.from.has_value(), from);
        QCOMPARE(chips.to.has_value(), to);
        QVERIFY(chips.length >= 0 && chips.length + 70 <= 716);
        if (chips.from)
            QVERIFY(*chips.from >= 0 && *chips.from + 50 <= chips.length);
        if (chips.to)
            QVERIFY(*chips.to >= chips.length + 70 && *chips.to + 60 <= 716);
    }

    void theReadOutIsNeverCut_data()
    {
        QTest::addColumn<QRectF>("area");
        QTest::newRow("in the middle") << QRectF(300, 100, 100, 50);
        QTest::newRow("left border") << QRectF(0, 100, 10, 50);
        QTest::newRow("right border") << QRectF(690, 100, 10, 50);
        QTest::newRow("last lane") << QRectF(300, 250, 100, 50);
        QTest::newRow("all lanes") << QRectF(300, 28, 100, 272);
    }

    void theReadOutIsNeverCut()
    {
        QFETCH(QRectF, area);
        const QRectF bounds(4, 26, 692, 270);
        const QRectF rect = placeReadOut(area, {240, 24}, bounds);
        QVERIFY(bounds.contains(rect));
        QCOMPARE(rect.size(), QSizeF(240, 24));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, MeasureMarksTest)
#include "measure_marks_test.moc"

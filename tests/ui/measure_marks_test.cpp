// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "ui/timeline/measure_marks.h"

using namespace bubblescope::test;
using namespace bubblescope::ui;

/// Where the chips and the read-out of a measured area stand.
class MeasureMarksTest : public QObject
{
    Q_OBJECT

private slots:
    void chipsStandSideBySide_data()
    {
        addRows<double, double, bool, bool>({
            {"wide", 300.0, 600.0, true, true},
            {"narrow", 300.0, 302.0, true, true},
            {"at the begin", 100.0, 104.0, true, true},
            {"at the end", 696.0, 700.0, true, true},
            {"the whole plot", 100.0, 700.0, true, true},
            {"begins before the view", -500.0, 400.0, false, true},
            {"ends after it", 400.0, 9000.0, true, false},
            {"all around it", -500.0, 9000.0, false, false},
        });
    }

    void chipsStandSideBySide()
    {
        const auto& [left, right, from, to] = givenRow<double, double, bool, bool>();
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
        addRows<QRectF>({
            {"in the middle", {300, 100, 100, 50}},
            {"left border", {0, 100, 10, 50}},
            {"right border", {690, 100, 10, 50}},
            {"last lane", {300, 250, 100, 50}},
            {"all lanes", {300, 28, 100, 272}},
        });
    }

    void theReadOutIsNeverCut()
    {
        const auto& [area] = givenRow<QRectF>();
        const QRectF bounds(4, 26, 692, 270);
        const QRectF rect = placeReadOut(area, {240, 24}, bounds);
        QVERIFY(bounds.contains(rect));
        QCOMPARE(rect.size(), QSizeF(240, 24));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, MeasureMarksTest)
#include "measure_marks_test.moc"

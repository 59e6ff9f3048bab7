// SPDX-License-Identifier: Apache-2.0
// The timeline's tools by keys alone: measuring, notes, search, lanes, palette, docks; every key goes to what
// has the focus.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/keyboard_support.h"
#include "ui/document/document.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/measure_tool.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class KeyboardToolsTest : public QObject
{
    Q_OBJECT

private slots:
    void measuring()
    {
        KeyedWindow w;
        MeasureTool& measure = w.view().measure();
        press(Qt::Key_T);
        QCOMPARE(measure.mode(), PointerMode::Measure);
        press(Qt::Key_V);
        QCOMPARE(measure.mode(), PointerMode::Select);
        QCOMPARE(w.after(Qt::Key_Right), "0F0");
        press(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(measure.area());
        QCOMPARE(measure.area()->ranks.size(), std::size_t(1));
        const Time before = measure.area()->range.to;
        press(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(measure.area()->range.to > before);
        press(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(measure.area()->ranks.size(), std::size_t(2));
        verifyContains(w->inspector()->plainText(), {"Idle fraction"});
        press(Qt::Key_C, Qt::ControlModifier);
        verifyBegins(clipboard(), "action,rank,");
        press(Qt::Key_Escape);
        QVERIFY(!measure.area());
    }

    void notes()
    {
        KeyedWindow w;
        press(Qt::Key_Right);
        press(Qt::Key_M);
        w.enter("warm-up");
        QVERIFY(w.hasFocus());
        QCOMPARE(w.document().notes().size(), std::size_t(1));
        QCOMPARE(w.document().notes()[0].text, std::string("warm-up"));
        QVERIFY(!w.document().notes()[0].to);
        press(Qt::Key_Right);
        press(Qt::Key_M, Qt::ShiftModifier);
        w.enter("second forward");
        QCOMPARE(w.document().notes().size(), std::size_t(2));
        QVERIFY(w.document().notes()[1].to);
        press(Qt::Key_N, Qt::ShiftModifier);
        press(Qt::Key_Delete);
        QCOMPARE(w.document().notes().size(), std::size_t(1));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(w.document().notes().size(), std::size_t(2));
    }

    void searching()
    {
        KeyedWindow w;
        press(Qt::Key_Slash);
        QVERIFY(!w.hasFocus());
        type("2F mb 3");
        QCOMPARE(w.after(Qt::Key_Return), "2F3");
        press(Qt::Key_A, Qt::ControlModifier);
        w.enter("mb 0");
        const std::string first = textAt(w.view());
        press(Qt::Key_Return);
        QVERIFY(textAt(w.view()) != first);
        QCOMPARE(w.after(Qt::Key_Return, Qt::ShiftModifier), first);
        press(Qt::Key_Escape);
        if (!w.hasFocus())
            press(Qt::Key_Escape);
        QVERIFY(w.hasFocus());
    }

    void lanes()
    {
        KeyedWindow w;
        const auto row = [&w](std::size_t at) { return w.view().geometry().lanes[at].value; };
        press(Qt::Key_Right);
        press(Qt::Key_Down);
        QCOMPARE(w.view().chosen().action()->rank, RankId{1});
        press(Qt::Key_P);
        QCOMPARE(w.view().geometry().pinnedRows, std::size_t(1));
        QCOMPARE(row(0), 1U);
        press(Qt::Key_P);
        QCOMPARE(row(0), 0U);
        press(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(row(2), 1U);
        press(Qt::Key_F, Qt::ShiftModifier);
        QVERIFY(w.view().geometry().isFolded(2));
        press(Qt::Key_H);
        QCOMPARE(w.view().geometry().lanes.size(), std::size_t(3));
        QVERIFY(!w.view().geometry().rowOf(RankId{1}));
        press(Qt::Key_H, Qt::ShiftModifier);
        QCOMPARE(w.view().geometry().lanes.size(), std::size_t(4));
    }

    void paletteAndLaneFinder()
    {
        KeyedWindow w;
        press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        w.enter("critical");
        QTRY_VERIFY(w.view().criticalPath().isShown());
        QTRY_VERIFY(w.hasFocus());
        press(Qt::Key_P, Qt::ControlModifier);
        w.enter("3");
        QTRY_COMPARE(w.view().markedLane(), std::optional(RankId{3}));
        QTRY_VERIFY(w.hasFocus());
    }

    void kindsAndArrows()
    {
        KeyedWindow w;
        press(Qt::Key_1);
        QCOMPARE(w.view().shownFills(), FillMask(kAllFills & ~1U));
        press(Qt::Key_1);
        QCOMPARE(w.view().shownFills(), kAllFills);
        QVERIFY(w.view().chosen().areDependenciesShown());
        press(Qt::Key_E);
        QVERIFY(!w.view().chosen().areDependenciesShown());
        press(Qt::Key_E);
        press(Qt::Key_Right);
        QCOMPARE(w.after(Qt::Key_Right), "0F1");
        QCOMPARE(w.after(Qt::Key_Left, Qt::AltModifier | Qt::ShiftModifier), "0F0");
        QCOMPARE(w.after(Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier), "0F1");
        press(Qt::Key_X, Qt::ControlModifier);
        QTRY_COMPARE(w.document().evaluation()->actionCount, 127U);
        press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(w.document().evaluation()->actionCount, 128U);
    }

    void throughTheDocks()
    {
        KeyedWindow w;
        QTRY_VERIFY(w->bubbles()->bubbleCount().value_or(0) > 0);
        QTreeView* list = w->bubbles()->list();
        for (int i = 0; i < 5 && focused() != list; ++i) {
            press(Qt::Key_F6);
            if (w->bubbles()->isAncestorOf(focused()))
                QVERIFY(tabTo(list));
        }
        QCOMPARE(focused(), list);
        press(Qt::Key_Home);
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QVERIFY(w.view().chosen().bubble());
        press(Qt::Key_C, Qt::ControlModifier);
        verifyBegins(clipboard(), "rank,");
        press(Qt::Key_Escape);
        QVERIFY(w.hasFocus());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, KeyboardToolsTest)
#include "keyboard_tools_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The docks beside the timeline: what leads where, filters, keys and menus.
#include "tests/support/test_program.h"
#include "tests/ui/window_docks_support.h"

namespace bubblescope::test {

using namespace ui;

constexpr int kStartColumn = 1; ///< of the bubbles

class WindowDocksTest : public QObject
{
    Q_OBJECT

private slots:
    void theMenuKeyOpensTheRowsMenu()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        QTreeView& list = *bubbleList(w);
        BubblesModel& model = *w->bubbles()->model();
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Home);
        QTest::keyClick(&list, Qt::Key_Down);
        pressMenuKey(list);
        QMenu* menu = openMenu(list);
        QVERIFY(menu);
        QVERIFY(entry(*menu, QStringLiteral("Copy row as CSV")) &&
                entry(*menu, QStringLiteral("Copy all as CSV")));
        QVERIFY(entry(*menu, QStringLiteral("Fit the bubble")));
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(w.view().chosen().bubble(), model.bubbleAt(model.index(1, 0)));
        pressMenuKey(list);
        menu = openMenu(list);
        QVERIFY(menu);
        entry(*menu, QStringLiteral("Copy all as CSV"))->trigger();
        menu->close();
        QCOMPARE(said(w), QStringLiteral("%1 bubbles copied as CSV.").arg(model.rowCount()));
    }

    void keysOfTheBubbleList()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        const QAbstractItemModelTester tester(w->bubbles()->model());
        QTreeView& list = *bubbleList(w);
        BubblesModel& model = *w->bubbles()->model();
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_End);
        QCOMPARE(list.currentIndex().row(), model.rowCount() - 1);
        QTest::keyClick(&list, Qt::Key_Home);
        QCOMPARE(list.currentIndex().row(), 0);
        QVERIFY(!w.view().chosen().bubble());
        const Time before = widthOf(w.view().navigation().range());
        QTest::keyClick(&list, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(w.view().chosen().bubble(), model.bubbleAt(model.index(0, 0)));
        QVERIFY(widthOf(w.view().navigation().range()) < before);
        QVERIFY(list.hasFocus());
        // Typed ahead: the next row of that rank.
        QTest::keyClick(&list, Qt::Key_2);
        QCOMPARE(list.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("2"));
    }

    void onlyWhatIsInView()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        const std::vector<Bubble>& bubbles = w.document().explanation()->ledger.bubbles;
        BubblesModel& model = *w->bubbles()->model();
        const QAbstractItemModelTester tester(&model);
        w.view().navigation().setReducedMotion(true);
        auto* inView = w->bubbles()->findChild<QCheckBox*>(QStringLiteral("bubbles-in-scope"));
        QCOMPARE(inView->text(), QStringLiteral("In view"));
        QTest::mouseClick(inView, Qt::LeftButton, {}, QPoint(8, inView->height() / 2));
        QVERIFY(inView->isChecked());
        w.view().navigation().setRange({0, 5});
        const auto inRange = [&](Time from, Time to) {
            return static_cast<int>(std::count_if(bubbles.begin(), bubbles.end(), [&](const Bubble& bubble) {
                return bubble.start < to && bubble.end() > from;
            }));
        };
        const TimeRange range = w.view().navigation().range();
        QVERIFY(inRange(range.from, range.to) > 0 &&
                inRange(range.from, range.to) < static_cast<int>(bubbles.size()));
        QTRY_COMPARE(model.rowCount(), inRange(range.from, range.to));
        const double share = w.document().evaluation()->metrics.bubbleRate * model.list().matchedTime /
                             w.document().explanation()->ledger.total;
        QCOMPARE(labelText(*w->bubbles(), "bubbles-summary"),
                 QStringLiteral("%1 of %2 bubbles · %3 of %4 steps idle · %5 of compute")
                     .arg(model.rowCount())
                     .arg(bubbles.size())
                     .arg(figureText(model.list().matchedTime, 3),
                          figureText(w.document().explanation()->ledger.total, 3), percentText(share)));
        QTest::mouseClick(inView, Qt::LeftButton, {}, QPoint(8, inView->height() / 2));
        QCOMPARE(model.rowCount(), static_cast<int>(bubbles.size()));
    }

    void onlyTheMeasuredArea()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        BubblesModel& model = *w->bubbles()->model();
        auto* inScope = w->bubbles()->findChild<QCheckBox*>(QStringLiteral("bubbles-in-scope"));
        const Time makespan = w.document().evaluation()->timeline->makespan;
        w.view().measure().setArea(MeasuredArea{{0, makespan}, {RankId{2}, RankId{1}}});
        emit w.view().measure().areaChanged(w.view().measure().area());
        QTRY_COMPARE(inScope->text(), QStringLiteral("In the area"));
        QTest::mouseClick(inScope, Qt::LeftButton, {}, QPoint(8, inScope->height() / 2));
        QVERIFY(model.rowCount() > 0);
        for (int row = 0; row < model.rowCount(); ++row) {
            const std::uint32_t rank = model.bubbleOf(model.index(row, 0))->rank.value;
            QVERIFY(rank == 1 || rank == 2);
        }
    }

    void aMarkedBubbleThatIsFilteredOut()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        auto* hint = w->bubbles()->findChild<QLabel*>(QStringLiteral("bubbles-rest"));
        QVERIFY(!hint->isVisible());
        w->bubbles()->findChild<RankChoice*>()->setRank(3);
        w.key(Qt::Key_B);
        QVERIFY(w.view().chosen().gap() && w.view().chosen().gap()->rank.value == 0);
        QVERIFY(hint->isVisible());
        QCOMPARE(hint->text(), QStringLiteral("The marked bubble is not in this filter."));
        w->bubbles()->findChild<RankChoice*>()->setRank({});
        QVERIFY(!hint->isVisible());
        // Sorted anew, its row is scrolled to.
        QTreeView& list = *bubbleList(w);
        const auto isShown = [&] {
            const QModelIndex row = w->bubbles()->model()->indexOf(*w.view().chosen().bubble());
            return list.currentIndex().row() == row.row() &&
                   list.viewport()->rect().contains(list.visualRect(row));
        };
        list.sortByColumn(kStartColumn, Qt::DescendingOrder);
        QVERIFY(isShown());
        list.sortByColumn(kStartColumn, Qt::AscendingOrder);
        QVERIFY(isShown());
    }

    void aRowThatIsPointedAtIsOutlined()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        QTreeView& list = *bubbleList(w);
        const Bubble bubble = *w->bubbles()->model()->bubbleOf(w->bubbles()->model()->index(0, 0));
        const TimeRange range = w.view().navigation().range();
        const auto edge = [&] {
            const TimelineGeometry& geometry = w.view().geometry();
            const QImage image = w.view().viewport()->grab().toImage();
            return image.pixelColor(static_cast<int>(geometry.xOf(bubble.start + bubble.length / 2)),
                                    static_cast<int>(geometry.laneTop(bubble.rank.value)));
        };
        const QColor before = edge();
        const QPoint at = list.visualRect(w->bubbles()->model()->index(0, 1)).center();
        QTest::mouseMove(list.viewport(), at + QPoint(1, 0));
        QTest::mouseMove(list.viewport(), at);
        QTRY_COMPARE(edge(), QColor(0x2f, 0x6f, 0xed));
        QVERIFY(!w.view().chosen().gap());
        QVERIFY(w.view().navigation().range() == range);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(list.viewport(), &leave);
        QCOMPARE(edge(), before);
    }

    void linksOfTheInspectorOutlineAndLead()
    {
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        // 1F0 on rank 1 waited for 0F0.
        w.view().chosen().select(ActionPosition{RankId{1}, 0});
        LinkLine* link = nullptr;
        for (LinkLine* line : w->inspector()->findChildren<LinkLine*>())
            if (line->isVisible() && line->accessibleName().startsWith(QStringLiteral("0F0, ")))
                link = line;
        QVERIFY(link);
        w->commands().action(QStringLiteral("timeline.dependencies"))->setChecked(false);
        const auto edge = [&] {
            const TimelineGeometry& geometry = w.view().geometry();
            return w.view().viewport()->grab().toImage().pixelColor(static_cast<int>(geometry.xOf(0.5)),
                                                                    static_cast<int>(geometry.laneTop(0)));
        };
        const QColor before = edge();
        const TimeRange range = w.view().navigation().range();
        QEnterEvent enter(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4));
        QApplication::sendEvent(link, &enter);
        QCOMPARE(edge(), QColor(0x2f, 0x6f, 0xed));
        QVERIFY(w.view().navigation().range() == range);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(link, &leave);
        QCOMPARE(edge(), before);
        link->setFocus();
        QCOMPARE(edge(), QColor(0x2f, 0x6f, 0xed));
        QTest::keyClick(link, Qt::Key_Space);
        QCOMPARE(textAt(w.view()), std::string("0F0"));
    }

    void theInspectorNeverNeedsMoreRoom_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<double>("forward");
        QTest::newRow("4 ranks") << QStringLiteral("interleaved-1f1b:ranks=4,microbatches=8") << 1.0;
        QTest::newRow("256 ranks") << QStringLiteral("1f1b:ranks=256,microbatches=256") << 1.0;
        QTest::newRow("long times") << QStringLiteral("zb1p:ranks=4,microbatches=8") << 123456789.123456;
    }

    void theInspectorNeverNeedsMoreRoom()
    {
        QFETCH(QString, schedule);
        QFETCH(double, forward);
        ShownWindow w;
        w->files().startNew(*requestFromText(schedule.toStdString()));
        CostModel costs = w.document().state().costs;
        costs.forward = StageValues{forward};
        costs.unit = "us";
        w.document().setCosts(costs, QStringLiteral("costs"));
        QTRY_VERIFY(!w.document().isBusy() && w.document().explanation());
        auto* area = w->findChild<QDockWidget*>(QStringLiteral("inspector-dock"))->findChild<QScrollArea*>();
        const auto fits = [&] {
            QCoreApplication::processEvents();
            if (w->inspector()->minimumSizeHint().width() > area->viewport()->width())
                return false;
            for (const FactLabel* fact : w->inspector()->findChildren<FactLabel*>())
                if (fact->isVisible() &&
                    (fact->mapTo(w->inspector(), QPoint(fact->width(), 0)).x() > w->inspector()->width() ||
                     (fact->text() != fact->wholeText()) != (fact->toolTip() == fact->wholeText())))
                    return false;
            return true;
        };
        QVERIFY(fits());
        w.view().chosen().select(ActionPosition{RankId{1}, 2});
        QVERIFY(fits());
        w.view().chosen().showBubble(1);
        QVERIFY(fits());
    }

    void anOldListStaysUntilTheNewOneIsThere()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        BubblesModel& model = *w->bubbles()->model();
        const ExplanationPtr before = w.document().explanation();
        auto* empty = w->bubbles()->findChild<QLabel*>(QStringLiteral("bubbles-empty"));
        int blanks = 0;
        connect(&model, &BubblesModel::modelReset, this, [&] { blanks += model.rowCount() == 0 ? 1 : 0; });
        w.type(w.number("microbatches"), QStringLiteral("12"));
        QTRY_VERIFY(w.document().explanation() && w.document().explanation() != before);
        QCOMPARE(static_cast<std::size_t>(model.rowCount()),
                 w.document().explanation()->ledger.bubbles.size());
        QVERIFY(!empty->isVisible());
        QCOMPARE(blanks, 0);
        // What takes long fades, and is not copied.
        w->bubbles()->keepContent();
        QTRY_VERIFY(model.isFaded());
        QVERIFY(model.rowCount() > 0);
        QVERIFY(model.index(0, 0).data(Qt::ForegroundRole).isValid());
        bubbleList(w)->setFocus();
        QTest::keyClick(bubbleList(w), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(said(w), QStringLiteral("The bubbles are still being worked out: nothing was copied."));
        w->bubbles()->setContent(w.document().evaluation(), w.document().explanation());
        QVERIFY(!model.isFaded());
    }

    void theLastBubbleIsSaid()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().explanation());
        const std::size_t count = w.document().explanation()->ledger.bubbles.size();
        w.view().chosen().showBubble(count - 1);
        w.key(Qt::Key_B);
        QCOMPARE(w.view().chosen().bubble(), std::optional(count - 1));
        QCOMPARE(said(w),
                 QStringLiteral("This is the last bubble: rank 3 has no more, nor has any rank below."));
        w.view().chosen().showBubble(0);
        w.key(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.view().chosen().bubble(), std::optional<std::size_t>{0});
        QCOMPARE(
            said(w),
            QStringLiteral("This is the first bubble: rank 0 has none before it, nor has any rank above."));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowDocksTest)
#include "window_docks_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The docks beside the timeline: what leads where, filters, keys and menus.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_docks_support.h"

namespace bubblescope::test {

using namespace ui;

constexpr int kStartColumn = 1; ///< of the bubbles

class WindowDocksTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init()
    {
        w.begin();
        w.explained();
    }
    void cleanup() { w.end(); }

    void theMenuKeyOpensTheRowsMenu()
    {
        QTreeView& list = *bubbleList(w);
        BubblesModel& model = *w->bubbles()->model();
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Home);
        QTest::keyClick(&list, Qt::Key_Down);
        pressMenuKey(list);
        QMenu* menu = openMenu(list);
        QVERIFY(menu);
        QVERIFY(entry(*menu, "Copy row as CSV") && entry(*menu, "Copy all as CSV"));
        QVERIFY(entry(*menu, "Fit the bubble"));
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(w.bubble(), model.bubbleAt(model.index(1, 0)));
        pressMenuKey(list);
        menu = openMenu(list);
        QVERIFY(menu);
        entry(*menu, "Copy all as CSV")->trigger();
        menu->close();
        QCOMPARE(w.said(), QString("%1 bubbles copied as CSV.").arg(model.rowCount()));
    }

    void keysOfTheBubbleList()
    {
        const QAbstractItemModelTester tester(w->bubbles()->model());
        QTreeView& list = *bubbleList(w);
        BubblesModel& model = *w->bubbles()->model();
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_End);
        QCOMPARE(list.currentIndex().row(), model.rowCount() - 1);
        QTest::keyClick(&list, Qt::Key_Home);
        QCOMPARE(list.currentIndex().row(), 0);
        QVERIFY(!w.bubble());
        const Time before = widthOf(w.range());
        QTest::keyClick(&list, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(w.bubble(), model.bubbleAt(model.index(0, 0)));
        QVERIFY(widthOf(w.range()) < before);
        QVERIFY(list.hasFocus());
        // Typed ahead: the next row of that rank.
        QTest::keyClick(&list, Qt::Key_2);
        QCOMPARE(list.currentIndex().siblingAtColumn(0).data().toString(), "2");
    }

    void onlyWhatIsInView()
    {
        const std::vector<Bubble>& bubbles = w.document().explanation()->ledger.bubbles;
        BubblesModel& model = *w->bubbles()->model();
        const QAbstractItemModelTester tester(&model);
        w.stayStill();
        auto* inView = w->bubbles()->findChild<QCheckBox*>("bubbles-in-scope");
        QCOMPARE(inView->text(), "In view");
        QTest::mouseClick(inView, Qt::LeftButton, {}, QPoint(8, inView->height() / 2));
        QVERIFY(inView->isChecked());
        w.setRange({0, 5});
        const auto inRange = [&](Time from, Time to) {
            return static_cast<int>(std::count_if(bubbles.begin(), bubbles.end(), [&](const Bubble& bubble) {
                return bubble.start < to && bubble.end() > from;
            }));
        };
        const TimeRange range = w.range();
        QVERIFY(inRange(range.from, range.to) > 0 &&
                inRange(range.from, range.to) < static_cast<int>(bubbles.size()));
        QTRY_COMPARE(model.rowCount(), inRange(range.from, range.to));
        const double share = w.document().evaluation()->metrics.bubbleRate * model.list().matchedTime /
                             w.document().explanation()->ledger.total;
        QCOMPARE(labelText(*w->bubbles(), "bubbles-summary"),
                 QString("%1 of %2 bubbles · %3 of %4 steps idle · %5 of compute")
                     .arg(model.rowCount())
                     .arg(bubbles.size())
                     .arg(figureText(model.list().matchedTime, 3),
                          figureText(w.document().explanation()->ledger.total, 3), percentText(share)));
        QTest::mouseClick(inView, Qt::LeftButton, {}, QPoint(8, inView->height() / 2));
        QCOMPARE(model.rowCount(), static_cast<int>(bubbles.size()));
    }

    void onlyTheMeasuredArea()
    {
        BubblesModel& model = *w->bubbles()->model();
        auto* inScope = w->bubbles()->findChild<QCheckBox*>("bubbles-in-scope");
        const Time makespan = w.timeline().makespan;
        w.view().measure().setArea(MeasuredArea{{0, makespan}, {RankId{2}, RankId{1}}});
        emit w.view().measure().areaChanged(w.view().measure().area());
        QTRY_COMPARE(inScope->text(), "In the area");
        QTest::mouseClick(inScope, Qt::LeftButton, {}, QPoint(8, inScope->height() / 2));
        QVERIFY(model.rowCount() > 0);
        for (int row = 0; row < model.rowCount(); ++row) {
            const std::uint32_t rank = model.bubbleOf(model.index(row, 0))->rank.value;
            QVERIFY(rank == 1 || rank == 2);
        }
    }

    void aMarkedBubbleThatIsFilteredOut()
    {
        auto* hint = w->bubbles()->findChild<QLabel*>("bubbles-rest");
        QVERIFY(!hint->isVisible());
        w->bubbles()->findChild<RankChoice*>()->setRank(3);
        w.key(Qt::Key_B);
        QVERIFY(w.gap() && w.gap()->rank.value == 0);
        QVERIFY(hint->isVisible());
        QCOMPARE(hint->text(), "The filter hides the marked bubble.");
        w->bubbles()->findChild<RankChoice*>()->setRank({});
        QVERIFY(!hint->isVisible());
        // Sorted anew, its row is scrolled to.
        QTreeView& list = *bubbleList(w);
        const auto isShown = [&] {
            const QModelIndex row = w->bubbles()->model()->indexOf(*w.bubble());
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
        QTreeView& list = *bubbleList(w);
        const Bubble bubble = *w->bubbles()->model()->bubbleOf(w->bubbles()->model()->index(0, 0));
        const TimeRange range = w.range();
        const auto edge = [&] {
            const TimelineGeometry& geometry = w.view().geometry();
            const QImage image = w.picture();
            return image.pixelColor(static_cast<int>(geometry.xOf(bubble.start + bubble.length / 2)),
                                    static_cast<int>(geometry.laneTop(bubble.rank.value)));
        };
        const QColor before = edge();
        const QPoint at = list.visualRect(w->bubbles()->model()->index(0, 1)).center();
        QTest::mouseMove(list.viewport(), at + QPoint(1, 0));
        QTest::mouseMove(list.viewport(), at);
        QTRY_COMPARE(edge(), QColor(0x2f, 0x6f, 0xed));
        QVERIFY(!w.gap());
        QVERIFY(w.range() == range);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(list.viewport(), &leave);
        QCOMPARE(edge(), before);
    }

    void linksOfTheInspectorOutlineAndLead()
    {
        w.stayStill();
        // 1F0 on rank 1 waited for 0F0.
        w.select(1, 0);
        w.unfoldInspector();
        LinkLine* link = nullptr;
        for (LinkLine* line : w->inspector()->findChildren<LinkLine*>())
            if (line->isVisible() && line->accessibleName().startsWith("0F0, "))
                link = line;
        QVERIFY(link);
        w.action("timeline.dependencies")->setChecked(false);
        const auto edge = [&] {
            const TimelineGeometry& geometry = w.view().geometry();
            return w.picture().pixelColor(static_cast<int>(geometry.xOf(0.5)),
                                          static_cast<int>(geometry.laneTop(0)));
        };
        const QColor before = edge();
        const TimeRange range = w.range();
        QEnterEvent enter(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4));
        QApplication::sendEvent(link, &enter);
        QCOMPARE(edge(), QColor(0x2f, 0x6f, 0xed));
        QVERIFY(w.range() == range);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(link, &leave);
        QCOMPARE(edge(), before);
        link->setFocus();
        QCOMPARE(edge(), QColor(0x2f, 0x6f, 0xed));
        QTest::keyClick(link, Qt::Key_Space);
        QCOMPARE(textAt(w.view()), "0F0");
    }

    void theInspectorNeverNeedsMoreRoom_data()
    {
        addRows<QString, double>({
            {"4 ranks", "interleaved-1f1b:ranks=4,microbatches=8", 1.0},
            {"256 ranks", "1f1b:ranks=256,microbatches=256", 1.0},
            {"long times", "zb1p:ranks=4,microbatches=8", 123456789.123456},
        });
    }

    void theInspectorNeverNeedsMoreRoom()
    {
        const auto& [schedule, forward] = givenRow<QString, double>();
        w->files().startNew(*requestFromText(schedule.toStdString()));
        CostModel costs = w.document().state().costs;
        costs.forward = StageValues{forward};
        costs.unit = "us";
        w.document().setCosts(costs, "costs");
        QTRY_VERIFY(!w.document().isBusy() && w.document().explanation());
        auto* area = w->findChild<QDockWidget*>("inspector-dock")->findChild<QScrollArea*>();
        const auto fits = [&] {
            QCoreApplication::processEvents();
            if (w->inspector()->minimumSizeHint().width() > area->viewport()->width())
                return false;
            for (const FactLabel* fact : w->inspector()->findChildren<FactLabel*>()) {
                // Where it goes on in a second line, a sign is bound to its number.
                const QString shown = fact->text().replace(QChar(QChar::Nbsp), QLatin1Char(' '));
                const QString whole = fact->wholeText();
                const bool isWhole = shown == QString(whole).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
                if (fact->isVisible() &&
                    (fact->mapTo(w->inspector(), QPoint(fact->width(), 0)).x() > w->inspector()->width() ||
                     fact->height() < fact->heightForWidth(fact->width()) ||
                     isWhole == (fact->toolTip() == whole)))
                    return false;
            }
            return true;
        };
        QVERIFY(fits());
        w.select(1, 2);
        QVERIFY(fits());
        w.view().chosen().showBubble(1);
        QVERIFY(fits());
    }

    void anOldListStaysUntilTheNewOneIsThere()
    {
        BubblesModel& model = *w->bubbles()->model();
        const ExplanationPtr before = w.document().explanation();
        auto* empty = w->bubbles()->findChild<QLabel*>("bubbles-empty");
        int blanks = 0;
        connect(&model, &BubblesModel::modelReset, this, [&] { blanks += model.rowCount() == 0 ? 1 : 0; });
        w.type(w.number("microbatches"), "12");
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
        QCOMPARE(w.said(), "The bubbles are still being computed: nothing was copied.");
        w->bubbles()->setContent(w.document().evaluation(), w.document().explanation());
        QVERIFY(!model.isFaded());
    }

    void theLastBubbleIsSaid()
    {
        const std::size_t count = w.document().explanation()->ledger.bubbles.size();
        w.view().chosen().showBubble(count - 1);
        w.key(Qt::Key_B);
        QCOMPARE(w.bubble(), std::optional(count - 1));
        QCOMPARE(w.said(), "This is the last bubble: rank 3 and the ranks below it have no more.");
        w.view().chosen().showBubble(0);
        w.key(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(w.bubble(), std::optional<std::size_t>{0});
        QCOMPARE(w.said(), "This is the first bubble: rank 0 and the ranks above it have none before it.");
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowDocksTest)
#include "window_docks_test.moc"

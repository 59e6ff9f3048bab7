// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_measure_support.h"
#include "ui/timeline/dependency_links.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/overlay_painter.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// Areas measured with the mouse on the real window.
class WindowMeasureTest : public QObject
{
    Q_OBJECT

    MeasureWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void dragMeasures_data()
    {
        addRows<int, double, int, double, QString>({
            {"a gap, from its middle to its end", 0, 4.1, 0, 9.9, "4 to 10 on 0"},
            {"from an action", 0, 1.1, 0, 2.9, "1 to 3 on 0"},
            {"down over three lanes", 1, 1.1, 3, 6.9, "1 to 7 on 1,2,3"},
            {"up and back", 2, 10.1, 0, 3.9, "4 to 10 on 0,1,2"},
            {"past the end of the run", 0, 29.9, 0, 40.0, "30 to 33 on 0"},
        });
    }

    void dragMeasures()
    {
        const auto& [row0, t0, row1, t1, expected] = givenRow<int, double, int, double, QString>();
        w.dragHeld(w.at(std::size_t(row0), t0), w.at(std::size_t(row1), t1));
        QCOMPARE(w.area(), expected);
        QVERIFY(!w.chosen());
    }

    void aPressAloneStaysAClick()
    {
        w.press(w.at(0, 10.5));
        w.move(w.at(0, 10.5) + QPoint(2, 1));
        w.release(w.at(0, 10.5) + QPoint(2, 1));
        QCOMPARE(w.area(), "none");
        QCOMPARE(textAt(w.view()), "0B0");
        w.press(w.at(0, 7));
        w.release(w.at(0, 7));
        QVERIFY(w.gap().has_value());
    }

    void aJumpIsADragToo()
    {
        w.press(w.at(0, 4.1));
        w.release(w.at(1, 9.9));
        QCOMPARE(w.area(), "4 to 10 on 0,1");
    }

    void theSelectedActionIsNotTaken()
    {
        w.click(w.at(0, 11));
        QCOMPARE(textAt(w.view()), "0B0");
        QCOMPARE(w.dragged(w.at(0, 11), w.at(0, 20)), "none");
        QCOMPARE(textAt(w.view()), "0B0");
        // One that is not selected is.
        QCOMPARE(w.dragged(w.at(0, 12.1), w.at(0, 14.9)), "12 to 15 on 0");
    }

    void measureModeTakesItToo()
    {
        w.click(w.at(0, 11));
        w.key(Qt::Key_T);
        QCOMPARE(w.dragged(w.at(0, 10.1), w.at(0, 14.9)), "10 to 15 on 0");
    }

    void altTurnsSnappingOff()
    {
        const QPoint from = w.at(0, 4.1);
        const QPoint to = w.at(0, 9.9);
        w.dragHeld(from, to, Qt::AltModifier);
        QVERIFY(w.tool().area().has_value());
        const TimeRange range = w.tool().area()->range;
        QCOMPARE(range.from, w.view().geometry().timeAt(from.x()));
        QCOMPARE(range.to, w.view().geometry().timeAt(to.x()));
        QVERIFY(range.from > 4 && range.to < 10);
        // Let go of, it snaps again at once.
        w.press(w.at(0, 4.1));
        w.move(to, Qt::AltModifier);
        QVERIFY(w.tool().area()->range.to < 10);
        w.move(to);
        QCOMPARE(w.tool().area()->range.to, 10.0);
        w.release(to);
    }

    void whatItSnapsToIsMarked()
    {
        w.press(w.at(1, 4.1));
        w.move(w.at(1, 7.95));
        QCOMPARE(w.tool().snap().value_or(ActionEdge{-1}), (ActionEdge{8, RankId{1}}));
        w.move(w.at(1, 5.9)); // nothing on this lane, but rank 3 and rank 2 have an edge at 6
        QCOMPARE(w.tool().snap().value_or(ActionEdge{-1}).time, 6.0);
        QVERIFY(w.tool().snap()->lane.rank != RankId{1});
        w.move(w.at(1, 4.05));
        QVERIFY(!w.tool().snap()); // both ends in one edge would be nothing
        w.release(w.at(1, 8));
        QVERIFY(!w.tool().snap());
    }

    void edgesAreDragged_data()
    {
        addRows<QString, int, double, QString>({
            {"right", "right", 1, 14.95, "4 to 15 on 1,2"},
            {"left", "left", 1, 2.05, "2 to 10 on 1,2"},
            {"top", "top", 0, 7.0, "4 to 10 on 0,1,2"},
            {"bottom", "bottom", 3, 7.0, "4 to 10 on 1,2,3"},
            {"bottom, taking one off", "bottom", 1, 7.0, "4 to 10 on 1"},
            {"a vertical edge keeps its lanes", "right", 3, 14.95, "4 to 15 on 1,2"},
        });
    }

    void edgesAreDragged()
    {
        const auto& [edge, row, time, expected] = givenRow<QString, int, double, QString>();
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{1}, RankId{2}}});
        const auto rects = areaRects(w.view().geometry(), {4, 10}, {RankId{1}, RankId{2}});
        QCOMPARE(rects.size(), std::size_t{1});
        const QRectF rect = rects[0];
        const QPointF from = edge == "right"  ? QPointF(rect.right() - 1, rect.center().y())
                             : edge == "left" ? QPointF(rect.left() + 1, rect.center().y())
                             : edge == "top"  ? QPointF(rect.center().x(), rect.top() + 1)
                                              : QPointF(rect.center().x(), rect.bottom() - 1);
        w.dragHeld(from.toPoint(), w.at(std::size_t(row), time));
        QCOMPARE(w.area(), expected);
    }

    void edgesHaveCursors()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{1}, RankId{2}}});
        const QRectF rect = areaRects(w.view().geometry(), {4, 10}, {RankId{1}, RankId{2}})[0];
        QCOMPARE(w.cursorAt(QPointF(rect.right(), rect.center().y()).toPoint()), Qt::SizeHorCursor);
        QCOMPARE(w.cursorAt(QPointF(rect.center().x(), rect.top()).toPoint()), Qt::SizeVerCursor);
        QCOMPARE(w.cursorAt(QPointF(rect.left(), rect.top()).toPoint()), Qt::SizeFDiagCursor);
        QCOMPARE(w.cursorAt(rect.center().toPoint()), Qt::ArrowCursor);
        w.key(Qt::Key_T);
        QCOMPARE(w.cursorAt(rect.center().toPoint()), Qt::CrossCursor);
        QCOMPARE(w.cursorAt(QPointF(rect.right(), rect.center().y()).toPoint()), Qt::SizeHorCursor);
        w.key(Qt::Key_V);
        QCOMPARE(w.cursorAt(rect.center().toPoint()), Qt::ArrowCursor);
    }

    void anEdgeMayCrossTheOther()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}}});
        QCOMPARE(w.dragged(w.at(0, 10), w.at(0, 1.05)), "1 to 4 on 0");
    }

    void anEdgeIsLetGoWithItsLanes_data()
    {
        QTest::addColumn<bool>("moved");
        QTest::newRow("held still") << false;
        QTest::newRow("on its way") << true;
    }

    void anEdgeIsLetGoWithItsLanes()
    {
        QFETCH(const bool, moved);
        w.select(2, 0);
        QCOMPARE(w.after(Qt::Key_R), "2 to 3 on 2");
        w.press(w.at(2, 3));
        if (moved)
            w.move(w.at(2, 6));
        QCOMPARE(w.area() != "2 to 3 on 2", moved);
        QCOMPARE(w.after(Qt::Key_H), "none");
        w.move(w.at(1, 9));
        w.release(w.at(1, 9));
        QCOMPARE(w.area(), "none");
    }

    void theOtherLanesStayMeasured()
    {
        QCOMPARE(w.dragged(w.at(0, 4.1), w.at(1, 9.9)), "4 to 10 on 0,1");
        w.press(w.at(0, 10));
        w.move(w.at(0, 10.5));
        w.move(w.at(0, 10));
        w.view().laneHeaders().hide(RankId{1});
        QCOMPARE(w.area(), "4 to 10 on 0");
        w.move(w.at(1, 20));
        w.release(w.at(1, 20));
        QCOMPARE(w.area(), "4 to 10 on 0");
    }

    void insideActionsAreClicked()
    {
        w.tool().setArea(MeasuredArea{{0, 20}, {RankId{0}, RankId{1}}});
        w.click(w.at(0, 11));
        QCOMPARE(textAt(w.view()), "0B0");
        QCOMPARE(w.area(), "0 to 20 on 0,1");
    }

    void itsReadOutIsOverArrowsAndBesideNames()
    {
        const auto picture = [this] { return w.picture(); };
        // Painted where the overlay says, after what explains a selection.
        ChosenPlaces chosen;
        chosen.action = ActionPosition{RankId{1}, 2};
        chosen.links = dependencyLinks(w.schedule(), *chosen.action);
        QImage image(w.view().viewport()->size(), QImage::Format_RGB32);
        {
            QPainter painter(&image);
            OverlayPlace place{*w.document().evaluation()->index, w.view().geometry(),
                               Theme::get(ThemeName::Light), image.size()};
            place.measured = [&image](QPainter& p) { p.fillRect(image.rect(), Qt::red); };
            paintOverlay(painter, {}, chosen, place);
        }
        QImage red(image.size(), image.format());
        red.fill(Qt::red);
        QVERIFY(image == red);
        // At the left end its read-out, which is wider, keeps off the names.
        const TimelineGeometry& geometry = w.view().geometry();
        const QRect names(0, static_cast<int>(geometry.plot.y), static_cast<int>(geometry.plot.x) - 2,
                          static_cast<int>(geometry.plot.height));
        const QImage before = picture().copy(names);
        w.tool().setArea(MeasuredArea{{0, 1}, {RankId{1}}});
        QVERIFY(picture().copy(names) == before);
    }

    void thePointersTimeLeavesItsTimesFree()
    {
        w.tool().setArea(MeasuredArea{{10, 20}, {RankId{1}}});
        const std::vector<QRectF> taken = w.tool().rulerChips();
        QCOMPARE(taken.size(), std::size_t{3});
        const auto ruler = [this, &taken] {
            QImage row = w.picture();
            QVector<QImage> parts;
            for (const QRectF& chip : taken)
                parts << row.copy(chip.adjusted(-3, -3, 3, 3).toRect());
            return parts;
        };
        QTest::mouseMove(w.view().viewport(), w.at(3, 30));
        const QVector<QImage> free = ruler();
        QTest::mouseMove(w.view().viewport(), w.at(3, 10));
        QVERIFY(ruler() == free);
        w.tool().setArea(std::nullopt);
        QVERIFY(w.tool().rulerChips().empty());
    }

    void theContentIsNotDrawnAnew()
    {
        w.explained();
        QCoreApplication::processEvents();
        const int before = w.view().contentRebuilds();
        w.press(w.at(0, 4.1));
        for (double t = 5; t < 20; t += 1) {
            w.move(w.at(2, t));
            w.view().viewport()->repaint();
        }
        w.release(w.at(2, 20));
        w.view().viewport()->repaint();
        QCOMPARE(w.view().contentRebuilds(), before);
    }

    void theRulerStillZooms()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}}});
        const auto at = [&](double t) { return QPoint(int(std::round(xOf(w.view(), t))), 10); };
        w.dragHeld(at(4), at(10));
        QVERIFY(isNear(w.range().from, 4, 0.1) && isNear(w.range().to, 10, 0.1));
        QCOMPARE(w.area(), "4 to 10 on 0");
    }

    void theInspectorFollowsTheDrag()
    {
        w.press(w.at(0, 4.1));
        w.move(w.at(0, 9.9));
        QStringList lines = w.inspector().split('\n');
        QCOMPARE(lines.value(0), "Measured area");
        QVERIFY2(lines.contains("Duration: 6 steps"), qPrintable(w.inspector()));
        QVERIFY(lines.contains("Rank: 0"));
        QVERIFY(lines.contains("Idle fraction: 100 %"));
        QVERIFY(lines.contains("Actions: 0"));
        w.move(w.at(1, 9.9));
        lines = w.inspector().split('\n');
        QVERIFY(lines.contains("Ranks: 0 to 1"));
        QVERIFY(lines.contains("Idle fraction: 83.33 %")); // rank 1 runs 1B0 from 8 to 10
        QVERIFY(lines.contains("Backward: 2 steps · 16.7 %"));
        QVERIFY(lines.contains("Rank 0: 6 steps · 100 %"));
        QVERIFY(lines.contains("Rank 1: 4 steps · 66.7 %"));
        QVERIFY(lines.contains("Peak memory: 4 act. on rank 0"));
        w.release(w.at(1, 9.9));
        QCOMPARE(w.tool().readOut(), "Δ 6 steps · idle 83.3 % · 1 action · 2 ranks");
        w.key(Qt::Key_Escape);
        QVERIFY(!w.inspector().contains("Measured area"));
    }

    void theInspectorShowsWhatWasChosenLast()
    {
        w.click(w.at(0, 11));
        QVERIFY(w.inspector().startsWith("0B0 "));
        w.dragHeld(w.at(1, 4.1), w.at(1, 9.9));
        QVERIFY(w.inspector().startsWith("Measured area"));
        w.click(w.at(0, 12.5));
        verifyBegins(w.inspector(), "0F4 ");
        w.select(std::nullopt);
        QVERIFY(w.inspector().startsWith("Measured area"));
    }

    void doubleClickFits()
    {
        w.tool().setArea(MeasuredArea{{4, 10}, {RankId{0}, RankId{1}}});
        // On an action or a gap it fits that.
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, w.at(1, 9));
        const TimeRange action = w.range();
        QVERIFY(widthOf(action) < 4);
        w.key(Qt::Key_0);
        w.key(Qt::Key_T);
        QTest::mouseDClick(w.view().viewport(), Qt::LeftButton, {}, w.at(1, 9));
        QVERIFY(isNear(widthOf(w.range()), 6 / 0.8, 1e-6));
        QVERIFY(w.range().from < 4 && w.range().to > 10);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowMeasureTest)
#include "window_measure_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/scene/geometry.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <cmath>

using namespace bubblescope;

namespace {

TimelineGeometry geometry(Time from, Time to, double width = 640)
{
    TimelineGeometry g;
    g.plot = {100, 20, width, 200};
    g.from = from;
    g.to = to;
    g.lanes = {RankId{0}, RankId{1}, RankId{2}};
    return g;
}

/// "0 2 4": the labels of the major marks.
QString labels(const TimelineGeometry& g, double spacing = 64)
{
    QStringList words;
    for (const RulerMark& mark : rulerMarks(g, spacing))
        if (mark.major)
            words << QString::fromStdString(mark.label);
    return words.join(QLatin1Char(' '));
}

} // namespace

class SceneGeometryTest : public QObject
{
    Q_OBJECT

private slots:
    void timesAndPixelsAreInverse()
    {
        const TimelineGeometry g = geometry(1e9, 1e9 + 12.5);
        for (const double x : {100.0, 100.5, 333.25, 740.0})
            QCOMPARE(g.xOf(g.timeAt(x)), x);
        QCOMPARE(g.xOf(1e9), 100.0);
        QCOMPARE(g.xOf(1e9 + 12.5), 740.0);
    }

    void rowsAreFoundByHeight()
    {
        TimelineGeometry g = geometry(0, 1);
        QVERIFY(!g.rowAt(19.9));
        QCOMPARE(g.rowAt(20), std::optional<std::size_t>(0));
        QCOMPARE(g.rowAt(55.9), std::optional<std::size_t>(0));
        QVERIFY(!g.rowAt(56)); // the gap
        QCOMPARE(g.rowAt(68), std::optional<std::size_t>(1));
        QVERIFY(!g.rowAt(20 + 3 * 48)); // below the last lane
        g.scrollY = 48;
        QCOMPARE(g.rowAt(20), std::optional<std::size_t>(1));
        g.laneHeight = 0;
        QVERIFY(!g.rowAt(20));
    }

    void zoomKeepsTheAnchor()
    {
        const TimeRange range = zoomedAt({0, 100}, 25, 2, 100);
        QCOMPARE(range, (TimeRange{12.5, 62.5}));
        QCOMPARE(zoomedAt(range, 25, 0.5, 100), (TimeRange{0, 100}));
    }

    void zoomStaysInside_data()
    {
        QTest::addColumn<double>("makespan");
        QTest::newRow("a few steps") << 33.0;
        QTest::newRow("a day in nanoseconds") << 86'400e9;
        QTest::newRow("a billionth") << 1e-9;
        QTest::newRow("huge") << 1e300;
    }

    void zoomStaysInside()
    {
        QFETCH(double, makespan);
        const TimeRange widest = zoomedAt(fitted(makespan), makespan / 3, 1e-9, makespan);
        QCOMPARE(widest.from, -0.02 * makespan);
        QCOMPARE(widest.to, 1.02 * makespan);
        const TimeRange narrowest = zoomedAt(fitted(makespan), makespan / 3, 1e30, makespan);
        QVERIFY(narrowest.from < narrowest.to);
        QVERIFY(narrowest.from <= makespan / 3 && makespan / 3 <= narrowest.to);
        QCOMPARE(zoomedAt(narrowest, makespan / 3, 1e30, makespan).to - narrowest.to, 0.0);
        const TimeRange pannedRight = panned({0, makespan / 2}, 10 * makespan, makespan);
        QCOMPARE(pannedRight.to, 1.02 * makespan);
        QCOMPARE(panned(pannedRight, -100 * makespan, makespan).from, -0.02 * makespan);
    }

    void aDayZoomsToANanosecond()
    {
        const TimeRange range = zoomedAt(fitted(86'400e9), 80'000e9, 1e30, 86'400e9);
        QVERIFY(range.to - range.from <= 1);
        QVERIFY(range.to - range.from >= 0.5);
    }

    void degenerateRangesAreKept()
    {
        QCOMPARE(fitted(0), (TimeRange{0, 1}));
        QCOMPARE(fitted(-3), (TimeRange{0, 1}));
        QCOMPARE(fitted(std::nan("")), (TimeRange{0, 1}));
        QCOMPARE(zoomedAt({0, 10}, 5, 0, 10), (TimeRange{0, 10}));
        QCOMPARE(zoomedAt({0, 10}, 5, std::nan(""), 10), (TimeRange{0, 10}));
        QCOMPARE(zoomedAt({5, 5}, 5, 2, 10), (TimeRange{5, 5}));
        QCOMPARE(zoomedAt({0, 10}, 50, 2, 10), (TimeRange{5, 10})); // an anchor outside is the nearest border
    }

    void marksAreRoundNumbers_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<QString>("expected");
        QTest::newRow("ones") << 0.0 << 8.0 << "0 1 2 3 4 5 6 7 8";
        QTest::newRow("fives") << 0.0 << 33.0 << "0 5 10 15 20 25 30";
        QTest::newRow("tenths") << 0.0 << 0.9 << "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9";
        QTest::newRow("from a fraction") << 1.3 << 2.9 << "1.4 1.6 1.8 2.0 2.2 2.4 2.6 2.8";
        QTest::newRow("before zero") << -1.0 << 1.0 << "-1.0 -0.8 -0.6 -0.4 -0.2 0.0 0.2 0.4 0.6 0.8 1.0";
        QTest::newRow("thousands") << 0.0 << 17000.0
                                   << "0 2,000 4,000 6,000 8,000 10,000 12,000 14,000 16,000";
        QTest::newRow("late and narrow") << 86'400e9 - 4 << 86'400e9
                                         << "86,399,999,999,996 86,399,999,999,997 86,399,999,999,998 "
                                            "86,399,999,999,999 86,400,000,000,000";
        QTest::newRow("small") << 0.0 << 4e-7 << "0.0000000 0.0000001 0.0000002 0.0000003 0.0000004";
    }

    void marksAreRoundNumbers()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(QString, expected);
        const double width = to - from < 1e-6 || from > 1e12 ? 300 : 640;
        QCOMPARE(labels(geometry(from, to, width), expected.contains(QLatin1String("0.2 0.4")) ? 60 : 64),
                 expected);
    }

    void minorMarksDivideMajorOnes()
    {
        int major = 0;
        int minor = 0;
        for (const RulerMark& mark : rulerMarks(geometry(0, 8))) {
            (mark.major ? major : minor) += 1;
            QCOMPARE(mark.label.empty(), !mark.major);
        }
        QCOMPARE(major, 9);
        QCOMPARE(minor, 32);
    }

    void noMarksWhereThereIsNoScale()
    {
        QVERIFY(rulerMarks(geometry(1, 1)).empty());
        QVERIFY(rulerMarks(geometry(0, 1, 0)).empty());
        QVERIFY(rulerMarks(geometry(0, 1), 0).empty());
        QVERIFY(rulerMarks(geometry(0, std::numeric_limits<double>::infinity())).empty());
        QVERIFY(!rulerMarks(geometry(0, 1e300)).empty());
    }
};

BUBBLESCOPE_TEST(SceneGeometryTest)
#include "scene_geometry_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of problems written into an image against the same marks as the painter alone draws them.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"
#include "ui/timeline/problem_marks.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr QSize kSize(700, 120);

ProblemReport everySeventh(const Timeline& timeline)
{
    ProblemReport report;
    for (std::uint32_t rank = 0; rank < timeline.schedule->rankCount(); ++rank) {
        LaneMarks& lane = report.lanes.emplace_back();
        for (std::size_t i = 0; i < timeline.schedule->rows[rank].size(); i += 7) {
            const ActionPosition at{RankId{rank}, i};
            lane.marks.push_back({timeline.startOf(at), timeline.endOf(at), i});
            lane.longest = std::max(lane.longest, timeline.endOf(at) - timeline.startOf(at));
        }
    }
    return report;
}

QImage marked(const ProblemReport& report, const LaneIndex& index, const TimelineGeometry& geometry,
              double ratio, QImage::Format format)
{
    return paintedBy(kSize, ratio, format, [&](QPainter& painter) {
        paintProblemMarks(painter, report, index, geometry, Theme::get(ThemeName::Light));
    });
}

double inkIn(const QImage& image, int firstRow, int endRow)
{
    double ink = 0;
    for (int y = firstRow; y < endRow; ++y)
        for (int x = 0; x < image.width(); ++x)
            ink += 255 - qBlue(image.pixel(x, y));
    return ink;
}

} // namespace

class ProblemMarksTest : public QObject
{
    Q_OBJECT

private slots:
    void writtenAsPainted_data()
    {
        QTest::addColumn<std::tuple<double, double>>("row");
        for (const double ratio : {1.0, 1.5, 2.0})
            for (const double share : {1.0, 0.2, 0.01, 0.001})
                QTest::addRow("ratio %g, %g of the time", ratio, share) << std::tuple(ratio, share);
    }

    void writtenAsPainted()
    {
        const auto& [ratio, share] = givenRow<double, double>();
        const EvaluationPtr evaluation = evaluated("1f1b:ranks=3,microbatches=4000");
        const Timeline& timeline = *evaluation->timeline;
        const Time from = timeline.makespan * 0.4;
        const TimelineGeometry geometry =
            geometryOf({40, 10, 640, 100}, 24, 6, 3, {from, from + timeline.makespan * share});
        const ProblemReport report = everySeventh(timeline);
        const LaneIndex& index = *evaluation->index;
        const QImage written = marked(report, index, geometry, ratio, QImage::Format_RGB32);
        const QImage painted = marked(report, index, geometry, ratio, QImage::Format_RGBX8888);
        for (std::size_t row = 0; row < 3; ++row) {
            const int top = qRound(geometry.laneTop(row) * ratio);
            const int middle = top + qRound(12 * ratio);
            int differing = 0; // where a line's edge is just between two pixels
            for (int x = 0; x < written.width(); ++x)
                differing += written.pixel(x, middle) != painted.pixel(x, middle) ? 1 : 0;
            QVERIFY2(differing * 50 <= written.width(), qPrintable(QString::number(differing)));
            const int above = top - qRound(2 * ratio) - 1;
            const int below = top + qRound(4 * ratio);
            const double expected = inkIn(painted, above, below);
            QVERIFY(expected > 0);
            const double relative = inkIn(written, above, below) / expected;
            QVERIFY2(relative > 0.95 && relative < 1.05, qPrintable(QString::number(relative)));
        }
        QCOMPARE(inkIn(written, 0, qRound(6 * ratio)), 0.0);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, ProblemMarksTest)
#include "problem_marks_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Marks of problems written into an image against the same marks as the painter alone draws them.
#include <QTest>

#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "tests/support/test_program.h"
#include "ui/timeline/problem_marks.h"

#include <QImage>
#include <QPainter>

using namespace bubblescope;
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
    QImage image((QSizeF(kSize) * ratio).toSize(), format);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintProblemMarks(painter, report, index, geometry, Theme::get(ThemeName::Light));
    painter.end();
    return image.convertToFormat(QImage::Format_RGB32);
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
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("share");
        for (const double ratio : {1.0, 1.5, 2.0})
            for (const double share : {1.0, 0.2, 0.01, 0.001})
                QTest::addRow("ratio %g, %g of the time", ratio, share) << ratio << share;
    }

    void writtenAsPainted()
    {
        QFETCH(double, ratio);
        QFETCH(double, share);
        const auto evaluation = evaluate({*requestFromText("1f1b:ranks=3,microbatches=4000"), {}, {}}, {});
        QVERIFY(evaluation.has_value());
        const Timeline& timeline = *(*evaluation)->timeline;
        TimelineGeometry geometry;
        geometry.plot = {40, 10, 640, 100};
        geometry.laneHeight = 24;
        geometry.laneGap = 6;
        geometry.from = timeline.makespan * 0.4;
        geometry.to = geometry.from + timeline.makespan * share;
        for (std::uint32_t rank = 0; rank < 3; ++rank)
            geometry.lanes.push_back(RankId{rank});
        const ProblemReport report = everySeventh(timeline);
        const LaneIndex& index = *(*evaluation)->index;
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

// SPDX-License-Identifier: Apache-2.0
// The drawn idle share against the computed one: in the scene and in the pixels of a plain view, from all of
// a timeline to single blocks.
#include "core/lower/pass.h"
#include "core/time/simulate.h"
#include "tests/core/scene_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"

#include <QtTest>
#include <cmath>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr double kTenthOfAPoint = 1e-3;
constexpr int kZooms = 25;

struct Order
{
    const char* name;
    const char* request;
    const char* pass = "";
    double jitter = 0;
    double straggler = 1; ///< factor of rank 2
};
constexpr Order kOrders[] = {
    {"1F1B in equal times", "1f1b:ranks=8,microbatches=3000"},
    {"1F1B in uneven times", "1f1b:ranks=8,microbatches=3000", "", 0.2},
    {"1F1B with a straggler", "1f1b:ranks=6,microbatches=800", "", 0.05, 1.7},
    {"GPipe", "gpipe:ranks=8,microbatches=2000", "", 0.1},
    {"interleaved", "interleaved-1f1b:ranks=4,microbatches=800,stages-per-rank=3", "", 0.1},
    {"split backwards", "zbv:ranks=6,microbatches=900", "", 0.15},
    {"overlapped blocks", "dualpipev:ranks=4,microbatches=600", "", 0.1},
    {"lowered to sends and receives", "1f1b:ranks=6,microbatches=900", "send-recv", 0.1},
};

const LaneIndex& indexOf(const Order& order)
{
    static std::map<const char*, LaneIndexPtr> made;
    LaneIndexPtr& index = made[order.name];
    if (!index) {
        SchedulePtr schedule = generated(order.request);
        if (*order.pass != '\0')
            schedule = std::make_shared<const Schedule>(*applyPass(order.pass, *schedule));
        CostModel costs;
        costs.jitter = {order.jitter, 1};
        costs.rankFactor[2] = order.straggler;
        index = LaneIndex::build(std::make_shared<const Timeline>(*simulate(schedule, costs)));
    }
    return *index;
}

/// From all of it to about two actions, with odd borders.
TimeRange rangeAt(const LaneIndex& index, int zoom)
{
    const Time whole = index.timeline().makespan;
    const double share = std::pow(5 / whole, static_cast<double>(zoom) / (kZooms - 1));
    const Time from = whole * (1 - share) * 0.3717;
    return {from, from + whole * share};
}

/// Every class as a ghost and no edges: each pixel is a mixture of two colours, whatever the order runs.
Scene twoToned(const LaneIndex& index, const TimeRange& range, double ratio)
{
    SceneOptions options = plainOptions(index, {40, 8, 1237, 220}, range, ratio);
    options.shown = 0;
    Scene scene = buildPlotScene(index, options);
    for (SceneRect& rect : scene.rects)
        rect.outlined = false;
    return scene;
}

double paintedIdleShare(const Scene& scene, double ratio)
{
    const Rgb idle = Theme::get(ThemeName::Dark).color(Role::Idle);
    const Rgb ghost = Theme::get(ThemeName::Dark).color(Role::Ghost);
    const double contrast = idle.r - ghost.r + idle.g - ghost.g + idle.b - ghost.b;
    const QImage image = painted(scene, ratio, ThemeName::Dark);
    return meanInLanes(image, scene.geometry, ratio, [&](QRgb pixel) {
        return (qRed(pixel) - ghost.r + qGreen(pixel) - ghost.g + qBlue(pixel) - ghost.b) / contrast;
    });
}

} // namespace

class ExportExactTest : public QObject
{
    Q_OBJECT

private slots:
    void drawnIdleIsComputedIdle_data()
    {
        QTest::addColumn<int>("order");
        QTest::addColumn<double>("ratio");
        for (int order = 0; order < static_cast<int>(std::size(kOrders)); ++order)
            for (const double ratio : {1.0, 1.25, 1.5, 2.0})
                QTest::addRow("%s, %g device pixels a pixel", kOrders[order].name, ratio) << order << ratio;
    }

    void drawnIdleIsComputedIdle()
    {
        QFETCH(int, order);
        QFETCH(double, ratio);
        const LaneIndex& index = indexOf(kOrders[order]);
        for (int zoom = 0; zoom < kZooms; ++zoom) {
            const TimeRange range = rangeAt(index, zoom);
            const Scene scene = twoToned(index, range, ratio);
            const double computed = index.idleShare(range.from, range.to);
            const double inScene = drawnIdleShare(scene);
            const double inPixels = paintedIdleShare(scene, ratio);
            QVERIFY2(std::abs(inScene - computed) < kTenthOfAPoint &&
                         std::abs(inPixels - computed) < kTenthOfAPoint,
                     qPrintable(QStringLiteral("zoom %1: scene %2, pixels %3, computed %4")
                                    .arg(zoom)
                                    .arg(inScene)
                                    .arg(inPixels)
                                    .arg(computed)));
        }
    }

    /// What is written into an image itself is what the painter would paint.
    void anImageIsWrittenAsItWouldBePainted_data()
    {
        QTest::addColumn<int>("order");
        for (int order = 0; order < static_cast<int>(std::size(kOrders)); ++order)
            QTest::newRow(kOrders[order].name) << order;
    }

    void anImageIsWrittenAsItWouldBePainted()
    {
        QFETCH(int, order);
        const LaneIndex& index = indexOf(kOrders[order]);
        const auto drawn = [](const Scene& scene, double ratio, QImage::Format format) {
            return paintedBy({scene.width, scene.height}, ratio, format, [&](QPainter& painter) {
                // Lanes scrolled up end at the plot's border.
                painter.setClipRect(QRectF(0, 30, scene.width, scene.height));
                paintScene(painter, scene, Theme::get(ThemeName::Light));
            });
        };
        for (const double ratio : {1.0, 1.25, 2.0})
            for (int zoom = 0; zoom < kZooms; zoom += 3) {
                SceneOptions options = plainOptions(index, {40, 30, 700, 130}, rangeAt(index, zoom), ratio);
                options.hatchIdle = zoom % 2 == 0;
                options.gridLines = true;
                options.geometry.scrollY = 7;
                const Scene scene = buildPlotScene(index, options);
                // Formats of 24 bits are left to the painter.
                QCOMPARE(drawn(scene, ratio, QImage::Format_RGB32),
                         drawn(scene, ratio, QImage::Format_RGB888));
            }
    }
};

BUBBLESCOPE_TEST_WITH(QGuiApplication, ExportExactTest)
#include "export_exact_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/core/scene_support.h"
#include "tests/support/test_program.h"
#include "ui/export/scene_painter.h"

#include <QPainter>
#include <QtTest>
#include <array>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QImage painted(const Scene& scene, double ratio, const Theme& theme = Theme::get(ThemeName::Light))
{
    QImage image(qRound(scene.width * ratio), qRound(scene.height * ratio), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    paintScene(painter, scene, theme);
    return image;
}

/// A pixel's idle share, when it is a mixture of idle, F and B: the solution of a 3 × 3 system by Cramer's
/// rule. In the light theme edges are darker than any mixture and are not idle; in the dark one they cannot
/// be told from one, so scenes without edges are measured there.
class Unmixer
{
public:
    Unmixer(const Theme& theme, bool edges)
        : m_hasEdges(edges)
        , m_window(packed(theme.color(Role::Window)))
        , m_idle(toVector(theme.color(Role::Idle)))
        , m_f(toVector(theme.color(Role::Forward)))
        , m_b(toVector(theme.color(Role::Backward)))
        , m_edges{theme.color(Fill{Role::Forward, 0, true}), theme.color(Fill{Role::Backward, 0, true})}
    {}

    [[nodiscard]] double idleShare(QRgb pixel) const
    {
        if ((pixel & 0xFFFFFFU) == m_window) // before the run or after it
            return 1;
        const Rgb rgb{static_cast<std::uint8_t>(qRed(pixel)), static_cast<std::uint8_t>(qGreen(pixel)),
                      static_cast<std::uint8_t>(qBlue(pixel))};
        if (m_hasEdges && isEdge(rgb))
            return 0;
        // pixel - f = idle (i - f) + b (b - f), least squares over the three channels.
        const Vector p = minus(toVector(rgb), m_f);
        const Vector u = minus(m_idle, m_f);
        const Vector v = minus(m_b, m_f);
        const double det = dot(u, u) * dot(v, v) - dot(u, v) * dot(u, v);
        return (dot(p, u) * dot(v, v) - dot(p, v) * dot(u, v)) / det;
    }

private:
    using Vector = std::array<double, 3>;
    static QRgb packed(Rgb c) { return qRgb(c.r, c.g, c.b) & 0xFFFFFFU; }
    static Vector toVector(Rgb c) { return {double(c.r), double(c.g), double(c.b)}; }
    static Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
    static double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
    /// On the line between the two edge tones.
    [[nodiscard]] bool isEdge(Rgb c) const
    {
        const Vector along = minus(toVector(m_edges[1]), toVector(m_edges[0]));
        const Vector off = minus(toVector(c), toVector(m_edges[0]));
        const double t = std::clamp(dot(off, along) / dot(along, along), 0.0, 1.0);
        const Vector rest = minus(off, {along[0] * t, along[1] * t, along[2] * t});
        return dot(rest, rest) < 9;
    }

    bool m_hasEdges;
    QRgb m_window;
    Vector m_idle, m_f, m_b;
    std::array<Rgb, 2> m_edges;
};

double rasterIdleShare(const QImage& image, const Scene& scene, double ratio, const Theme& theme,
                       bool edges = true)
{
    const Unmixer unmixer(theme, edges);
    const TimelineGeometry& geometry = scene.geometry;
    double idle = 0;
    int pixels = 0;
    for (std::size_t row = 0; row < geometry.lanes.size(); ++row) {
        const int y = qRound((geometry.laneTop(row) + geometry.laneHeight / 2) * ratio);
        for (int x = qRound(geometry.plot.x * ratio); x < qRound(geometry.plot.right() * ratio); ++x) {
            idle += unmixer.idleShare(image.pixel(x, y));
            ++pixels;
        }
    }
    return idle / pixels;
}

} // namespace

class ExportRasterTest : public QObject
{
    Q_OBJECT

private slots:
    void rasterIdleIsComputedIdle_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<int>("theme");
        QTest::addColumn<bool>("edges");
        for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
            QTest::addRow("ratio %g, light", ratio) << ratio << static_cast<int>(ThemeName::Light) << true;
            QTest::addRow("ratio %g, light, no edges", ratio)
                << ratio << static_cast<int>(ThemeName::Light) << false;
            QTest::addRow("ratio %g, dark, no edges", ratio)
                << ratio << static_cast<int>(ThemeName::Dark) << false;
        }
    }

    void rasterIdleIsComputedIdle()
    {
        QFETCH(double, ratio);
        QFETCH(int, theme);
        QFETCH(bool, edges);
        const Theme& colors = Theme::get(static_cast<ThemeName>(theme));
        static const auto index = LaneIndex::build(denseTimeline(16, 62'500));
        const Time makespan = index->timeline().makespan;
        for (const double share : {1.02, 1.0, 0.3, 0.03, 0.01, 5e-3, 2e-3, 1e-3, 3e-4, 1e-4}) {
            const TimeRange range{makespan * (0.5 - share / 2), makespan * (0.5 + share / 2)};
            Scene scene = buildPlotScene(*index, plainOptions(*index, {40, 8, 1400, 330}, range, ratio));
            for (SceneRect& rect : scene.rects)
                rect.outlined = rect.outlined && edges;
            const double drawn = rasterIdleShare(painted(scene, ratio, colors), scene, ratio, colors, edges);
            const double computed = index->idleShare(range.from, range.to);
            QVERIFY2(std::abs(drawn - computed) < 1e-3,
                     qPrintable(QStringLiteral("%1 of the makespan: drawn %2, computed %3")
                                    .arg(share)
                                    .arg(drawn)
                                    .arg(computed)));
        }
    }

    void aUniformMixtureKeepsItsSum()
    {
        // Each column is 17.75 % idle: 8 bits cannot say that, the sum of many can.
        std::string text;
        for (int i = 0; i < 1000; ++i)
            text +=
                "0F" + std::to_string(i) + '@' + std::to_string(i) + '-' + std::to_string(i + 0.8225) + ' ';
        const auto index = LaneIndex::build(timed(text));
        const Scene scene = buildPlotScene(*index, plainOptions(*index, {0, 0, 1000, 20}, {0, 1000}, 1));
        const Theme& theme = Theme::get(ThemeName::Light);
        QVERIFY(std::abs(rasterIdleShare(painted(scene, 1), scene, 1, theme) - 0.1775) < 2e-4);
    }

    void blocksHaveOneLineBetweenThem()
    {
        const auto index = LaneIndex::build(timed("0F0@0-10.5 0F1@10.5-20 0B0@30.25-40"));
        const Scene scene = buildPlotScene(*index, plainOptions(*index, {0, 0, 50, 16}, {0, 50}, 1));
        const QImage image = painted(scene, 1);
        const Theme& theme = Theme::get(ThemeName::Light);
        const auto at = [&image](int x) { return image.pixel(x, 8); };
        const auto rgb = [](Rgb c) { return qRgb(c.r, c.g, c.b); };
        const QRgb fill = rgb(theme.color(Role::Forward));
        const QRgb edge = rgb(theme.color(Fill{Role::Forward, 0, true}));
        const QRgb idle = rgb(theme.color(Role::Idle));
        QCOMPARE(at(0), edge);
        QCOMPARE(at(1), fill);
        QCOMPARE(at(9), fill);
        QCOMPARE(at(10), edge);
        QCOMPARE(at(11), fill);
        QCOMPARE(at(18), fill);
        QCOMPARE(at(19), edge);
        QCOMPARE(at(20), idle);
        QCOMPARE(at(29), idle);
        const Rgb b = theme.color(Role::Backward);
        const Rgb i = theme.color(Role::Idle);
        QCOMPARE(qRed(at(30)), qRound(0.75 * b.r + 0.25 * i.r)); // blended, in the block's own tone
        QCOMPARE(at(31), rgb(theme.color(Fill{Role::Backward, 0, true})));
        QCOMPARE(image.pixel(5, 0), edge); // the edge goes all around, inside
        QCOMPARE(image.pixel(5, 15), edge);
        QCOMPARE(image.pixel(5, 1), fill);
        QCOMPARE(image.pixel(25, 0), idle);
    }

    void hiddenActionsAreNotIdle()
    {
        const auto index = LaneIndex::build(timed("0F0@0-10 0F1@20-21"));
        SceneOptions options = plainOptions(*index, {0, 0, 50, 16}, {0, 50}, 1);
        options.shown = 0b111110;
        const QImage image = painted(buildPlotScene(*index, options), 1);
        const Rgb ghost = Theme::get(ThemeName::Light).color(Role::Ghost);
        QCOMPARE(image.pixel(5, 8), qRgb(ghost.r, ghost.g, ghost.b));
        QCOMPARE(image.pixel(20, 8), qRgb(ghost.r, ghost.g, ghost.b));
    }

    void nothingIsPaintedOutsideThePlot()
    {
        const auto index = LaneIndex::build(timed("0F0@0-1000\n1F0@0-1000 \n"));
        Scene scene = buildPlotScene(*index, plainOptions(*index, {30, 10, 40, 20}, {100, 200}, 1));
        scene.width = 100;
        scene.height = 60;
        scene.transparent = true;
        const QImage image = painted(scene, 1);
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (!QRect(30, 10, 40, 20).contains(x, y))
                    QCOMPARE(image.pixel(x, y), QColor(Qt::magenta).rgb());
        // Cut blocks show no edge at the cut.
        const Rgb fill = Theme::get(ThemeName::Light).color(Role::Forward);
        QCOMPARE(image.pixel(30, 18), qRgb(fill.r, fill.g, fill.b));
        QCOMPARE(image.pixel(69, 18), qRgb(fill.r, fill.g, fill.b));
    }

    void aTranslatedPainterDrawsTheSame()
    {
        const auto index = LaneIndex::build(denseTimeline(2, 300));
        const Scene scene = buildPlotScene(
            *index, plainOptions(*index, {0, 0, 200, 40}, fitted(index->timeline().makespan), 1));
        const QImage plain = painted(scene, 1);
        QImage moved(260, 90, QImage::Format_RGB32);
        QPainter painter(&moved);
        painter.translate(50, 30);
        paintScene(painter, scene, Theme::get(ThemeName::Light));
        painter.end();
        QCOMPARE(moved.copy(50, 30, 200, 40), plain);
    }
};

BUBBLESCOPE_TEST_WITH(QGuiApplication, ExportRasterTest)
#include "export_raster_test.moc"

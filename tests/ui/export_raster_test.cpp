// SPDX-License-Identifier: Apache-2.0
#include "tests/core/scene_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"
#include "ui/export/colors.h"

#include <array>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// A pixel's idle share, when it is a mixture of idle, F and B: the solution of a 3 × 3 system by Cramer's
/// rule. In the light theme edges are darker than any mixture and are not idle; in the dark one they look
/// like one, so scenes without edges are measured there.
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

double rasterIdleShare(const Scene& scene, double ratio, ThemeName theme = ThemeName::Light,
                       bool edges = true)
{
    const Unmixer unmixer(Theme::get(theme), edges);
    return meanInLanes(painted(scene, ratio, theme), scene.geometry, ratio,
                       [&](QRgb pixel) { return unmixer.idleShare(pixel); });
}

QRgb pixelOf(const Fill& fill)
{
    return toColor(Theme::get(ThemeName::Light).color(fill)).rgb();
}

QRgb pixelOf(Role role)
{
    return toColor(Theme::get(ThemeName::Light).color(role)).rgb();
}

} // namespace

class ExportRasterTest : public QObject
{
    Q_OBJECT

private slots:
    void rasterIdleIsComputedIdle_data()
    {
        QTest::addColumn<std::tuple<double, ThemeName, bool>>("row");
        for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
            QTest::addRow("ratio %g, light", ratio) << std::tuple(ratio, ThemeName::Light, true);
            QTest::addRow("ratio %g, light, no edges", ratio) << std::tuple(ratio, ThemeName::Light, false);
            QTest::addRow("ratio %g, dark, no edges", ratio) << std::tuple(ratio, ThemeName::Dark, false);
        }
    }

    void rasterIdleIsComputedIdle()
    {
        const auto& [ratio, theme, edges] = givenRow<double, ThemeName, bool>();
        static const auto index = LaneIndex::build(denseTimeline(16, 62'500));
        const Time makespan = index->timeline().makespan;
        for (const double share : {1.02, 1.0, 0.3, 0.03, 0.01, 5e-3, 2e-3, 1e-3, 3e-4, 1e-4}) {
            const TimeRange range{makespan * (0.5 - share / 2), makespan * (0.5 + share / 2)};
            Scene scene = buildPlotScene(*index, plainOptions(*index, {40, 8, 1400, 330}, range, ratio));
            for (SceneRect& rect : scene.rects)
                rect.outlined = rect.outlined && edges;
            const double drawn = rasterIdleShare(scene, ratio, theme, edges);
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
        QVERIFY(std::abs(rasterIdleShare(scene, 1) - 0.1775) < 2e-4);
    }

    void blocksHaveOneLineBetweenThem()
    {
        const auto index = LaneIndex::build(timed("0F0@0-10.5 0F1@10.5-20 0B0@30.25-40"));
        const Scene scene = buildPlotScene(*index, plainOptions(*index, {0, 0, 50, 16}, {0, 50}, 1));
        const QImage image = painted(scene, 1);
        const QRgb fill = pixelOf(Role::Forward);
        const QRgb edge = pixelOf(Fill{Role::Forward, 0, true});
        const QRgb idle = pixelOf(Role::Idle);
        const std::vector<std::pair<int, QRgb>> inTheMiddle{
            {0, edge},  {1, fill},  {9, fill},  {10, edge}, {11, fill},
            {18, fill}, {19, edge}, {20, idle}, {29, idle}, {31, pixelOf(Fill{Role::Backward, 0, true})}};
        for (const auto& [x, color] : inTheMiddle)
            QCOMPARE(image.pixel(x, 8), color);
        const double blended = 0.75 * qRed(pixelOf(Role::Backward)) + 0.25 * qRed(idle);
        QCOMPARE(qRed(image.pixel(30, 8)), qRound(blended)); // in the block's own tone
        QCOMPARE(image.pixel(5, 0), edge);                   // the edge goes all around, inside
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
        QCOMPARE(image.pixel(5, 8), pixelOf(Role::Ghost));
        QCOMPARE(image.pixel(20, 8), pixelOf(Role::Ghost));
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
        QCOMPARE(image.pixel(30, 18), pixelOf(Role::Forward));
        QCOMPARE(image.pixel(69, 18), pixelOf(Role::Forward));
    }

    void aTranslatedPainterDrawsTheSame()
    {
        const auto index = LaneIndex::build(denseTimeline(2, 300));
        const Scene scene = buildPlotScene(
            *index, plainOptions(*index, {0, 0, 200, 40}, fitted(index->timeline().makespan), 1));
        const QImage plain = painted(scene, 1);
        const QImage moved = paintedBy({260, 90}, 1, QImage::Format_RGB32, [&](QPainter& painter) {
            painter.translate(50, 30);
            paintScene(painter, scene, Theme::get(ThemeName::Light));
        });
        QCOMPARE(moved.copy(50, 30, 200, 40), plain);
    }
};

BUBBLESCOPE_TEST_WITH(QGuiApplication, ExportRasterTest)
#include "export_raster_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Content that changes from frame to frame goes straight into the window: the same pixels as the kept
// picture.
#include <QTest>

#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "tests/support/test_program.h"
#include "ui/timeline/plot_cache.h"

#include <QBackingStore>
#include <QPaintEvent>
#include <QPainter>
#include <QWidget>

using namespace bubblescope;
using namespace bubblescope::ui;

namespace {

/// Shows a cache's content in a part of a window.
class Plot : public QWidget
{
public:
    Plot(QWidget* window, const EvaluationPtr& evaluation) : QWidget(window)
    {
        setAttribute(Qt::WA_OpaquePaintEvent);
        setGeometry(23, 31, 613, 337);
        key.index = evaluation->index;
        key.size = size();
        key.devicePixelRatio = devicePixelRatioF();
        key.geometry.plot = {97, 24, 500, 300};
        key.geometry.laneHeight = 20;
        key.geometry.laneGap = 4;
        for (std::uint32_t rank = 0; rank < evaluation->index->laneCount(); ++rank)
            key.geometry.lanes.push_back(RankId{rank});
        show(0, 50);
    }

    void show(Time from, Time to)
    {
        key.geometry.from = from;
        key.geometry.to = to;
    }
    [[nodiscard]] QImage inWindow() const
    {
        const auto* const image = static_cast<const QImage*>(window()->backingStore()->paintDevice());
        return image->copy(QRect(mapTo(window(), QPoint()), size())).convertToFormat(QImage::Format_RGB32);
    }

    PlotCache cache;
    PlotKey key;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        cache.paint(painter, event->region(), key);
    }
};

struct Shown
{
    Shown()
    {
        const EvaluationInput input{*requestFromText("1f1b:ranks=8,microbatches=24"), {}, {}};
        plot = new Plot(&window, *evaluate(input, {}));
        window.resize(700, 400);
        window.show();
    }
    QWidget window;
    Plot* plot = nullptr;
};

} // namespace

class PlotCacheMovingTest : public QObject
{
    Q_OBJECT

private slots:
    void movesWithoutAPictureOfItsOwn()
    {
        Shown s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        s.plot->show(0, 60);
        s.plot->repaint();
        s.plot->show(3, 41);
        s.plot->repaint();
        QVERIFY(!s.plot->cache.isKept());
        const QImage moving = s.plot->inWindow();
        const int rebuilds = s.plot->cache.rebuilds();
        PlotCache other;
        QVERIFY(moving == other.content(s.plot->key));

        s.plot->cache.keep();
        QVERIFY(s.plot->cache.isKept());
        QCOMPARE(s.plot->cache.rebuilds(), rebuilds); // the same content
        s.plot->repaint();
        QVERIFY(moving == s.plot->inWindow());
    }

    void keepsWhatIsShownFromRest()
    {
        Shown s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        QTest::qWait(300);
        s.plot->show(3, 41);
        s.plot->repaint();
        QVERIFY(s.plot->cache.isKept());
    }

    void leavesAloneWhatLiesOverIt()
    {
        Shown s;
        QWidget over(&s.window);
        over.setGeometry(s.plot->geometry().adjusted(200, 100, -200, -100));
        over.setAutoFillBackground(true);
        over.setPalette(QPalette(Qt::magenta));
        over.show();
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        s.plot->show(0, 60);
        s.plot->repaint();
        s.plot->show(3, 41);
        s.plot->repaint();
        const QImage image = s.plot->inWindow();
        QCOMPARE(image.pixelColor(image.rect().center()), over.palette().color(QPalette::Window));
        QCOMPARE(image.copy(0, 0, 200, 337), s.plot->cache.content(s.plot->key).copy(0, 0, 200, 337));
    }

    void aPartIsShownOutOfTheKeptPicture()
    {
        Shown s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.window));
        s.plot->show(0, 60);
        s.plot->repaint();
        s.plot->show(3, 41);
        s.plot->repaint(QRect(0, 0, 300, 337));
        QVERIFY(s.plot->cache.isKept());
        s.plot->repaint();
        QVERIFY(s.plot->inWindow() == s.plot->cache.content(s.plot->key));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, PlotCacheMovingTest)
#include "plot_cache_moving_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Content that changes from frame to frame goes straight into the window: the same pixels as the kept
// picture.
#include <QtWidgets>

#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"
#include "ui/timeline/plot_cache.h"

using namespace bubblescope;
using namespace bubblescope::test;
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
        key.geometry = geometryOf({97, 24, 500, 300}, 20, 4, evaluation->index->laneCount(), {0, 50});
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
        plot = new Plot(&window, evaluated("1f1b:ranks=8,microbatches=24"));
        window.resize(700, 400);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }
    void repaintAt(Time from, Time to) const
    {
        plot->show(from, to);
        plot->repaint();
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
        s.repaintAt(0, 60);
        s.repaintAt(3, 41);
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
        QTest::qWait(300); // a change within 200 ms of the one before would count as movement
        s.repaintAt(3, 41);
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
        over.repaint();
        s.repaintAt(0, 60);
        s.repaintAt(3, 41);
        const QImage image = s.plot->inWindow();
        QCOMPARE(image.pixelColor(image.rect().center()), over.palette().color(QPalette::Window));
        QCOMPARE(image.copy(0, 0, 200, 337), s.plot->cache.content(s.plot->key).copy(0, 0, 200, 337));
    }

    void aPartIsShownOutOfTheKeptPicture()
    {
        Shown s;
        s.repaintAt(0, 60);
        s.plot->show(3, 41);
        s.plot->repaint(QRect(0, 0, 300, 337));
        QVERIFY(s.plot->cache.isKept());
        s.plot->repaint();
        QVERIFY(s.plot->inWindow() == s.plot->cache.content(s.plot->key));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, PlotCacheMovingTest)
#include "plot_cache_moving_test.moc"

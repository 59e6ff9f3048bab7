// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/timeline_pane.h"

#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

FillMask maskOf(std::initializer_list<FillClass> fills)
{
    unsigned mask = 0;
    for (const FillClass fill : fills)
        mask |= 1U << static_cast<unsigned>(fill);
    return static_cast<FillMask>(mask);
}

class ShownPane
{
public:
    explicit ShownPane(const EvaluationPtr& evaluation)
    {
        pane.resize(1000, 400);
        pane.view()->navigation().setReducedMotion(true);
        pane.view()->setEvaluation(evaluation);
        addKeys(pane, *pane.view());
        pane.show();
        pane.activateWindow();
        pane.view()->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
    }
    void click(FillClass fill, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(pane.legend()->itemOf(fill), Qt::LeftButton, modifiers);
    }
    [[nodiscard]] QPoint overviewAt(Time t)
    {
        const auto& plot = pane.view()->geometry().plot;
        return {static_cast<int>(plot.x + plot.width * t / pane.view()->evaluation()->timeline->makespan),
                24};
    }
    TimelinePane pane;
};

} // namespace

/// The timeline with legend and overview, and what is drawn anew when.
class TimelinePaneTest : public QObject
{
    Q_OBJECT

private slots:
    void legendOffersWhatIsThere()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        QCOMPARE(shown.pane.legend()->offeredFills(), maskOf({FillClass::Forward, FillClass::Backward}));
        QVERIFY(shown.pane.legend()->itemOf(FillClass::Backward)->isVisible());
        QVERIFY(!shown.pane.legend()->itemOf(FillClass::BackwardWeight)->isVisible());
        shown.pane.view()->setEvaluation(evaluationOf("0F0 0I0 0W0 (0F1;0I1)OVERLAP_F_B"));
        QCOMPARE(shown.pane.legend()->offeredFills(),
                 maskOf({FillClass::Forward, FillClass::BackwardInput, FillClass::BackwardWeight,
                         FillClass::Overlap}));
    }

    void legendClickHidesAndShows()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.click(FillClass::Forward);
        QCOMPARE(shown.pane.view()->shownFills(), kAllFills & ~maskOf({FillClass::Forward}));
        shown.click(FillClass::Forward);
        QCOMPARE(shown.pane.view()->shownFills(), kAllFills);
    }

    void legendAltClickIsolatesAndGivesBack()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.click(FillClass::Backward, Qt::AltModifier);
        QCOMPARE(shown.pane.view()->shownFills(), maskOf({FillClass::Backward}));
        shown.click(FillClass::Forward, Qt::AltModifier);
        QCOMPARE(shown.pane.view()->shownFills(), maskOf({FillClass::Forward}));
        shown.click(FillClass::Forward, Qt::AltModifier);
        QCOMPARE(shown.pane.view()->shownFills(), kAllFills);
    }

    void legendWorksByKeyboard()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.pane.view()->setFocus();
        QTest::keyClick(shown.pane.view(), Qt::Key_Tab);
        QWidget* forward = shown.pane.legend()->itemOf(FillClass::Forward);
        QVERIFY(forward->hasFocus());
        QTest::keyClick(forward, Qt::Key_Space);
        QCOMPARE(shown.pane.view()->shownFills(), kAllFills & ~maskOf({FillClass::Forward}));
        QTest::keyClick(forward, Qt::Key_Return, Qt::AltModifier);
        QCOMPARE(shown.pane.view()->shownFills(), maskOf({FillClass::Forward}));
    }

    void legendNamesSayWhatIsShown()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        const QWidget* item = shown.pane.legend()->itemOf(FillClass::Backward);
        QCOMPARE(item->accessibleName(), "B Backward, shown");
        shown.click(FillClass::Backward);
        QCOMPARE(item->accessibleName(), "B Backward, hidden");
    }

    void legendDropsNamesWhereRoomIsShort()
    {
        LegendWidget legend;
        legend.resize(1200, 36);
        legend.show();
        const int wide = legend.itemOf(FillClass::BackwardWeight)->width();
        legend.resize(legend.sizeHint().width() - 1, 36);
        QCOMPARE(legend.itemOf(FillClass::BackwardWeight)->width(), wide); // there was room at the side
        legend.resize(legend.sizeHint().width() / 2, 36);
        const QWidget* narrow = legend.itemOf(FillClass::Other);
        QVERIFY(legend.itemOf(FillClass::BackwardWeight)->width() < wide);
        QVERIFY(narrow->geometry().right() < legend.width());
    }

    void numberKeysToggleFills()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.pane.view()->setFocus();
        for (const Qt::Key key : {Qt::Key_1, Qt::Key_4, Qt::Key_5})
            QTest::keyClick(shown.pane.view(), key);
        QCOMPARE(shown.pane.legend()->shownFills(),
                 maskOf({FillClass::BackwardInput, FillClass::BackwardWeight, FillClass::Other}));
    }

    void overviewClickCenters()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.pane.view()->navigation().setRange({0, 2});
        QTest::mouseClick(shown.pane.overview(), Qt::LeftButton, {}, shown.overviewAt(5));
        const TimeRange range = shown.pane.view()->navigation().range();
        QVERIFY(isNear((range.from + range.to) / 2, 5, 0.02));
        QVERIFY(isNear(range.to - range.from, 2, 1e-9));
    }

    void overviewFrameIsDragged()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.pane.view()->navigation().setRange({1, 3});
        drag(shown.pane.overview(), Qt::LeftButton, shown.overviewAt(2), shown.overviewAt(4));
        const TimeRange range = shown.pane.view()->navigation().range();
        QVERIFY(isNear(range.from, 3, 0.03));
        QVERIFY(isNear(range.to, 5, 0.03));
    }

    void overviewEdgesAreDragged_data()
    {
        QTest::addColumn<double>("grabbed");
        QTest::addColumn<double>("dropped");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::newRow("left edge outwards") << 2.0 << 1.0 << 1.0 << 6.0;
        QTest::newRow("left edge inwards") << 2.0 << 4.0 << 4.0 << 6.0;
        QTest::newRow("right edge outwards") << 6.0 << 7.5 << 2.0 << 7.5;
        QTest::newRow("right edge inwards") << 6.0 << 5.0 << 2.0 << 5.0;
    }

    void overviewEdgesAreDragged()
    {
        QFETCH(double, grabbed);
        QFETCH(double, dropped);
        QFETCH(double, from);
        QFETCH(double, to);
        ShownPane shown(evaluationOf(kTwoRanks));
        shown.pane.view()->navigation().setRange({2, 6});
        drag(shown.pane.overview(), Qt::LeftButton, shown.overviewAt(grabbed), shown.overviewAt(dropped));
        QVERIFY(isNear(shown.pane.view()->navigation().range().from, from, 0.03));
        QVERIFY(isNear(shown.pane.view()->navigation().range().to, to, 0.03));
    }

    void overviewFollowsTheView()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        const auto& plot = shown.pane.view()->geometry().plot;
        QCOMPARE(shown.pane.overview()->frame(), (std::pair{plot.x, plot.right()}));
        shown.pane.view()->navigation().setRange({2, 4});
        QCOMPARE(shown.pane.overview()->frame(),
                 (std::pair{plot.x + plot.width / 4, plot.x + plot.width / 2}));
        // However far one zooms in, the frame stays to be seen.
        shown.pane.view()->navigation().setRange({2, 2.0001});
        QVERIFY(shown.pane.overview()->frame().second - shown.pane.overview()->frame().first >= 3);
    }

    void movesDoNotRebuild()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        TimelineView* view = shown.pane.view();
        view->viewport()->grab();
        shown.pane.overview()->grab();
        const int before = view->contentRebuilds();
        const int overviewBefore = shown.pane.overview()->contentRebuilds();
        for (int x = 100; x < 900; x += 37) {
            sendMove(view->viewport(), {x, 60 + x % 50});
            view->viewport()->grab();
        }
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(*view, 0, 0.5));
        view->viewport()->grab();
        QTest::mousePress(view->viewport(), Qt::LeftButton, {}, {300, 10});
        sendMove(view->viewport(), {500, 10}, Qt::LeftButton);
        view->viewport()->grab();
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, {300, 10});
        QCOMPARE(view->contentRebuilds(), before);
        view->navigation().setRange({1, 2});
        shown.pane.overview()->grab();
        QCOMPARE(shown.pane.overview()->contentRebuilds(), overviewBefore);
    }

    void whatIsShownRebuildsOnce()
    {
        ShownPane shown(manyForwards(64, 10));
        TimelineView* view = shown.pane.view();
        view->viewport()->grab();
        const auto rebuildsOf = [&](const std::function<void()>& change) {
            const int before = view->contentRebuilds();
            change();
            view->viewport()->grab();
            view->viewport()->grab();
            return view->contentRebuilds() - before;
        };
        QCOMPARE(rebuildsOf([] {}), 0);
        QCOMPARE(rebuildsOf([&] { view->navigation().setRange({1, 3}); }), 1);
        QCOMPARE(rebuildsOf([&] { view->setThemeName(ThemeName::Dark); }), 1);
        QCOMPARE(rebuildsOf([&] { view->toggleFill(FillClass::Forward); }), 1);
        QCOMPARE(rebuildsOf([&] { view->navigation().scrollLanes(3); }), 1);
        QCOMPARE(rebuildsOf([&] { shown.pane.resize(1100, 500); }), 1);
        QCOMPARE(rebuildsOf([&] { view->setEvaluation(manyForwards(64, 10)); }), 1);
    }

    void themeChangeRepaints()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        TimelineView* view = shown.pane.view();
        const QPoint inForward = at(*view, 0, 0.25);
        for (const ThemeName name :
             {ThemeName::Light, ThemeName::Dark, ThemeName::ColorBlind, ThemeName::Print}) {
            view->setThemeName(name);
            const QImage image = view->viewport()->grab().toImage();
            const Theme& theme = Theme::get(name);
            const auto colorOf = [&](Role role) {
                const Rgb color = theme.color(role);
                return QColor(color.r, color.g, color.b).name();
            };
            QCOMPARE(image.pixelColor(2, image.height() - 3).name(), colorOf(Role::Window));
            QCOMPARE(image.pixelColor(inForward).name(), colorOf(Role::Forward));
            QCOMPARE(shown.pane.legend()->grab().toImage().pixelColor(1, 1).name(), colorOf(Role::Window));
        }
    }

    void hiddenFillsArePaintedAsGhosts()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        TimelineView* view = shown.pane.view();
        shown.click(FillClass::Forward);
        const Rgb ghost = Theme::get(ThemeName::Light).color(Role::Ghost);
        QCOMPARE(view->viewport()->grab().toImage().pixelColor(at(*view, 0, 0.25)),
                 QColor(ghost.r, ghost.g, ghost.b));
    }

    void selectionIsPaintedOverTheContent()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        TimelineView* view = shown.pane.view();
        const QPoint edge(static_cast<int>(xOf(*view, 5)), at(*view, 0, 5).y());
        const QColor before = view->viewport()->grab().toImage().pixelColor(edge);
        view->chosen().select(ActionPosition{RankId{0}, 5});
        const Rgb text = Theme::get(ThemeName::Light).color(Role::Text);
        const QColor after = view->viewport()->grab().toImage().pixelColor(edge);
        QVERIFY(before != after);
        QCOMPARE(after, QColor(text.r, text.g, text.b));
    }

    void emptyEvaluationIsCalm()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        TimelineView* view = shown.pane.view();
        view->setEvaluation(nullptr);
        QVERIFY(!shown.pane.legend()->isVisible());
        QCOMPARE(view->navigation().range(), (TimeRange{0, 1}));
        sendMove(view->viewport(), {500, 60});
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, {500, 60});
        drag(view->viewport(), Qt::LeftButton, {300, 10}, {500, 10});
        sendWheel(view->viewport(), {500, 60}, {0, 120}, Qt::ControlModifier);
        for (const Qt::Key key :
             {Qt::Key_W, Qt::Key_A, Qt::Key_F, Qt::Key_Right, Qt::Key_Down, Qt::Key_PageDown})
            QTest::keyClick(view, key);
        QTest::mouseClick(shown.pane.overview(), Qt::LeftButton, {}, {500, 24});
        QCOMPARE(view->navigation().range(), (TimeRange{0, 1}));
        QCOMPARE(view->hoverText(), QString());
        const Rgb window = Theme::get(ThemeName::Light).color(Role::Window);
        QCOMPARE(view->viewport()->grab().toImage().pixelColor(200, 20),
                 QColor(window.r, window.g, window.b));
    }

    void emptyScheduleIsCalm()
    {
        ShownPane shown(evaluationOf(".\n."));
        TimelineView* view = shown.pane.view();
        sendMove(view->viewport(), at(*view, 0, 0.5));
        QCOMPARE(view->hoverText(), QString());
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_Right, Qt::Key_Down, Qt::Key_F})
            QTest::keyClick(view, key);
        QCOMPARE(textAt(*view), "nothing");
        view->viewport()->grab();
    }

    void manyBlocks()
    {
        ShownPane shown(manyForwards(8, 20'000));
        TimelineView* view = shown.pane.view();
        view->viewport()->grab();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(*view, 5, 12'345.5));
        QVERIFY(view->chosen().action().has_value());
        QCOMPARE(view->chosen().action()->rank, RankId{5});
        QVERIFY(std::abs(static_cast<double>(view->chosen().action()->index) - 12'345.5) < 25);
        view->navigation().setRange({12'340, 12'350});
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(*view, 5, 12'345.5));
        QCOMPARE(textAt(*view), "5F12345");
        const int before = view->contentRebuilds();
        sendMove(view->viewport(), at(*view, 7, 12'348.5));
        QCOMPARE(view->hoverText(), "7F12348 · rank 7 · 12,348 to 12,349");
        view->viewport()->grab();
        QCOMPARE(view->contentRebuilds(), before + 1); // the zoom's, drawn only now
    }

    void focusFrameShowsForTheKeyboard()
    {
        ShownPane shown(evaluationOf(kTwoRanks));
        TimelineView* view = shown.pane.view();
        const Rgb accent = Theme::get(ThemeName::Light).color(Role::Accent);
        const auto corner = [&] { return view->viewport()->grab().toImage().pixelColor(0, 0); };
        const QColor framed(accent.r, accent.g, accent.b);
        QWidget* item = shown.pane.legend()->itemOf(FillClass::Forward);
        item->setFocus(Qt::TabFocusReason);
        QVERIFY(corner() != framed);
        view->setFocus(Qt::TabFocusReason);
        QVERIFY(view->hasFocus());
        QCOMPARE(corner(), framed);
        item->setFocus(Qt::TabFocusReason);
        QVERIFY(corner() != framed);
        view->setFocus(Qt::MouseFocusReason);
        QVERIFY(corner() != framed);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelinePaneTest)
#include "timeline_pane_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/export/colors.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/timeline_pane.h"

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

class ShownPane : private HeldWidget<TimelinePane>, public OnTimeline
{
public:
    explicit ShownPane(const EvaluationPtr& evaluation = evaluationOf(kTwoRanks)) : OnTimeline(*widget.view())
    {
        pane.resize(1000, 400);
        navigation.setReducedMotion(true);
        view.setEvaluation(evaluation);
        addKeys(pane, view);
        pane.show();
        pane.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&pane));
    }
    TimelinePane& pane = widget;
    LegendWidget& legend = *pane.legend();
    OverviewStrip& overview = *pane.overview();

    /// What is shown after a click on the legend.
    FillMask clickLegend(FillClass fill, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(legend.itemOf(fill), Qt::LeftButton, modifiers);
        return view.shownFills();
    }
    [[nodiscard]] QPoint overviewAt(Time t) const
    {
        const auto& plot = geometry().plot;
        return {static_cast<int>(plot.x + plot.width * t / view.evaluation()->timeline->makespan), 24};
    }
};

QColor colorOf(Role role, ThemeName theme = ThemeName::Light)
{
    return toColor(Theme::get(theme).color(role));
}

} // namespace

/// The timeline with legend and overview, and what is drawn anew when.
class TimelinePaneTest : public QObject
{
    Q_OBJECT

private slots:
    void legendOffersWhatIsThere()
    {
        ShownPane shown;
        QCOMPARE(shown.legend.offeredFills(), maskOf({FillClass::Forward, FillClass::Backward}));
        QVERIFY(shown.legend.itemOf(FillClass::Backward)->isVisible());
        QVERIFY(!shown.legend.itemOf(FillClass::BackwardWeight)->isVisible());
        shown.view.setEvaluation(evaluationOf("0F0 0I0 0W0 (0F1;0I1)OVERLAP_F_B"));
        QCOMPARE(shown.legend.offeredFills(), maskOf({FillClass::Forward, FillClass::BackwardInput,
                                                      FillClass::BackwardWeight, FillClass::Overlap}));
    }

    void legendClickHidesAndShows()
    {
        ShownPane shown;
        QCOMPARE(shown.clickLegend(FillClass::Forward), kAllFills & ~maskOf({FillClass::Forward}));
        QCOMPARE(shown.clickLegend(FillClass::Forward), kAllFills);
    }

    void legendAltClickIsolatesAndGivesBack()
    {
        ShownPane shown;
        QCOMPARE(shown.clickLegend(FillClass::Backward, Qt::AltModifier), maskOf({FillClass::Backward}));
        QCOMPARE(shown.clickLegend(FillClass::Forward, Qt::AltModifier), maskOf({FillClass::Forward}));
        QCOMPARE(shown.clickLegend(FillClass::Forward, Qt::AltModifier), kAllFills);
    }

    void legendWorksByKeyboard()
    {
        ShownPane shown;
        shown.view.setFocus();
        QTest::keyClick(&shown.view, Qt::Key_Tab);
        QWidget* forward = shown.legend.itemOf(FillClass::Forward);
        QVERIFY(forward->hasFocus());
        QTest::keyClick(forward, Qt::Key_Space);
        QCOMPARE(shown.view.shownFills(), kAllFills & ~maskOf({FillClass::Forward}));
        QTest::keyClick(forward, Qt::Key_Return, Qt::AltModifier);
        QCOMPARE(shown.view.shownFills(), maskOf({FillClass::Forward}));
    }

    void legendNamesSayWhatIsShown()
    {
        ShownPane shown;
        const QWidget* item = shown.legend.itemOf(FillClass::Backward);
        QCOMPARE(item->accessibleName(), "B Backward, shown");
        shown.clickLegend(FillClass::Backward);
        QCOMPARE(item->accessibleName(), "B Backward, hidden");
    }

    void legendDropsNamesWhereRoomIsShort()
    {
        LegendWidget legend;
        legend.resize(2400, 36);
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
        ShownPane shown;
        shown.view.setFocus();
        for (const Qt::Key key : {Qt::Key_1, Qt::Key_4, Qt::Key_5})
            shown.key(key);
        QCOMPARE(shown.legend.shownFills(),
                 kAllFills & ~maskOf({FillClass::Forward, FillClass::Backward, FillClass::Overlap}));
    }

    void overviewClickCenters()
    {
        ShownPane shown;
        shown.navigation.setRange({0, 2});
        QTest::mouseClick(&shown.overview, Qt::LeftButton, {}, shown.overviewAt(5));
        QVERIFY(isNear(shown.middle(), 5, 0.02));
        QVERIFY(isNear(widthOf(shown.range()), 2, 1e-9));
    }

    void overviewFrameIsDragged()
    {
        ShownPane shown;
        shown.navigation.setRange({1, 3});
        drag(&shown.overview, Qt::LeftButton, shown.overviewAt(2), shown.overviewAt(4));
        verifyRange(shown.range(), 3, 5, 0.03);
    }

    void overviewEdgesAreDragged_data()
    {
        addRows<Time, Time, TimeRange>({
            {"left edge outwards", 2.0, 1.0, {1.0, 6.0}},
            {"left edge inwards", 2.0, 4.0, {4.0, 6.0}},
            {"right edge outwards", 6.0, 7.5, {2.0, 7.5}},
            {"right edge inwards", 6.0, 5.0, {2.0, 5.0}},
        });
    }

    void overviewEdgesAreDragged()
    {
        const auto& [grabbed, dropped, expected] = givenRow<Time, Time, TimeRange>();
        ShownPane shown;
        shown.navigation.setRange({2, 6});
        drag(&shown.overview, Qt::LeftButton, shown.overviewAt(grabbed), shown.overviewAt(dropped));
        verifyRange(shown.range(), expected.from, expected.to, 0.03);
    }

    void overviewFollowsTheView()
    {
        ShownPane shown;
        const auto& plot = shown.geometry().plot;
        QCOMPARE(shown.overview.frame(), (std::pair{plot.x, plot.right()}));
        shown.navigation.setRange({2, 4});
        QCOMPARE(shown.overview.frame(), (std::pair{plot.x + plot.width / 4, plot.x + plot.width / 2}));
        // However far one zooms in, the frame stays to be seen.
        shown.navigation.setRange({2, 2.0001});
        QVERIFY(shown.overview.frame().second - shown.overview.frame().first >= 3);
    }

    void movesDoNotRebuild()
    {
        ShownPane shown;
        shown.navigation.setRange({0.5, 3}); // so that the overview is there, and stays
        shown.viewport()->grab();
        shown.overview.grab();
        const int before = shown.view.contentRebuilds();
        const int overviewBefore = shown.overview.contentRebuilds();
        for (int x = 100; x < 900; x += 37) {
            shown.move({x, 60 + x % 50});
            shown.viewport()->grab();
        }
        shown.click(0, 0.5);
        shown.viewport()->grab();
        QTest::mousePress(shown.viewport(), Qt::LeftButton, {}, {300, 10});
        sendMove(shown.viewport(), {500, 10}, Qt::LeftButton);
        shown.viewport()->grab();
        QTest::mouseRelease(shown.viewport(), Qt::LeftButton, {}, {300, 10});
        QCOMPARE(shown.view.contentRebuilds(), before);
        shown.navigation.setRange({1, 2});
        shown.overview.grab();
        QCOMPARE(shown.overview.contentRebuilds(), overviewBefore);
    }

    void whatIsShownRebuildsOnce()
    {
        ShownPane shown(manyForwards(64, 10));
        shown.viewport()->grab();
        const auto rebuildsOf = [&](const std::function<void()>& change) {
            const int before = shown.view.contentRebuilds();
            change();
            shown.viewport()->grab();
            shown.viewport()->grab();
            return shown.view.contentRebuilds() - before;
        };
        QCOMPARE(rebuildsOf([] {}), 0);
        QCOMPARE(rebuildsOf([&] { shown.navigation.setRange({1, 3}); }), 1);
        QCOMPARE(rebuildsOf([&] { shown.view.setThemeName(ThemeName::Dark); }), 1);
        QCOMPARE(rebuildsOf([&] { shown.view.toggleFill(FillClass::Forward); }), 1);
        QCOMPARE(rebuildsOf([&] { shown.navigation.scrollLanes(3); }), 1);
        QCOMPARE(rebuildsOf([&] { shown.pane.resize(1100, 500); }), 1);
        QCOMPARE(rebuildsOf([&] { shown.view.setEvaluation(manyForwards(64, 10)); }), 1);
    }

    void themeChangeRepaints()
    {
        ShownPane shown;
        const QPoint inForward = at(shown.view, 0, 0.25);
        for (const ThemeName name :
             {ThemeName::Light, ThemeName::Dark, ThemeName::ColorBlind, ThemeName::Print}) {
            shown.view.setThemeName(name);
            const QImage image = shown.picture();
            QCOMPARE(image.pixelColor(2, image.height() - 3), colorOf(Role::Window, name));
            QCOMPARE(image.pixelColor(inForward), colorOf(Role::Forward, name));
            QCOMPARE(shown.legend.grab().toImage().pixelColor(1, 1), colorOf(Role::Window, name));
        }
    }

    void hiddenFillsArePaintedAsGhosts()
    {
        ShownPane shown;
        shown.clickLegend(FillClass::Forward);
        QCOMPARE(shown.pixel(at(shown.view, 0, 0.25)), colorOf(Role::Ghost));
    }

    void selectionIsPaintedOverTheContent()
    {
        ShownPane shown;
        const QPoint edge(static_cast<int>(xOf(shown.view, 5)), at(shown.view, 0, 5).y());
        const QColor before = shown.pixel(edge);
        shown.chosen.select(actionAt(0, 5));
        QVERIFY(before != shown.pixel(edge));
        QCOMPARE(shown.pixel(edge), colorOf(Role::Text));
    }

    void emptyEvaluationIsCalm()
    {
        ShownPane shown;
        shown.view.setEvaluation(nullptr);
        QVERIFY(!shown.legend.isVisible());
        QCOMPARE(shown.range(), (TimeRange{0, 1}));
        shown.move({500, 60});
        shown.click({500, 60});
        shown.drag({300, 10}, {500, 10});
        shown.wheel({500, 60}, {0, 120}, Qt::ControlModifier);
        for (const Qt::Key key :
             {Qt::Key_W, Qt::Key_A, Qt::Key_F, Qt::Key_Right, Qt::Key_Down, Qt::Key_PageDown})
            shown.key(key);
        QTest::mouseClick(&shown.overview, Qt::LeftButton, {}, {500, 24});
        QCOMPARE(shown.range(), (TimeRange{0, 1}));
        QCOMPARE(shown.view.hoverText(), QString());
        QCOMPARE(shown.pixel({200, 20}), colorOf(Role::Window));
    }

    void emptyScheduleIsCalm()
    {
        ShownPane shown(evaluationOf(".\n."));
        shown.move(0, 0.5);
        QCOMPARE(shown.view.hoverText(), QString());
        for (const Qt::Key key : {Qt::Key_W, Qt::Key_Right, Qt::Key_Down, Qt::Key_F})
            shown.key(key);
        QCOMPARE(shown.selected(), "nothing");
        shown.viewport()->grab();
    }

    void manyBlocks()
    {
        ShownPane shown(manyForwards(8, 20'000));
        shown.viewport()->grab();
        shown.click(5, 12'345.5);
        QVERIFY(shown.chosen.action().has_value());
        QCOMPARE(shown.chosen.action()->rank, RankId{5});
        QVERIFY(std::abs(static_cast<double>(shown.chosen.action()->index) - 12'345.5) < 25);
        shown.navigation.setRange({12'340, 12'350});
        QCOMPARE(shown.click(5, 12'345.5), "5F12345");
        const int before = shown.view.contentRebuilds();
        shown.move(7, 12'348.5);
        QCOMPARE(shown.view.hoverText(), "7F12348 · rank 7 · 12,348 to 12,349");
        shown.viewport()->grab();
        QCOMPARE(shown.view.contentRebuilds(), before + 1); // the zoom's, drawn only now
    }

    void focusFrameShowsForTheKeyboard()
    {
        ShownPane shown;
        const auto corner = [&] { return shown.pixel({0, 0}); };
        const QColor framed = colorOf(Role::Accent);
        QWidget* item = shown.legend.itemOf(FillClass::Forward);
        item->setFocus(Qt::TabFocusReason);
        QVERIFY(corner() != framed);
        shown.view.setFocus(Qt::TabFocusReason);
        QVERIFY(shown.view.hasFocus());
        QCOMPARE(corner(), framed);
        item->setFocus(Qt::TabFocusReason);
        QVERIFY(corner() != framed);
        shown.view.setFocus(Qt::MouseFocusReason);
        QVERIFY(corner() != framed);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelinePaneTest)
#include "timeline_pane_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The room that comparing takes, and gives back.
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/compare_support.h"
#include "ui/compare/compare_strip.h"
#include "ui/compare/difference_legend.h"
#include "ui/exports/export_controller.h"
#include "ui/panels/picture_job.h"
#include "ui/timeline/timeline_viewport.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

void compareFour(ShownWindow& w)
{
    for (const char* name : {"gpipe", "zbv", "1f1b"}) {
        w.settle();
        const std::size_t before = w->comparison().references().size();
        w->compare().compareWithSchedule(static_cast<int>(findSchedule(name) - scheduleCatalog().data()));
        QTRY_COMPARE(w->comparison().references().size(), before + 1);
    }
    QTest::qWait(150);
}

std::vector<ui::TimelineView*> viewsOf(ShownWindow& w)
{
    std::vector<ui::TimelineView*> views{&w.view()};
    for (ui::TimelineView* view : w->compare().view()->referenceViews())
        views.push_back(view);
    return views;
}

QDockWidget& dock(ShownWindow& w, const char* name)
{
    return *w->findChild<QDockWidget*>(QLatin1String(name));
}

} // namespace

class WindowCompareRoomTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    /// At 1280 × 800, each of four ranks, with labels in all of them.
    void fourSidesShowAllLanes()
    {
        QCOMPARE(w->size(), QSize(1280, 800));
        compareFour(w);
        for (const ui::TimelineView* view : viewsOf(w)) {
            QCOMPARE(view->geometry().lanes.size(), std::size_t{4});
            QVERIFY2(view->geometry().laneTop(3) + view->geometry().laneHeight <= view->viewport()->height(),
                     qPrintable(QString::number(view->viewport()->height())));
            QVERIFY(view->geometry().laneHeight >= ui::TimelineMetrics::kMinCompactLane);
            QCOMPARE(view->navigation().lanePitch(), w.view().navigation().lanePitch());
        }
        // The table is there, and scrolls.
        QVERIFY(w->compare().panel()->list()->viewport()->height() > 20);
    }

    /// A reference that takes longer is whole in the picture of an overlay, too.
    void overlaysAreExportedToTheirEnd()
    {
        w->compare().compareWithSchedule(static_cast<int>(findSchedule("gpipe") - scheduleCatalog().data()));
        QTRY_COMPARE_WITH_TIMEOUT(w->comparison().references().size(), std::size_t{1}, 60000);
        w.trigger("compare.overlay");
        QCOMPARE(w.timeline().makespan, 57.0);
        const ui::PictureSettings settings = w->exports().pictureSettings();
        QVERIFY(settings.wholeRun && settings.overlay);
        QCOMPARE(settings.overlay->timeline().makespan, 66.0);
        const Result<Scene> scene = ui::pictureScene(*w.document().evaluation(), settings);
        QVERIFY(scene);
        QVERIFY(std::any_of(scene->texts.begin(), scene->texts.end(),
                            [](const SceneText& text) { return text.text == "60"; }));
    }

    void oneRulerServesAll()
    {
        compareFour(w);
        for (const ui::TimelineView* view : w->compare().view()->referenceViews()) {
            QVERIFY(!view->comparison().hasRuler());
            QVERIFY(!view->navigation().viewport().isRuler(200, 2));
            QVERIFY(view->geometry().plot.y < 8);
        }
        QVERIFY(w.view().comparison().hasRuler());
        QVERIFY(w.view().navigation().viewport().isRuler(200, 2));
    }

    void whatWasTakenIsGivenBack()
    {
        const int height = w.view().height();
        const int bottom = dock(w, "bubbles-dock").height();
        const double pitch = w.view().navigation().lanePitch();
        compareFour(w);
        QVERIFY(dock(w, "compare-dock").isVisible());
        QVERIFY(dock(w, "compare-dock").height() < bottom);
        w.trigger("compare.off");
        QTRY_COMPARE(w.view().height(), height);
        QCOMPARE(w.view().navigation().lanePitch(), pitch);
        // As it was: what was opened with it goes, what was in front is in front again.
        QVERIFY(dock(w, "compare-dock").isHidden());
        QCOMPARE(dock(w, "bubbles-dock").height(), bottom);
        QTRY_VERIFY(!dock(w, "bubbles-dock").visibleRegion().isEmpty());
    }

    void theUsersHeightStays()
    {
        compareFour(w);
        QDockWidget& table = dock(w, "compare-dock");
        const int given = table.height();
        w->resizeDocks({&table}, {given + 80}, Qt::Vertical);
        QTRY_VERIFY(table.height() > given);
        const int chosen = w->centralWidget()->height(); // a dock among tabs is lower by their bar
        w.trigger("compare.off");
        QTRY_VERIFY(!dock(w, "bubbles-dock").visibleRegion().isEmpty());
        QTRY_COMPARE(w->centralWidget()->height(), chosen);
    }

    /// A schedule against itself tells nothing.
    void theFirstPressAsksForAReference()
    {
        w.key(Qt::Key_Backslash);
        ui::ScheduleGallery& gallery = *w->schedulePanel()->gallery();
        QVERIFY(gallery.isVisible());
        const auto button = [&gallery](const char* name) { return gallery.findChild<QPushButton*>(name); };
        QVERIFY(button("gallery-file")->isVisible() && button("gallery-run")->isVisible() &&
                button("gallery-shown")->isVisible() && !button("gallery-compare")->isVisible());
        QTest::keyClicks(gallery.filter(), "gpipe");
        QTest::keyClick(gallery.filter(), Qt::Key_Return);
        QVERIFY(!gallery.isVisible());
        QTRY_VERIFY(w->comparison().reference());
        QVERIFY(w->comparison().reference()->title.startsWith("GPipe"));
        QCOMPARE(checkedMode(w), "compare.split");
        w->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&w.window()));
        w.key(Qt::Key_Backslash);
        QCOMPARE(checkedMode(w), "compare.overlay");
    }

    void thePlusOpensTheGallery()
    {
        w.trigger("mode.compare");
        QTest::mouseClick(w->compare().strip()->addButton(), Qt::LeftButton);
        ui::ScheduleGallery& gallery = *w->schedulePanel()->gallery();
        QVERIFY(gallery.isVisible());
        QCOMPARE(gallery.windowTitle(), "Compare with");
        bool asked = false;
        w->questions.comparePath = [&asked] {
            asked = true;
            return QString();
        };
        QTest::mouseClick(gallery.findChild<QPushButton*>("gallery-file"), Qt::LeftButton);
        QVERIFY(asked && !gallery.isVisible());
        // From the card it is as it was.
        QVERIFY(!w.gallery().findChild<QPushButton*>("gallery-file")->isVisible());
        QVERIFY(gallery.findChild<QPushButton*>("gallery-compare")->isVisible());
        QCOMPARE(gallery.windowTitle(), "Choose a schedule");
        gallery.close();
    }

    void figuresLeadWithTheIdleShare()
    {
        compareFour(w);
        const ui::CompareModel& model = *w->compare().panel()->model();
        QStringList measures;
        for (int row = 0; row < 3; ++row)
            measures << model.index(row, 0).data().toString();
        QCOMPARE(measures.join(", "), "Makespan (steps), Idle fraction, Bubble rate");
        QVERIFY(model.index(1, 1).data().toString().endsWith(" %"));
        QVERIFY(model.index(2, 1).data().toString().endsWith(QStringLiteral(" ×")));
        verifyContains(model.index(2, 0).data(Qt::ToolTipRole).toString(), {"ideal time"});
    }

    void columnsAreNamedByTheirSchedules()
    {
        compareFour(w);
        const ui::CompareModel& model = *w->compare().panel()->model();
        const auto head = [&](int column, int role) {
            return model.headerData(column, Qt::Horizontal, role).toString();
        };
        verifyBegins(head(2, Qt::DisplayRole), "GP");
        verifyBegins(head(3, Qt::DisplayRole), "ZB");
        verifyBegins(head(4, Qt::DisplayRole), "1F");
        QCOMPARE(head(3, Qt::ToolTipRole), w->comparison().references()[1].title);
    }

    void theLegendTellsAllColours()
    {
        compareFour(w);
        w.trigger("compare.difference");
        QTRY_VERIFY(w->comparison().difference());
        const QString shown = w->compare().view()->legend()->shownText();
        for (const char* word : {"earlier", "same", "later"})
            verifyContains(shown, {QLatin1String(word)});
        QCOMPARE(shown.count(" · ") + shown.count('\n'), w->compare().view()->legend()->text().count(" · "));
        QVERIFY(w->compare().view()->legend()->height() >= w->compare().view()->legend()->minimumHeight());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCompareRoomTest)
#include "window_compare_room_test.moc"

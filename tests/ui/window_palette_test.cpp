// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/actions/fuzzy_match.h"
#include "ui/actions/lane_source.h"
#include "ui/actions/menu_builder.h"
#include "ui/actions/quick_list.h"
#include "ui/actions/quick_row_delegate.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/timeline/lane_headers.h"

#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What is made from the registry: menus, toolbar, palette, lane finder, sheet.
class WindowPaletteTest : public QObject
{
    Q_OBJECT

private slots:
    void fuzzyMatches_data();
    void fuzzyMatches();
    void betterMatchesComeFirst();
    void clashesAreNamed();
    void menusStandAsTheySay();
    void everyMenuIsThere();
    void menuSections();
    void toolbar();
    void contextMenuFitsWhatIsChosen();
    void paletteRunsWhatIsTyped();
    void paletteRemembers();
    void disabledOnesDoNotRun();
    void escGivesTheFocusBack();
    void rowsAreSpoken();
    void laneFinder_data();
    void laneFinder();
    void laneFinderGoesThere();
    void laneFinderShowsHidden();
    void manyRanks();
    void sheetFilters();
    void sheetClosesByItsKeys();
};

namespace {

QuickList* quickList(ShownWindow& w, const char* name)
{
    return w->findChild<QuickList*>(QLatin1String(name));
}

QString firstRow(const QuickList* list)
{
    return list->list()->model()->index(0, 0).data().toString();
}

QStringList textsOf(const QMenu* menu)
{
    QStringList texts;
    for (const QAction* action : menu->actions())
        texts << (action->isSeparator() ? QStringLiteral("-") : plainText(action->text()));
    return texts;
}

} // namespace

void WindowPaletteTest::fuzzyMatches_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("found");
    QTest::newRow("nothing typed") << ""
                                   << "Zoom in" << true;
    QTest::newRow("begin") << "zo"
                           << "Zoom in" << true;
    QTest::newRow("a later word") << "in"
                                  << "Zoom in" << true;
    QTest::newRow("words in any order") << "in zoom"
                                        << "Zoom in" << true;
    QTest::newRow("initials") << "ep"
                              << "Export picture" << true;
    QTest::newRow("inside a word") << "oom"
                                   << "Zoom in" << true;
    QTest::newRow("letters in turn") << "exprt"
                                     << "Export picture" << true;
    QTest::newRow("letters too far apart") << "zmn"
                                           << "Zoom to the very last minute" << false;
    QTest::newRow("wrong turn") << "nioz"
                                << "Zoom in" << false;
    QTest::newRow("one word missing") << "zoom out"
                                      << "Zoom in" << false;
}

void WindowPaletteTest::fuzzyMatches()
{
    QFETCH(QString, query);
    QFETCH(QString, text);
    QTEST(fuzzyScore(query, text).has_value(), "found");
}

void WindowPaletteTest::betterMatchesComeFirst()
{
    // Begin, begin of a word, initials, inside, scattered.
    const QStringList texts{"Co pilot", "The co-op", "Copy", "Cut on", "Bacon", "crop ocelot"};
    QVERIFY(fuzzyScore("co", "Copy") > fuzzyScore("co", "The co-op"));
    QVERIFY(fuzzyScore("co", "The co-op") > fuzzyScore("co", "Cut on"));
    QVERIFY(fuzzyScore("co", "Cut on") > fuzzyScore("co", "Bacon"));
    QVERIFY(fuzzyScore("bac", "Bacon") > fuzzyScore("bac", "b-ax-c"));
}

void WindowPaletteTest::clashesAreNamed()
{
    const QKeySequence key(Qt::CTRL | Qt::Key_P);
    const std::vector<Command> commands{
        {"a.one", "A", "One", {key}},
        {"a.two", "A", "Two", {QKeySequence(Qt::Key_P)}, CommandScope::Timeline},
        {"a.three", "A", "Three", {key}, CommandScope::Timeline}};
    QCOMPARE(keyClashes(commands), QStringList{"Ctrl+P: a.one, a.three"});
    ShownWindow w;
    QCOMPARE(keyClashes(w->commands().commands()), QStringList());
}

void WindowPaletteTest::menuSections()
{
    QWidget window;
    CommandRegistry registry(&window, &window);
    const auto add = [&](const char* id, const char* menu, int section) {
        Command command{QLatin1String(id), "Group", QLatin1String(id)};
        command.menu = QLatin1String(menu);
        command.section = section;
        registry.add(command);
    };
    add("late", "one", 5);
    add("first", "one", 0);
    add("second", "one", 0);
    add("deep", "one.deep", 0);
    add("lost", "two", 0);
    add("nowhere", "", 0);
    MenuBuilder builder(registry);
    QAction guest("guest");
    builder.place("one", 0, &guest);
    builder.addSubmenu("one.deep", "Deep", 3, &window);
    builder.addSubmenu("one.empty", "Empty", 3, &window);
    QMenuBar bar;
    const QMenu* menu = builder.addMenu(bar, "one", "One");
    QCOMPARE(textsOf(menu), (QStringList{"first", "second", "guest", "-", "Deep", "-", "late"}));
    QVERIFY(!builder.addMenu(bar, "empty", "Empty"));
    QCOMPARE(bar.actions().size(), 1);
    QCOMPARE(builder.missingMenus(), std::vector<QString>{"two"});
}

void WindowPaletteTest::menusStandAsTheySay()
{
    ShownWindow w;
    QStringList titles;
    for (const QAction* action : w->menuBar()->actions())
        titles << plainText(action->text());
    QCOMPARE(titles, (QStringList{"File", "Edit", "View", "Lanes", "Selection", "Help"}));
    const QStringList file = textsOf(w->menuBar()->actions().front()->menu());
    QCOMPARE(file, (QStringList{"New schedule", "Open", "Open recent", "Examples", "-", "Save", "Save as",
                                "-", "Export picture", "Export CSV", "-", "Quit"}));
}

void WindowPaletteTest::everyMenuIsThere()
{
    ShownWindow w;
    for (const Command& command : w->commands().commands()) {
        if (command.menu.isEmpty())
            continue;
        const auto* menu = w->findChild<QMenu*>(command.menu);
        QVERIFY2(menu, qPrintable(command.id));
        QVERIFY2(menu->actions().contains(w->commands().action(command.id)), qPrintable(command.id));
    }
}

void WindowPaletteTest::toolbar()
{
    ShownWindow w;
    const auto* bar = w->findChild<QToolBar*>("toolbar");
    QStringList names;
    for (const QAction* action : bar->actions())
        if (!action->isSeparator() && !action->iconText().isEmpty())
            names << plainText(action->iconText());
    // Those of other subjects come where they are there.
    const QStringList all{"Open",   "Save",    "Export",       "Fit",
                          "Select", "Measure", "Dependencies", "Critical path"};
    for (qsizetype i = 0, last = -1; i < names.size(); ++i) {
        QVERIFY2(all.indexOf(names[i]) > last, qPrintable(names[i]));
        last = all.indexOf(names[i]);
    }
    for (const char* name : {"Open", "Save", "Export", "Fit", "Critical path"})
        QVERIFY2(names.contains(QLatin1String(name)), name);
}

void WindowPaletteTest::contextMenuFitsWhatIsChosen()
{
    ShownWindow w;
    const auto offers = [&w](const char* id) {
        const auto actions = w->contextActions();
        return std::find(actions.begin(), actions.end(), w->commands().action(QLatin1String(id))) !=
               actions.end();
    };
    QVERIFY(!offers("timeline.clear") && !offers("timeline.fitSelection") && offers("timeline.fitAll"));
    QVERIFY(!offers("timeline.back")); // there is nowhere to go back to
    // The first forward waits for nobody.
    w.view().setSelection(ActionPosition{RankId{0}, 0});
    QVERIFY(offers("timeline.clear") && offers("timeline.dependencyOn") &&
            !offers("timeline.dependencyBack"));
    w.view().setGap(Gap{RankId{1}, 0, 1});
    QVERIFY(offers("timeline.fitSelection") && !offers("timeline.dependencyOn"));
    QVERIFY(w->contextActions().front() && w->contextActions().back());
}

void WindowPaletteTest::paletteRunsWhatIsTyped()
{
    ShownWindow w;
    w.view().setReducedMotion(true);
    QuickList* palette = quickList(w, "command-palette");
    QVERIFY(!palette->isVisible());
    const TimeRange whole = w.view().range();
    w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(palette->isVisible());
    QVERIFY(palette->field()->hasFocus());
    QCOMPARE(palette->list()->model()->rowCount(), static_cast<int>(w->commands().commands().size()));
    QTest::keyClicks(palette->field(), "zoom in");
    QCOMPARE(firstRow(palette), "Zoom in");
    QCOMPARE(palette->list()->model()->index(0, 0).data(kKeysRole).toStringList(),
             (QStringList{"W", "+", "="}));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QVERIFY(w.view().hasFocus());
    QVERIFY(widthOf(w.view().range()) < widthOf(whole));
    // Nothing is found, and nothing happens.
    w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClicks(palette->field(), "qqqq");
    QCOMPARE(palette->list()->model()->rowCount(), 0);
    QTest::keyClick(palette->field(), Qt::Key_Down);
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(palette->isVisible());
}

void WindowPaletteTest::paletteRemembers()
{
    ShownWindow w;
    const auto run = [&w](const char* words) {
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QuickList* palette = quickList(w, "command-palette");
        QTest::keyClicks(palette->field(), QLatin1String(words));
        QTest::keyClick(palette->field(), Qt::Key_Enter);
    };
    run("critical path");
    run("fit all");
    w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QuickList* palette = quickList(w, "command-palette");
    QVERIFY(palette->field()->text().isEmpty());
    QCOMPARE(firstRow(palette), "Fit all");
    const QModelIndex second = palette->list()->model()->index(1, 0);
    QCOMPARE(second.data().toString(), "Critical path");
    QVERIFY(second.data(kCheckedRole).toBool());
    w.reopen();
    w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(firstRow(quickList(w, "command-palette")), "Fit all");
}

void WindowPaletteTest::disabledOnesDoNotRun()
{
    ShownWindow w;
    w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QuickList* palette = quickList(w, "command-palette");
    QTest::keyClicks(palette->field(), "redo");
    QCOMPARE(firstRow(palette), "Redo");
    QVERIFY(!(palette->list()->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(palette->isVisible());
    QCOMPARE(palette->list()->currentIndex().row(), 0);
    // Down goes over them to the next.
    palette->field()->setText("e");
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(palette->field(), Qt::Key_Down);
    QCOMPARE(palette->list()->currentIndex().row(), 5);
    QTest::keyClick(palette->field(), Qt::Key_PageDown);
    QVERIFY(palette->list()->currentIndex().row() > 8);
    QTest::keyClick(palette->field(), Qt::Key_PageUp);
    QTest::keyClick(palette->field(), Qt::Key_Up);
    QVERIFY(palette->list()->currentIndex().row() < 8);
}

void WindowPaletteTest::escGivesTheFocusBack()
{
    ShownWindow w;
    QWidget& field = w.number("ranks");
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_P, Qt::ControlModifier);
    QuickList* finder = quickList(w, "lane-finder");
    QVERIFY(finder->field()->hasFocus());
    QTest::keyClick(finder->field(), Qt::Key_Escape);
    QVERIFY(!finder->isVisible());
    QVERIFY(field.hasFocus());
    // A click elsewhere closes it and keeps the focus there.
    w.key(Qt::Key_P, Qt::ControlModifier);
    QVERIFY(finder->isVisible());
    field.setFocus(Qt::MouseFocusReason);
    QVERIFY(!finder->isVisible());
    QVERIFY(field.hasFocus());
}

void WindowPaletteTest::rowsAreSpoken()
{
    ShownWindow w;
    w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QuickList* palette = quickList(w, "command-palette");
    QCOMPARE(palette->field()->accessibleName(), "Command palette");
    palette->field()->setText("critical path");
    QCOMPARE(palette->list()->model()->index(0, 0).data(Qt::AccessibleTextRole).toString(),
             "Critical path, View, C, off");
    palette->field()->setText("redo");
    QCOMPARE(palette->list()->model()->index(0, 0).data(Qt::AccessibleTextRole).toString(),
             "Redo, Edit, Ctrl+Shift+Z, Ctrl+Y, not available");
}

void WindowPaletteTest::laneFinder_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("rows");
    // 4 ranks with 2 stages each: rank r runs r and r + 4.
    QTest::newRow("all") << "" << QStringList{"Rank 0", "Rank 1", "Rank 2", "Rank 3"};
    QTest::newRow("a rank") << "rank 2" << QStringList{"Rank 2"};
    QTest::newRow("without a space, as typed") << "R2" << QStringList{"Rank 2"};
    QTest::newRow("a stage") << "stage 6" << QStringList{"Rank 2"};
    QTest::newRow("a number: the rank, then the stage") << "3" << QStringList{"Rank 3"};
    QTest::newRow("a number that is a stage only") << "7" << QStringList{"Rank 3"};
    QTest::newRow("none") << "rank 7" << QStringList();
    QTest::newRow("something else") << "what is this" << QStringList();
}

void WindowPaletteTest::laneFinder()
{
    QFETCH(QString, query);
    ShownWindow w;
    w.key(Qt::Key_P, Qt::ControlModifier);
    QuickList* finder = quickList(w, "lane-finder");
    QTest::keyClicks(finder->field(), query);
    QStringList found;
    const auto* model = finder->list()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        found << model->index(row, 0).data().toString();
    QTEST(found, "rows");
    if (query == QLatin1String("rank 2"))
        QCOMPARE(model->index(0, 0).data(kDetailRole).toString(), "stages 2, 6");
}

void WindowPaletteTest::laneFinderGoesThere()
{
    ShownWindow w;
    w.type(w.number("ranks"), "64");
    QTRY_COMPARE(w.ranks(), 64U);
    w.key(Qt::Key_P, Qt::ControlModifier);
    QuickList* finder = quickList(w, "lane-finder");
    QTest::keyClicks(finder->field(), "61");
    QTest::keyClick(finder->field(), Qt::Key_Return);
    const TimelineGeometry& geometry = w.view().geometry();
    const std::size_t row = geometry.rowOf(RankId{61}).value();
    QVERIFY(geometry.laneTop(row) >= geometry.plot.y);
    QVERIFY(geometry.laneTop(row) + geometry.laneHeight <= geometry.plot.bottom() + 1);
    QCOMPARE(w.view().markedLane(), std::optional(RankId{61}));
    QVERIFY(w.view().hasFocus());
    QTRY_VERIFY(!w.view().markedLane());
}

void WindowPaletteTest::laneFinderShowsHidden()
{
    ShownWindow w;
    LaneArrangement lanes;
    lanes.hidden = {RankId{1}, RankId{2}};
    w.view().laneHeaders().setArrangement(lanes);
    w.key(Qt::Key_P, Qt::ControlModifier);
    QuickList* finder = quickList(w, "lane-finder");
    QTest::keyClicks(finder->field(), "2");
    QCOMPARE(finder->list()->model()->index(0, 0).data(kNoteRole).toString(), "hidden");
    QTest::keyClick(finder->field(), Qt::Key_Return);
    QCOMPARE(w.view().laneHeaders().arrangement().hidden, std::vector<RankId>{RankId{1}});
}

void WindowPaletteTest::manyRanks()
{
    ShownView shown(manyForwards(65'536, 1));
    const LaneSource source(shown.view);
    QCOMPARE(source.find({}).size(), 65'536U);
    const std::vector<std::uint32_t> found = source.find("6553");
    QCOMPARE(found.front(), 6553U);
    QCOMPARE(found.size(), 7U); // 65530 to 65535
    QCOMPARE(source.row(65'535).text, "Rank 65535");
    QCOMPARE(source.row(65'535).detail, "stage 65535");
    QVERIFY(!source.row(65'536).enabled);
}

void WindowPaletteTest::sheetFilters()
{
    ShownWindow w;
    ShortcutSheet sheet(w->commands(), &w.window());
    sheet.show();
    const auto shows = [&sheet](const char* text) {
        const auto labels = sheet.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [text](const QLabel* label) {
            return label->text() == QLatin1String(text) && label->isVisible();
        });
    };
    for (const Gesture& gesture : w->commands().gestures()) {
        QVERIFY2(shows(qPrintable(gesture.text)), qPrintable(gesture.text));
        QVERIFY2(shows(qPrintable(gesture.how)), qPrintable(gesture.how));
    }
    QTest::keyClicks(sheet.field(), "middle drag");
    QVERIFY(shows("Pan") && shows("Zoom and pan") && !shows("Zoom in") && !shows("File"));
    sheet.field()->setText("no such thing");
    QVERIFY(shows("Nothing found") && !shows("Zoom and pan"));
    sheet.field()->clear();
    QVERIFY(shows("Zoom in") && shows("File") && !shows("Nothing found"));
}

void WindowPaletteTest::sheetClosesByItsKeys()
{
    ShownWindow w;
    for (const Qt::Key key : {Qt::Key_Question, Qt::Key_Escape}) {
        w->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&w.window()));
        w.key(Qt::Key_Question);
        const QPointer<ShortcutSheet> sheet = w->findChild<ShortcutSheet*>();
        QVERIFY(sheet);
        QVERIFY(sheet->width() <= 1280 && sheet->height() <= 800);
        QTest::keyClick(sheet->field(), key);
        QTRY_VERIFY2(!sheet, qPrintable(QKeySequence(key).toString()));
    }
}

QTEST_MAIN(WindowPaletteTest)
#include "window_palette_test.moc"

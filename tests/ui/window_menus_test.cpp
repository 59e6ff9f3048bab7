// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/actions/menu_builder.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/commands/menus.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QStringList textsOf(const QMenu* menu)
{
    QStringList texts;
    for (const QAction* action : menu->actions())
        texts << (action->isSeparator() ? QString("-") : plainText(action->text()));
    return texts;
}

} // namespace

/// What is made from the registry: menus, toolbar, context menu, shortcut sheet.
class WindowMenusTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void menuSections()
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

    void menusStandAsTheySay()
    {
        QStringList titles;
        for (const QAction* action : w->menuBar()->actions())
            titles << plainText(action->text());
        QCOMPARE(titles, (QStringList{"File", "Edit", "View", "Selection", "Tools", "Help"}));
        const QStringList file = textsOf(w->menuBar()->actions().front()->menu());
        QCOMPARE(file, (QStringList{"New schedule", "Open", "Open profiles", "Open profiles in a folder",
                                    "Open recent", "Examples", "-", "Save", "Save as", "Reload from disk",
                                    "-", "Export picture", "Export CSV", "Export as trace",
                                    "Save as calibration", "-", "Reopen last files at start", "-", "Quit"}));
    }

    void everyMenuIsThere()
    {
        for (const Command& command : w->commands().commands()) {
            if (command.menu.isEmpty())
                continue;
            const auto* menu = w->findChild<QMenu*>(command.menu);
            QVERIFY2(menu, qPrintable(command.id));
            QVERIFY2(menu->actions().contains(w.action(command.id)), qPrintable(command.id));
        }
    }

    void toolbar()
    {
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

    void contextMenuFitsWhatIsChosen()
    {
        const auto offers = [this](const char* id) {
            const auto actions = w->menus().contextActions();
            return std::find(actions.begin(), actions.end(), w.action(id)) != actions.end();
        };
        QVERIFY(!offers("timeline.clear") && !offers("timeline.fitSelection") && offers("timeline.fitAll"));
        QVERIFY(!offers("timeline.back")); // there is nowhere to go back to
        // The first forward waits for nobody.
        w.select(0, 0);
        QVERIFY(offers("timeline.clear") && offers("timeline.dependencyOn") &&
                !offers("timeline.dependencyBack"));
        w.view().chosen().setGap(Gap{RankId{1}, 0, 1});
        QVERIFY(offers("timeline.fitSelection") && !offers("timeline.dependencyOn"));
        QVERIFY(w->menus().contextActions().front() && w->menus().contextActions().back());
    }

    void contextMenuStandsInOrder()
    {
        const auto ids = [this] {
            QStringList names;
            for (const QAction* action : w->menus().contextActions())
                names << (action ? action->objectName() : QString("-"));
            return names;
        };
        QCOMPARE(ids(), (QStringList{"edit.paste", "edit.copyCsv", "-", "timeline.fitAll",
                                     "timeline.criticalPath", "-", "edit.copyPicture", "file.export"}));
        w.select(0, 0);
        QCOMPARE(ids(), (QStringList{"timeline.dependencyOn",
                                     "timeline.fitSelection",
                                     "timeline.measureSelection",
                                     "-",
                                     "edit.cut",
                                     "edit.paste",
                                     "edit.copyCsv",
                                     "-",
                                     "note.addSpan",
                                     "-",
                                     "lanes.pin",
                                     "lanes.hide",
                                     "lanes.fold",
                                     "-",
                                     "timeline.fitAll",
                                     "timeline.criticalPath",
                                     "-",
                                     "edit.copyPicture",
                                     "file.export",
                                     "-",
                                     "timeline.clear"}));
        // A gap cannot be cut.
        w.view().chosen().setGap(Gap{RankId{1}, 0, 1});
        QVERIFY(!ids().contains("edit.cut") && ids().contains("edit.paste") && ids().contains("lanes.pin"));
    }

    void contextMenuByKeyIsAtTheGap()
    {
        w.view().chosen().setGap(Gap{RankId{1}, 0, 1});
        QSignalSpy asked(&w.view(), &TimelineView::contextMenuAsked);
        QTimer::singleShot(0, [] {
            if (QWidget* menu = QApplication::activePopupWidget())
                menu->close();
        });
        w.view().askContextMenu();
        QCOMPARE(asked.size(), 1);
        const QPoint at = w.view().viewport()->mapFromGlobal(asked[0][0].toPoint());
        const TimelineGeometry& geometry = w.view().geometry();
        QVERIFY(at.x() > geometry.xOf(0) && at.x() < geometry.xOf(1));
        QCOMPARE(at.y(), static_cast<int>(geometry.laneTop(1) + geometry.laneHeight));
    }

    void sheetFilters()
    {
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

    void sheetClosesByItsKeys()
    {
        for (const Qt::Key key : {Qt::Key_Escape, Qt::Key_Question}) {
            w.begin();
            w.key(Qt::Key_Question);
            const QPointer<ShortcutSheet> sheet = w->findChild<ShortcutSheet*>();
            QVERIFY(sheet && QTest::qWaitForWindowActive(sheet));
            QVERIFY(sheet->width() <= 1280 && sheet->height() <= 800);
            QTRY_VERIFY(sheet->field()->hasFocus());
            QTest::keyClick(sheet->field(), key);
            QVERIFY2(!sheet || !sheet->isVisible(), qPrintable(QKeySequence(key).toString()));
        }
    }

    void clashesAreNamed()
    {
        const QKeySequence key(Qt::CTRL | Qt::Key_P);
        const std::vector<Command> commands{
            {"a.one", "A", "One", {key}},
            {"a.two", "A", "Two", {QKeySequence(Qt::Key_P)}, CommandScope::Timeline},
            {"a.three", "A", "Three", {key}, CommandScope::Timeline}};
        QCOMPARE(keyClashes(commands), QStringList{"Ctrl+P: a.one, a.three"});
        QCOMPARE(keyClashes(w->commands().commands()), QStringList());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowMenusTest)
#include "window_menus_test.moc"

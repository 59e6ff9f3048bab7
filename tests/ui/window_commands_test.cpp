// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/actions/shortcut_sheet.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// The command registry, and what goes between timeline, legend and inspector.
class WindowCommandsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void everyCommandHasTextAndAnIdOfItsOwn()
    {
        QSet<QString> ids;
        for (const Command& command : w->commands().commands()) {
            QVERIFY2(!command.text.isEmpty() && !command.group.isEmpty(), qPrintable(command.id));
            QVERIFY2(!ids.contains(command.id), qPrintable(command.id));
            ids.insert(command.id);
            QVERIFY(w.action(command.id));
        }
        QVERIFY(ids.size() > 30);
    }

    void noTwoCommandsShareAKey()
    {
        QHash<QString, QString> owners;
        for (const Command& command : w->commands().commands())
            for (const QKeySequence& key : command.shortcuts) {
                const QString text = key.toString(QKeySequence::PortableText);
                QVERIFY2(!text.isEmpty(), qPrintable(command.id));
                QVERIFY2(!owners.contains(text), qPrintable(text + ": " + owners[text] + ", " + command.id));
                owners[text] = command.id;
            }
    }

    void plainKeysBelongToTheTimeline()
    {
        for (const Command& command : w->commands().commands())
            for (const QKeySequence& key : command.shortcuts) {
                const QKeyCombination first = key[0];
                const bool plain = !(first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
                                   (first.key() < Qt::Key_F1 || first.key() > Qt::Key_F35);
                if (plain)
                    QVERIFY2(command.scope == CommandScope::Timeline, qPrintable(command.id));
            }
    }

    void theSheetShowsEveryKey()
    {
        const ShortcutSheet sheet(w->commands(), &w.window());
        QSet<QString> shown;
        for (const QLabel* label : sheet.findChildren<QLabel*>())
            shown.insert(label->text());
        for (const Command& command : w->commands().commands())
            for (const QKeySequence& key : command.shortcuts) {
                QVERIFY2(shown.contains(key.toString(QKeySequence::NativeText)), qPrintable(command.id));
                QVERIFY2(shown.contains(plainText(command.text)), qPrintable(command.id));
            }
    }

    void keysWorkInTheTimelineOnly()
    {
        w.stayStill();
        const TimeRange whole = w.range();
        w.key(Qt::Key_W);
        QVERIFY(w.range() != whole);
        w.key(Qt::Key_0);
        QCOMPARE(w.range().to, whole.to);
        w.number("ranks").setFocus();
        QTest::keyClick(&w.number("ranks"), Qt::Key_Home);
        QTest::keyClick(&w.number("ranks"), Qt::Key_W);
        QVERIFY(w.range() == whole);
    }

    void everyControlHasAName()
    {
        for (const QWidget* widget : w->findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QAbstractButton*>(widget) ||
                                   qobject_cast<const QAbstractSpinBox*>(widget) ||
                                   qobject_cast<const QAbstractItemView*>(widget);
            if (!isControl || !widget->isVisible() || widget->inherits("QTableCornerButton") ||
                widget->inherits("QHeaderView"))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()) ||
                               widget->objectName().startsWith("qt_");
            QVERIFY2(named, widget->metaObject()->className());
        }
    }

    void selectionFillsTheInspector()
    {
        const TimelineGeometry& geometry = w.view().geometry();
        const double x = geometry.xOf(0.5);
        const double y = geometry.laneTop(0) + geometry.laneHeight / 2;
        w.click(QPoint(qRound(x), qRound(y)));
        QCOMPARE(w.chosen(), actionAt(0, 0));
        const QStringList lines = w.inspector().split('\n');
        verifyBegins(lines.at(0), "0F0 ");
        QVERIFY(lines.contains("Rank: 0"));
        QVERIFY(lines.contains("Start: 0 steps"));
        QVERIFY(lines.contains("End: 1 step"));
        QVERIFY(lines.contains("Duration: 1 step"));
        QVERIFY(lines.contains("only its turn"));
        QVERIFY(lines.contains("1F0, rank 1, starts 1"));
        // Found once, by the view; panels and commands take them from there.
        const DependencyLinks links = dependencyLinks(w.schedule(), *w.chosen());
        QVERIFY(w.view().chosen().links().producers == links.producers &&
                w.view().chosen().links().consumers == links.consumers);
    }

    void anOverlappedActionNamesTheOthers()
    {
        w.open("cell.csv", "0F0,(0F1;0B0)OVERLAP_F_B,0B1\n");
        QTRY_VERIFY(w.schedule().rankCount() == 1);
        w.select(0, 1);
        QStringList lines = w.inspector().split('\n');
        QVERIFY2(lines.contains("Overlapped with: 0B0"), qPrintable(lines.join('/')));
        w.select(0, 3);
        lines = w.inspector().split('\n');
        QVERIFY2(lines.filter("Overlapped").isEmpty(), qPrintable(lines.join('/')));
        // Its turn came after the cell.
        QVERIFY2(!lines.filter("before it on this rank, ended ").isEmpty(), qPrintable(lines.join('/')));
    }

    void inspectorLinksGoThere()
    {
        w.select(0, 0);
        w.unfoldInspector();
        for (QPushButton* link : w->inspector()->findChildren<QPushButton*>())
            if (link->accessibleName().startsWith("1F0,") && link->isVisible()) {
                QTest::mouseClick(link, Qt::LeftButton);
                break;
            }
        QCOMPARE(w.chosen(), actionAt(1, 0));
        QVERIFY(w.inspector().startsWith("1F0 "));
        QVERIFY(w.inspector().contains("0F0, rank 0, ended 1"));
    }

    void bracketsFollowDependencies()
    {
        w.select(0, 0);
        w.key(Qt::Key_BracketRight);
        QCOMPARE(w.chosen(), actionAt(1, 0));
        w.key(Qt::Key_BracketLeft);
        QCOMPARE(w.chosen(), actionAt(0, 0));
        w.key(Qt::Key_Escape);
        QVERIFY(!w.chosen());
    }

    void legendHidesAKind()
    {
        QTest::mouseClick(w->pane()->legend()->itemOf(FillClass::Forward), Qt::LeftButton);
        QCOMPARE(w.view().shownFills() & 1U, 0U);
        w.key(Qt::Key_1);
        QCOMPARE(w.view().shownFills(), kAllFills);
        QCOMPARE(w->pane()->legend()->shownFills(), kAllFills);
    }

    void nothingSelectedShowsTheRun()
    {
        const QString text = w.inspector();
        verifyContains(text, {"Makespan: 57 steps"});
        QVERIFY(text.contains("Stages: 8"));
        QVERIFY(text.contains("Actions: 128"));
    }

    void panesInTurn()
    {
        w.unfoldInspector();
        w.view().setFocus();
        QTest::keyClick(&w.view(), Qt::Key_F6);
        QVERIFY(w->inspector()->isAncestorOf(QApplication::focusWidget()) ||
                w->inspector() == QApplication::focusWidget() ||
                w->schedulePanel()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(w.view().hasFocus());
    }

    void problemsOfALoadedOrder()
    {
        // Runs, but microbatch 1 is never propagated back.
        w.open("half.csv", "0F0,0F1,0B0\n1F0,1B0,1F1,1B1\n");
        QTRY_VERIFY(w->problems()->problemCount());
        QCOMPARE(w->problems()->list()->model()->rowCount(),
                 static_cast<int>(*w->problems()->problemCount()));
        QVERIFY(*w->problems()->problemCount() > 0);
        QVERIFY(w.metric("problems").contains(QString::number(*w->problems()->problemCount())));
    }

    void oneIdentityEverywhere()
    {
        const QString id = QLatin1String(kApplicationId);
        const QString resources =
            QString::fromStdString((testsFolder().parent_path() / "resources").string()) + '/';
        const QByteArray entry = ShownWindow::read(resources + "desktop/" + id + ".desktop");
        QVERIFY(entry.contains("\nIcon=" + id.toLatin1() + "\n"));
        QVERIFY(entry.contains("\nStartupWMClass=" + id.toLatin1() + "\n"));
        QVERIFY(entry.contains("application/x-bubblescope+json;"));
        QVERIFY(QFile::exists(resources + "icons/" + id + ".svg"));
        QVERIFY(ShownWindow::read(resources + "mime/" + id + ".xml")
                    .contains("type=\"application/x-bubblescope+json\""));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCommandsTest)
#include "window_commands_test.moc"

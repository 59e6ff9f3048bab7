// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/actions/shortcut_sheet.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QTreeView>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// The command registry, and what goes between timeline, legend and inspector.
class WindowCommandsTest : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandHasTextAndAnIdOfItsOwn()
    {
        ShownWindow w;
        QSet<QString> ids;
        for (const Command& command : w->commands().commands()) {
            QVERIFY2(!command.text.isEmpty() && !command.group.isEmpty(), qPrintable(command.id));
            QVERIFY2(!ids.contains(command.id), qPrintable(command.id));
            ids.insert(command.id);
            QVERIFY(w->commands().action(command.id));
        }
        QVERIFY(ids.size() > 30);
    }

    void noTwoCommandsShareAKey()
    {
        ShownWindow w;
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
        ShownWindow w;
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
        ShownWindow w;
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
        ShownWindow w;
        w.view().navigation().setReducedMotion(true);
        const TimeRange whole = w.view().navigation().range();
        w.key(Qt::Key_W);
        QVERIFY(w.view().navigation().range() != whole);
        w.key(Qt::Key_0);
        QCOMPARE(w.view().navigation().range().to, whole.to);
        w.number("ranks").setFocus();
        QTest::keyClick(&w.number("ranks"), Qt::Key_Home);
        QTest::keyClick(&w.number("ranks"), Qt::Key_W);
        QVERIFY(w.view().navigation().range() == whole);
    }

    void everyControlHasAName()
    {
        ShownWindow w;
        for (const QWidget* widget : w->findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QAbstractButton*>(widget) ||
                                   qobject_cast<const QAbstractSpinBox*>(widget) ||
                                   qobject_cast<const QAbstractItemView*>(widget);
            if (!isControl || !widget->isVisible() || widget->inherits("QTableCornerButton") ||
                widget->inherits("QHeaderView"))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()) ||
                               widget->objectName().startsWith(QStringLiteral("qt_"));
            QVERIFY2(named, widget->metaObject()->className());
        }
    }

    void selectionFillsTheInspector()
    {
        ShownWindow w;
        const TimelineGeometry& geometry = w.view().geometry();
        const double x = geometry.xOf(0.5);
        const double y = geometry.laneTop(0) + geometry.laneHeight / 2;
        QTest::mouseClick(w.view().viewport(), Qt::LeftButton, {}, QPoint(qRound(x), qRound(y)));
        QCOMPARE(w.view().chosen().action(), std::optional(ActionPosition{RankId{0}, 0}));
        const QStringList lines = w->inspector()->plainText().split(QLatin1Char('\n'));
        QVERIFY2(lines.at(0).startsWith(QStringLiteral("0F0 ")), qPrintable(lines.at(0)));
        QVERIFY(lines.contains(QStringLiteral("Rank: 0")));
        QVERIFY(lines.contains(QStringLiteral("Start: 0 steps")));
        QVERIFY(lines.contains(QStringLiteral("End: 1 step")));
        QVERIFY(lines.contains(QStringLiteral("Duration: 1 step")));
        QVERIFY(lines.contains(QStringLiteral("nothing but its turn")));
        QVERIFY(lines.contains(QStringLiteral("1F0, rank 1, starts 1")));
        // Found once, by the view; panels and commands take them from there.
        const DependencyLinks links =
            dependencyLinks(*w.document().evaluation()->timeline->schedule, *w.view().chosen().action());
        QVERIFY(w.view().chosen().links().producers == links.producers &&
                w.view().chosen().links().consumers == links.consumers);
    }

    void anOverlappedActionNamesTheOthers()
    {
        ShownWindow w;
        w.openFile(w.write(QStringLiteral("cell.csv"), "0F0,(0F1;0B0)OVERLAP_F_B,0B1\n"));
        QTRY_VERIFY(w.document().evaluation()->timeline->schedule->rankCount() == 1);
        w.view().chosen().select(ActionPosition{RankId{0}, 1});
        QStringList lines = w->inspector()->plainText().split(QLatin1Char('\n'));
        QVERIFY2(lines.contains(QStringLiteral("Overlapped with: 0B0")),
                 qPrintable(lines.join(QLatin1Char('/'))));
        w.view().chosen().select(ActionPosition{RankId{0}, 3});
        lines = w->inspector()->plainText().split(QLatin1Char('\n'));
        QVERIFY2(lines.filter(QStringLiteral("Overlapped")).isEmpty(),
                 qPrintable(lines.join(QLatin1Char('/'))));
        // Its turn came after the cell.
        QVERIFY2(!lines.filter(QStringLiteral("before it on this rank, ended ")).isEmpty(),
                 qPrintable(lines.join(QLatin1Char('/'))));
    }

    void inspectorLinksGoThere()
    {
        ShownWindow w;
        w.view().chosen().select(ActionPosition{RankId{0}, 0});
        for (QPushButton* link : w->inspector()->findChildren<QPushButton*>())
            if (link->accessibleName().startsWith(QStringLiteral("1F0,")) && link->isVisible()) {
                QTest::mouseClick(link, Qt::LeftButton);
                break;
            }
        QCOMPARE(w.view().chosen().action(), std::optional(ActionPosition{RankId{1}, 0}));
        QVERIFY(w->inspector()->plainText().startsWith(QStringLiteral("1F0 ")));
        QVERIFY(w->inspector()->plainText().contains(QStringLiteral("0F0, rank 0, ended 1")));
    }

    void bracketsFollowDependencies()
    {
        ShownWindow w;
        w.view().chosen().select(ActionPosition{RankId{0}, 0});
        w.key(Qt::Key_BracketRight);
        QCOMPARE(w.view().chosen().action(), std::optional(ActionPosition{RankId{1}, 0}));
        w.key(Qt::Key_BracketLeft);
        QCOMPARE(w.view().chosen().action(), std::optional(ActionPosition{RankId{0}, 0}));
        w.key(Qt::Key_Escape);
        QVERIFY(!w.view().chosen().action());
    }

    void legendHidesAKind()
    {
        ShownWindow w;
        QTest::mouseClick(w->pane()->legend()->itemOf(FillClass::Forward), Qt::LeftButton);
        QCOMPARE(w.view().shownFills() & 1U, 0U);
        w.key(Qt::Key_1);
        QCOMPARE(w.view().shownFills(), kAllFills);
        QCOMPARE(w->pane()->legend()->shownFills(), kAllFills);
    }

    void nothingSelectedShowsTheRun()
    {
        ShownWindow w;
        const QString text = w->inspector()->plainText();
        QVERIFY2(text.contains(QStringLiteral("Makespan: 57 steps")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("Stages: 8")));
        QVERIFY(text.contains(QStringLiteral("Actions: 128")));
    }

    void panesInTurn()
    {
        ShownWindow w;
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
        ShownWindow w;
        // Runs, but microbatch 1 is never propagated back.
        w.openFile(w.write(QStringLiteral("half.csv"), "0F0,0F1,0B0\n1F0,1B0,1F1,1B1\n"));
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
            QString::fromStdString((testsFolder().parent_path() / "resources").string()) + QLatin1Char('/');
        const QByteArray entry =
            ShownWindow::read(resources + QStringLiteral("desktop/") + id + QStringLiteral(".desktop"));
        QVERIFY(entry.contains("\nIcon=" + id.toLatin1() + "\n"));
        QVERIFY(entry.contains("\nStartupWMClass=" + id.toLatin1() + "\n"));
        QVERIFY(entry.contains("application/x-bubblescope+json;"));
        QVERIFY(QFile::exists(resources + QStringLiteral("icons/") + id + QStringLiteral(".svg")));
        QVERIFY(ShownWindow::read(resources + QStringLiteral("mime/") + id + QStringLiteral(".xml"))
                    .contains("type=\"application/x-bubblescope+json\""));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCommandsTest)
#include "window_commands_test.moc"

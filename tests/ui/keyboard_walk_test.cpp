// SPDX-License-Identifier: Apache-2.0
// The way of a new user through the window by keys alone; every key goes to what has the focus.
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/panels/export_dialog.h"
#include "ui/timeline/overview_strip.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QButtonGroup>
#include <QDockWidget>
#include <QTimer>
#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QWidget* focused()
{
    return QApplication::focusWidget();
}

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    QVERIFY(focused() != nullptr);
    QTest::keyClick(focused(), key, modifiers);
}

void type(const QString& text)
{
    QVERIFY(focused() != nullptr);
    QTest::keyClicks(focused(), text);
}

QString describe(const QWidget* widget)
{
    if (widget == nullptr)
        return QStringLiteral("nothing");
    return QStringLiteral("%1 \"%2\" (%3)")
        .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName(),
             widget->objectName());
}

/// Of several choices Tab comes to one; arrows go on to the others.
bool isOfGroup(const QWidget* widget, const QWidget* stop)
{
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const auto* other = qobject_cast<const QAbstractButton*>(stop);
    return button != nullptr && other != nullptr && button->group() != nullptr &&
           button->group() == other->group();
}

/// Presses Tab until the widget has the focus; false if it never gets it.
bool tabTo(const QWidget* wanted)
{
    const QWidget* first = focused();
    for (int i = 0; i < 300; ++i) {
        if (focused() == wanted || (focused() != nullptr && wanted->isAncestorOf(focused())))
            return true;
        press(Qt::Key_Tab);
        if (focused() == first)
            break;
    }
    return focused() == wanted;
}

/// Every widget that Tab comes to, the first one first.
std::vector<QPointer<QWidget>> tabStops()
{
    std::vector<QPointer<QWidget>> stops{focused()};
    for (int i = 0; i < 300; ++i) {
        press(Qt::Key_Tab);
        if (focused() == stops.front() || focused() == nullptr)
            break;
        stops.emplace_back(focused());
    }
    return stops;
}

} // namespace

class KeyboardWalkTest : public QObject
{
    Q_OBJECT

private slots:
    void fromAScheduleToAPicture();
    void tabReachesEveryControl();
    void tabStopsShowThatTheyHaveTheFocus_data();
    void tabStopsShowThatTheyHaveTheFocus();
    void theExportDialogIsReachedByTab();
    void theOverviewHasKeys_data();
    void theOverviewHasKeys();
    void theOverviewTellsItsRange();
    void theOverviewIsZoomedByTheWheel();
    void aDragBesideTheFrameMakesANewOne();
    void theOverviewPointsAtWhatIsChosen();
    void theLegendHasKeys();
    void gesturesAreListed();
};

void KeyboardWalkTest::fromAScheduleToAPicture()
{
    ShownWindow w;
    w.view().setReducedMotion(true);
    QCOMPARE(focused(), &w.view());

    // Another schedule, by a part of its name.
    press(Qt::Key_F6);
    for (int i = 0; i < 5 && !w->schedulePanel()->isAncestorOf(focused()); ++i)
        press(Qt::Key_F6);
    QVERIFY2(w->schedulePanel()->isAncestorOf(focused()), qPrintable(describe(focused())));
    QVERIFY(tabTo(w->schedulePanel()->filter()));
    type(QStringLiteral("gpipe"));
    press(Qt::Key_Return);
    QTRY_COMPARE(w.document().evaluation()->timeline->schedule->name, std::string("gpipe"));

    // Other ranks.
    QVERIFY(tabTo(&w.number("ranks")));
    w.number("ranks").selectAll();
    type(QStringLiteral("3"));
    press(Qt::Key_Return);
    QTRY_COMPARE(w.ranks(), 3U);
    QTRY_VERIFY(w.view().explanation());

    // Back to the timeline, along a lane, and to what it waited for.
    press(Qt::Key_Escape);
    QCOMPARE(focused(), &w.view());
    press(Qt::Key_Right);
    QCOMPARE(textAt(w.view()), "0F0");
    press(Qt::Key_Period);
    QCOMPARE(textAt(w.view()), "0F1");
    press(Qt::Key_BracketRight);
    QCOMPARE(textAt(w.view()), "1F1");
    press(Qt::Key_BracketLeft);
    QCOMPARE(textAt(w.view()), "0F1");
    press(Qt::Key_Down);
    QCOMPARE(textAt(w.view()).substr(0, 1), "1");

    // Where the bubble is, and why.
    press(Qt::Key_Escape);
    QCOMPARE(textAt(w.view()), "nothing");
    press(Qt::Key_B);
    QVERIFY(w.view().bubble());
    QVERIFY2(w->inspector()->plainText().contains(QStringLiteral("waits for 1B")),
             qPrintable(w->inspector()->plainText()));
    const auto first = w.view().bubble();
    press(Qt::Key_B);
    QCOMPARE(*w.view().bubble(), *first + 1);
    press(Qt::Key_B, Qt::ShiftModifier);
    QCOMPARE(w.view().bubble(), first);

    // The critical path, closer, and all of it again.
    press(Qt::Key_C);
    QVERIFY(w.view().isCriticalPathShown());
    const TimeRange whole = w.view().range();
    press(Qt::Key_F);
    QVERIFY(widthOf(w.view().range()) < widthOf(whole));
    press(Qt::Key_W);
    press(Qt::Key_Left, Qt::AltModifier);
    press(Qt::Key_0);
    QCOMPARE(w.view().range(), whole);

    // Undo brings the ranks back.
    press(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(w.ranks(), 4U);

    // A picture for the paper.
    const QString file = w.path(QStringLiteral("paper.svg"));
    w->questions.exportPath = [&](const QString&) { return file; };
    bool opened = false;
    QTimer::singleShot(0, &w.window(), [&] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        opened = dialog != nullptr;
        if (!opened)
            return;
        QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog, Qt::Key_Return);
    });
    press(Qt::Key_E, Qt::ControlModifier);
    QVERIFY(opened);
    const QDir folder(QFileInfo(file).path());
    QTRY_COMPARE(folder.entryList({QStringLiteral("paper*")}, QDir::Files).size(), 1);
}

void KeyboardWalkTest::tabReachesEveryControl()
{
    ShownWindow w;
    QTRY_VERIFY(w.view().explanation());
    w.view().setFocus();
    const std::vector<QPointer<QWidget>> stops = tabStops();
    QCOMPARE(focused(), &w.view()); // round and back
    // In the order in which they stand: the list, the schedule's own fields, the costs.
    const auto placeOf = [&](const QWidget* wanted) { return std::find(stops.begin(), stops.end(), wanted); };
    QVERIFY(placeOf(w->findChild<ScheduleList*>()) < placeOf(&w.number("ranks")));
    QVERIFY(placeOf(&w.number("ranks")) < placeOf(&w.number("microbatches")));
    QVERIFY(placeOf(&w.number("microbatches")) <
            placeOf(w->findChild<QWidget*>(QStringLiteral("cost-forward"))));
    for (QWidget* widget : w->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) ||
            widget->window() != &w.window())
            continue;
        const bool reached = std::any_of(stops.begin(), stops.end(), [&](const QPointer<QWidget>& stop) {
            return stop == widget || widget->isAncestorOf(stop) || widget->focusProxy() == stop ||
                   isOfGroup(widget, stop);
        });
        QVERIFY2(reached, qPrintable(describe(widget)));
    }
    for (const QPointer<QWidget>& stop : stops) {
        const QAccessibleInterface* item = QAccessible::queryAccessibleInterface(stop.data());
        QVERIFY2(item != nullptr && !item->text(QAccessible::Name).isEmpty(), qPrintable(describe(stop)));
    }
}

void KeyboardWalkTest::tabStopsShowThatTheyHaveTheFocus_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void KeyboardWalkTest::tabStopsShowThatTheyHaveTheFocus()
{
    QFETCH(ThemeChoice, theme);
    ShownWindow w;
    w.trigger(theme == ThemeChoice::Dark ? "view.theme.dark" : "view.theme.light");
    QTRY_VERIFY(w.view().explanation());
    w.view().setFocus(Qt::TabFocusReason);
    const std::vector<QPointer<QWidget>> stops = tabStops();
    QVERIFY(stops.size() > 20);
    QStringList blind;
    for (const QPointer<QWidget>& stop : stops) {
        // A ring may be drawn on what is around a field.
        QWidget* drawn =
            stop->parentWidget()->inherits("QAbstractSpinBox") ? stop->parentWidget() : stop.data();
        stop->setFocus(Qt::TabFocusReason);
        const QImage with = drawn->grab().toImage();
        stop->clearFocus();
        if (drawn->grab().toImage() == with)
            blind << describe(stop);
    }
    QVERIFY2(blind.isEmpty(), qPrintable(blind.join(QLatin1Char('\n'))));
}

void KeyboardWalkTest::theExportDialogIsReachedByTab()
{
    ShownWindow w;
    ExportDialog dialog(w.document().evaluation(), w->pictureSettings(), &w.window());
    dialog.show();
    dialog.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QTest::keyClick(&dialog, Qt::Key_Tab);
    QTRY_VERIFY(dialog.isAncestorOf(focused()));
    const std::vector<QPointer<QWidget>> stops = tabStops();
    for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        const bool reached = std::any_of(stops.begin(), stops.end(), [&](const QPointer<QWidget>& stop) {
            return stop == widget || widget->isAncestorOf(stop) || widget->focusProxy() == stop ||
                   isOfGroup(widget, stop);
        });
        QVERIFY2(reached, qPrintable(describe(widget)));
    }
    for (const QPointer<QWidget>& stop : stops)
        QVERIFY2(!QAccessible::queryAccessibleInterface(stop.data())->text(QAccessible::Name).isEmpty(),
                 qPrintable(describe(stop)));
}

void KeyboardWalkTest::theOverviewHasKeys_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    // Of a run of 57 steps, 20 to 30 being shown.
    QTest::newRow("Left") << Qt::Key_Left << 18.5 << 28.5;
    QTest::newRow("Right") << Qt::Key_Right << 21.5 << 31.5;
    QTest::newRow("PageUp") << Qt::Key_PageUp << 10.0 << 20.0;
    QTest::newRow("PageDown") << Qt::Key_PageDown << 30.0 << 40.0;
    QTest::newRow("Home") << Qt::Key_Home << 0.0 << 10.0;
    QTest::newRow("End") << Qt::Key_End << 47.0 << 57.0;
    QTest::newRow("Plus") << Qt::Key_Plus << 25 - 10 / 3.0 << 25 + 10 / 3.0;
    QTest::newRow("Minus") << Qt::Key_Minus << 17.5 << 32.5;
    QTest::newRow("0") << Qt::Key_0 << 0.0 << 57.0;
}

void KeyboardWalkTest::theOverviewHasKeys()
{
    QFETCH(Qt::Key, key);
    QFETCH(double, from);
    QFETCH(double, to);
    ShownWindow w;
    w.view().setReducedMotion(true);
    w.view().setRange({20, 30});
    w.view().setFocus();
    press(Qt::Key_Tab, Qt::ShiftModifier);
    QCOMPARE(focused(), w->pane()->overview());
    press(key);
    QVERIFY2(isNear(w.view().range().from, from, 1e-9) && isNear(w.view().range().to, to, 1e-9),
             qPrintable(QStringLiteral("%1 %2").arg(w.view().range().from).arg(w.view().range().to)));
    press(Qt::Key_Escape);
    QCOMPARE(focused(), &w.view());
}

void KeyboardWalkTest::theOverviewTellsItsRange()
{
    ShownWindow w;
    w.view().setRange({20, 30});
    QAccessibleInterface* item = QAccessible::queryAccessibleInterface(w->pane()->overview());
    QCOMPARE(item->text(QAccessible::Name), QStringLiteral("Overview"));
    QCOMPARE(item->text(QAccessible::Value), QStringLiteral("20 to 30 of 57 steps"));
    QAccessibleValueInterface* value = item->valueInterface();
    QVERIFY(value != nullptr);
    QCOMPARE(value->currentValue().toDouble(), 20.0);
    QCOMPARE(value->maximumValue().toDouble(), 47.0);
    value->setCurrentValue(40.0);
    QCOMPARE(w.view().range(), (TimeRange{40, 50}));
}

void KeyboardWalkTest::theOverviewIsZoomedByTheWheel()
{
    ShownWindow w;
    OverviewStrip* overview = w->pane()->overview();
    const RectF& plot = w.view().geometry().plot;
    // A third from the left, which is at 19 steps.
    const QPointF place(plot.x + plot.width / 3, 24);
    sendWheel(overview, place, {0, 120});
    QVERIFY(isNear(widthOf(w.view().range()), 57 / 1.25, 1e-6));
    QVERIFY(isNear(w.view().range().from, 19 - 19 / 1.25, 0.05));
    const double width = widthOf(w.view().range());
    const double from = w.view().range().from;
    sendWheel(overview, place, {0, -120}, Qt::ShiftModifier);
    QVERIFY(isNear(w.view().range().from, from + 0.15 * width, 1e-6));
    QVERIFY(isNear(widthOf(w.view().range()), width, 1e-6));
    QTest::mouseDClick(overview, Qt::LeftButton, {}, place.toPoint());
    QCOMPARE(w.view().range(), (TimeRange{0, 57}));
}

void KeyboardWalkTest::aDragBesideTheFrameMakesANewOne()
{
    ShownWindow w;
    OverviewStrip* overview = w->pane()->overview();
    const RectF plot = w.view().geometry().plot;
    const auto placeOf = [&](Time t) {
        return QPoint(static_cast<int>(std::lround(plot.x + plot.width * t / 57)), 24);
    };
    // All is shown: there is nothing to pan, so a drag chooses a part.
    drag(overview, Qt::LeftButton, placeOf(40), placeOf(20));
    QVERIFY(isNear(w.view().range().from, 20, 0.1));
    QVERIFY(isNear(w.view().range().to, 40, 0.1));
    drag(overview, Qt::LeftButton, placeOf(5), placeOf(10));
    QVERIFY(isNear(w.view().range().from, 5, 0.1));
    QVERIFY(isNear(w.view().range().to, 10, 0.1));
    // A click only brings the frame there.
    QTest::mouseClick(overview, Qt::LeftButton, {}, placeOf(50));
    QVERIFY(isNear(w.view().range().from, 47.5, 0.1));
    QVERIFY(isNear(widthOf(w.view().range()), 5, 0.2));
}

void KeyboardWalkTest::theOverviewPointsAtWhatIsChosen()
{
    ShownWindow w;
    OverviewStrip* overview = w->pane()->overview();
    QTRY_VERIFY(w.view().explanation());
    QVERIFY(!overview->mark());
    const QImage before = overview->grab().toImage();
    w.view().setSelection(ActionPosition{RankId{2}, 3});
    const Timeline& timeline = *w.document().evaluation()->timeline;
    QCOMPARE(overview->mark(),
             std::optional(OverviewMark{RankId{2}, timeline.lanes[2].start[3], timeline.lanes[2].end[3]}));
    QVERIFY(overview->grab().toImage() != before);
    w.key(Qt::Key_B);
    QCOMPARE(overview->mark(),
             std::optional(OverviewMark{w.view().gap()->rank, w.view().gap()->from, w.view().gap()->to}));
    w.key(Qt::Key_Escape);
    QVERIFY(!overview->mark());
    QCOMPARE(overview->grab().toImage(), before);
}

void KeyboardWalkTest::theLegendHasKeys()
{
    ShownWindow w;
    w.view().setFocus();
    QWidget* forward = w->pane()->legend()->itemOf(FillClass::Forward);
    QWidget* backward = w->pane()->legend()->itemOf(FillClass::Backward);
    QVERIFY(tabTo(forward));
    press(Qt::Key_Right);
    QCOMPARE(focused(), backward);
    press(Qt::Key_Right); // idle cannot be hidden: round to the first
    QCOMPARE(focused(), forward);
    press(Qt::Key_Left);
    QCOMPARE(focused(), backward);
    press(Qt::Key_Space);
    const auto bit = [](FillClass fill) { return 1U << static_cast<unsigned>(fill); };
    QCOMPARE(w.view().shownFills(), static_cast<FillMask>(kAllFills & ~bit(FillClass::Backward)));
    QCOMPARE(backward->accessibleName(), QStringLiteral("B Backward, hidden"));
    press(Qt::Key_Space);
    QCOMPARE(w.view().shownFills(), kAllFills);
    press(Qt::Key_Space, Qt::AltModifier);
    QCOMPARE(w.view().shownFills(), static_cast<FillMask>(bit(FillClass::Backward)));
    press(Qt::Key_Space, Qt::AltModifier);
    QCOMPARE(w.view().shownFills(), kAllFills);
}

void KeyboardWalkTest::gesturesAreListed()
{
    ShownWindow w;
    QStringList listed;
    for (const Gesture& gesture : w->commands().gestures())
        listed << gesture.group + QStringLiteral(": ") + gesture.text;
    for (const char* wanted : {"Overview: Pan", "Overview: Zoom", "Overview: Show a new range",
                               "Overview: Fit all", "Legend: Show a kind alone"})
        QVERIFY2(listed.contains(QLatin1String(wanted)), wanted);
}

QTEST_MAIN(KeyboardWalkTest)
#include "keyboard_walk_test.moc"

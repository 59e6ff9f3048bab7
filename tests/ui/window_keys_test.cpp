// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/window_keys_support.h"
#include "ui/actions/quick_list.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/panels/bubbles_panel.h"

#include <cstdlib>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// A key of section 3's table: what is there before, and what is to be there after.
struct KeyRow
{
    const char* name;
    QKeyCombination key;
    std::function<void(ShownWindow&)> before;
    std::function<bool(ShownWindow&)> after;
};

std::function<void(ShownWindow&)> choose(std::uint32_t rank, std::uint32_t index)
{
    return [=](ShownWindow& w) { w.select(rank, index); };
}
std::function<bool(ShownWindow&)> isChosen(std::uint32_t rank, std::uint32_t index)
{
    return [=](ShownWindow& w) { return w.chosen() == actionAt(rank, index); };
}
void showMiddle(ShownWindow& w)
{
    w.setRange({20, 30});
}
bool isCloser(ShownWindow& w)
{
    return isNear(widthOf(w.range()), 10 / 1.5);
}
bool isWider(ShownWindow& w)
{
    return isNear(widthOf(w.range()), 15);
}
bool showsAll(ShownWindow& w)
{
    return w.range() == TimeRange{0, 57};
}
bool showsLeft(ShownWindow& w)
{
    return w.range() == TimeRange{18.5, 28.5};
}
bool showsRight(ShownWindow& w)
{
    return w.range() == TimeRange{21.5, 31.5};
}
void typeTwelve(ShownWindow& w)
{
    w.setMicrobatches(12);
}
void manyLanes(ShownWindow& w)
{
    w.setRanks(64);
}
int scroll(ShownWindow& w)
{
    return w.view().verticalScrollBar()->value();
}
std::function<bool(ShownWindow&)> isHidden(unsigned kind)
{
    return [=](ShownWindow& w) { return w.view().shownFills() == (kAllFills ^ 1U << kind); };
}
bool isOpen(ShownWindow& w, const char* list)
{
    return w->findChild<QuickList*>(QLatin1String(list))->isVisible();
}
std::function<bool(ShownWindow&)> hasFocus(QWidget* (*pane)(MainWindow&))
{
    return [=](ShownWindow& w) {
        QWidget* wanted = pane(w.window());
        return wanted->hasFocus() || wanted->isAncestorOf(QApplication::focusWidget());
    };
}
/// Writes down the name of the dialog that comes next, and refuses it.
void refuseDialog(ShownWindow& w)
{
    auto* refusing = new QTimer(&w.window());
    QObject::connect(refusing, &QTimer::timeout, refusing, [refusing, &w] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr)
            return;
        w->setProperty("refused", QLatin1String(dialog->metaObject()->className()));
        dialog->reject();
        refusing->stop();
    });
    refusing->start(20);
}
/// A page less one lane, so that the last lane is the first one then.
int page(ShownWindow& w)
{
    const TimelineGeometry& geometry = w.view().geometry();
    return static_cast<int>(std::lround(geometry.plot.height - geometry.rowOffset(1)));
}

const std::vector<KeyRow>& keyRows()
{
    using K = Qt::Key;
    static const auto none = [](ShownWindow&) {};
    static const std::vector<KeyRow> rows{
        {"W zooms in", K::Key_W, showMiddle, isCloser},
        {"+ zooms in", K::Key_Plus, showMiddle, isCloser},
        {"+ with Shift, as on many keyboards", Qt::SHIFT | K::Key_Plus, showMiddle, isCloser},
        {"+ of the keypad", QKeyCombination(Qt::KeypadModifier, K::Key_Plus), showMiddle, isCloser},
        {"= zooms in", K::Key_Equal, showMiddle, isCloser},
        {"S zooms out", K::Key_S, showMiddle, isWider},
        {"- zooms out", K::Key_Minus, showMiddle, isWider},
        {"- of the keypad", QKeyCombination(Qt::KeypadModifier, K::Key_Minus), showMiddle, isWider},
        {"A pans left", K::Key_A, showMiddle, showsLeft},
        {"D pans right", K::Key_D, showMiddle, showsRight},
        {"0 fits all", K::Key_0, showMiddle, showsAll},
        {"Home fits all", K::Key_Home, showMiddle, showsAll},
        {"F without a selection fits all", K::Key_F, showMiddle, showsAll},
        {"F brings the selection to the middle", K::Key_F,
         [](ShownWindow& w) {
             w.setRange({0, 10});
             w.select(3, 20);
         },
         [](ShownWindow& w) {
             const Timeline& timeline = w.timeline();
             const ActionPosition action{RankId{3}, 20};
             const TimeRange range = w.range();
             return isNear(widthOf(range), 10) &&
                    isNear(range.from + range.to, timeline.startOf(action) + timeline.endOf(action));
         }},
        {"PageDown scrolls", K::Key_PageDown, manyLanes,
         [](ShownWindow& w) { return std::abs(scroll(w) - page(w)) <= 1; }},
        {"PageUp scrolls back", K::Key_PageUp,
         [](ShownWindow& w) {
             manyLanes(w);
             w.view().navigation().pageDown();
         },
         [](ShownWindow& w) { return scroll(w) == 0; }},
        {"Alt+Left goes back to the view before", Qt::ALT | K::Key_Left, showMiddle, showsAll},
        {"Backspace goes back to the view before", K::Key_Backspace, showMiddle, showsAll},
        {"Alt+Right goes forward again", Qt::ALT | K::Key_Right,
         [](ShownWindow& w) {
             showMiddle(w);
             w.view().navigation().back();
         },
         [](ShownWindow& w) {
             return w.range() == TimeRange{20, 30};
         }},
        {". is the next on the lane", K::Key_Period, choose(0, 0), isChosen(0, 1)},
        {"Right is the next on the lane", K::Key_Right, choose(0, 0), isChosen(0, 1)},
        {", is the previous on the lane", K::Key_Comma, choose(0, 1), isChosen(0, 0)},
        {"Left is the previous on the lane", K::Key_Left, choose(0, 1), isChosen(0, 0)},
        {"Down is the lane below", K::Key_Down, choose(0, 1),
         [](ShownWindow& w) { return w.chosen() && w.chosen()->rank.value == 1; }},
        {"Up is the lane above", K::Key_Up, choose(1, 1),
         [](ShownWindow& w) { return w.chosen() && w.chosen()->rank.value == 0; }},
        {"] follows on", K::Key_BracketRight, choose(0, 0), isChosen(1, 0)},
        {"[ follows back", K::Key_BracketLeft, choose(1, 0), isChosen(0, 0)},
        {"Alt+Shift+Left is the selection before", Qt::ALT | Qt::SHIFT | K::Key_Left,
         [](ShownWindow& w) {
             choose(0, 3)(w);
             choose(2, 2)(w);
         },
         isChosen(0, 3)},
        {"Alt+Shift+Right is the selection after", Qt::ALT | Qt::SHIFT | K::Key_Right,
         [](ShownWindow& w) {
             choose(0, 3)(w);
             choose(2, 2)(w);
             w.view().chosen().back();
         },
         isChosen(2, 2)},
        {"B is the next bubble", K::Key_B, &ShownWindow::explained,
         [](ShownWindow& w) { return w.bubble() == std::optional<std::size_t>(0); }},
        {"Shift+B is the bubble before", Qt::SHIFT | K::Key_B,
         [](ShownWindow& w) {
             w.explained();
             w.view().chosen().showBubble(4);
         },
         [](ShownWindow& w) { return w.bubble() == std::optional<std::size_t>(3); }},
        {"C shows the critical path", K::Key_C, none,
         [](ShownWindow& w) { return w.view().criticalPath().isShown(); }},
        {"1 hides F", K::Key_1, none, isHidden(0)},
        {"2 hides I", K::Key_2, none, isHidden(1)},
        {"3 hides W", K::Key_3, none, isHidden(2)},
        {"4 hides B", K::Key_4, none, isHidden(3)},
        {"5 hides overlap", K::Key_5, none, isHidden(4)},
        {"6 hides communication and FSDP", K::Key_6, none, isHidden(5)},
        {"Ctrl+Z undoes", Qt::CTRL | K::Key_Z, typeTwelve, [](ShownWindow& w) { return comesTo(w, 8); }},
        {"Ctrl+Shift+Z does again", Qt::CTRL | Qt::SHIFT | K::Key_Z,
         [](ShownWindow& w) {
             w.setMicrobatches(12);
             w.undo();
             QVERIFY(comesTo(w, 8));
         },
         [](ShownWindow& w) { return comesTo(w, 12); }},
        {"Ctrl+Shift+C copies the picture", Qt::CTRL | Qt::SHIFT | K::Key_C,
         [](ShownWindow&) { QGuiApplication::clipboard()->clear(); },
         [](ShownWindow&) { return comes([] { return !QGuiApplication::clipboard()->image().isNull(); }); }},
        {"F6 is the next pane", K::Key_F6, [](ShownWindow& w) { w.unfoldInspector(); },
         hasFocus([](MainWindow& w) -> QWidget* { return w.inspector(); })},
        {"Ctrl+E exports", Qt::CTRL | K::Key_E, refuseDialog,
         [](ShownWindow& w) { return w->property("refused").toString().endsWith("ExportDialog"); }},
        {"Shift+F6 is the pane before", Qt::SHIFT | K::Key_F6, none,
         hasFocus([](MainWindow& w) -> QWidget* { return w.schedulePanel(); })},
        {"Ctrl+Shift+P opens the palette", Qt::CTRL | Qt::SHIFT | K::Key_P, none,
         [](ShownWindow& w) { return isOpen(w, "command-palette"); }},
        {"Ctrl+P opens the lane finder", Qt::CTRL | K::Key_P, none,
         [](ShownWindow& w) { return isOpen(w, "lane-finder"); }},
        {"? opens the sheet", K::Key_Question, none,
         [](ShownWindow& w) { return w->findChild<ShortcutSheet*>() != nullptr; }},
        {"Esc clears the selection", K::Key_Escape, choose(0, 0), [](ShownWindow& w) { return !w.chosen(); }},
        {"Esc clears a marked gap", K::Key_Escape,
         [](ShownWindow& w) {
             w.view().chosen().setGap(Gap{RankId{1}, 0, 1});
         },
         [](ShownWindow& w) { return !w.gap(); }},
        {"Ctrl+N begins anew", Qt::CTRL | K::Key_N, typeTwelve,
         [](ShownWindow& w) {
             return comes([&] { return w.microbatches() != 12 && !w.document().isModified(); });
         }},
    };
    return rows;
}

} // namespace

/// Each key, sent to the window as the keyboard would.
class WindowKeysTest : public QObject
{
    Q_OBJECT

private slots:
    void keysDoWhatTheTableSays_data()
    {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t i = 0; i < keyRows().size(); ++i)
            QTest::newRow(keyRows()[i].name) << i;
    }

    void keysDoWhatTheTableSays()
    {
        QFETCH(std::size_t, row);
        const KeyRow& wanted = keyRows()[row];
        ShownWindow w;
        w.stayStill();
        wanted.before(w);
        w.view().setFocus();
        w->questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
        patienceMs = 0;
        const bool isThere = wanted.after(w);
        patienceMs = 5000;
        QVERIFY2(!isThere, "it is so before the key");
        QTest::keyClick(&w.view(), wanted.key.key(), wanted.key.keyboardModifiers());
        QVERIFY(wanted.after(w));
    }

    void everyRegisteredKeyReachesItsCommand()
    {
        ShownWindow w;
        Triggers triggers(w->commands());
        w.view().setFocus();
        int count = 0;
        for (const Command& command : w->commands().commands())
            for (const QKeySequence& keys : command.shortcuts) {
                QCOMPARE(keys.count(), 1);
                QTest::keyClick(&w.view(), keys[0].key(), keys[0].keyboardModifiers());
                QVERIFY2(triggers.take() == QStringList{command.id},
                         qPrintable(command.id + ' ' + keys.toString()));
                ++count;
            }
        qInfo("%d keys", count);
        QVERIFY(count >= 50);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowKeysTest)
#include "window_keys_test.moc"

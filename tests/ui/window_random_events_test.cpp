// SPDX-License-Identifier: Apache-2.0
// Someone who clicks, drags, types and presses keys anywhere: nothing crashes, hangs or leaves the window
// without an answer. For tests/nightly.sh: threads end when they like, so the same events do not do the same
// twice, and ./test is to give the same answer every time. BUBBLESCOPE_RANDOM_EVENTS says how many events are
// sent, BUBBLESCOPE_RANDOM_SEED which ones (1), and BUBBLESCOPE_RANDOM_LOG names a file that each event is
// written to before it is sent. BUBBLESCOPE_RANDOM_OFTEN names a command that every fourth one is, as
// file.quit.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"

#include <random>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The program's limit on a modal dialog: after so many events it is closed as Escape does.
constexpr int kEventsInDialog = 25;
constexpr std::array kSchemes{"file", "http", "https", "mailto"};

int fromEnvironment(const char* name, int otherwise)
{
    bool isNumber = false;
    const int number = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? number : otherwise;
}

/// Sends events to whatever is open. The next one is always under way before one is sent, so that it also
/// reaches a dialog that the last one opened.
class RandomUser : public QObject
{
    Q_OBJECT

public:
    explicit RandomUser(ShownWindow& window)
        : m_window(window)
        , m_chance(static_cast<std::uint32_t>(fromEnvironment("BUBBLESCOPE_RANDOM_SEED", 1)))
    {
        if (const QString path = qEnvironmentVariable("BUBBLESCOPE_RANDOM_LOG"); !path.isEmpty()) {
            m_log.setFileName(path);
            if (!m_log.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
                qFatal("cannot write %s", qPrintable(path));
        }
    }

    /// After the window was closed, with the same answers to its questions.
    void openAgain()
    {
        const WindowQuestions questions = m_window->questions;
        m_window.reopen();
        m_window->questions = questions;
    }

    void send(int count)
    {
        m_left = count;
        QTimer::singleShot(0, this, &RandomUser::next);
        m_loop.exec();
    }

    [[nodiscard]] std::size_t pick(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_chance);
    }
    template <class Range>
    [[nodiscard]] auto& one(Range& of)
    {
        return of[static_cast<decltype(of.size())>(pick(static_cast<std::size_t>(of.size())))];
    }

private:
    void next()
    {
        if (m_left-- <= 0) {
            finish();
            return;
        }
        if (!m_window->isVisible()) {
            say("a new window");
            openAgain(); // which waits in a loop of its own, where nothing may be sent
            QTimer::singleShot(0, this, &RandomUser::next);
            return;
        }
        QTimer::singleShot(0, this, &RandomUser::next);
        QWidget* modal = QApplication::activeModalWidget();
        m_inDialog = modal ? m_inDialog + 1 : 0;
        if (modal && (m_inDialog > kEventsInDialog || qobject_cast<QFileDialog*>(modal))) {
            say("close the dialog");
            modal->close();
            return;
        }
        act(modal);
    }

    /// Closes what is open, from the last to the first, and ends the loop.
    void finish()
    {
        QWidget* open = QApplication::activePopupWidget();
        if (!open)
            open = QApplication::activeModalWidget();
        if (!open) {
            m_loop.quit();
            return;
        }
        m_left = 0;
        QTimer::singleShot(0, this, &RandomUser::next);
        open->close();
    }

    void act(QWidget* modal)
    {
        QWidget* root = QApplication::activePopupWidget();
        if (!root)
            root = modal ? modal : oneWindow();
        QList<QWidget*> widgets{root};
        for (QWidget* child : root->findChildren<QWidget*>())
            if (child->isVisible() && child->isEnabled() && child->window() == root->window())
                widgets.append(child);
        QWidget* target = one(widgets);
        const std::size_t way = pick(100);
        if (way < 35)
            click(target);
        else if (way < 45)
            drag(target);
        else if (way < 53)
            turn(target);
        else if (way < 75)
            press();
        else if (way < 85)
            write();
        else if (way < 97 && root == &m_window.window())
            command();
        else if (root == &m_window.window())
            shape();
    }

    QWidget* oneWindow()
    {
        QList<QWidget*> windows{&m_window.window()};
        for (QWidget* other : QApplication::topLevelWidgets())
            if (other->isVisible() && other->isWindow() && other->windowType() != Qt::ToolTip &&
                !qobject_cast<QMenu*>(other))
                windows.append(other);
        return pick(4) == 0 ? one(windows) : windows.front();
    }

    QPoint anywhere(const QWidget* target)
    {
        return {static_cast<int>(pick(static_cast<std::size_t>(std::max(1, target->width())))),
                static_cast<int>(pick(static_cast<std::size_t>(std::max(1, target->height()))))};
    }

    void click(QWidget* target)
    {
        static const QList<Qt::MouseButton> buttons{Qt::LeftButton, Qt::LeftButton,  Qt::LeftButton,
                                                    Qt::LeftButton, Qt::RightButton, Qt::MiddleButton};
        const Qt::MouseButton button = one(buttons);
        const QPoint place = anywhere(target);
        const bool isDouble = pick(6) == 0;
        say(QStringLiteral("%1 %2 at %3,%4")
                .arg(isDouble ? "double click" : "click", nameOf(target))
                .arg(place.x())
                .arg(place.y()));
        // A context menu opens by an event of its own, which QTest does not make of a right click.
        if (button == Qt::RightButton) {
            QContextMenuEvent event(QContextMenuEvent::Mouse, place, target->mapToGlobal(place));
            QApplication::sendEvent(target, &event);
        } else {
            const QPointer<QWidget> held(target);
            QTest::mousePress(target, button, modifiers(), place);
            if (held)
                QTest::mouseRelease(target, button, {}, place);
            if (held && isDouble)
                QTest::mouseEvent(QTest::MouseDClick, target, button, {}, place);
        }
    }

    /// What a key press closes gets no release.
    void type(QWidget* target, Qt::Key key, Qt::KeyboardModifiers with)
    {
        const QPointer<QWidget> held(target);
        QTest::keyPress(target, key, with);
        if (held)
            QTest::keyRelease(target, key, with);
    }

    void drag(QWidget* target)
    {
        // Qt's own docks end a program whose layout is restored while one of them moves, as no hand can do
        // it.
        const auto* dock = qobject_cast<QDockWidget*>(target->parentWidget());
        if (qobject_cast<QDockWidget*>(target) || (dock && dock->titleBarWidget() == target) ||
            qobject_cast<QTabBar*>(target) || qobject_cast<QMainWindow*>(target))
            return;
        const QPointer<QWidget> held(target);
        const QPoint from = anywhere(target);
        say(QStringLiteral("drag %1 from %2,%3").arg(nameOf(target)).arg(from.x()).arg(from.y()));
        QTest::mousePress(target, Qt::LeftButton, modifiers(), from);
        for (int i = 0; i < 3 && held; ++i)
            QTest::mouseMove(target, anywhere(target));
        if (held)
            QTest::mouseRelease(target, Qt::LeftButton, {}, anywhere(target));
    }

    void turn(QWidget* target)
    {
        const QPoint place = anywhere(target);
        say(QStringLiteral("wheel over ") + nameOf(target));
        QWheelEvent event(place, target->mapToGlobal(place), {}, {0, pick(2) == 0 ? 120 : -120}, Qt::NoButton,
                          modifiers(), Qt::NoScrollPhase, false);
        QApplication::sendEvent(target, &event);
    }

    void press()
    {
        static const QList<Qt::Key> keys{
            Qt::Key_Tab,     Qt::Key_Backtab, Qt::Key_Return,   Qt::Key_Escape, Qt::Key_Space,
            Qt::Key_Left,    Qt::Key_Right,   Qt::Key_Up,       Qt::Key_Down,   Qt::Key_Home,
            Qt::Key_End,     Qt::Key_PageUp,  Qt::Key_PageDown, Qt::Key_Delete, Qt::Key_Backspace,
            Qt::Key_Plus,    Qt::Key_Minus,   Qt::Key_B,        Qt::Key_C,      Qt::Key_D,
            Qt::Key_F,       Qt::Key_G,       Qt::Key_M,        Qt::Key_N,      Qt::Key_P,
            Qt::Key_W,       Qt::Key_Z,       Qt::Key_0,        Qt::Key_1,      Qt::Key_2,
            Qt::Key_3,       Qt::Key_F1,      Qt::Key_F6,       Qt::Key_F11,    Qt::Key_Menu,
            Qt::Key_Question};
        const Qt::Key key = one(keys);
        say(QStringLiteral("key ") + QKeySequence(key).toString());
        if (QWidget* target = focused())
            type(target, key, modifiers());
    }

    void write()
    {
        static const QStringList texts{"1",     "2",      "4",    "7",           "12",  "16", "0", "-1",
                                       "0.5",   "1.5 ms", "60GB", "1e308",       "nan", "",   "x", "漢字",
                                       "1,2,3", "F*",     "zbv",  "99999999999", "%1",  "\t", "é́", "(("};
        const QString& text = one(texts);
        say(QStringLiteral("type ") + text);
        QWidget* target = focused();
        if (!target)
            return;
        const QPointer<QWidget> held(target);
        if (pick(2) == 0)
            type(target, Qt::Key_A, Qt::ControlModifier);
        for (const QChar letter : text)
            if (held && letter.unicode() < 128)
                type(target, QTest::asciiToKey(letter.toLatin1()), {});
        if (held && pick(2) == 0)
            type(target, Qt::Key_Return, {});
    }

    void command()
    {
        QList<QAction*> actions;
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->isEnabled() && !action->isSeparator() && !action->menu())
                actions.append(action);
        QAction* action = one(actions);
        if (QAction* often = m_window->findChild<QAction*>(m_often); often && pick(4) == 0)
            action = often;
        say(QStringLiteral("command %1 %2").arg(action->objectName(), action->text()));
        action->trigger();
    }

    void shape()
    {
        const QSize size(640 + static_cast<int>(pick(2000)), 480 + static_cast<int>(pick(1000)));
        say(QStringLiteral("resize to %1 x %2").arg(size.width()).arg(size.height()));
        m_window->resize(size);
    }

    QWidget* focused()
    {
        if (QWidget* popup = QApplication::activePopupWidget())
            return popup;
        QWidget* focus = QApplication::focusWidget();
        return focus ? focus : QApplication::activeWindow();
    }

    Qt::KeyboardModifiers modifiers()
    {
        static const QList<Qt::KeyboardModifiers> all{{},
                                                      {},
                                                      {},
                                                      {},
                                                      Qt::ControlModifier,
                                                      Qt::ShiftModifier,
                                                      Qt::AltModifier,
                                                      Qt::ControlModifier | Qt::ShiftModifier};
        return one(all);
    }

    static QString nameOf(const QWidget* widget)
    {
        return QLatin1String(widget->metaObject()->className()) + ' ' + widget->objectName();
    }

    void say(const QString& what)
    {
        if (m_log.isOpen())
            m_log.write(QStringLiteral("%1: %2\n").arg(m_left).arg(what).toUtf8());
    }

    ShownWindow& m_window;
    std::mt19937 m_chance;
    QEventLoop m_loop;
    QFile m_log;
    QString m_often = qEnvironmentVariable("BUBBLESCOPE_RANDOM_OFTEN");
    int m_left = 0;
    int m_inDialog = 0;
};

} // namespace

class WindowRandomEventsTest : public QObject
{
    Q_OBJECT

public slots:
    /// Stands for the programs that would open files and links.
    void openedElsewhere(const QUrl&) {}

private slots:
    void everythingIsTried()
    {
        const int events = fromEnvironment("BUBBLESCOPE_RANDOM_EVENTS", 0);
        if (events == 0)
            QSKIP("BUBBLESCOPE_RANDOM_EVENTS says how many events to send");
        for (const char* scheme : kSchemes)
            QDesktopServices::setUrlHandler(scheme, this, "openedElsewhere");
        ShownWindow window;
        RandomUser user(window);
        answerQuestions(window, user);
        user.send(events);
        if (!window->isVisible())
            user.openAgain();
        QTRY_VERIFY_WITH_TIMEOUT(!window->isLoading() && !window.document().isBusy(), 60'000);
        // It still answers.
        window->files().startNew(*requestFromText("1f1b:ranks=3,microbatches=5"));
        QTRY_VERIFY_WITH_TIMEOUT(!window.document().isBusy() && window.ranks() == 3, 60'000);
        QCOMPARE(window.microbatches(), 5U);
        for (const char* scheme : kSchemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }

private:
    /// Files are written to and read from the window's folder alone.
    static void answerQuestions(ShownWindow& window, RandomUser& user)
    {
        window.write("order.csv", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
        window.write("broken.csv", "0F0,0F1,0X0\n");
        window.write("empty.bubble", "");
        const QString folder = window.path({}) + '/';
        const auto readable = [folder, &user] {
            const QStringList names = QDir(folder).entryList(QDir::Files);
            return user.pick(4) == 0
                       ? QString()
                       : folder + names[static_cast<int>(user.pick(static_cast<std::size_t>(names.size())))];
        };
        const auto written = [folder](const QString& suggested) {
            return folder + "written-" + QFileInfo(suggested).fileName();
        };
        WindowQuestions& questions = window->questions;
        questions.saveChanges = [&user](const QString&) {
            return std::array{SaveAnswer::Save, SaveAnswer::Discard, SaveAnswer::Cancel}[user.pick(3)];
        };
        questions.openPath = questions.openCostsPath = questions.comparePath = questions.openCalibrationPath =
            readable;
        questions.openProfiles =
            questions.openSecondProfiles = [readable] { return QStringList{readable()}; };
        questions.openProfileFolder = questions.openSecondFolder = [folder] { return folder; };
        questions.savePath = questions.exportPath = questions.saveCostsPath = questions.saveCalibrationPath =
            questions.chartPath = written;
        questions.probeProgram = [] { return QStringLiteral("/nonexistent"); };
        questions.replaceUnread =
            questions.discardRecovered = [&user](const QString&) { return user.pick(2) == 0; };
        questions.secondRun = [&user](const QString&) {
            return std::array{SecondRunAnswer::Compare, SecondRunAnswer::Replace,
                              SecondRunAnswer::Cancel}[user.pick(3)];
        };
        questions.matchSchedules = [&user](const QString&) {
            return std::array{MixtureAnswer::Match, MixtureAnswer::LeaveOut,
                              MixtureAnswer::Cancel}[user.pick(3)];
        };
        questions.replaceFile = [&user](const QString&) {
            return std::array{ReplaceAnswer::Overwrite, ReplaceAnswer::SaveAs,
                              ReplaceAnswer::Cancel}[user.pick(3)];
        };
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowRandomEventsTest)
#include "window_random_events_test.moc"

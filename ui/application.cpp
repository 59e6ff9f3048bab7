// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/application.h"

#include "core/base/interrupt.h"
#include "ui/files/file_controller.h"
#include "ui/language/language.h"
#include "ui/session/session_controller.h"
#include "ui/start/start_controller.h"
#include "ui/widgets/app_icon.h"
#include "ui/widgets/desktop_preferences.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QLoggingCategory>
#include <QSocketNotifier>
#include <QStandardPaths>
#include <QTimer>
#include <QWindow>

namespace bubblescope::ui {

namespace {

Q_LOGGING_CATEGORY(lcStart, "bubblescope.ui.start", QtWarningMsg)

constexpr int kSettleMs = 800;

/// Says when the window has been painted once, to who measures how long that takes.
class FirstFrame : public QObject
{
public:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Expose && static_cast<QWindow*>(watched)->isExposed()) {
            watched->removeEventFilter(this);
            // What an expose event asks for is painted while it is handled.
            QTimer::singleShot(0, this, [] { qCDebug(lcStart) << "first frame"; });
        }
        return false;
    }
};

std::optional<ThemeChoice> themeFrom(const std::string& name)
{
    if (name == "system")
        return ThemeChoice::System;
    if (name == "light")
        return ThemeChoice::Light;
    if (name == "dark")
        return ThemeChoice::Dark;
    if (name == "colorblind")
        return ThemeChoice::ColorBlind;
    return std::nullopt;
}

} // namespace

bool haveDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

void endOnSignal(MainWindow& window)
{
    const int descriptor = interruptDescriptor();
    if (descriptor < 0)
        return;
    auto* notifier = new QSocketNotifier(descriptor, QSocketNotifier::Read, &window);
    QObject::connect(notifier, &QSocketNotifier::activated, &window, [&window, notifier] {
        notifier->setEnabled(false);
        // Ends the loops of open dialogs, too; quit() would ask them to close first.
        QObject::connect(
            &window.session(), &SessionController::left, &window, [] { QCoreApplication::exit(0); },
            Qt::QueuedConnection);
        window.leave();
    });
}

int runApplication(int& argc, char** argv, const ApplicationOptions& options)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Bubblescope"));
    QApplication::setOrganizationName(QStringLiteral("Bubblescope"));
    QApplication::setApplicationVersion(QStringLiteral(BUBBLESCOPE_VERSION));
    QGuiApplication::setDesktopFileName(QLatin1String(kApplicationId));
    QApplication::setWindowIcon(applicationIcon());
    speak(application, wantedLanguage());
    DesktopPreferences desktop;
    MainWindow window(themeFrom(options.theme), &desktop);
    window.show();
    FirstFrame firstFrame;
    if (lcStart().isDebugEnabled())
        window.windowHandle()->installEventFilter(&firstFrame);
    endOnSignal(window);
    desktop.askPortal();
    QStringList files;
    for (const std::string& file : options.files)
        files << QString::fromStdString(file);
    // A picture for looking at is nobody's session.
    const bool isSession = options.screenshot.empty();
    if (isSession)
        window.session().start(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation));
    if (!files.isEmpty())
        window.openAtStart(files);
    else if (options.newSchedule)
        window.commands().action(QStringLiteral("file.new"))->trigger();
    else if (options.example)
        window.startExample();
    else if (isSession)
        window.openLast();
    const bool isEmpty = files.isEmpty() && !options.newSchedule && !options.example;
    if (isEmpty && !window.session().isRestoring() && Settings::startPage())
        window.start().show();
    if (!options.screenshot.empty())
        QTimer::singleShot(kSettleMs, &window, [&] {
            window.grab().save(QString::fromStdString(options.screenshot));
            QApplication::quit();
        });
    return QApplication::exec();
}

} // namespace bubblescope::ui

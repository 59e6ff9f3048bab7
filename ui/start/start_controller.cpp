// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_controller.h"

#include "ui/actions/command_group.h"
#include "ui/docks/docks.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/files/file_controller.h"
#include "ui/services/window_services.h"
#include "ui/start/start_page.h"
#include "ui/timeline/timeline_pane.h"

#include <QDockWidget>
#include <QEvent>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QToolBar>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

namespace {

/// Commands that neither need nor show what the page covers.
constexpr const char* kStaysFor[] = {
    "file.new",           "file.open",     "file.reopens",      "file.quit",  "help.",         "view.theme.",
    "view.startPage",     "view.nextPane", "view.previousPane", "trace.open", "trace.against", "view.memory",
    "view.reducedMotion", "tools."};
/// Of the View menu.
constexpr int kPaneSection = 4;

} // namespace

StartController::StartController(WindowServices& window, FileController& files)
    : m_window(window)
    , m_files(files)
{
    CommandGroup group(window.commands(), tr("View"), "view", tr("welcome home examples recent files"));
    group.like.section = kPaneSection;
    group.add("view.startPage", tr("Start pa&ge"), [this] { show(); });
    // What is opened, made anew or edited is what is to be seen.
    connect(&window.document(), &Document::identityChanged, this, &StartController::leave);
    window.shell().installEventFilter(this);
}

void StartController::show()
{
    if (m_page)
        return;
    if (QLabel* waiting = std::exchange(m_waiting, nullptr)) {
        waiting->hide();
        waiting->deleteLater();
    } else
        makeRoom();
    QWidget* centre = m_window.shell().centralWidget();
    m_page = new StartPage(Settings::recentFiles(), Settings::startPage(), centre);
    static_cast<QVBoxLayout*>(centre->layout())->addWidget(m_page, 1);
    connectPage();
    m_page->show();
    m_page->newButton()->setFocus(Qt::OtherFocusReason);
    emit shownChanged();
    for (const Command& command : m_window.commands().commands())
        connect(m_window.commands().action(command.id), &QAction::triggered, m_page,
                [this, id = command.id] { follow(id); });
}

void StartController::wait(const QString& what)
{
    if (covers())
        return;
    makeRoom();
    QWidget* centre = m_window.shell().centralWidget();
    m_waiting = new QLabel(what, centre);
    m_waiting->setObjectName(QStringLiteral("start-waiting"));
    m_waiting->setProperty("quiet", true);
    m_waiting->setAlignment(Qt::AlignCenter);
    m_waiting->setWordWrap(true);
    static_cast<QVBoxLayout*>(centre->layout())->addWidget(m_waiting, 1);
    m_waiting->show();
    emit shownChanged();
}

void StartController::makeRoom()
{
    emit coming();
    m_layout = m_window.shell().saveState(kWindowStateVersion);
    m_docks = m_window.docks().choice();
    m_hidden.clear();
    for (QWidget* part : m_covered)
        if (!part->isHidden()) {
            part->hide();
            m_hidden.emplace_back(part);
        }
    for (auto* bar : m_window.shell().findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->hide();
    for (QDockWidget* dock : m_window.docks().all())
        dock->hide();
}

void StartController::connectPage()
{
    const auto run = [this](const char* id) {
        return [this, id] { m_window.commands().action(QLatin1String(id))->trigger(); };
    };
    connect(m_page, &StartPage::newAsked, this, run("file.new"));
    connect(m_page, &StartPage::openAsked, this, run("file.open"));
    connect(m_page, &StartPage::profilesAsked, this, run("trace.open"));
    connect(m_page, &StartPage::runsAsked, this, run("trace.against"));
    connect(m_page, &StartPage::fileAsked, this, [this](const QString& path) { m_files.openFiles({path}); });
    connect(m_page, &StartPage::exampleAsked, &m_files, &FileController::askNew);
    connect(m_page, &StartPage::closeAsked, this, &StartController::leave);
    connect(m_page, &StartPage::shownAtStartChanged, this,
            [](bool shown) { Settings::startPage.set(shown); });
    // A dock that is asked for has something to say about what the page covers.
    for (QDockWidget* dock : m_window.docks().all())
        connect(dock->toggleViewAction(), &QAction::triggered, m_page, [this, dock] {
            leave();
            Docks::raise(dock);
        });
}

void StartController::follow(const QString& command)
{
    if (!m_page)
        return; // it is on its way out
    for (const char* stays : kStaysFor)
        if (command.startsWith(QLatin1String(stays)))
            return;
    leave();
    // What it was to focus could not be focused before it was shown.
    if (command.startsWith(QLatin1String("search.")))
        m_window.commands().action(QStringLiteral("search.find"))->trigger();
}

void StartController::leave()
{
    if (!covers())
        return;
    QWidget* page = m_page ? static_cast<QWidget*>(m_page) : m_waiting;
    m_page = nullptr;
    m_waiting = nullptr;
    const bool hadFocus =
        !m_window.shell().focusWidget() || page->isAncestorOf(m_window.shell().focusWidget());
    // It may be what asks to be closed.
    page->hide();
    page->deleteLater();
    for (const QPointer<QWidget>& part : m_hidden)
        if (part)
            part->show();
    m_hidden.clear();
    emit left();
    // All were hidden: what is not was asked for meanwhile, and the layout of before knows nothing of it.
    QList<QDockWidget*> asked;
    for (QDockWidget* dock : m_window.docks().all())
        if (!dock->isHidden())
            asked << dock;
    m_window.shell().restoreState(m_layout, kWindowStateVersion);
    m_window.docks().show(m_docks);
    for (QDockWidget* dock : asked)
        Docks::raise(dock);
    if (hadFocus)
        m_window.pane()->view()->setFocus();
    emit shownChanged();
}

bool StartController::eventFilter(QObject* watched, QEvent* event)
{
    // The layout that is kept for the next start is the one of the timeline.
    if (watched == &m_window.shell() && event->type() == QEvent::Close)
        leave();
    return QObject::eventFilter(watched, event);
}

} // namespace bubblescope::ui

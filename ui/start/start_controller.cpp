// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_controller.h"

#include "ui/panels/frame_time_label.h"
#include "ui/panels/metrics_strip.h"
#include "ui/panels/what_if_notice.h"
#include "ui/start/start_page.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/dock_room.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolBar>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

/// Commands that neither need nor show what the page covers.
constexpr const char* kStaysFor[] = {
    "file.new",    "file.open",          "file.reopens",  "file.quit",         "help.",
    "view.theme.", "view.startPage",     "view.nextPane", "view.previousPane", "trace.open",
    "view.memory", "view.reducedMotion", "tools."};
/// Of the View menu.
constexpr int kPaneSection = 4;

} // namespace

StartController::StartController(MainWindow& window) : QObject(&window), m_window(window)
{
    addCommand();
    // What is opened, made anew or edited is what is to be seen.
    connect(&window.document(), &Document::identityChanged, this, &StartController::leave);
    window.installEventFilter(this);
}

void StartController::addCommand()
{
    Command command{
        QStringLiteral("view.startPage"), tr("View"), tr("Start pa&ge"), {}, CommandScope::Window, [this] {
            show();
        }};
    command.menu = QStringLiteral("view");
    command.section = kPaneSection;
    command.searchWords = tr("welcome home examples recent files");
    m_window.commands().add(command);
}

void StartController::show()
{
    if (m_page)
        return;
    makeRoom();
    QWidget* centre = m_window.centralWidget();
    m_page = new StartPage(Settings::recentFiles(), Settings::startPage(), centre);
    static_cast<QVBoxLayout*>(centre->layout())->addWidget(m_page, 1);
    connectPage();
    m_page->show();
    m_page->newButton()->setFocus(Qt::OtherFocusReason);
    m_window.showIdentity();
    for (const Command& command : m_window.commands().commands())
        connect(m_window.commands().action(command.id), &QAction::triggered, m_page,
                [this, id = command.id] { follow(id); });
}

void StartController::makeRoom()
{
    m_window.m_traceRoom->give(false);
    m_layout = m_window.saveState(kWindowStateVersion);
    m_hidden.clear();
    QList<QWidget*> parts{m_window.pane(),         m_window.metrics(),      m_window.brokenNotice(),
                          m_window.misfitNotice(), m_window.whatIfNotice(), m_window.m_statusSize};
    for (auto* label : m_window.findChildren<FrameTimeLabel*>())
        parts << label;
    for (QWidget* part : parts)
        if (!part->isHidden()) {
            part->hide();
            m_hidden.emplace_back(part);
        }
    for (auto* bar : m_window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->hide();
    for (auto* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        dock->hide();
}

void StartController::connectPage()
{
    MainWindow& window = m_window;
    const auto run = [&window](const char* id) {
        return [&window, id] { window.commands().action(QLatin1String(id))->trigger(); };
    };
    connect(m_page, &StartPage::newAsked, &window, run("file.new"));
    connect(m_page, &StartPage::openAsked, &window, run("file.open"));
    connect(m_page, &StartPage::profilesAsked, &window, run("trace.open"));
    connect(m_page, &StartPage::fileAsked, &window,
            [&window](const QString& path) { window.openFiles({path}); });
    connect(m_page, &StartPage::exampleAsked, &window, [&window](const ScheduleRequest& request) {
        if (window.maybeSave())
            window.startNew(request);
    });
    connect(m_page, &StartPage::closeAsked, this, &StartController::leave);
    connect(m_page, &StartPage::shownAtStartChanged, this, [](bool shown) { Settings::setStartPage(shown); });
    // A dock that is asked for has something to say about what the page covers.
    for (auto* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        connect(dock->toggleViewAction(), &QAction::triggered, m_page, [this, dock] {
            leave();
            dock->show();
            dock->raise();
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
    if (!m_page)
        return;
    StartPage* page = m_page;
    m_page = nullptr;
    const bool hadFocus = !m_window.focusWidget() || page->isAncestorOf(m_window.focusWidget());
    // It may be what asks to be closed.
    page->hide();
    page->deleteLater();
    for (const QPointer<QWidget>& part : m_hidden)
        if (part)
            part->show();
    m_hidden.clear();
    // What they told of may be gone by now.
    for (MessageBar* notice : {m_window.brokenNotice(), m_window.misfitNotice()})
        if (notice->headline().isEmpty())
            notice->hide();
    if (m_window.whatIfNotice()->text().isEmpty())
        m_window.whatIfNotice()->hide();
    // All were hidden: what is not was asked for meanwhile, and the layout of before knows nothing of it.
    QList<QDockWidget*> asked;
    for (auto* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (!dock->isHidden())
            asked << dock;
    m_window.restoreState(m_layout, kWindowStateVersion);
    for (QDockWidget* dock : asked) {
        dock->show();
        dock->raise();
    }
    if (hadFocus)
        m_window.pane()->view()->setFocus();
    m_window.showIdentity();
}

bool StartController::eventFilter(QObject* watched, QEvent* event)
{
    // The layout that is kept for the next start is the one of the timeline.
    if (watched == &m_window && event->type() == QEvent::Close)
        leave();
    return QObject::eventFilter(watched, event);
}

} // namespace bubblescope::ui

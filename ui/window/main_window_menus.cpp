// SPDX-License-Identifier: GPL-3.0-or-later
// The menus and the toolbar, made from the command registry.
#include "ui/actions/menu_builder.h"
#include "ui/start/examples.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/symbol_icon.h"
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// What the toolbar holds, in its order, and the symbols of it; nullptr = a line between.
constexpr std::pair<const char*, const char*> kToolBar[] = {
    {"file.open", "open"},
    {"file.save", "save"},
    {"file.export", "export"},
    {nullptr, nullptr},
    {"timeline.fitAll", "fit"},
    {"timeline.selectMode", "select"},
    {"timeline.measureMode", "measure"},
    {"timeline.dependencies", "dependencies"},
    {"timeline.criticalPath", "critical-path"},
};

/// The context menu: what concerns the chosen action or gap first, then its lane, then the view.
constexpr const char* kContextGroups[] = {
    "timeline.dependencyBack timeline.dependencyOn timeline.fitSelection timeline.measureSelection",
    "edit.cut edit.paste edit.copyCsv",
    "note.addSpan",
    "lanes.pin lanes.hide lanes.fold",
    "timeline.fitAll timeline.back timeline.forward timeline.criticalPath",
    "edit.copyPicture file.export",
    "timeline.clear",
};

} // namespace

void MainWindow::makeMenus()
{
    const QString file = QStringLiteral("file");
    const QString view = QStringLiteral("view");
    MenuBuilder builder(*m_commands);
    builder.place(file, 0, makeRecentMenu()->menuAction());
    builder.place(file, 0, makeExamplesMenu()->menuAction());
    builder.addSubmenu(QStringLiteral("view.theme"), tr("&Theme"), 1, this);
    builder.addSubmenu(QStringLiteral("view.language"), tr("Lan&guage"), 1, this);
    builder.addSubmenu(QStringLiteral("view.compare"), tr("Com&pare"), 2, this);
    builder.addSubmenu(QStringLiteral("view.charts"), tr("C&harts"), 2, this);
    for (QDockWidget* dock : {m_scheduleDock, m_inspectorDock, m_bubblesDock, m_problemsDock, m_compareDock,
                              m_chartsDock, m_traceDock})
        builder.place(view, 3, dock->toggleViewAction());
    builder.addSubmenu(QStringLiteral("view.kinds"), tr("&Kinds"), 4, this);
    const std::pair<QString, QString> menus[] = {
        {file, tr("&File")},
        {QStringLiteral("edit"), tr("&Edit")},
        {view, tr("&View")},
        {QStringLiteral("lanes"), tr("&Lanes")},
        {QStringLiteral("selection"), tr("&Selection")},
    };
    for (const auto& [id, title] : menus)
        builder.addMenu(*menuBar(), id, title);
    builder.addMenu(*menuBar(), QStringLiteral("help"), tr("&Help"));
    for (const QString& missing : builder.missingMenus())
        qWarning("no menu %s", qPrintable(missing));
}

QMenu* MainWindow::makeRecentMenu()
{
    auto* recent = new QMenu(tr("Open &recent"), this);
    recent->setObjectName(QStringLiteral("recent-menu"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    return recent;
}

QMenu* MainWindow::makeExamplesMenu()
{
    auto* examples = new QMenu(tr("E&xamples"), this);
    examples->setObjectName(QStringLiteral("examples-menu"));
    for (const ScheduleRequest& request : exampleRequests())
        connect(examples->addAction(requestName(request)), &QAction::triggered, this, [this, request] {
            if (maybeSave())
                startNew(request);
        });
    return examples;
}

QHBoxLayout& MainWindow::toolBarEnd()
{
    if (!m_toolBarEnd) {
        m_toolBarEnd = new QWidget(this);
        auto* layout = new QHBoxLayout(m_toolBarEnd);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        layout->addStretch(1);
    }
    return *static_cast<QHBoxLayout*>(m_toolBarEnd->layout());
}

void MainWindow::makeToolBar()
{
    auto* bar = addToolBar(tr("Toolbar"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(kSymbolBesideText);
    for (const auto& [id, symbol] : kToolBar) {
        QAction* action = id ? m_commands->find(QLatin1String(id)) : bar->addSeparator();
        if (!id || !action)
            continue;
        action->setIcon(symbolIcon(QLatin1String(symbol)));
        action->setIconVisibleInMenu(false);
        bar->addAction(action);
    }
    makeModesExclusive();
    addSearchBar();
    m_toolBarEnd->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(m_toolBarEnd);
    bar->toggleViewAction()->setVisible(false);
}

void MainWindow::makeModesExclusive()
{
    QAction* select = m_commands->find(QStringLiteral("timeline.selectMode"));
    QAction* measure = m_commands->find(QStringLiteral("timeline.measureMode"));
    if (!select || !measure || select->actionGroup())
        return;
    auto* modes = new QActionGroup(this);
    modes->addAction(select);
    modes->addAction(measure);
}

std::vector<QAction*> MainWindow::contextActions() const
{
    const TimelineView* view = m_pane->view();
    const auto fits = [&](const Command& command) {
        if (!command.inContextMenu || !m_commands->action(command.id)->isEnabled())
            return false;
        // A gap cannot be cut.
        if (command.id == QLatin1String("edit.cut"))
            return view->selection().has_value();
        return !command.wantsSelection || view->selection() || view->gap();
    };
    std::vector<QAction*> shown;
    QStringList placed;
    const auto addGroup = [&](const QStringList& ids) {
        const std::size_t before = shown.size();
        for (const Command& command : m_commands->commands())
            if (ids.contains(command.id) && fits(command))
                shown.push_back(m_commands->action(command.id));
        const auto placeOf = [&ids](const QAction* action) { return ids.indexOf(action->objectName()); };
        std::sort(shown.begin() + static_cast<std::ptrdiff_t>(before), shown.end(),
                  [&](const QAction* a, const QAction* b) { return placeOf(a) < placeOf(b); });
        if (before > 0 && shown.size() > before)
            shown.insert(shown.begin() + static_cast<std::ptrdiff_t>(before), nullptr);
        placed += ids;
    };
    for (const char* group : kContextGroups)
        addGroup(QString::fromLatin1(group).split(QLatin1Char(' ')));
    // What has no place of its own comes last.
    QStringList rest;
    for (const Command& command : m_commands->commands())
        if (!placed.contains(command.id))
            rest << command.id;
    addGroup(rest);
    return shown;
}

void MainWindow::showContextMenu(const QPoint& position)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("context-menu"));
    for (QAction* action : contextActions())
        if (action)
            menu.addAction(action);
        else
            menu.addSeparator();
    menu.exec(position);
}

} // namespace bubblescope::ui

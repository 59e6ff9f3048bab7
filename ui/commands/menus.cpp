// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/menus.h"

#include "ui/actions/command_registry.h"
#include "ui/actions/menu_builder.h"
#include "ui/docks/docks.h"
#include "ui/files/file_controller.h"
#include "ui/services/window_services.h"
#include "ui/start/examples.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/symbol_icon.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
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

Menus::Menus(WindowServices& window, FileController& files, QWidget* modes, QWidget* search)
    : m_window(window)
{
    makeMenus(files);
    makeToolBar(modes, search);
    connect(window.pane()->view(), &TimelineView::contextMenuAsked, this, &Menus::showContextMenu);
}

void Menus::makeMenus(FileController& files)
{
    QMainWindow* shell = &m_window.shell();
    const QString file = QStringLiteral("file");
    MenuBuilder builder(m_window.commands());
    auto* recent = new QMenu(tr("Open &recent"), shell);
    recent->setObjectName(QStringLiteral("recent-menu"));
    connect(recent, &QMenu::aboutToShow, &files, [&files, recent] { files.fillRecent(*recent); });
    builder.place(file, 0, recent->menuAction());
    auto* examples = new QMenu(tr("E&xamples"), shell);
    examples->setObjectName(QStringLiteral("examples-menu"));
    for (const ScheduleRequest& request : exampleRequests())
        connect(examples->addAction(requestName(request)), &QAction::triggered, &files,
                [&files, request] { files.askNew(request); });
    builder.place(file, 0, examples->menuAction());
    builder.addSubmenu(QStringLiteral("view.theme"), tr("&Theme"), 1, shell);
    builder.addSubmenu(QStringLiteral("view.language"), tr("Lan&guage"), 1, shell);
    builder.addSubmenu(QStringLiteral("view.compare"), tr("Com&parison"), 2, shell);
    builder.addSubmenu(QStringLiteral("view.charts"), tr("C&harts"), 2, shell);
    builder.addSubmenu(QStringLiteral("view.lanes"), tr("&Lanes"), 2, shell);
    builder.addSubmenu(QStringLiteral("view.kinds"), tr("&Kinds"), 2, shell);
    for (QDockWidget* dock : m_window.docks().all())
        builder.place(QStringLiteral("view.panels"), 0, dock->toggleViewAction());
    builder.addSubmenu(QStringLiteral("view.panels"), tr("Pa&nels"), 2, shell);
    const std::pair<const char*, QString> menus[] = {
        {"file", tr("&File")},           {"edit", tr("&Edit")},   {"view", tr("&View")},
        {"selection", tr("&Selection")}, {"tools", tr("&Tools")}, {"help", tr("&Help")},
    };
    for (const auto& [id, title] : menus)
        builder.addMenu(*shell->menuBar(), QLatin1String(id), title);
    for (const QString& missing : builder.missingMenus())
        qWarning("no menu %s", qPrintable(missing));
}

void Menus::makeToolBar(QWidget* modes, QWidget* search)
{
    auto* bar = m_window.shell().addToolBar(tr("Toolbar"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(kSymbolBesideText);
    bar->addWidget(modes);
    bar->addSeparator();
    for (const auto& [id, symbol] : kToolBar) {
        QAction* action = id ? m_window.commands().find(QLatin1String(id)) : bar->addSeparator();
        if (!id || !action)
            continue;
        action->setIcon(symbolIcon(QLatin1String(symbol)));
        action->setIconVisibleInMenu(false);
        bar->addAction(action);
    }
    endMeasuringAgain(*bar);
    auto* end = new QWidget(&m_window.shell());
    auto* layout = new QHBoxLayout(end);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addStretch(1);
    layout->addWidget(search);
    end->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(end);
    bar->toggleViewAction()->setVisible(false);
}

/// Pressed once more, Measure ends: there is no button for Select.
void Menus::endMeasuringAgain(const QToolBar& bar)
{
    QAction* measure = m_window.commands().action(QStringLiteral("timeline.measureMode"));
    const auto* button = qobject_cast<QToolButton*>(bar.widgetForAction(measure));
    connect(button, &QToolButton::pressed, this, [this, measure] { m_wasMeasuring = measure->isChecked(); });
    connect(button, &QToolButton::clicked, this, [this] {
        if (m_wasMeasuring)
            m_window.commands().action(QStringLiteral("timeline.selectMode"))->trigger();
    });
}

std::vector<QAction*> Menus::contextActions() const
{
    const TimelineView* view = m_window.pane()->view();
    const auto fits = [&](const Command& command) {
        if (!command.inContextMenu || !m_window.commands().action(command.id)->isEnabled())
            return false;
        // A gap cannot be cut.
        if (command.id == QLatin1String("edit.cut"))
            return view->chosen().action().has_value();
        return !command.wantsSelection || view->chosen().action() || view->chosen().gap();
    };
    std::vector<QAction*> shown;
    QStringList placed;
    const auto addGroup = [&](const QStringList& ids) {
        const std::size_t before = shown.size();
        for (const Command& command : m_window.commands().commands())
            if (ids.contains(command.id) && fits(command))
                shown.push_back(m_window.commands().action(command.id));
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
    for (const Command& command : m_window.commands().commands())
        if (!placed.contains(command.id))
            rest << command.id;
    addGroup(rest);
    return shown;
}

void Menus::showContextMenu(const QPoint& position)
{
    QMenu menu(&m_window.shell());
    menu.setObjectName(QStringLiteral("context-menu"));
    for (QAction* action : contextActions())
        if (action)
            menu.addAction(action);
        else
            menu.addSeparator();
    menu.exec(position);
}

} // namespace bubblescope::ui

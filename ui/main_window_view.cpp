// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's commands for what is shown and how: theme, zoom and pan, kinds, and what the mouse does.
#include "ui/main_window.h"
#include "ui/panels/desktop_preferences.h"
#include "ui/panels/look.h"
#include "ui/timeline/timeline_pane.h"

#include <QActionGroup>

namespace bubblescope::ui {

namespace {

/// Sections of the View menu.
enum ViewSection { kMoveSection = 0, kLookSection = 1, kPaneSection = 4 };

} // namespace

void MainWindow::addViewCommands()
{
    addThemeCommands();
    addLookCommands();
    const auto add = [this](const char* id, const QString& text, const QKeySequence& key, bool forward) {
        Command command{QLatin1String(id), tr("View"), text, {key}, CommandScope::Window, [this, forward] {
                            focusNextPane(forward);
                        }};
        command.menu = QStringLiteral("view");
        command.section = kPaneSection;
        m_commands->add(command);
    };
    add("view.nextPane", tr("Next &pane"), QKeySequence(Qt::Key_F6), true);
    add("view.previousPane", tr("Previous p&ane"), QKeySequence(Qt::SHIFT | Qt::Key_F6), false);
}

void MainWindow::addThemeCommands()
{
    auto* themes = new QActionGroup(this);
    const std::tuple<const char*, QString, ThemeChoice> choices[] = {
        {"view.theme.system", tr("As the &desktop"), ThemeChoice::System},
        {"view.theme.light", tr("&Light"), ThemeChoice::Light},
        {"view.theme.dark", tr("D&ark"), ThemeChoice::Dark},
        {"view.theme.colorBlind", tr("&Colour-blind safe"), ThemeChoice::ColorBlind},
    };
    for (const auto& [id, text, choice] : choices) {
        Command command{
            QLatin1String(id), tr("Theme"), text, {}, CommandScope::Window, [this, choice = choice] {
                chooseTheme(choice);
            }};
        command.checkable = true;
        command.checked = choice == m_themeChoice;
        command.menu = QStringLiteral("view.theme");
        command.searchWords = tr("theme colours palette");
        themes->addAction(m_commands->add(command));
    }
}

void MainWindow::addLookCommands()
{
    const auto add = [this](const char* id, const QString& text, bool checked) {
        Command command{QLatin1String(id), tr("View"), text};
        command.checkable = true;
        command.checked = checked;
        command.menu = QStringLiteral("view");
        command.section = kLookSection;
        return m_commands->add(command);
    };
    TimelineView* view = m_pane->view();
    view->setMemoryLanes(Settings::memoryLanes());
    QAction* memory = add("view.memory", tr("&Memory under the lanes"), view->showsMemory());
    connect(memory, &QAction::triggered, view, [view](bool on) {
        Settings::setMemoryLanes(on);
        view->setMemoryLanes(on);
    });
    connect(view, &TimelineView::memoryShownChanged, memory, &QAction::setChecked);
    connect(add("view.reducedMotion", tr("&Reduced motion"), Settings::reducedMotion()), &QAction::toggled,
            this, [this](bool on) {
                Settings::setReducedMotion(on);
                applyMotion();
            });
}

void MainWindow::addZoomCommands()
{
    using Slot = void (TimelineView::*)();
    enum Where { Nowhere, Menu, Both };
    TimelineView* view = m_pane->view();
    const auto add = [this, view](const char* id, const QString& text, QList<QKeySequence> shortcuts,
                                  Slot slot, Where where) {
        Command command{QLatin1String(id),    tr("Zoom and pan"),     text,
                        std::move(shortcuts), CommandScope::Timeline, [view, slot] { (view->*slot)(); }};
        if (where != Nowhere)
            command.menu = QStringLiteral("view");
        command.section = kMoveSection;
        command.inContextMenu = where == Both;
        command.wantsSelection = slot == &TimelineView::fitSelection;
        return m_commands->add(command);
    };
    add("timeline.zoomIn", tr("Zoom &in"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}, &TimelineView::zoomIn,
        Menu);
    add("timeline.zoomOut", tr("Zoom &out"), {Qt::Key_S, Qt::Key_Minus}, &TimelineView::zoomOut, Menu);
    add("timeline.panLeft", tr("Pan &left"), {Qt::Key_A}, &TimelineView::panLeft, Nowhere);
    add("timeline.panRight", tr("Pan &right"), {Qt::Key_D}, &TimelineView::panRight, Nowhere);
    add("timeline.fitAll", tr("&Fit all"), {Qt::Key_0, Qt::Key_Home}, &TimelineView::fitAll, Both)
        ->setIconText(tr("Fit"));
    add("timeline.fitSelection", tr("Focus &selection, then fit it"), {Qt::Key_F},
        &TimelineView::fitSelection, Both);
    add("timeline.pageUp", tr("Lanes &up"), {Qt::Key_PageUp}, &TimelineView::scrollPageUp, Nowhere);
    add("timeline.pageDown", tr("Lanes &down"), {Qt::Key_PageDown}, &TimelineView::scrollPageDown, Nowhere);
    QAction* back =
        add("timeline.back", tr("View &back"), {QKeySequence(Qt::ALT | Qt::Key_Left), Qt::Key_Backspace},
            &TimelineView::viewBack, Both);
    QAction* forward = add("timeline.forward", tr("View for&ward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
                           &TimelineView::viewForward, Menu);
    const auto follow = [view, back, forward] {
        back->setEnabled(view->canViewBack());
        forward->setEnabled(view->canViewForward());
    };
    connect(view, &TimelineView::historyChanged, this, follow);
    follow();
    addViewGestures();
}

void MainWindow::addViewGestures()
{
    const QString zoom = tr("Zoom and pan");
    m_commands->addGesture({zoom, tr("Zoom at the pointer"), tr("Ctrl+wheel, pinch")});
    m_commands->addGesture({zoom, tr("Pan"), tr("Shift+wheel, middle drag, Space+drag")});
    m_commands->addGesture({zoom, tr("Scroll lanes"), tr("Wheel")});
    m_commands->addGesture({zoom, tr("Zoom to a range"), tr("Drag on the ruler")});
    m_commands->addGesture({zoom, tr("Fit an action or a gap"), tr("Double-click")});
    m_commands->addGesture({zoom, tr("View back, forward"), tr("The mouse's own buttons")});
    m_commands->addGesture({tr("Selection"), tr("Choose an action or a gap"), tr("Click")});
    m_commands->addGesture({tr("Selection"), tr("What can be done there: context menu"), tr("Right click")});
    m_commands->addGesture({tr("Kinds"), tr("Hide or show a kind"), tr("Click in the legend")});
    m_commands->addGesture({tr("Kinds"), tr("Show a kind alone"), tr("Alt+click in the legend")});
}

void MainWindow::addKindCommands()
{
    TimelineView* view = m_pane->view();
    const QString names[kFillClassCount] = {tr("Forward"),         tr("Backward input"),
                                            tr("Backward weight"), tr("Backward"),
                                            tr("Overlap"),         tr("Communication and FSDP")};
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const auto fill = static_cast<FillClass>(i);
        Command command{QStringLiteral("timeline.kind%1").arg(i + 1),
                        tr("Kinds"),
                        tr("%1 on and off", "kind").arg(names[i]),
                        {QKeySequence(Qt::Key_1 + static_cast<int>(i))},
                        CommandScope::Timeline,
                        [view, fill] { view->toggleFill(fill); }};
        command.menu = QStringLiteral("view.kinds");
        command.searchWords = tr("hide show filter legend");
        m_commands->add(command);
    }
}

void MainWindow::chooseTheme(ThemeChoice choice)
{
    m_themeChoice = choice;
    m_themeForced = false;
    Settings::setTheme(choice);
    applyTheme();
}

ThemeName MainWindow::wantedTheme() const
{
    if (m_themeChoice == ThemeChoice::ColorBlind)
        return ThemeName::ColorBlind;
    const bool dark = m_themeChoice == ThemeChoice::Dark ||
                      (m_themeChoice == ThemeChoice::System && m_desktop && m_desktop->prefersDark());
    return dark ? ThemeName::Dark : ThemeName::Light;
}

void MainWindow::applyTheme()
{
    const ThemeName theme = wantedTheme();
    if (theme != Look::instance().theme())
        Look::instance().apply(theme);
    m_pane->view()->setThemeName(theme);
}

void MainWindow::applyMotion()
{
    m_pane->view()->setReducedMotion(Settings::reducedMotion() ||
                                     (m_desktop && m_desktop->prefersReducedMotion()));
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's commands for how things look: theme, motion, memory and residuals under the lanes; and
// from pane to pane.
#include "ui/compare/compare_view.h"
#include "ui/panels/stale_picture.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/desktop_preferences.h"
#include "ui/widgets/look.h"
#include "ui/widgets/symbol_icon.h"
#include "ui/window/main_window.h"

#include <QActionGroup>

namespace bubblescope::ui {

namespace {

/// Sections of the View menu.
enum ViewSection { kLookSection = 1, kPaneSection = 4 };

} // namespace

void MainWindow::addViewCommands()
{
    new StalePicture(m_document, *m_pane->view());
    addThemeCommands();
    addPaletteSwitches();
    addLanguageCommands();
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

void MainWindow::addPaletteSwitches()
{
    const auto add = [this](const char* id, const QString& text, bool& on, void (*keep)(bool)) {
        Command command{QLatin1String(id), tr("Theme"), text, {}, CommandScope::Window};
        command.checkable = true;
        command.checked = on;
        command.menu = QStringLiteral("view.theme");
        command.section = 1;
        command.searchWords = tr("theme colours palette accessible deuteranopia protanopia");
        QAction* action = m_commands->add(command);
        connect(action, &QAction::toggled, this, [this, &on, keep](bool checked) {
            on = checked;
            keep(checked);
            applyTheme();
        });
        return action;
    };
    QAction* safe = add("view.theme.colorBlind", tr("&Colour-blind safe"), m_colorBlindSafe,
                        &Settings::setColorBlindSafe);
    safe->setToolTip(tr("Colours that everyone can tell apart"));
    safe->setIcon(symbolIcon(QStringLiteral("colours")));
    safe->setIconVisibleInMenu(false);
    add("view.theme.contrast", tr("&High contrast"), m_highContrast, &Settings::setHighContrast);
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
    // Why there is none, where it is asked for.
    const auto tell = [view, memory, text = memory->text()] {
        const bool isLeftOut = !view->showsMemory() && !Settings::memoryLanes() && view->evaluation() &&
                               view->evaluation()->index->laneCount() > TimelineView::kMostMemoryLanes;
        memory->setText(isLeftOut ? tr("%1 (left out above %2 ranks)", "memory under the lanes")
                                        .arg(text)
                                        .arg(TimelineView::kMostMemoryLanes)
                                  : text);
    };
    connect(view, &TimelineView::memoryShownChanged, memory, tell);
    connect(view, &TimelineView::evaluationChanged, memory, tell);
    QAction* residuals = add("view.residuals", tr("Re&sidual lanes"), true);
    residuals->setToolTip(
        tr("Under each lane of a measured run, how much longer its actions took than predicted"));
    residuals->setEnabled(false);
    connect(add("view.reducedMotion", tr("&Reduced motion"), Settings::reducedMotion()), &QAction::toggled,
            this, [this](bool on) {
                Settings::setReducedMotion(on);
                applyMotion();
            });
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
    const bool isDark = m_themeChoice == ThemeChoice::Dark ||
                        (m_themeChoice == ThemeChoice::System && m_desktop && m_desktop->prefersDark());
    // Its fills are safe for everyone, too.
    if (m_highContrast)
        return isDark ? ThemeName::ContrastDark : ThemeName::Contrast;
    if (m_colorBlindSafe)
        return isDark ? ThemeName::ColorBlindDark : ThemeName::ColorBlind;
    return isDark ? ThemeName::Dark : ThemeName::Light;
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
    const bool reduced = Settings::reducedMotion() || (m_desktop && m_desktop->prefersReducedMotion());
    m_pane->view()->setReducedMotion(reduced);
    for (TimelineView* reference : m_compareView->referenceViews())
        reference->setReducedMotion(reduced);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/look_controller.h"

#include "ui/actions/command_group.h"
#include "ui/timeline/memory_parts_layer.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/desktop_preferences.h"
#include "ui/widgets/look.h"
#include "ui/widgets/symbol_icon.h"

#include <QActionGroup>

namespace bubblescope::ui {

LookController::LookController(std::optional<ThemeChoice> forcedTheme, DesktopPreferences* desktop)
    : m_themeChoice(forcedTheme.value_or(Settings::theme()))
    , m_colorBlindSafe(forcedTheme ? *forcedTheme == ThemeChoice::ColorBlind
                                   : Settings::colorBlindSafe() || m_themeChoice == ThemeChoice::ColorBlind)
    , m_highContrast(!forcedTheme && Settings::highContrast())
    , m_desktop(desktop)
{
    if (m_themeChoice == ThemeChoice::ColorBlind)
        m_themeChoice = ThemeChoice::System;
    Look::instance().apply(wantedTheme());
}

void LookController::follow(TimelineView& view)
{
    m_view = &view;
    applyTheme();
    applyMotion();
    if (m_desktop)
        connect(m_desktop, &DesktopPreferences::changed, this, [this] {
            applyTheme();
            applyMotion();
        });
}

void LookController::addThemeCommands(CommandRegistry& commands)
{
    auto* themes = new QActionGroup(this);
    CommandGroup group(commands, tr("Theme"), "view.theme", tr("theme colors colours palette"));
    const std::tuple<const char*, QString, ThemeChoice> choices[] = {
        {"view.theme.system", tr("As on the &desktop"), ThemeChoice::System},
        {"view.theme.light", tr("&Light"), ThemeChoice::Light},
        {"view.theme.dark", tr("D&ark"), ThemeChoice::Dark},
    };
    for (const auto& [id, text, choice] : choices)
        themes->addAction(group.addChoice(id, text, choice == m_themeChoice, [this, choice = choice] {
            m_themeChoice = choice;
            Settings::setTheme(choice);
            applyTheme();
        }));
    addPaletteSwitches(commands);
}

void LookController::addPaletteSwitches(CommandRegistry& commands)
{
    CommandGroup group(commands, tr("Theme"), "view.theme",
                       tr("theme colors colours palette accessible deuteranopia protanopia"));
    group.like.section = 1;
    const auto add = [&](const char* id, const QString& text, bool& on, void (*keep)(bool)) {
        QAction* action = group.addChoice(id, text, on);
        connect(action, &QAction::toggled, this, [this, &on, keep](bool checked) {
            on = checked;
            keep(checked);
            applyTheme();
        });
        return action;
    };
    QAction* safe =
        add("view.theme.colorBlind", tr("&Color-blind safe"), m_colorBlindSafe, &Settings::setColorBlindSafe);
    safe->setToolTip(tr("Colors that everyone can tell apart"));
    safe->setIcon(symbolIcon(QStringLiteral("colours")));
    safe->setIconVisibleInMenu(false);
    add("view.theme.contrast", tr("&High contrast"), m_highContrast,
        [](bool on) { Settings::highContrast.set(on); });
}

void LookController::addLookCommands(CommandRegistry& commands, TimelineView& view)
{
    CommandGroup group(commands, tr("View"), "view");
    group.like.section = 1;
    view.setMemoryLanes(Settings::memoryLanes.chosen());
    connectMemory(group.addChoice("view.memory", tr("&Memory under the lanes"), view.showsMemory()), view);
    view.memoryParts().setWanted(Settings::memoryParts());
    QAction* parts = group.addChoice("view.memoryParts", tr("Memory by &part"), Settings::memoryParts());
    parts->setToolTip(tr("Stack what each rank holds: parameters, optimizer states, gradients, activations"));
    connect(parts, &QAction::triggered, &view, [&view](bool on) {
        Settings::memoryParts.set(on);
        view.memoryParts().setWanted(on);
    });
    parts->setEnabled(view.showsMemory());
    connect(&view, &TimelineView::memoryShownChanged, parts, &QAction::setEnabled);
    QAction* residuals = group.addChoice("view.residuals", tr("Re&sidual lanes"), true);
    residuals->setToolTip(
        tr("Show under each lane of a measured run how much longer its actions took than predicted"));
    residuals->setEnabled(false);
    connect(group.addChoice("view.reducedMotion", tr("&Reduced motion"), Settings::reducedMotion()),
            &QAction::toggled, this, [this](bool on) {
                Settings::reducedMotion.set(on);
                applyMotion();
            });
}

void LookController::connectMemory(QAction* memory, TimelineView& view)
{
    connect(memory, &QAction::triggered, &view, [&view](bool on) {
        Settings::memoryLanes.set(on);
        view.setMemoryLanes(on);
    });
    connect(&view, &TimelineView::memoryShownChanged, memory, &QAction::setChecked);
    // Why there is none, where it is asked for.
    const auto tell = [&view, memory, text = memory->text()] {
        const bool isLeftOut = !view.showsMemory() && !Settings::memoryLanes.chosen() && view.evaluation() &&
                               view.evaluation()->index->laneCount() > TimelineView::kMostMemoryLanes;
        memory->setText(isLeftOut ? tr("%1 (hidden with more than %2 ranks)", "memory under the lanes")
                                        .arg(text)
                                        .arg(TimelineView::kMostMemoryLanes)
                                  : text);
    };
    connect(&view, &TimelineView::memoryShownChanged, memory, tell);
    connect(&view, &TimelineView::evaluationChanged, memory, tell);
}

ThemeName LookController::wantedTheme() const
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

void LookController::applyTheme()
{
    const ThemeName theme = wantedTheme();
    if (theme != Look::instance().theme())
        Look::instance().apply(theme);
    m_view->setThemeName(theme);
}

void LookController::applyMotion()
{
    const bool reduced = Settings::reducedMotion() || (m_desktop && m_desktop->prefersReducedMotion());
    m_view->navigation().setReducedMotion(reduced);
    emit motionChanged(reduced);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"
#include "ui/document/settings.h"

#include <QObject>
#include <QPointer>

class QAction;

namespace bubblescope::ui {

class CommandRegistry;
class DesktopPreferences;

class TimelineView;

/// How things look: theme, motion, memory and residuals under the lanes.
class LookController : public QObject
{
    Q_OBJECT

public:
    /// Takes the theme at once: a font that comes after the first part is made reaches none of them before
    /// exec(). `forcedTheme` holds for this window only; `desktop` tells what System means.
    LookController(std::optional<ThemeChoice> forcedTheme, DesktopPreferences* desktop);

    [[nodiscard]] ThemeChoice themeChoice() const { return m_themeChoice; }
    void addThemeCommands(CommandRegistry& commands);
    void addLookCommands(CommandRegistry& commands, TimelineView& view);
    /// From now on the view looks like that.
    void follow(TimelineView& view);

signals:
    void motionChanged(bool isReduced);

private:
    void addPaletteSwitches(CommandRegistry& commands);
    void connectMemory(QAction* memory, TimelineView& view);
    [[nodiscard]] ThemeName wantedTheme() const;
    void applyTheme();
    void applyMotion();

    ThemeChoice m_themeChoice;
    bool m_colorBlindSafe;
    bool m_highContrast;
    QPointer<DesktopPreferences> m_desktop;
    QPointer<TimelineView> m_view; ///< null until it follows
};

} // namespace bubblescope::ui

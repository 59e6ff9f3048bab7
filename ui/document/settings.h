// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>
#include <optional>

namespace bubblescope::ui {

/// The one id of the application: desktop entry, icon, MIME type, window class.
inline constexpr auto kApplicationId = "io.github.bubblescope.Bubblescope";

/// ColorBlind: as the desktop, in colours for everyone; of the command line, and of settings of earlier
/// versions.
enum class ThemeChoice : std::uint8_t { System, Light, Dark, ColorBlind };

/// Preferences and window state, kept between runs in the user's configuration folder (INI). Nothing here
/// changes a result: that belongs to the project file. Every key is named in settings.cpp and nowhere else.
class Settings
{
public:
    [[nodiscard]] static ThemeChoice theme();
    static void setTheme(ThemeChoice theme);
    /// Colours that are told apart with every kind of colour vision; in light and in dark.
    [[nodiscard]] static bool colorBlindSafe();
    static void setColorBlindSafe(bool safe);
    [[nodiscard]] static bool highContrast();
    static void setHighContrast(bool high);
    /// Whether a start with nothing to open greets with the start page.
    [[nodiscard]] static bool startPage();
    static void setStartPage(bool shown);
    /// "en", "zh_CN"; empty = as the system has it.
    [[nodiscard]] static QString language();
    static void setLanguage(const QString& language);
    [[nodiscard]] static bool reducedMotion();
    static void setReducedMotion(bool reduced);
    /// Residuals under the lanes of a measured run; nothing until the user has chosen.
    [[nodiscard]] static std::optional<bool> residualLanes();
    static void setResidualLanes(bool shown);
    /// Memory under the lanes; nothing until the user has chosen.
    [[nodiscard]] static std::optional<bool> memoryLanes();
    static void setMemoryLanes(bool shown);
    /// Arrows between the selected action and what it depends on.
    [[nodiscard]] static bool dependencies();
    static void setDependencies(bool shown);
    /// The chart that was chosen last, by its number; whether charts follow the timeline's range.
    [[nodiscard]] static int chart();
    static void setChart(int chart);
    [[nodiscard]] static bool chartsFollow();
    static void setChartsFollow(bool follow);
    [[nodiscard]] static QByteArray windowGeometry();
    static void setWindowGeometry(const QByteArray& geometry);
    [[nodiscard]] static QByteArray windowState();
    static void setWindowState(const QByteArray& state);
    /// What the last window had open, as sessionText() has it; empty for nothing.
    [[nodiscard]] static QByteArray session();
    static void setSession(const QByteArray& session);
    /// Whether a start without files opens that again.
    [[nodiscard]] static bool reopens();
    static void setReopens(bool reopens);
    [[nodiscard]] static QString lastFolder();
    static void setLastFolder(const QString& folder);
    /// Absolute paths, newest first, at most ten; missing files stay until they are cleared.
    [[nodiscard]] static QStringList recentFiles();
    static void addRecentFile(const QString& path);
    static void clearRecentFiles();
    /// Ids of the commands that the palette ran last, newest first.
    [[nodiscard]] static QStringList recentCommands();
    static void setRecentCommands(const QStringList& ids);
    /// What was searched for, newest first, at most twelve.
    [[nodiscard]] static QStringList searches();
    static void addSearch(const QString& text);
};

/// Version of docks and toolbars that saveState() and restoreState() agree on.
inline constexpr int kWindowStateVersion = 2;

} // namespace bubblescope::ui

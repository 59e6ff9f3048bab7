// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QVariant>
#include <optional>

namespace bubblescope::ui {

/// The one id of the application: desktop entry, icon, MIME type, window class.
inline constexpr auto kApplicationId = "io.github.bubblescope.Bubblescope";

/// ColorBlind: as the desktop, in colours for everyone; of the command line, and of settings of earlier
/// versions.
enum class ThemeChoice : std::uint8_t { System, Light, Dark, ColorBlind };

/// What the user's configuration folder (INI) has under a key; invalid for nothing.
[[nodiscard]] QVariant storedSetting(const char* key);
void storeSetting(const char* key, const QVariant& value);
void removeSetting(const char* key);

/// A value that is kept between runs.
template <typename Value>
struct Setting
{
    const char* key;
    Value fallback = {};

    [[nodiscard]] Value operator()() const { return chosen().value_or(fallback); }
    /// Nothing until the user has chosen.
    [[nodiscard]] std::optional<Value> chosen() const
    {
        const QVariant stored = storedSetting(key);
        return stored.isValid() ? std::optional(stored.value<Value>()) : std::nullopt;
    }
    void set(const Value& value) const { storeSetting(key, QVariant::fromValue(value)); }
    void forget() const { removeSetting(key); }
};

/// Preferences and window state, kept between runs. Nothing here changes a result: that belongs to the
/// project file. Every key is named here and nowhere else.
class Settings
{
public:
    [[nodiscard]] static ThemeChoice theme();
    static void setTheme(ThemeChoice theme);
    /// Colours that are told apart with every kind of colour vision; in light and in dark.
    static constexpr Setting<bool> colorBlindSafe{"view/colorBlindSafe"};
    static void setColorBlindSafe(bool safe);
    static constexpr Setting<bool> highContrast{"view/highContrast"};
    /// Whether a start with nothing to open greets with the start page.
    static constexpr Setting<bool> startPage{"view/startPage", true};
    /// "en", "zh_CN"; empty = as the system has it.
    static inline const Setting<QString> language{"view/language"};
    static constexpr Setting<bool> reducedMotion{"view/reducedMotion"};
    /// Schedules that are chosen or compared do the same work per rank.
    static constexpr Setting<bool> sameWork{"schedule/sameWork", true};
    /// Residuals under the lanes of a measured run.
    static constexpr Setting<bool> residualLanes{"view/residualLanes"};
    /// Memory under the lanes.
    static constexpr Setting<bool> memoryLanes{"view/memoryLanes"};
    /// Its parts on each other.
    static constexpr Setting<bool> memoryParts{"view/memoryParts"};
    /// The sliders under the figures are unfolded.
    static constexpr Setting<bool> whatIf{"view/whatIf"};
    /// Arrows between the selected action and what it depends on.
    static constexpr Setting<bool> dependencies{"view/dependencies", true};
    /// The chart that was chosen last, by its number; whether charts follow the timeline's range.
    static constexpr Setting<int> chart{"charts/shown"};
    static constexpr Setting<bool> chartsFollow{"charts/follow", true};
    static constexpr Setting<bool> chartsByPart{"charts/byPart"};
    static inline const Setting<QByteArray> windowGeometry{"window/geometry"};
    static inline const Setting<QByteArray> windowState{"window/state"};
    /// Which docks each mode shows, as choicesText() has it.
    static inline const Setting<QByteArray> modeChoices{"window/modes"};
    /// What the last window had open, as sessionText() has it; empty for nothing.
    static inline const Setting<QByteArray> session{"session/last"};
    /// Whether a start without files opens that again.
    static constexpr Setting<bool> reopens{"session/reopen", true};
    /// Of the last export: target, format and page color by their numbers, and the font size in points.
    static inline const Setting<QVariantList> figure{"export/figure"};
    static inline const Setting<QString> lastFolder{"files/folder"};
    /// Absolute paths, newest first, at most ten; missing files stay until they are cleared.
    static inline const Setting<QStringList> recentFiles{"files/recent"};
    static void addRecentFile(const QString& path);
    /// Ids of the commands that the palette ran last, newest first.
    static inline const Setting<QStringList> recentCommands{"palette/recent"};
    /// What was searched for, newest first, at most twelve.
    static inline const Setting<QStringList> searches{"search/last"};
    static void addSearch(const QString& text);
};

/// Version of docks and toolbars that saveState() and restoreState() agree on.
inline constexpr int kWindowStateVersion = 3;

} // namespace bubblescope::ui

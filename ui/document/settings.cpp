// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace bubblescope::ui {

namespace {

constexpr auto kTheme = "view/theme";
constexpr auto kColorBlindSafe = "view/colorBlindSafe";
constexpr auto kHighContrast = "view/highContrast";
constexpr auto kStartPage = "view/startPage";
constexpr auto kLanguage = "view/language";
constexpr auto kReducedMotion = "view/reducedMotion";
constexpr auto kMemoryLanes = "view/memoryLanes";
constexpr auto kResidualLanes = "view/residualLanes";
constexpr auto kDependencies = "view/dependencies";
constexpr auto kChart = "charts/shown";
constexpr auto kChartsFollow = "charts/follow";
constexpr auto kGeometry = "window/geometry";
constexpr auto kState = "window/state";
constexpr auto kSession = "session/last";
constexpr auto kReopens = "session/reopen";
constexpr auto kFolder = "files/folder";
constexpr auto kRecent = "files/recent";
constexpr auto kRecentCommands = "palette/recent";
constexpr auto kSearches = "search/last";
constexpr qsizetype kMostRecent = 10;
constexpr qsizetype kMostSearches = 12;
constexpr const char* kThemeNames[] = {"system", "light", "dark", "colorblind"};

QSettings store()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, "Bubblescope", "Bubblescope");
}

QVariant value(const char* key, const QVariant& fallback = {})
{
    return store().value(key, fallback);
}

void setValue(const char* key, const QVariant& value)
{
    store().setValue(key, value);
}

std::optional<bool> chosen(const char* key)
{
    const QVariant stored = value(key);
    return stored.isValid() ? std::optional(stored.toBool()) : std::nullopt;
}

} // namespace

ThemeChoice Settings::theme()
{
    const QString name = value(kTheme).toString();
    for (std::size_t i = 0; i < std::size(kThemeNames); ++i)
        if (name == QLatin1String(kThemeNames[i]))
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    setValue(kTheme, QString::fromLatin1(kThemeNames[static_cast<std::size_t>(theme)]));
}

bool Settings::colorBlindSafe()
{
    return value(kColorBlindSafe, false).toBool();
}

void Settings::setColorBlindSafe(bool safe)
{
    // Earlier versions kept it as a theme, which would switch it on again.
    if (theme() == ThemeChoice::ColorBlind)
        setTheme(ThemeChoice::System);
    setValue(kColorBlindSafe, safe);
}

bool Settings::highContrast()
{
    return value(kHighContrast, false).toBool();
}

void Settings::setHighContrast(bool high)
{
    setValue(kHighContrast, high);
}

bool Settings::startPage()
{
    return value(kStartPage, true).toBool();
}

void Settings::setStartPage(bool shown)
{
    setValue(kStartPage, shown);
}

QString Settings::language()
{
    return value(kLanguage).toString();
}

void Settings::setLanguage(const QString& language)
{
    setValue(kLanguage, language);
}

bool Settings::reducedMotion()
{
    return value(kReducedMotion, false).toBool();
}

void Settings::setReducedMotion(bool reduced)
{
    setValue(kReducedMotion, reduced);
}

std::optional<bool> Settings::memoryLanes()
{
    return chosen(kMemoryLanes);
}

std::optional<bool> Settings::residualLanes()
{
    return chosen(kResidualLanes);
}

void Settings::setResidualLanes(bool shown)
{
    setValue(kResidualLanes, shown);
}

void Settings::setMemoryLanes(bool shown)
{
    setValue(kMemoryLanes, shown);
}

bool Settings::dependencies()
{
    return value(kDependencies, true).toBool();
}

void Settings::setDependencies(bool shown)
{
    setValue(kDependencies, shown);
}

int Settings::chart()
{
    return value(kChart, 0).toInt();
}

void Settings::setChart(int chart)
{
    setValue(kChart, chart);
}

bool Settings::chartsFollow()
{
    return value(kChartsFollow, true).toBool();
}

void Settings::setChartsFollow(bool follow)
{
    setValue(kChartsFollow, follow);
}

QByteArray Settings::windowGeometry()
{
    return value(kGeometry).toByteArray();
}

void Settings::setWindowGeometry(const QByteArray& geometry)
{
    setValue(kGeometry, geometry);
}

QByteArray Settings::windowState()
{
    return value(kState).toByteArray();
}

void Settings::setWindowState(const QByteArray& state)
{
    setValue(kState, state);
}

QByteArray Settings::session()
{
    return value(kSession).toByteArray();
}

void Settings::setSession(const QByteArray& session)
{
    setValue(kSession, session);
}

bool Settings::reopens()
{
    return value(kReopens, true).toBool();
}

void Settings::setReopens(bool reopens)
{
    setValue(kReopens, reopens);
}

QString Settings::lastFolder()
{
    return value(kFolder).toString();
}

void Settings::setLastFolder(const QString& folder)
{
    setValue(kFolder, folder);
}

QStringList Settings::recentFiles()
{
    return value(kRecent).toStringList();
}

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    setValue(kRecent, QStringList(files.mid(0, kMostRecent)));
}

void Settings::clearRecentFiles()
{
    store().remove(kRecent);
}

QStringList Settings::recentCommands()
{
    return value(kRecentCommands).toStringList();
}

void Settings::setRecentCommands(const QStringList& ids)
{
    setValue(kRecentCommands, ids);
}

QStringList Settings::searches()
{
    return value(kSearches).toStringList();
}

void Settings::addSearch(const QString& text)
{
    QStringList searches = Settings::searches();
    searches.removeAll(text);
    searches.prepend(text);
    setValue(kSearches, QStringList(searches.mid(0, kMostSearches)));
}

} // namespace bubblescope::ui

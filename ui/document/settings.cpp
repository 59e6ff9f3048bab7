// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/settings.h"

#include <QFileInfo>
#include <QSettings>

namespace bubblescope::ui {

namespace {

constexpr qsizetype kMostRecent = 10;
constexpr qsizetype kMostSearches = 12;
constexpr const char* kThemeNames[] = {"system", "light", "dark", "colorblind"};
const Setting<QString> kTheme{"view/theme"};

QSettings store()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, "Bubblescope", "Bubblescope");
}

void prepend(const Setting<QStringList>& setting, const QString& text, qsizetype most)
{
    QStringList texts = setting();
    texts.removeAll(text);
    texts.prepend(text);
    setting.set(texts.mid(0, most));
}

} // namespace

QVariant storedSetting(const char* key)
{
    return store().value(key);
}

void storeSetting(const char* key, const QVariant& value)
{
    store().setValue(key, value);
}

void removeSetting(const char* key)
{
    store().remove(key);
}

ThemeChoice Settings::theme()
{
    const QString name = kTheme();
    for (std::size_t i = 0; i < std::size(kThemeNames); ++i)
        if (name == QLatin1String(kThemeNames[i]))
            return static_cast<ThemeChoice>(i);
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    kTheme.set(QString::fromLatin1(kThemeNames[static_cast<std::size_t>(theme)]));
}

void Settings::setColorBlindSafe(bool safe)
{
    // Earlier versions kept it as a theme, which would switch it on again.
    if (theme() == ThemeChoice::ColorBlind)
        setTheme(ThemeChoice::System);
    colorBlindSafe.set(safe);
}

void Settings::addRecentFile(const QString& path)
{
    prepend(recentFiles, QFileInfo(path).absoluteFilePath(), kMostRecent);
}

void Settings::addSearch(const QString& text)
{
    prepend(searches, text, kMostSearches);
}

} // namespace bubblescope::ui

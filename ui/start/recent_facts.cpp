// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/recent_facts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>

namespace bubblescope::ui {

std::vector<RecentFacts> recentFacts(const QStringList& paths)
{
    std::vector<RecentFacts> facts;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        facts.push_back({path, info.exists(), info.lastModified()});
    }
    return facts;
}

QString dayText(const QDateTime& when, const QDateTime& now)
{
    const QLocale locale;
    const QString time = locale.toString(when.time(), QStringLiteral("HH:mm"));
    const qint64 days = when.date().daysTo(now.date());
    if (days == 0)
        return QCoreApplication::translate("StartPage", "today, %1", "time of day").arg(time);
    if (days == 1)
        return QCoreApplication::translate("StartPage", "yesterday, %1", "time of day").arg(time);
    return locale.toString(when.date(), QLocale::ShortFormat);
}

QString folderText(const QString& path)
{
    const QString folder = QFileInfo(path).path();
    const QString home = QDir::homePath();
    if (folder == home)
        return QStringLiteral("~");
    if (home.size() > 1 && folder.startsWith(home + QLatin1Char('/')))
        return QDir::toNativeSeparators(QLatin1Char('~') + folder.mid(home.size()));
    return QDir::toNativeSeparators(folder);
}

} // namespace bubblescope::ui

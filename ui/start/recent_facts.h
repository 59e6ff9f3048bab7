// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QStringList>
#include <vector>

namespace bubblescope::ui {

/// What the start page tells of a file that was open before.
struct RecentFacts
{
    QString path;
    bool exists = false;
    QDateTime changed;
};

/// Asks the file system, which may take its time: for a worker.
[[nodiscard]] std::vector<RecentFacts> recentFacts(const QStringList& paths);
/// "today, 14:02", "yesterday, 09:30", or the day.
[[nodiscard]] QString dayText(const QDateTime& when, const QDateTime& now);
/// A folder as people write it: below the home with a tilde.
[[nodiscard]] QString folderText(const QString& path);

} // namespace bubblescope::ui

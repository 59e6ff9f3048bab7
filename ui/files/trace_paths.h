// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace bubblescope::ui {

/// Whether a file is, by its first bytes, for the readers of profiles: gzip, SQLite, or JSON that is none of
/// Bubblescope's own. What is named like a profile and is not goes to them too, for they say what it is. A
/// folder is one of profiles. Reads some hundred bytes.
[[nodiscard]] bool isProfile(const QString& path);

/// Whether a file is, by its first bytes, a schedule: a CSV or a project. Reads some hundred bytes.
[[nodiscard]] bool isScheduleFile(const QString& path);

/// The profiles of one run.
struct ProfilePaths
{
    QStringList files;       ///< in the order given; those of a folder by name
    QStringList schedules;   ///< schedule files that their order is held against, too
    bool fromFolder = false; ///< found in a folder: a file there that is no profile is left out, not an error
};
/// Folders replaced by the profiles in them, not in folders below. O(files).
[[nodiscard]] ProfilePaths profilesIn(const QStringList& paths);

} // namespace bubblescope::ui

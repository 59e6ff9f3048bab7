// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/trace_paths.h"

#include "core/io/input_kind.h"

#include <QCollator>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <optional>

namespace bubblescope::ui {

namespace {

constexpr qint64 kSniffed = 4096;

/// Endings by which profilers name what they write.
bool isNamedLikeOne(const QString& path)
{
    const QString name = path.toLower();
    const auto ends = {".json", ".json.gz", ".gz", ".sqlite", ".nsys-rep", ".qdstrm"};
    return std::any_of(ends.begin(), ends.end(),
                       [&](const char* ending) { return name.endsWith(QLatin1String(ending)); });
}

/// Nothing of what is no file, or cannot be read.
std::optional<InputKind> kindOf(const QString& path)
{
    const QFileInfo info(path);
    QFile file(path);
    // A pipe would keep the window waiting.
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return inputKindOf(info.fileName().toStdString(), file.read(kSniffed).toStdString());
}

} // namespace

bool isProfile(const QString& path)
{
    if (QFileInfo(path).isDir())
        return true;
    const std::optional<InputKind> kind = kindOf(path);
    return kind == InputKind::Trace || (kind == InputKind::Unknown && isNamedLikeOne(path));
}

bool isScheduleFile(const QString& path)
{
    const std::optional<InputKind> kind = kindOf(path);
    return kind == InputKind::ScheduleCsv || kind == InputKind::Document;
}

ProfilePaths profilesIn(const QStringList& paths)
{
    ProfilePaths found;
    QCollator byNumber;
    byNumber.setNumericMode(true);
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            found.files << path;
            continue;
        }
        found.fromFolder = true;
        QStringList inside;
        for (const QFileInfo& file : QDir(path).entryInfoList(QDir::Files))
            if (isNamedLikeOne(file.fileName()) && isProfile(file.filePath()))
                inside << file.filePath();
        std::sort(inside.begin(), inside.end(), byNumber);
        found.files += inside;
    }
    return found;
}

} // namespace bubblescope::ui

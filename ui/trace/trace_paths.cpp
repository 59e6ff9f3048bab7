// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_paths.h"

#include "core/io/input_kind.h"

#include <QCollator>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

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

} // namespace

bool isProfile(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return true;
    QFile file(path);
    // A pipe would keep the window waiting.
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const std::string bytes = file.read(kSniffed).toStdString();
    const InputKind kind = inputKindOf(info.fileName().toStdString(), bytes);
    return kind == InputKind::Trace || (kind == InputKind::Unknown && isNamedLikeOne(path));
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

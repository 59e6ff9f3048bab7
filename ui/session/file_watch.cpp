// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/file_watch.h"

#include <QFileInfo>

namespace bubblescope::ui {

namespace {

/// Programs write a file in several pieces.
constexpr int kFileWatchRestMs = 250;

} // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kFileWatchRestMs);
    const auto rest = [this] { m_rest.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, rest);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, rest);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        addPaths(); // one that was replaced is not watched any more
        emit touched();
    });
}

void FileWatch::watch(const QString& path)
{
    if (path == m_path)
        return;
    m_path = path;
    m_rest.stop();
    if (const QStringList all = m_watcher.files() + m_watcher.directories(); !all.isEmpty())
        m_watcher.removePaths(all);
    addPaths();
}

void FileWatch::addPaths()
{
    if (m_path.isEmpty())
        return;
    QStringList wanted;
    const auto add = [&](const QString& path) {
        if (!path.isEmpty() && QFileInfo::exists(path) && !wanted.contains(path) &&
            !m_watcher.files().contains(path) && !m_watcher.directories().contains(path))
            wanted << path;
    };
    const QFileInfo file(m_path);
    add(m_path);
    add(file.absolutePath());
    if (const QString real = file.canonicalFilePath(); real != m_path) {
        add(real);
        if (!real.isEmpty())
            add(QFileInfo(real).absolutePath());
    }
    if (!wanted.isEmpty())
        m_watcher.addPaths(wanted);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace bubblescope::ui {

/// Says that something may have happened to a file: written in place, replaced, removed, or come back; of a
/// link, to what it points to.
class FileWatch : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Empty for none.
    void watch(const QString& path);
    [[nodiscard]] const QString& path() const { return m_path; }

signals:
    /// A moment after the last of several changes.
    void touched();

private:
    void addPaths();

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_rest;
};

} // namespace bubblescope::ui

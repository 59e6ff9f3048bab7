// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/file_claim.h"

#include "ui/document/file_stamp.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSysInfo>

namespace bubblescope::ui {

namespace {

QString holderOf(const QLockFile& lock)
{
    qint64 process = 0;
    QString host, application;
    if (!lock.getLockInfo(&process, &host, &application))
        return QCoreApplication::translate("FileClaim", "another process");
    return host.isEmpty() || host == QSysInfo::machineHostName()
               ? QCoreApplication::translate("FileClaim", "process %1").arg(process)
               : QCoreApplication::translate("FileClaim", "process %1 on %2", "number, computer")
                     .arg(process)
                     .arg(host);
}

std::unique_ptr<QLockFile> lockAt(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path);
    lock->setStaleLockTime(0); // however old: as long as its process lives
    return lock;
}

} // namespace

QString FileClaim::lockPath(const QString& path) const
{
    if (m_folder.isEmpty() || path.isEmpty())
        return {};
    const QFileInfo file(path);
    const QString real = file.exists() ? file.canonicalFilePath() : file.absoluteFilePath();
    const QByteArray name = digestOf(real.toStdString()).toHex().left(32);
    return QDir(m_folder).filePath(QString::fromLatin1(name) + QStringLiteral(".lock"));
}

std::optional<QString> FileClaim::claim(const QString& path)
{
    const QString wanted = lockPath(path);
    if (m_lock && wanted == m_claimed)
        return std::nullopt;
    m_lock.reset();
    m_claimed = wanted;
    if (wanted.isEmpty() || !QDir().mkpath(m_folder))
        return std::nullopt;
    std::unique_ptr<QLockFile> lock = lockAt(wanted);
    if (lock->tryLock(0))
        m_lock = std::move(lock);
    else if (lock->error() == QLockFile::LockFailedError)
        return holderOf(*lock);
    return std::nullopt;
}

std::optional<QString> FileClaim::otherHolder(const QString& path) const
{
    const QString wanted = lockPath(path);
    if (wanted.isEmpty() || (m_lock && wanted == m_claimed) || !QFileInfo::exists(wanted))
        return std::nullopt;
    const std::unique_ptr<QLockFile> lock = lockAt(wanted);
    if (lock->tryLock(0) || lock->error() != QLockFile::LockFailedError)
        return std::nullopt;
    return holderOf(*lock);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recovery_store.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "core/io/file.h"
#include "ui/document/core_text.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

namespace bubblescope::ui {

namespace {

/// The top-level key of a copy that says what it is a copy of.
constexpr auto kRecoveryKey = "bubblescopeRecovery";

std::unique_ptr<QLockFile> recoveryStoreLockAt(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path);
    lock->setStaleLockTime(0); // however old: as long as its process lives
    return lock;
}

std::string toText(const RecoveryInfo& info)
{
    const QJsonObject object{{QStringLiteral("path"), info.path},
                             {QStringLiteral("project"), info.isProject},
                             {QStringLiteral("digest"), QString::fromLatin1(info.digest.toHex())},
                             {QStringLiteral("name"), info.name},
                             {QStringLiteral("time"), info.time.toUTC().toString(Qt::ISODate)},
                             {QStringLiteral("revision"), QString::number(info.revision)},
                             {QStringLiteral("asked"), info.wasAsked}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

RecoveryInfo fromText(const std::string& text)
{
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    RecoveryInfo info;
    info.path = object.value(QStringLiteral("path")).toString();
    info.isProject = object.value(QStringLiteral("project")).toBool();
    info.digest = QByteArray::fromHex(object.value(QStringLiteral("digest")).toString().toLatin1());
    info.name = object.value(QStringLiteral("name")).toString();
    info.time = QDateTime::fromString(object.value(QStringLiteral("time")).toString(), Qt::ISODate);
    info.revision = object.value(QStringLiteral("revision")).toString().toULongLong();
    info.wasAsked = object.value(QStringLiteral("asked")).toBool();
    return info;
}

} // namespace

RecoveryStore::RecoveryStore(const QString& folder) : m_folder(folder)
{
    // What stands there is the user's alone.
    if (!QDir().mkpath(folder))
        return;
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_ownFile = QDir(folder).filePath(name + QStringLiteral(".bubble"));
    m_lock = recoveryStoreLockAt(QDir(folder).filePath(name + QStringLiteral(".lock")));
    m_lock->tryLock(0);
}

std::vector<AbandonedCopy> RecoveryStore::takeAbandoned()
{
    std::vector<AbandonedCopy> copies;
    m_hasOthers = false;
    if (!isUsable())
        return copies;
    const QDir folder(m_folder);
    const QString own = QFileInfo(m_ownFile).completeBaseName();
    QStringList names;
    for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.bubble"), QStringLiteral("*.lock")},
                                                      QDir::Files, QDir::Time))
        if (const QString name = file.completeBaseName(); name != own && !names.contains(name))
            names << name;
    for (const QString& name : names) {
        std::shared_ptr<QLockFile> lock =
            recoveryStoreLockAt(folder.filePath(name + QStringLiteral(".lock")));
        if (!lock->tryLock(0)) {
            m_hasOthers = true;
            continue;
        }
        const QString file = folder.filePath(name + QStringLiteral(".bubble"));
        if (QFileInfo::exists(file))
            copies.push_back({file, {}, {}, std::move(lock)});
    }
    std::stable_sort(copies.begin(), copies.end(), [](const AbandonedCopy& a, const AbandonedCopy& b) {
        return QFileInfo(a.file).lastModified() > QFileInfo(b.file).lastModified();
    });
    return copies;
}

void RecoveryStore::close()
{
    if (!isUsable())
        return;
    QFile::remove(m_ownFile);
    m_lock->unlock();
}

std::string recoveryBytes(DocumentSnapshot snapshot, const RecoveryInfo& info)
{
    snapshot.unknownKeys[kRecoveryKey] = toText(info);
    return writeDocument(snapshot.project());
}

void readAbandoned(AbandonedCopy& copy)
{
    copy.info.time = QFileInfo(copy.file).lastModified();
    const Result<RecoveryInfo> read = guarded(copy.file.toStdString(), [&]() -> Result<RecoveryInfo> {
        TRY(const std::string text, readFile(copy.file.toStdString()));
        TRY(const ProjectDocument project, readDocument(text, QFileInfo(copy.file).fileName().toStdString()));
        const auto key = project.unknownKeys.find(kRecoveryKey);
        return key == project.unknownKeys.end() ? RecoveryInfo() : fromText(key->second);
    });
    if (!read) {
        copy.error = errorText(read.error());
        return;
    }
    const QDateTime written = copy.info.time;
    copy.info = *read;
    if (!copy.info.time.isValid())
        copy.info.time = written;
}

void makeRecovered(LoadedDocument& loaded, const RecoveryInfo& info)
{
    loaded.unknownKeys.erase(kRecoveryKey);
    loaded.filePath = info.path;
    loaded.isProject = info.isProject;
    loaded.stamp = {info.path.isEmpty() ? QByteArray() : info.digest, {}};
    loaded.isUnsaved = true;
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file.h"
#include "core/trace/read_trace.h"

#include <QDir>
#include <QTemporaryDir>
#include <filesystem>
#include <string>

namespace bubblescope::test {

/// The bytes of a file that is there.
inline std::string bytesOf(const std::filesystem::path& path)
{
    return readFile(path.string()).value();
}

/// What is before a damage is kept.
inline TraceReadOptions keepingDamaged()
{
    TraceReadOptions options;
    options.keepDamaged = true;
    return options;
}

/// Files in a folder that goes when this goes.
class TraceFolder
{
public:
    /// The path of a new file.
    std::string add(const std::string& name, const std::string& bytes)
    {
        const QString path = m_folder.filePath(QString::fromStdString(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path.toStdString();
    }
    /// A text without the folder's name.
    [[nodiscard]] std::string withoutFolder(const std::string& text) const
    {
        return QString::fromStdString(text).remove(m_folder.path() + '/').toStdString();
    }
    [[nodiscard]] std::string folder() const { return m_folder.path().toStdString(); }
    [[nodiscard]] QStringList names() const { return QDir(m_folder.path()).entryList(QDir::AllEntries); }

private:
    QTemporaryDir m_folder;
};

} // namespace bubblescope::test

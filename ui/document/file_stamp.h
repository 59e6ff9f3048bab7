// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope::ui {

/// What the system tells of a file without reading it.
struct FileFacts
{
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modifiedNs = 0;
    bool operator==(const FileFacts&) const = default;
};

/// By which a file is known again: whether it still holds what was read from it, or written to it.
struct FileStamp
{
    QByteArray digest;              ///< of its bytes; empty: of no file
    std::optional<FileFacts> facts; ///< as they were before these bytes were read; nothing: read them again

    [[nodiscard]] bool isKnown() const { return !digest.isEmpty(); }
};

enum class FileChange : std::uint8_t { None, Changed, Gone };

/// What has become of a file.
struct FileCheck
{
    FileChange change = FileChange::None;
    FileStamp now;
};

/// To be taken before the file is read. Nothing if it is not there, and for one that was written only just
/// now: its next change might leave no trace in them.
[[nodiscard]] std::optional<FileFacts> settledFacts(const QString& path);
[[nodiscard]] QByteArray digestOf(std::string_view bytes);
/// Whether a file still holds what `before` tells of. Reads it if its facts are others: O(bytes), for a
/// worker. A file that cannot be read any more counts as changed.
[[nodiscard]] FileCheck checkFile(const QString& path, const FileStamp& before);
/// Without reading: true if it is certain that nothing has changed.
[[nodiscard]] bool isSurelyUnchanged(const QString& path, const FileStamp& before);

} // namespace bubblescope::ui

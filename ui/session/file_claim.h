// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>
#include <memory>
#include <optional>

namespace bubblescope::ui {

/// Says to other windows, of this process or others of the same user, which file this one has open. A claim
/// keeps nobody from anything; it ends with the process, however that ends.
class FileClaim
{
public:
    /// `folder`: where claims are kept, the same one for all windows; empty = nothing is claimed or told.
    explicit FileClaim(QString folder = {}) : m_folder(std::move(folder)) {}

    /// In place of the file before; empty for none. Who else has it open ("process 812", "process 812 on
    /// atlas"), or nothing: then it is this window's. A claim that failed is tried again by the next call.
    std::optional<QString> claim(const QString& path);
    /// Who else has that file open, without claiming it.
    [[nodiscard]] std::optional<QString> otherHolder(const QString& path) const;

private:
    [[nodiscard]] QString lockPath(const QString& path) const;

    QString m_folder;
    QString m_claimed; ///< the lock's path
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace bubblescope::ui

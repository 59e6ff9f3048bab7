// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QDateTime>
#include <QLockFile>
#include <memory>
#include <vector>

namespace bubblescope::ui {

/// What a kept copy tells of the document that it is a copy of.
struct RecoveryInfo
{
    QString path; ///< of the document's file; empty for none
    bool isProject = false;
    QByteArray digest; ///< of that file as the document knew it
    QString name;
    QDateTime time;
    std::uint64_t revision = 0;
    bool wasAsked = false; ///< the program ended because the system asked it to
};

/// A copy that nobody took away: its window ended without being closed.
struct AbandonedCopy
{
    QString file;
    RecoveryInfo info;
    QString error; ///< why it cannot be read; empty if it can
    /// Held, so that no other window offers it, too.
    std::shared_ptr<QLockFile> lock;
};

/// Copies of unsaved documents in a folder: a `.bubble` for each window, beside a lock that the window holds
/// as long as its process lives. So the copy of one that crashed is told from that of another window.
class RecoveryStore
{
public:
    /// Makes the folder and takes this window's lock.
    explicit RecoveryStore(const QString& folder);

    /// False where the folder cannot be written to.
    [[nodiscard]] bool isUsable() const { return m_lock && m_lock->isLocked(); }
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// This window's copy, be it there or not.
    [[nodiscard]] const QString& ownFile() const { return m_ownFile; }
    /// Copies without a window, newest first; they are this window's from now on. Reads nothing.
    [[nodiscard]] std::vector<AbandonedCopy> takeAbandoned();
    /// Whether another window was open when takeAbandoned() looked.
    [[nodiscard]] bool hasOtherWindows() const { return m_hasOthers; }
    /// Removes the own copy and gives up the lock.
    void close();

private:
    QString m_folder;
    QString m_ownFile;
    std::unique_ptr<QLockFile> m_lock;
    bool m_hasOthers = false;
};

/// The bytes of a copy. O(actions), for a worker.
[[nodiscard]] std::string recoveryBytes(DocumentSnapshot snapshot, const RecoveryInfo& info);
/// Reads what a copy tells of itself, or why it cannot be read. O(bytes), for a worker.
void readAbandoned(AbandonedCopy& copy);
/// Makes of a copy that was loaded the document that it was: unsaved, with its own file.
void makeRecovered(LoadedDocument& loaded, const RecoveryInfo& info);

} // namespace bubblescope::ui

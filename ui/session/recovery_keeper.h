// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/recovery_store.h"

#include <QFutureWatcher>
#include <QObject>

namespace bubblescope::ui {

/// Writes the window's copy of its unsaved document, on a worker, one at a time; the newest wins.
class RecoveryKeeper : public QObject
{
    Q_OBJECT

public:
    /// `file`: where the copy goes.
    explicit RecoveryKeeper(QString file, QObject* parent = nullptr);
    ~RecoveryKeeper() override;

    /// kept() or failed() follows, unless something newer comes first.
    void keep(DocumentSnapshot snapshot, RecoveryInfo info);
    /// There is no copy any more, not even one that is just being written.
    void forget();
    [[nodiscard]] bool isWriting() const { return m_isWriting; }
    /// Until nothing is being written.
    void wait();

signals:
    void kept();
    void failed(const bubblescope::Error& error);

private:
    void start();
    void take();

    QString m_file;
    std::optional<std::pair<DocumentSnapshot, RecoveryInfo>> m_next;
    bool m_forgets = false;
    bool m_isWriting = false; ///< until take(): a result that is on its way counts
    QFutureWatcher<Result<void>> m_watcher;
};

} // namespace bubblescope::ui

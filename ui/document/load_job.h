// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QFutureWatcher>

namespace bubblescope::ui {

/// Reads, parses and evaluates a schedule's CSV or a `.bubble`. Runs on any thread. A file that is not
/// understood is an error, and nothing of it is kept; a CSV with wrong cells is loaded without these, and an
/// order that cannot run with what is wrong.
[[nodiscard]] Result<LoadedDocument> loadDocument(const QString& path, const CancelToken& cancel);

/// One file being opened on a worker thread.
class LoadJob : public QObject
{
    Q_OBJECT

public:
    explicit LoadJob(QString path, QObject* parent = nullptr);
    ~LoadJob() override;

    void start();
    /// finished() comes soon with a Cancelled error.
    void cancel();
    /// Once finished(); may be moved from.
    [[nodiscard]] Result<LoadedDocument>& result() { return *m_result; }
    [[nodiscard]] const QString& path() const { return m_path; }

signals:
    void finished();

private:
    QString m_path;
    CancelToken m_cancel;
    std::shared_ptr<Result<LoadedDocument>> m_result;
    QFutureWatcher<void> m_watcher;
};

} // namespace bubblescope::ui

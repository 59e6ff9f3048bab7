// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancel.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>
#include <exception>
#include <memory>
#include <utility>

namespace bubblescope::ui {

/// Work on another thread of which the newest alone counts: what is started anew, or dropped, is cancelled
/// and never delivered. A member of the object on whose thread results are taken.
template <typename Value>
class LatestJob
{
public:
    explicit LatestJob(QObject& owner) : m_owner(owner) {}
    ~LatestJob() { drop(); }
    Q_DISABLE_COPY_MOVE(LatestJob)

    /// Until it is delivered.
    [[nodiscard]] bool isRunning() const { return m_cancel != nullptr; }

    void drop()
    {
        if (m_cancel)
            m_cancel->cancel();
        m_cancel.reset();
    }

    /// Gives what `work(const CancelToken&)` returns to `take(Value)`; an empty Value if memory runs out.
    template <typename Work, typename Take>
    void start(Work work, Take take)
    {
        drop();
        const auto cancel = std::make_shared<CancelToken>();
        m_cancel = cancel;
        auto* watcher = new QFutureWatcher<std::shared_ptr<Value>>(&m_owner);
        QObject::connect(watcher, &QFutureWatcherBase::finished, &m_owner,
                         [this, watcher, cancel, take = std::move(take)] {
                             watcher->deleteLater();
                             if (cancel != m_cancel)
                                 return;
                             m_cancel.reset();
                             take(std::move(*watcher->result()));
                         });
        watcher->setFuture(QtConcurrent::run([cancel, work = std::move(work)] {
            try {
                return std::make_shared<Value>(work(std::as_const(*cancel)));
            } catch (const std::exception&) {
                // A future that holds an exception ends the program where it is read.
                return std::make_shared<Value>();
            }
        }));
    }

private:
    QObject& m_owner;
    std::shared_ptr<CancelToken> m_cancel; ///< of the newest job
};

} // namespace bubblescope::ui

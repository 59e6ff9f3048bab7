// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_job.h"

#include <QtConcurrentRun>
#include <exception>
#include <mutex>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kBatchMs = 250;
/// A pace of fewer rows, or of less time, tells nothing.
constexpr std::size_t kLeastPaced = 4;
constexpr qint64 kLeastPacedMs = 500;

} // namespace

/// What one sweep and the window share.
struct SweepJob::Stream
{
    CancelToken cancel;
    std::mutex mutex;
    std::vector<SweepRow> rows; ///< not handed out yet
    bool isDone = false;
};

SweepJob::SweepJob(SweepFunction run, QObject* parent) : QObject(parent), m_run(std::move(run))
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
    m_beat.setInterval(kBatchMs);
    connect(&m_beat, &QTimer::timeout, this, &SweepJob::drain);
}

SweepJob::~SweepJob()
{
    if (m_stream)
        m_stream->cancel.cancel();
    m_pool.waitForDone();
}

void SweepJob::start(const SweepPlan& plan, std::size_t total)
{
    if (m_stream)
        m_stream->cancel.cancel();
    auto stream = std::make_shared<Stream>();
    m_stream = stream;
    m_total = total;
    m_done = 0;
    m_clock.start();
    m_beat.start();
    static_cast<void>(QtConcurrent::run(&m_pool, [stream, plan, run = m_run] {
        try {
            run(
                plan,
                [&](const SweepRow& row) {
                    const std::scoped_lock lock(stream->mutex);
                    stream->rows.push_back(row);
                },
                stream->cancel);
        } catch (const std::exception&) {
            // Memory ran out: what has come so far stays.
        }
        const std::scoped_lock lock(stream->mutex);
        stream->isDone = true;
    }));
}

void SweepJob::stop()
{
    if (!m_stream)
        return;
    m_stream->cancel.cancel();
    takeWaiting();
    m_beat.stop();
    m_stream.reset();
    emit ended();
}

std::optional<double> SweepJob::secondsLeft() const
{
    const qint64 passed = m_clock.isValid() ? m_clock.elapsed() : 0;
    if (m_done < kLeastPaced || passed < kLeastPacedMs)
        return std::nullopt;
    return static_cast<double>(passed) / 1000 * static_cast<double>(m_total - std::min(m_total, m_done)) /
           static_cast<double>(m_done);
}

void SweepJob::takeWaiting()
{
    std::vector<SweepRow> rows;
    {
        const std::scoped_lock lock(m_stream->mutex);
        rows = std::exchange(m_stream->rows, {});
    }
    m_done += rows.size();
    if (!rows.empty())
        emit came(rows);
}

void SweepJob::drain()
{
    const std::shared_ptr<Stream> stream = m_stream;
    if (!stream)
        return;
    bool isDone = false;
    {
        const std::scoped_lock lock(stream->mutex);
        isDone = stream->isDone;
    }
    takeWaiting();
    if (!isDone || m_stream != stream)
        return;
    m_beat.stop();
    m_stream.reset();
    emit ended();
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweep_runner.h"

#include <QtConcurrentRun>
#include <exception>
#include <mutex>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kBeatMs = 40;

} // namespace

/// What one sweep and the window share.
struct SweepRunner::Stream
{
    CancelToken cancel;
    std::mutex mutex;
    std::vector<SweepOutcome> outcomes; ///< not handed out yet
    bool isDone = false;
};

SweepRunner::SweepRunner(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
    m_beat.setInterval(kBeatMs);
    connect(&m_beat, &QTimer::timeout, this, &SweepRunner::drain);
}

SweepRunner::~SweepRunner()
{
    stop();
    m_pool.waitForDone();
}

void SweepRunner::start(const SweepInput& input, SweepAxis axis)
{
    stop();
    auto stream = std::make_shared<Stream>();
    m_stream = stream;
    const std::vector<std::int64_t> values = sweepValues(input.request, axis);
    m_valueCount = static_cast<int>(values.size());
    m_doneCount = 0;
    m_beat.start();
    static_cast<void>(QtConcurrent::run(&m_pool, [stream, input, axis, values] {
        try {
            sweepBubbleRate(
                input, axis, values,
                [&](const SweepOutcome& outcome) {
                    const std::scoped_lock lock(stream->mutex);
                    stream->outcomes.push_back(outcome);
                },
                stream->cancel);
        } catch (const std::exception&) {
            // Memory ran out: what has come so far stays.
        }
        const std::scoped_lock lock(stream->mutex);
        stream->isDone = true;
    }));
}

void SweepRunner::stop()
{
    m_beat.stop();
    if (m_stream)
        m_stream->cancel.cancel();
    m_stream.reset();
}

void SweepRunner::drain()
{
    const std::shared_ptr<Stream> stream = m_stream;
    if (!stream)
        return;
    std::vector<SweepOutcome> outcomes;
    bool isDone = false;
    {
        const std::scoped_lock lock(stream->mutex);
        outcomes = std::exchange(stream->outcomes, {});
        isDone = stream->isDone;
    }
    m_doneCount += static_cast<int>(outcomes.size());
    if (isDone)
        stop();
    if (!outcomes.empty())
        emit came(outcomes);
    if (isDone && !m_stream)
        emit finished();
}

} // namespace bubblescope::ui

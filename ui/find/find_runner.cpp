// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_runner.h"

#include "core/base/guarded.h"

#include <QtConcurrentRun>
#include <chrono>
#include <mutex>

namespace bubblescope::ui {

namespace {

constexpr int kFindBeatMs = 100;

using FindClock = std::chrono::steady_clock;

double secondsSince(FindClock::time_point begin)
{
    return std::chrono::duration<double>(FindClock::now() - begin).count();
}

} // namespace

/// What one search and the window share.
struct FindRunner::Stream
{
    CancelToken cancel;
    FindClock::time_point begin = FindClock::now();
    std::mutex mutex;
    FindState state;
    std::optional<Result<SearchResult>> result; ///< once it has ended

    /// The one before may have taken a moment to end.
    void restart()
    {
        const std::scoped_lock lock(mutex);
        begin = FindClock::now();
    }
    void take(const SearchProgress& progress)
    {
        const std::scoped_lock lock(mutex);
        if (progress.best &&
            (state.points.empty() || progress.best->objective < state.points.back().objective))
            state.points.push_back({secondsSince(begin), progress.best->objective});
        state.progress = progress;
    }
    void end(Result<SearchResult> found)
    {
        const std::scoped_lock lock(mutex);
        state.seconds = secondsSince(begin);
        if (found && found->best &&
            (state.points.empty() || found->best->objective < state.points.back().objective))
            state.points.push_back({state.seconds, found->best->objective});
        result = std::move(found);
    }
};

FindRunner::FindRunner(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
    m_beat.setInterval(kFindBeatMs);
    connect(&m_beat, &QTimer::timeout, this, &FindRunner::drain);
}

FindRunner::~FindRunner()
{
    drop();
    m_pool.waitForDone();
}

void FindRunner::start(const SearchProblem& problem, const SearchBudget& budget)
{
    drop();
    m_state = {};
    auto stream = std::make_shared<Stream>();
    m_stream = stream;
    m_beat.start();
    static_cast<void>(QtConcurrent::run(&m_pool, [stream, search = m_search, problem, budget] {
        stream->restart();
        const auto tell = [&stream](const SearchProgress& progress) { stream->take(progress); };
        stream->end(guarded("the search", [&] { return search(problem, budget, tell, stream->cancel); }));
    }));
}

void FindRunner::stop()
{
    if (m_stream)
        m_stream->cancel.cancel();
}

bool FindRunner::isStopping() const
{
    return m_stream && m_stream->cancel.isCancelled();
}

void FindRunner::drop()
{
    m_beat.stop();
    stop();
    m_stream.reset();
}

void FindRunner::drain()
{
    const std::shared_ptr<Stream> stream = m_stream;
    if (!stream)
        return;
    std::optional<Result<SearchResult>> result;
    {
        const std::scoped_lock lock(stream->mutex);
        m_state = stream->state;
        result = stream->result;
        if (!result)
            m_state.seconds = secondsSince(stream->begin);
    }
    if (result) {
        drop();
        m_result = std::move(result);
    }
    const bool hasEnded = m_stream == nullptr;
    emit progressed();
    if (hasEnded && !m_stream)
        emit ended();
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_problem.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <vector>

namespace bubblescope::ui {

/// When a better schedule was found, and how good it is.
struct BestPoint
{
    double seconds = 0; ///< since the search began
    Time objective = 0;
};

/// How far a search is, with all that was found so far.
struct FindState
{
    SearchProgress progress;
    std::vector<BestPoint> points; ///< rising in time, falling in objective
    double seconds = 0;            ///< since it began; until it ended, once it has
};

/// A search on a thread of its own, at a lower priority than what the window waits for. What has come is
/// handed out a few times a second; what is started anew delivers nothing more of the one before.
class FindRunner : public QObject
{
    Q_OBJECT

public:
    explicit FindRunner(QObject* parent = nullptr);
    ~FindRunner() override;

    void setSearch(SearchFunction search) { m_search = std::move(search); }
    void start(const SearchProblem& problem, const SearchBudget& budget);
    /// Ends it soon, with what was found: ended() comes.
    void stop();
    [[nodiscard]] bool isRunning() const { return m_stream != nullptr; }
    [[nodiscard]] bool isStopping() const;
    [[nodiscard]] const FindState& state() const { return m_state; }
    /// Of the search that ended last. Requires one.
    [[nodiscard]] const Result<SearchResult>& result() const { return *m_result; }

signals:
    void progressed();
    void ended(); ///< result() is there

private:
    struct Stream;
    void drop();
    void drain();

    SearchFunction m_search;
    QThreadPool m_pool;
    QTimer m_beat;
    std::shared_ptr<Stream> m_stream; ///< of what runs
    FindState m_state;
    std::optional<Result<SearchResult>> m_result;
};

} // namespace bubblescope::ui

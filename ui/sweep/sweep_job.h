// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep_plan.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope::ui {

/// Runs a sweep beside the window, and hands out what has come four times a second. What is started anew
/// delivers nothing more; what is stopped delivers what it had until then.
class SweepJob : public QObject
{
    Q_OBJECT

public:
    explicit SweepJob(SweepFunction run, QObject* parent = nullptr);
    ~SweepJob() override;

    /// Of the next start.
    void setRun(SweepFunction run) { m_run = std::move(run); }
    /// `total` is the number of rows that the plan will give.
    void start(const SweepPlan& plan, std::size_t total);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_stream != nullptr; }
    [[nodiscard]] std::size_t total() const { return m_total; }
    [[nodiscard]] std::size_t done() const { return m_done; }
    /// By the pace so far; nothing until there is one.
    [[nodiscard]] std::optional<double> secondsLeft() const;

signals:
    void came(const std::vector<bubblescope::SweepRow>& rows); ///< in the plan's order
    void ended();                                              ///< done, stopped, or out of memory

private:
    struct Stream;
    void drain();
    void takeWaiting();

    SweepFunction m_run;
    QThreadPool m_pool;
    QTimer m_beat;
    QElapsedTimer m_clock;
    std::shared_ptr<Stream> m_stream; ///< of what runs
    std::size_t m_total = 0;
    std::size_t m_done = 0;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chart/bubble_sweep.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>

namespace bubblescope::ui {

/// Sweeps on a thread of its own, at a lower priority than what the window waits for, and hands out what has
/// come a few times a second. What is started anew, or stopped, delivers nothing more.
class SweepRunner : public QObject
{
    Q_OBJECT

public:
    explicit SweepRunner(QObject* parent = nullptr);
    ~SweepRunner() override;

    void start(const SweepInput& input, SweepAxis axis);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_stream != nullptr; }
    /// How many values there are, and how many of them are known.
    [[nodiscard]] int valueCount() const { return m_valueCount; }
    [[nodiscard]] int doneCount() const { return m_doneCount; }

signals:
    void came(const std::vector<bubblescope::SweepOutcome>& outcomes);
    void finished(); ///< all values are known

private:
    struct Stream;
    void drain();
    QThreadPool m_pool;
    QTimer m_beat;
    std::shared_ptr<Stream> m_stream; ///< of what runs
    int m_valueCount = 0;
    int m_doneCount = 0;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/trace/trace_session.h"

#include <QListWidget>
#include <map>

namespace bubblescope::ui {

/// The steps of a run, each with a bar as long as it took; the shown one is the current row. The times of the
/// others are worked out in the background.
class StepList : public QListWidget
{
    Q_OBJECT

public:
    /// `session` has to stay.
    explicit StepList(TraceSession& session, QWidget* parent = nullptr);

    void show(const TraceAnalysis& analysis);
    /// Of a row; nothing while it is not known.
    [[nodiscard]] std::optional<Time> timeOf(int row) const;
    [[nodiscard]] std::uint64_t stepOf(int row) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    using Times = std::map<std::uint64_t, Time>;
    void measure(const TraceAnalysis& analysis);
    void takeTimes();

    TraceSession& m_session;
    Times m_times;
    std::pair<TraceFilesPtr, std::pair<QStringList, std::size_t>> m_measured; ///< what m_times are of
    LatestJob<Times> m_job;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/slowdown/slowdown.h"
#include "ui/jobs/latest_job.h"
#include "ui/trace/trace_session.h"

#include <QWidget>

class QLabel;

namespace bubblescope::ui {

class SlowdownView;

/// What the open run loses to stragglers: sentences, and a heat map of its ranks. All steps are replayed in
/// the background, once the page is looked at.
class SlowdownPage : public QWidget
{
    Q_OBJECT

public:
    /// `session` has to stay.
    explicit SlowdownPage(TraceSession& session, QWidget* parent = nullptr);

    [[nodiscard]] SlowdownView* view() const { return m_view; }
    /// The sentences, one a line; empty until they are known.
    [[nodiscard]] QString text() const;

signals:
    /// Numbers in the pipeline and among the data-parallel ranks.
    void workerChosen(std::uint64_t rank, std::uint64_t replica);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Measured = std::optional<Result<Slowdown>>;
    void forget();
    void measure();
    void take(const Measured& measured);

    TraceSession& m_session;
    QLabel* m_sentences;
    SlowdownView* m_view;
    TraceFilesPtr m_files; ///< that are measured, or being measured
    LatestJob<Measured> m_job;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/slowdown/slowdown.h"
#include "ui/jobs/latest_job.h"
#include "ui/trace/trace_session.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace bubblescope::ui {

class SlowdownView;

/// What the open run loses to stragglers: a sentence, and a heat map of its ranks. All steps, or those from
/// one to another, are replayed in the background, once the page is looked at.
class SlowdownPage : public QWidget
{
    Q_OBJECT

public:
    /// `session` has to stay.
    explicit SlowdownPage(TraceSession& session, QWidget* parent = nullptr);

    [[nodiscard]] SlowdownView* view() const { return m_view; }
    /// The sentences, one a line; empty until they are known.
    [[nodiscard]] QString text() const;
    /// The first and the last step to replay; without a choice while there is but one.
    [[nodiscard]] QComboBox* firstStep() const { return m_first; }
    [[nodiscard]] QComboBox* lastStep() const { return m_last; }

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
    void offerSteps(const std::vector<std::uint64_t>& steps);
    void chooseSteps(const QComboBox* changed);

    TraceSession& m_session;
    QWidget* m_range;
    QComboBox* m_first;
    QComboBox* m_last;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> m_steps; ///< nothing = all
    QLabel* m_sentences;                                            ///< the first
    QStringList m_lines;
    SlowdownView* m_view;
    TraceFilesPtr m_files; ///< that are measured, or being measured
    LatestJob<Measured> m_job;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"
#include "ui/jobs/latest_job.h"

namespace bubblescope::ui {

class Document;

/// Times the references that follow the current costs again whenever these, or the what-if factors, change.
class SideTimer : public QObject
{
    Q_OBJECT

public:
    SideTimer(Document& document, Comparison& comparison);

    [[nodiscard]] bool isBusy() const { return m_job.isRunning(); }

private:
    /// A reference as it is, and what it becomes.
    struct Retimed
    {
        EvaluationPtr before, now;
    };
    void follow();
    void take(const std::vector<Retimed>& retimed);

    Document& m_document;
    Comparison& m_comparison;
    LatestJob<std::vector<Retimed>> m_job;
};

} // namespace bubblescope::ui

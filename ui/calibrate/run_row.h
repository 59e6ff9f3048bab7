// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "probe/plan/probe_plan.h"
#include "ui/calibrate/probe_run.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace bubblescope::ui {

/// What will be measured and how long it takes, the button that starts it, and while it runs how far it is.
class RunRow : public QWidget
{
    Q_OBJECT

public:
    explicit RunRow(QWidget* parent = nullptr);

    /// What stands there while nothing runs.
    void showPlan(const QString& text, const QString& details, bool canStart);
    void showProgress(const ProbeProgress& progress);
    void setRunning(bool running);
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] QString text() const;

signals:
    void startAsked();
    void cancelAsked();

private:
    QLabel* m_text;
    QLabel* m_details;
    QProgressBar* m_bar;
    QPushButton* m_start;
    QPushButton* m_cancel;
};

/// "81 points, about 18 s, 9.3 GB on the GPU".
[[nodiscard]] QString planText(const probe::ProbePlan& plan);
/// What the phases take: "ceilings 1.6 s · operations 14 s · others 0.8 s".
[[nodiscard]] QString planDetails(const probe::ProbePlan& plan);
/// "layer.F · 12 of 81 · about 9 s left", or what keeps it.
[[nodiscard]] QString progressText(const ProbeProgress& progress);
/// "9 s", "2 min 5 s".
[[nodiscard]] QString durationText(double seconds);

} // namespace bubblescope::ui

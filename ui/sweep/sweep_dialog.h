// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep_job.h"

#include <QDialog>

class QPushButton;

namespace bubblescope::ui {

class RunRow;
class SweepForm;
class SweepResults;

/// Sweeps schedules over lists of numbers, and shows what comes of it while it runs: a chart of points and a
/// table. Changes nothing itself: the window opens what is chosen, and writes files.
class SweepDialog : public QDialog
{
    Q_OBJECT

public:
    explicit SweepDialog(SweepFunction run, QWidget* parent = nullptr);
    ~SweepDialog() override;

    /// What the document holds now.
    void setContext(const SweepContext& context) const;
    /// Other ways to run; of the next start.
    void setRun(SweepFunction run);
    /// Says what became of what was asked for.
    void say(const QString& text);

    [[nodiscard]] SweepForm* form() const { return m_form; }
    [[nodiscard]] SweepResults* results() const { return m_results; }
    [[nodiscard]] RunRow* runRow() const { return m_runRow; }
    [[nodiscard]] bool isRunning() const { return m_job->isRunning(); }
    /// Of the rows that are shown; nothing before the first start.
    [[nodiscard]] const std::optional<SweepPlan>& shownPlan() const { return m_shownPlan; }
    /// The rows that the table lists, or those chosen in it, as the command line writes them.
    [[nodiscard]] std::string csv(bool onlySelected) const;

    /// Closing stops what runs; its rows stay.
    void reject() override;

signals:
    void openAsked(const bubblescope::SweepPlan& plan, const bubblescope::SweepRow& row);
    void pictureAsked();
    void csvAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeLayout();
    void makeButtons();
    void connectParts();
    void start();
    void takeRows(const std::vector<SweepRow>& rows);
    void takeEnd();
    void showForm();
    void showProgress();
    void copy(bool onlySelected);
    [[nodiscard]] QString endText() const;

    SweepForm* m_form;
    SweepResults* m_results;
    RunRow* m_runRow;
    QPushButton* m_picture = nullptr;
    QPushButton* m_csv = nullptr;
    QPushButton* m_close = nullptr;
    SweepJob* m_job;
    std::optional<SweepPlan> m_shownPlan;
    QElapsedTimer m_clock;
};

} // namespace bubblescope::ui

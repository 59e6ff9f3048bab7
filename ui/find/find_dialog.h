// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_runner.h"
#include "ui/widgets/table_view.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class BestCurve;
class CandidateModel;
class FindFigures;
class FindForm;
class FoundPicture;
class RunRow;

/// Finds the fastest schedule for given ranks, microbatches, costs and memory, and shows the best so far as
/// the search goes on. Changes nothing itself: the window opens, compares and writes what was found.
class FindDialog : public QDialog
{
    Q_OBJECT

public:
    explicit FindDialog(QWidget* parent = nullptr);
    ~FindDialog() override;

    /// What searches, in place of searchSchedule().
    void setSearch(SearchFunction search) { m_runner->setSearch(std::move(search)); }
    /// Values of the open document; a search that runs keeps its own.
    void take(const FindStart& start);
    /// Says what became of the schedule that was opened, compared or written.
    void say(const QString& text);
    /// Why the schedule cannot be compared; empty if it can.
    void setCompareObstacle(const QString& why);

    /// The best so far; null for none.
    [[nodiscard]] const FoundSchedulePtr& found() const { return m_found; }
    [[nodiscard]] FindForm* form() const { return m_form; }
    [[nodiscard]] FindRunner* runner() const { return m_runner; }
    [[nodiscard]] RunRow* runRow() const { return m_runRow; }
    [[nodiscard]] FindFigures* figures() const { return m_figures; }
    [[nodiscard]] FoundPicture* picture() const { return m_picture; }
    [[nodiscard]] BestCurve* curve() const { return m_curve; }
    [[nodiscard]] TableView* table() const { return m_table; }
    [[nodiscard]] CandidateModel* candidates() const { return m_candidates; }
    /// Why nothing was found; empty for nothing.
    [[nodiscard]] QString notice() const;

    /// Closes it, and ends the search that runs.
    void reject() override;

signals:
    void takeAsked();
    void openAsked(const bubblescope::FoundSchedulePtr& found);
    void compareAsked(const bubblescope::FoundSchedulePtr& found);
    void saveAsked(const bubblescope::FoundSchedulePtr& found);
    void exportAsked(const bubblescope::FoundSchedulePtr& found);

private:
    QVBoxLayout* makeResults();
    void makeTable();
    void makeButtons();
    QPushButton* addButton(const QString& text, const char* name, const QString& help,
                           void (FindDialog::*asked)(const FoundSchedulePtr&));
    void connectParts();
    void start();
    void showForm();
    void showProgress();
    void showEnd();
    void showFigures(const QString& boundHelp = {});
    void showButtons();
    void setCandidates(const std::vector<SearchCandidate>& candidates);
    void setNotice(const QString& text);

    FindForm* m_form = nullptr;
    FindFigures* m_figures = nullptr;
    FoundPicture* m_picture = nullptr;
    BestCurve* m_curve = nullptr;
    CandidateModel* m_candidates = nullptr;
    TableView* m_table = nullptr;
    QLabel* m_tableHint = nullptr; ///< in its place while nothing is listed
    QLabel* m_notice = nullptr;
    RunRow* m_runRow = nullptr;
    QLabel* m_said = nullptr;
    /// A button that does something with what was found, and what it says then.
    struct FoundButton
    {
        QPushButton* button;
        QString help;
    };
    std::vector<FoundButton> m_buttons;
    QPushButton* m_compare = nullptr;
    QString m_compareObstacle;
    FindRunner* m_runner;
    SearchProblem m_problem; ///< of the search that runs, or ran last
    FindUnit m_unit = FindUnit::Own;
    FoundSchedulePtr m_found;
    QString m_remark; ///< how layers were split and what else is as fast, of the result
    Time m_bound = 0;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/stage_times.h"
#include "ui/widgets/table_view.h"

#include <QWidget>
#include <functional>

class QLabel;

namespace bubblescope::ui {

class ChoiceBox;
class ElidedLabel;
class FoldedLabel;
class StageChart;
class StageTimesModel;

/// A calibration as chart and table of its stages, beside another one if the user wants.
class ResultPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ResultPanel(QWidget* parent = nullptr);

    /// Null while there is none: then `emptyText` says why. What was shown before and was of another device,
    /// model or kind can be compared with.
    void show(const CalibrationFilePtr& file, const QString& emptyText);
    void setStageCount(std::uint32_t stages);
    [[nodiscard]] const CalibrationFilePtr& file() const { return m_file; }
    /// Whether what is shown fits the schedule's stages.
    [[nodiscard]] bool fits() const { return m_fits; }
    void compareWith(const CalibrationFilePtr& reference);
    [[nodiscard]] const CalibrationFilePtr& reference() const { return m_reference; }
    [[nodiscard]] StageChart* chart() const { return m_chart; }
    [[nodiscard]] TableView* table() const { return m_table; }
    [[nodiscard]] ChoiceBox* choice() const { return m_choice; }
    [[nodiscard]] QString notes() const;
    /// Which file to compare with; empty = none.
    std::function<QString()> askReference;

signals:
    void copied(const QString& said); ///< or saved, or why not

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeHeading();
    void makeTable();
    void fillChoice();
    void takeChoice(int index);
    void renew();
    /// All that there is room for: what is left out for want of it stands in tooltips.
    void showColumns();
    void showColumns(int leftOut);

    CalibrationFilePtr m_file, m_last, m_before, m_reference;
    std::uint32_t m_stages = 1;
    bool m_fits = false;
    QString m_emptyText;
    QString m_referenceProblem;
    QLabel* m_title = nullptr;
    ElidedLabel* m_subtitle = nullptr;
    ChoiceBox* m_choice = nullptr;
    StageChart* m_chart = nullptr;
    TableView* m_table = nullptr;
    StageTimesModel* m_model = nullptr;
    QLabel* m_problem = nullptr;
    FoldedLabel* m_notes = nullptr;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/scatter_picture.h"
#include "ui/sweep/sweep_model.h"
#include "ui/widgets/table_view.h"

#include <QWidget>
#include <optional>

class QCheckBox;
class QHBoxLayout;
class QLabel;

namespace bubblescope::ui {

class ChoiceBox;
class ElidedLabel;
class ScatterView;

/// What a sweep has given so far: as a chart of points, and below it as a table. What is chosen in one is
/// marked in the other.
class SweepResults : public QWidget
{
    Q_OBJECT

public:
    explicit SweepResults(QWidget* parent = nullptr);

    /// A new sweep: the rows of the one before go.
    void begin(const SweepPlan& plan);
    void append(const std::vector<SweepRow>& rows);
    [[nodiscard]] const SweepModel& model() const { return *m_model; }
    [[nodiscard]] ScatterView* chart() const { return m_chart; }
    [[nodiscard]] TableView* table() const { return m_table; }
    /// "84 timed · 6 over the limit · 12 refused · front of 9"; empty before there is anything.
    [[nodiscard]] QString summary() const;
    /// What stands in the chart's place while there is nothing to show.
    void setHint(const QString& text);
    /// The chart as a picture of its own.
    [[nodiscard]] ScatterPicture picture() const;
    /// The chosen rows, or all that the table lists, in its order.
    [[nodiscard]] std::vector<SweepRow> listedRows(bool onlySelected) const;

signals:
    void openAsked(std::size_t row); ///< of the model
    void copyAsked(bool onlySelected);

private:
    void makeChart();
    void makeAxes(QHBoxLayout& line);
    void makeTable();
    void connectTable();
    void renewChart();
    void takeAxes();
    void renewSummary();
    void fitColumns();
    void chooseRow(std::size_t row);
    [[nodiscard]] std::optional<std::size_t> rowAt(const QModelIndex& index) const;
    [[nodiscard]] QStringList describe(std::size_t row) const;
    [[nodiscard]] QVariant markOf(std::size_t series, bool isHollow) const;

    SweepModel* m_model;
    SweepOrder* m_order;
    ChoiceBox* m_up;
    ChoiceBox* m_across;
    ScatterView* m_chart;
    ElidedLabel* m_summary;
    QCheckBox* m_frontOnly;
    TableView* m_table;
    std::optional<double> m_memoryLimit;
    bool m_hasChosenAxis = false; ///< by hand: it stays then
};

} // namespace bubblescope::ui

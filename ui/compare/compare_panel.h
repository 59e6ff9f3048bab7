// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"
#include "ui/widgets/table_view.h"

#include <QWidget>
#include <optional>

class QLabel;
class QStackedWidget;

namespace bubblescope::ui {

class CompareModel;

/// The bottom dock with the figures of a comparison, a column for each side. A row of a rank leads to its
/// lane.
class ComparePanel : public QWidget
{
    Q_OBJECT

public:
    /// `comparison` has to stay.
    explicit ComparePanel(const Comparison& comparison, QWidget* parent = nullptr);

    [[nodiscard]] TableView* list() const { return m_list; }
    [[nodiscard]] CompareModel* model() const { return m_model; }
    /// In place of the table while there are no two sides.
    [[nodiscard]] QString emptyText() const;
    /// Of the current side; its start is one of the rows.
    void setSelected(const std::optional<ActionPosition>& action);
    /// The selected rows, else all, as CSV on the clipboard: values, and differences to the first side.
    void copyRows() { copy(true); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void rankAsked(bubblescope::RankId rank);
    void copied(const QString& said);

private:
    void follow();
    void fitColumns();
    /// The sides' titles, each as long as the width allows.
    [[nodiscard]] QStringList shortened(int width) const;
    [[nodiscard]] QString summary() const;
    void copy(bool onlySelected);
    void jump(const QModelIndex& index);

    const Comparison& m_comparison;
    std::optional<ActionPosition> m_selected;
    CompareModel* m_model;
    QLabel* m_summary;
    QStackedWidget* m_pages;
    TableView* m_list;
    QLabel* m_empty;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QTableView>
#include <vector>

namespace bubblescope::ui {

class StageModel;

/// A grid of numbers from a spreadsheet or a list: rows of values.
using NumberGrid = std::vector<std::vector<double>>;
/// Numbers parted by tabs (across), line ends (down), and commas, semicolons or spaces: in a single line
/// these part stages (down), as in a cost file, in several they part columns. Says which text is no number.
[[nodiscard]] Result<NumberGrid> numbersFromText(const QString& text);

/// The stage table as a view: Return or typing edits, Ctrl+C copies and Ctrl+V pastes what spreadsheets
/// understand. As high as its rows, up to a limit.
class StageTable : public QTableView
{
    Q_OBJECT

public:
    explicit StageTable(StageModel& model, QWidget* parent = nullptr);
    /// Only to be looked at and copied from.
    void setReadOnly();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    void copy() const;
    void paste();

signals:
    /// Numbers to put at the cell and right and below of it; they fit.
    void pasted(int row, int column, const NumberGrid& numbers);
    void refused(const QString& text);
    void opened(const QModelIndex& cell); ///< to be edited
    void dropped();                       ///< what was typed, or the wish to edit at all: Esc

protected:
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Each column as wide as its figures need it; the stages no wider than they are, and named by their
    /// numbers alone where figures would be cut.
    void fitColumns();
    [[nodiscard]] int stageNamesWidth() const;
    /// Of the figures of each column, without what is around them.
    [[nodiscard]] std::vector<int> figureWidths() const;
    StageModel& m_stages;
    [[nodiscard]] QString misfitOf(const NumberGrid& numbers, int row, int column) const;
};

} // namespace bubblescope::ui

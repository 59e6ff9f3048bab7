// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_table.h"

#include "core/base/try.h"
#include "ui/document/core_text.h"
#include "ui/panels/stage_model.h"
#include "ui/widgets/number_field.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <numeric>

namespace bubblescope::ui {

namespace {

constexpr int kStageTableRowHeight = 24;
constexpr int kStageTableMostRows = 8;
constexpr int kStageColumn = 84;
constexpr int kCellPadding = 8;
constexpr int kStageTableDigits = 5;
constexpr int kStageTableMostMeasured = 200;
constexpr int kLeastDigits = 3;
constexpr int kLeastAround = 16; ///< padding of a cell, and what its text is apart from it
/// Numbers stand in one column with their heading; rows need no lines of their own.
constexpr const char* kStyle = R"(
QHeaderView::section { padding: 2px 4px; }
QHeaderView::section:vertical { border: none; padding-left: 0; }
QTableCornerButton::section { background: transparent; border: none; }
QTableView::item { padding: 0 4px; border: none; }
QLineEdit { padding: 0 2px; }
)";

/// Edits a number in its place: the editor fills its cell and keeps the digits to the right.
class StageDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                        const QModelIndex& index) const override
    {
        auto* editor = new QLineEdit(parent);
        editor->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        editor->setAccessibleName(index.data(Qt::ToolTipRole).toString());
        return editor;
    }
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& /*index*/) const override
    {
        editor->setGeometry(option.rect);
    }
};

Result<double> numberFrom(const QString& text)
{
    const auto number = NumberField::numberFrom(text.trimmed(), true);
    if (number && *number >= 0)
        return *number;
    return invalidInput(
        ownWords(StageTable::tr("\"%1\" is not a number of at least 0", "pasted text").arg(text.trimmed())));
}

} // namespace

Result<NumberGrid> numbersFromText(const QString& text)
{
    static const QRegularExpression lineEnd(QStringLiteral("\r?\n"));
    static const QRegularExpression listGap(QStringLiteral("[,;\\s]+"));
    QStringList lines = text.split(lineEnd);
    while (!lines.isEmpty() && lines.last().trimmed().isEmpty())
        lines.removeLast();
    if (lines.size() == 1 && !lines.front().contains(QLatin1Char('\t')))
        lines = lines.front().split(listGap, Qt::SkipEmptyParts);
    NumberGrid grid;
    for (const QString& line : lines) {
        std::vector<double>& row = grid.emplace_back();
        const QStringList cells = line.contains(QLatin1Char('\t')) ? line.split(QLatin1Char('\t'))
                                                                   : line.split(listGap, Qt::SkipEmptyParts);
        for (const QString& cell : cells) {
            TRY(const double number, numberFrom(cell));
            row.push_back(number);
        }
        if (row.empty())
            return invalidInput(ownWords(StageTable::tr("there is an empty line between the numbers")));
    }
    if (grid.empty())
        return invalidInput(ownWords(StageTable::tr("there are no numbers to paste")));
    return grid;
}

StageTable::StageTable(StageModel& model, QWidget* parent) : QTableView(parent), m_stages(model)
{
    setModel(&model);
    setItemDelegate(new StageDelegate(this));
    setAccessibleName(tr("Costs by stage"));
    setObjectName(QStringLiteral("stage-table"));
    setToolTip(tr("Type to overwrite a cell; Ctrl+C and Ctrl+V copy and paste numbers"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setCornerButtonEnabled(false);
    setStyleSheet(QLatin1String(kStyle));
    setTabKeyNavigation(false);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setEditTriggers(QAbstractItemView::AnyKeyPressed | QAbstractItemView::DoubleClicked |
                    QAbstractItemView::EditKeyPressed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setMinimumSectionSize(20);
    horizontalHeader()->setFixedHeight(kStageTableRowHeight);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(kStageTableRowHeight);
    verticalHeader()->setDefaultSectionSize(kStageTableRowHeight);
    connect(&model, &QAbstractItemModel::modelReset, this, &QWidget::updateGeometry);
    connect(&model, &QAbstractItemModel::modelReset, this, &StageTable::fitColumns);
    connect(&model, &QAbstractItemModel::dataChanged, this, &StageTable::fitColumns);
}

void StageTable::setReadOnly()
{
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setProperty("readOnly", true);
}

bool StageTable::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event)
{
    const bool wasOpen = state() == EditingState;
    const bool handled = QTableView::edit(index, trigger, event);
    if (!wasOpen && state() == EditingState)
        emit opened(index);
    return handled;
}

void StageTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTableView::closeEditor(editor, hint);
    if (hint == QAbstractItemDelegate::RevertModelCache)
        emit dropped();
}

QSize StageTable::sizeHint() const
{
    const int rows = std::clamp(model()->rowCount(), 1, kStageTableMostRows);
    return {240, (rows + 1) * kStageTableRowHeight + 2};
}

QSize StageTable::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void StageTable::copy() const
{
    QModelIndexList cells = selectionModel()->selectedIndexes();
    if (cells.isEmpty())
        return;
    std::sort(cells.begin(), cells.end(), [](const QModelIndex& a, const QModelIndex& b) {
        return std::pair(a.row(), a.column()) < std::pair(b.row(), b.column());
    });
    QString text;
    for (int i = 0; i < cells.size(); ++i) {
        if (i > 0)
            text += cells[i].row() == cells[i - 1].row() ? QLatin1Char('\t') : QLatin1Char('\n');
        text += cells[i].data(kRawRole).toString(); // numbers alone, which Paste takes
    }
    QApplication::clipboard()->setText(text);
}

void StageTable::paste()
{
    Result<NumberGrid> numbers = numbersFromText(QApplication::clipboard()->text());
    if (!numbers) {
        emit refused(tr("Not pasted: %1").arg(coreSentence(numbers.error().message)));
        return;
    }
    QModelIndex at = currentIndex();
    for (const QModelIndex& cell : selectionModel()->selectedIndexes())
        at = model()->index(std::min(at.row(), cell.row()), std::min(at.column(), cell.column()));
    if (!at.isValid())
        at = model()->index(0, 0);
    const QString misfit = misfitOf(*numbers, at.row(), at.column());
    if (misfit.isEmpty())
        emit pasted(at.row(), at.column(), *numbers);
    else
        emit refused(tr("Not pasted: %1").arg(misfit));
}

QString StageTable::misfitOf(const NumberGrid& numbers, int row, int column) const
{
    const auto rows = static_cast<int>(numbers.size());
    if (row + rows > model()->rowCount())
        return row == 0 ? tr("%1 rows of numbers, but there are %2 stages").arg(rows).arg(model()->rowCount())
                        : tr("%1 rows of numbers, but there are only %3 stages from stage %2 on")
                              .arg(rows)
                              .arg(row)
                              .arg(model()->rowCount() - row);
    const auto widest = std::max_element(numbers.begin(), numbers.end(),
                                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const auto columns = static_cast<int>(widest->size());
    if (column + columns > model()->columnCount())
        return tr("%1 columns of numbers, but there is room for %2")
            .arg(columns)
            .arg(model()->columnCount() - column);
    return {};
}

bool StageTable::event(QEvent* event)
{
    // The window has commands on these keys; here they are the table's.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* press = static_cast<QKeyEvent*>(event);
        if (press->matches(QKeySequence::Copy) || press->matches(QKeySequence::Paste)) {
            press->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

void StageTable::keyPressEvent(QKeyEvent* event)
{
    const bool editable = editTriggers() != QAbstractItemView::NoEditTriggers;
    if (event->key() == Qt::Key_Escape)
        emit dropped();
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (editable && event->matches(QKeySequence::Paste)) {
        paste();
    } else if (editable && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
               state() != EditingState && currentIndex().isValid()) {
        QTableView::edit(currentIndex());
    } else {
        QTableView::keyPressEvent(event);
    }
}

int StageTable::stageNamesWidth() const
{
    int width = 0;
    const int rows = std::min(model()->rowCount(), kStageTableMostMeasured);
    for (int row = 0; row < rows; ++row)
        width = std::max(width,
                         fontMetrics().horizontalAdvance(model()->headerData(row, Qt::Vertical).toString()));
    return std::min(kStageColumn, width + kCellPadding);
}

std::vector<int> StageTable::figureWidths() const
{
    std::vector<int> widths;
    const int rows = std::min(model()->rowCount(), kStageTableMostMeasured);
    for (int column = 0; column < model()->columnCount(); ++column) {
        int width = fontMetrics().horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < rows; ++row)
            width = std::max(width,
                             fontMetrics().horizontalAdvance(model()->index(row, column).data().toString()));
        widths.push_back(width);
    }
    return widths;
}

void StageTable::fitColumns()
{
    const int count = model()->columnCount();
    if (count == 0)
        return;
    m_stages.setDigits(kStageTableDigits);
    std::vector<int> needed = figureWidths();
    int all = std::accumulate(needed.begin(), needed.end(), 0);
    // The viewport follows the header's width later: its margin is what it keeps free for that now.
    const int room = viewport()->width() + viewportMargins().left();
    m_stages.setBriefNames(false);
    m_stages.setBriefNames(room - stageNamesWidth() < all + count * kLeastAround);
    const int stages = stageNamesWidth();
    // Fewer digits are better than cut ones.
    const auto show = [&](int digits) {
        m_stages.setDigits(digits);
        needed = figureWidths();
        all = std::accumulate(needed.begin(), needed.end(), 0);
    };
    for (int digits = kStageTableDigits - 1;
         digits >= kLeastDigits && room - stages < all + count * kLeastAround; --digits)
        show(digits);
    // Beside units even one less, where cells would be cut.
    if (room - stages < all + count * kCellPadding)
        show(kLeastDigits - 1);
    verticalHeader()->setFixedWidth(stages);
    // What is left over, or lacks, goes to all alike.
    const int spare = room - stages - all;
    for (int column = 0; column < count; ++column)
        setColumnWidth(column, needed[static_cast<std::size_t>(column)] + spare * (column + 1) / count -
                                   spare * column / count);
    viewport()->update();
}

void StageTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    updateGeometries();
}

} // namespace bubblescope::ui

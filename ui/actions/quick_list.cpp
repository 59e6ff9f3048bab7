// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/quick_list.h"

#include "ui/actions/quick_row_delegate.h"
#include "ui/widgets/look.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kWidth = 560;
constexpr int kTop = 72;
constexpr int kMostRows = 12;

} // namespace

/// The rows that a query has found; what stands in them is asked of the source when it is painted.
class QuickModel : public QAbstractListModel
{
public:
    QuickModel(const QuickSource& source, QObject* parent) : QAbstractListModel(parent), m_source(source) {}

    void setRows(std::vector<std::uint32_t> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    [[nodiscard]] std::uint32_t number(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        const bool enabled = index.isValid() && m_source.row(number(index.row())).enabled;
        return Qt::ItemIsSelectable | Qt::ItemNeverHasChildren |
               (enabled ? Qt::ItemIsEnabled : Qt::NoItemFlags);
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        if (!index.isValid())
            return {};
        const QuickRow row = m_source.row(number(index.row()));
        switch (role) {
        case Qt::DisplayRole:
            return row.text;
        case Qt::AccessibleTextRole:
            return spoken(row);
        case kDetailRole:
            return row.detail;
        case kKeysRole:
            return row.keys;
        case kNoteRole:
            return row.note;
        case kCheckableRole:
            return row.checkable;
        case kCheckedRole:
            return row.checked;
        default:
            return {};
        }
    }

private:
    static QString spoken(const QuickRow& row)
    {
        QStringList parts{row.text, row.detail, row.keys.join(QStringLiteral(", ")), row.note};
        if (row.checkable)
            parts << (row.checked ? QuickList::tr("on") : QuickList::tr("off"));
        if (!row.enabled)
            parts << QuickList::tr("not available");
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }

    const QuickSource& m_source;
    std::vector<std::uint32_t> m_rows;
};

QuickList::QuickList(std::unique_ptr<QuickSource> source, QWidget* window)
    : QFrame(window)
    , m_source(std::move(source))
    , m_field(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_nothing(new QLabel(tr("Nothing found"), this))
    , m_model(new QuickModel(*m_source, this))
{
    setAccessibleName(m_source->name());
    m_field->setPlaceholderText(m_source->placeholder());
    m_field->setAccessibleName(m_source->name());
    m_field->setTextMargins(6, 0, 6, 0);
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("Found"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new QuickRowDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_nothing->setProperty("quiet", true);
    m_nothing->setContentsMargins(12, 4, 12, 8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    layout->addWidget(m_nothing);
    connect(m_field, &QLineEdit::textChanged, this, &QuickList::find);
    connect(m_list, &QListView::clicked, this, &QuickList::chooseCurrent);
    window->installEventFilter(this);
    hide();
}

QuickList::~QuickList() = default;

void QuickList::open()
{
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    m_field->clear();
    find({});
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void QuickList::find(const QString& query)
{
    m_model->setRows(m_source->find(query.trimmed()));
    const int rows = m_model->rowCount();
    m_list->setVisible(rows > 0);
    m_nothing->setVisible(rows == 0);
    m_list->setFixedHeight(std::clamp(rows, 1, kMostRows) * QuickRowDelegate::kRowHeight);
    moveBy(0);
    m_list->scrollToTop();
    place();
}

void QuickList::place()
{
    const int width = std::min(kWidth, parentWidget()->width() - 32);
    setFixedWidth(width);
    layout()->activate();
    const int height = std::min(layout()->sizeHint().height(), parentWidget()->height() - kTop - 8);
    setGeometry((parentWidget()->width() - width) / 2, kTop, width, height);
}

void QuickList::moveBy(int rows)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const int row = std::clamp(m_list->currentIndex().row() + rows, 0, count - 1);
    // A disabled row is passed through, and told, but not chosen; the view itself would refuse it.
    m_list->selectionModel()->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::ClearAndSelect);
    m_list->scrollTo(m_model->index(row, 0));
}

void QuickList::chooseCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || !(current.flags() & Qt::ItemIsEnabled))
        return;
    const std::uint32_t number = m_model->number(current.row());
    shut();
    m_source->choose(number);
}

void QuickList::shut()
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    QWidget* before = m_focusBefore;
    hide();
    if (hadFocus && before)
        before->setFocus(Qt::OtherFocusReason);
}

bool QuickList::pressKey(int key)
{
    const int page = std::max(1, m_list->height() / QuickRowDelegate::kRowHeight - 1);
    switch (key) {
    case Qt::Key_Up:
        moveBy(-1);
        return true;
    case Qt::Key_Down:
        moveBy(1);
        return true;
    case Qt::Key_PageUp:
        moveBy(-page);
        return true;
    case Qt::Key_PageDown:
        moveBy(page);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        chooseCurrent();
        return true;
    case Qt::Key_Escape:
        shut();
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // there is nowhere else to go in it
    default:
        return false;
    }
}

bool QuickList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field) {
        if (event->type() == QEvent::KeyPress)
            return pressKey(static_cast<QKeyEvent*>(event)->key());
        if (event->type() == QEvent::FocusOut && isVisible() &&
            static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason &&
            static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason)
            hide();
    } else if (event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void QuickList::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.setPen(mixed(c.hairline, c.quiet, 0.5));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choice_box.h"

#include "ui/widgets/look.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScreen>
#include <QStyleOptionComboBox>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kItemHeight = 28;
constexpr int kTextMargin = 8;
constexpr int kFrame = 4; ///< between the list's edge and its items
constexpr int kGap = 4;   ///< between field and list
constexpr int kScrollBar = 10;
constexpr int kMostMeasured = 256;

/// Items as the picker's cards are: soft accent for the one under the pointer, semi-bold for the chosen one.
class ChoiceDelegate : public QStyledItemDelegate
{
public:
    explicit ChoiceDelegate(ChoiceBox* box) : QStyledItemDelegate(box), m_box(box) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics metrics(fontOf(option, true));
        return {metrics.horizontalAdvance(index.data().toString()) + 2 * kTextMargin + 2, kItemHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const LookColors& c = Look::instance().colors();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool chosen = index.row() == m_box->currentIndex();
        if (option.state & QStyle::State_Selected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(c.accentSoft);
            painter->drawRoundedRect(QRectF(option.rect), 4, 4);
        }
        const QFont font = fontOf(option, chosen);
        painter->setFont(font);
        painter->setPen(chosen ? c.accent : c.text);
        const QRect room = option.rect.adjusted(kTextMargin, 0, -kTextMargin, 0);
        painter->drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, room.width()));
        painter->restore();
    }

private:
    static QFont fontOf(const QStyleOptionViewItem& option, bool chosen)
    {
        QFont font = option.font;
        font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
        return font;
    }

    ChoiceBox* m_box;
};

QRegion roundedRegion(const QSize& size)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(QPointF(0, 0), size), 5, 5);
    return QRegion(path.toFillPolygon().toPolygon());
}

} // namespace

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent)
{
    setItemDelegate(new ChoiceDelegate(this));
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    view()->setTextElideMode(Qt::ElideRight);
}

void ChoiceBox::showPopup()
{
    int widest = 0;
    // Of very many the last ones have the longest numbers.
    for (int row = std::max(0, count() - kMostMeasured); row < count(); ++row)
        widest = std::max(
            widest, view()->sizeHintForIndex(model()->index(row, modelColumn(), rootModelIndex())).width());
    const QRect screenRoom = screen()->availableGeometry();
    view()->setMinimumWidth(std::min(screenRoom.width(), widest + 2 * kFrame + 2 + kScrollBar));
    QComboBox::showPopup();
    QWidget* list = view()->parentWidget();
    if (!list || list == this)
        return;
    const QPoint corner = mapToGlobal(QPoint(0, 0));
    QRect place = list->geometry();
    const bool below = place.top() >= corner.y();
    place.moveLeft(std::clamp(corner.x(), screenRoom.left(),
                              std::max(screenRoom.left(), screenRoom.right() + 1 - place.width())));
    place.moveTop(below ? corner.y() + height() + kGap : corner.y() - place.height() - kGap);
    if (screenRoom.contains(place))
        list->setGeometry(place);
    list->setMask(roundedRegion(list->size()));
}

bool ChoiceBox::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && fittedText(currentText()) != currentText()) {
        const QString also = toolTip().isEmpty() ? QString() : QStringLiteral("\n") + toolTip();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), currentText() + also, this);
        return true;
    }
    return QComboBox::event(event);
}

void ChoiceBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

void ChoiceBox::initStyleOption(QStyleOptionComboBox* option) const
{
    QComboBox::initStyleOption(option);
    option->currentText = fittedText(option->currentText);
}

QString ChoiceBox::fittedText(const QString& text) const
{
    QStyleOptionComboBox option;
    QComboBox::initStyleOption(&option);
    const QRect field =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    return fontMetrics().elidedText(text, Qt::ElideRight, field.width() - 2);
}

} // namespace bubblescope::ui

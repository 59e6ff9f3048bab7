// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/window_style.h"

#include "ui/widgets/look.h"

#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleOption>
#include <QToolButton>

namespace bubblescope::ui {

namespace {

constexpr int kButtonWidth = 22;
constexpr double kRadius = 5;

void drawField(QPainter& painter, const QRect& rect, const QStyleOption& option)
{
    const LookColors& c = Look::instance().colors();
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool focus = enabled && (option.state & QStyle::State_HasFocus);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor edge = focus ? c.accent : c.hairline;
    if (!focus && enabled && (option.state & QStyle::State_MouseOver))
        edge = mixed(c.hairline, c.quiet, 0.5);
    painter.setPen(QPen(edge, 1));
    painter.setBrush(enabled ? c.field : c.panel);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter.restore();
}

void drawSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const QStyle& style,
                 const QWidget* widget)
{
    drawField(painter, option.rect, option);
    if (!(option.state & QStyle::State_Enabled) || option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const LookColors& c = Look::instance().colors();
    for (const bool up : {true, false}) {
        const auto part = up ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown;
        const auto step = up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
        const QRect rect = style.subControlRect(QStyle::CC_SpinBox, &option, part, widget);
        QColor color = option.activeSubControls == part ? c.accent : c.quiet;
        if (!(option.stepEnabled & step))
            color = c.hairline;
        drawChevron(painter, QRectF(rect), up, color);
    }
}

void drawCheckBox(QPainter& painter, const QStyleOption& option)
{
    const LookColors& c = Look::instance().colors();
    const bool on = option.state & QStyle::State_On;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter.setPen(
        QPen(on || (option.state & QStyle::State_HasFocus) ? c.accent : mixed(c.hairline, c.quiet, 0.6), 1));
    painter.setBrush(on ? c.accent : c.field);
    painter.drawRoundedRect(box, 3, 3);
    if (on) {
        painter.setPen(QPen(c.panel, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        const double w = box.width();
        QPainterPath tick(box.topLeft() + QPointF(w * 0.24, w * 0.52));
        tick.lineTo(box.topLeft() + QPointF(w * 0.43, w * 0.71));
        tick.lineTo(box.topLeft() + QPointF(w * 0.77, w * 0.31));
        painter.drawPath(tick);
    }
    painter.restore();
}

} // namespace

void drawChevron(QPainter& painter, const QRectF& rect, bool up, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QPointF middle = rect.center();
    const double rise = up ? -1.5 : 1.5;
    QPainterPath path(middle + QPointF(-3, -rise));
    path.lineTo(middle + QPointF(0, rise));
    path.lineTo(middle + QPointF(3, -rise));
    painter.drawPath(path);
    painter.restore();
}

WindowStyle::WindowStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const
{
    if (control == CC_SpinBox) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            drawSpinBox(*painter, *spin, *this, widget);
            return;
        }
    }
    if (control == CC_ComboBox) {
        drawField(*painter, option->rect, *option);
        const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
        drawChevron(*painter, QRectF(arrow), false, Look::instance().colors().quiet);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    QProxyStyle::drawControl(element, option, painter, widget);
    // A label that takes the focus, for its link or in a list's place, shows it by itself only on the link.
    if (element == CE_ShapedFrame && (option->state & State_HasFocus) &&
        qobject_cast<const QLabel*>(widget) != nullptr && (widget->focusPolicy() & Qt::TabFocus))
        drawPrimitive(PE_FrameFocusRect, option, painter, widget);
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    switch (element) {
    case PE_PanelLineEdit:
        // Inside a spin box the field is drawn already.
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame && frame->lineWidth > 0)
            drawField(*painter, option->rect, *option);
        return;
    case PE_IndicatorCheckBox:
        drawCheckBox(*painter, *option);
        return;
    case PE_FrameFocusRect: {
        // These have a frame in the style sheet; a second one in it says nothing more.
        if (qobject_cast<const QPushButton*>(widget) || qobject_cast<const QToolButton*>(widget))
            return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(Look::instance().colors().accent, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter->restore();
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const
{
    const QRect rect = option->rect;
    if (control == CC_SpinBox) {
        const QRect buttons(rect.right() - kButtonWidth, rect.top() + 2, kButtonWidth, rect.height() - 4);
        const int half = buttons.height() / 2;
        switch (part) {
        case SC_SpinBoxUp:
            return {buttons.left(), buttons.top(), buttons.width(), half};
        case SC_SpinBoxDown:
            return {buttons.left(), buttons.top() + half, buttons.width(), buttons.height() - half};
        case SC_SpinBoxEditField:
            if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
                spin != nullptr && spin->buttonSymbols == QAbstractSpinBox::NoButtons)
                return rect.adjusted(8, 2, -8, -2);
            return rect.adjusted(8, 2, -kButtonWidth - 2, -2);
        default:
            return rect;
        }
    }
    if (control == CC_ComboBox && part == SC_ComboBoxArrow)
        return {rect.right() - kButtonWidth, rect.top(), kButtonWidth, rect.height()};
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return rect.adjusted(8, 2, -kButtonWidth, -2);
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                    const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_SpinBox || type == CT_ComboBox || type == CT_LineEdit)
        result.setHeight(kFieldHeight);
    return result;
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* result) const
{
    // A list below the field, as everywhere else in the window, instead of one over it.
    if (hint == SH_ComboBox_Popup)
        return 0;
    // A desktop's icon theme would put its red cross beside our words.
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, result);
}

} // namespace bubblescope::ui

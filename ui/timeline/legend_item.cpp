// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/legend_item.h"

#include "core/scene/block_marks.h"
#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kLegendItemTextPx = 12;
constexpr int kLegendItemSwatch = 12;
constexpr int kLegendItemPadding = 6;
constexpr int kHeight = 24;

} // namespace

LegendItem::LegendItem(Role role, const QString& letter, const QString& name, QWidget* parent,
                       LegendMark mark)
    : QAbstractButton(parent)
    , m_role(role)
    , m_mark(mark)
    , m_letter(letter)
    , m_name(name)
{
    const bool isFilter = role != Role::Idle && role != Role::StepPhase && mark == LegendMark::Block;
    setCheckable(isFilter);
    setChecked(isFilter);
    setFocusPolicy(isFilter ? Qt::TabFocus : Qt::NoFocus); // a click leaves the timeline its keys
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::toggled, this, &LegendItem::describe);
    describe();
}

void LegendItem::setThemeName(ThemeName theme)
{
    m_theme = theme;
    update();
}

void LegendItem::setLook(KindMark bars, std::uint8_t tone)
{
    m_bars = bars;
    m_tone = tone;
    update();
}

void LegendItem::setName(const QString& name)
{
    m_name = name;
    describe();
    update();
}

void LegendItem::setWords(const QString& letter, const QString& name)
{
    m_letter = letter;
    setName(name);
}

void LegendItem::setCompact(bool compact)
{
    m_compact = compact;
    update();
}

QString LegendItem::caption(bool compact) const
{
    if (m_letter.isEmpty() || m_name.isEmpty())
        return m_letter + m_name;
    return compact ? m_letter : m_letter + QLatin1Char(' ') + m_name;
}

int LegendItem::captionX() const
{
    return m_mark == LegendMark::None ? kLegendItemPadding : kLegendItemSwatch + 2 * kLegendItemPadding;
}

int LegendItem::widthFor(bool compact) const
{
    const QFontMetricsF metrics(sceneFont(kLegendItemTextPx));
    return static_cast<int>(std::ceil(metrics.horizontalAdvance(caption(compact)))) + captionX() +
           kLegendItemPadding;
}

QSize LegendItem::sizeHint() const
{
    return {widthFor(m_compact), kHeight};
}

QString LegendItem::explained(const QString& title) const
{
    switch (m_mark) {
    case LegendMark::Tones:
        return tr("A rank's first stage has the full color; the stages after it are lighter");
    case LegendMark::Parts:
        return tr("The experts of a block have bars, its attention has none; dispatch and combine are in the "
                  "lane of experts. Letters: A attention, D dispatch, E experts, C combine");
    case LegendMark::Blend:
        return tr("Where a pixel shows several actions, their colors are mixed by how long each runs");
    case LegendMark::Line:
        return tr("The line across each rank's memory");
    case LegendMark::Underline:
        return tr("The actions that the step time is made of");
    case LegendMark::None:
        return tr("Source of the times: %1", "source of costs").arg(title);
    case LegendMark::Block:
        break;
    }
    return m_role == Role::Idle ? tr("Idle time cannot be hidden")
                                : tr("What ranks do before their first and after their last action");
}

void LegendItem::describe()
{
    const QString title = caption(false);
    if (!isCheckable()) {
        setAccessibleName(title);
        setToolTip(explained(title));
        return;
    }
    setAccessibleName(isChecked() ? tr("%1, shown").arg(title) : tr("%1, hidden").arg(title));
    setToolTip(isChecked() ? tr("%1: click hides it, Alt+click shows only this kind").arg(title)
                           : tr("%1: click shows it, Alt+click shows only this kind").arg(title));
}

void LegendItem::paintSwatch(QPainter& painter, const QRectF& rect, const Theme& theme) const
{
    if (m_mark == LegendMark::None)
        return;
    if (m_mark == LegendMark::Blend) {
        // Of what stands beside each other in most orders.
        QLinearGradient mix(rect.topLeft(), rect.topRight());
        mix.setColorAt(0, toColor(theme.color(Role::Forward)));
        mix.setColorAt(1, toColor(theme.color(Role::Backward)));
        painter.fillRect(rect, mix);
        return;
    }
    if (m_mark == LegendMark::Tones) {
        for (std::uint8_t tone = 0; tone < 2; ++tone)
            painter.fillRect(
                QRectF(rect.left() + tone * rect.width() / 2, rect.top(), rect.width() / 2, rect.height()),
                toColor(theme.color(Fill{m_role, tone})));
        return;
    }
    if (m_mark != LegendMark::Block && m_mark != LegendMark::Parts) {
        const double height = m_mark == LegendMark::Line ? 1 : 3;
        painter.fillRect(QRectF(rect.left(), std::floor(rect.center().y()), rect.width(), height),
                         toColor(theme.color(m_role)));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const bool hidden = isCheckable() && !isChecked();
    const Fill fill{hidden ? Role::Ghost : m_role, m_tone};
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(theme.color(fill)));
    painter.drawRoundedRect(rect, 3, 3);
    for (const RectF& bar : markBars(m_bars, {rect.x(), rect.y(), rect.width(), rect.height()}))
        painter.fillRect(QRectF(bar.x, bar.y, bar.width, bar.height), toColor(theme.color(markFill(fill))));
    if (m_role == Role::Idle) {
        painter.save();
        painter.setClipRect(rect);
        painter.setPen(QPen(toColor(theme.color(Role::IdleHatch)), 1.5));
        for (double offset = -rect.height(); offset < rect.width(); offset += 4)
            painter.drawLine(QPointF(rect.left() + offset, rect.bottom()),
                             QPointF(rect.left() + offset + rect.height(), rect.top()));
        painter.restore();
    }
    if (hidden || m_role == Role::Idle) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(toColor(theme.color(hidden ? m_role : Role::IdleHatch)), 1));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void LegendItem::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::get(m_theme);
    QPainter painter(this);
    if (isCheckable() && (underMouse() || hasFocus())) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(toColor(theme.color(Role::Accent)), 1) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? QBrush(toColor(theme.color(Role::Hairline), 0.6))
                                      : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    paintSwatch(painter,
                QRectF(kLegendItemPadding, (height() - kLegendItemSwatch) / 2.0, kLegendItemSwatch,
                       kLegendItemSwatch),
                theme);
    QFont font = sceneFont(kLegendItemTextPx);
    const bool quiet = !isCheckable() || !isChecked();
    font.setStrikeOut(isCheckable() && !isChecked());
    painter.setFont(font);
    painter.setPen(toColor(theme.color(quiet ? Role::QuietText : Role::Text)));
    painter.drawText(rect().adjusted(captionX(), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     caption(m_compact));
}

void LegendItem::mousePressEvent(QMouseEvent* event)
{
    if (isCheckable() && event->button() == Qt::LeftButton && event->modifiers() & Qt::AltModifier)
        emit isolated();
    else if (isCheckable())
        QAbstractButton::mousePressEvent(event);
}

void LegendItem::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isSpace = event->key() == Qt::Key_Space;
    if ((isReturn || isSpace) && event->modifiers() & Qt::AltModifier)
        emit isolated();
    else if (isReturn)
        click();
    else if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Up)
        emit moveAsked(-1);
    else if (event->key() == Qt::Key_Right || event->key() == Qt::Key_Down)
        emit moveAsked(1);
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace bubblescope::ui

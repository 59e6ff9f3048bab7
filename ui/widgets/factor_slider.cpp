// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/factor_slider.h"

#include "ui/widgets/look.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kKnob = 6;      ///< radius
constexpr double kCatchPx = 3;   ///< about 1
constexpr int kPositions = 1000; ///< to each side of 1, for who reads the slider's value
constexpr double kStep = 0.05;
constexpr double kFineStep = 0.01;

double tidy(double factor)
{
    return std::clamp(std::round(factor * 100) / 100, FactorSlider::kLeast, FactorSlider::kMost);
}

} // namespace

FactorSlider::FactorSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setRange(-kPositions, kPositions);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    // Whoever reads and sets the value of a slider, as assistive tools do, sets the factor.
    connect(this, &QSlider::valueChanged, this, [this](int value) {
        const double factor = tidy(std::pow(kMost, static_cast<double>(value) / kPositions));
        if (std::lround(kPositions * std::log(m_factor) / std::log(kMost)) != value)
            choose(factor);
    });
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

QSize FactorSlider::sizeHint() const
{
    return {100, 24};
}

void FactorSlider::setFactor(double factor)
{
    if (factor == m_factor)
        return;
    m_factor = factor;
    setValue(static_cast<int>(std::lround(kPositions * std::log(factor) / std::log(kMost))));
    update();
}

void FactorSlider::choose(double factor)
{
    const double wanted = tidy(factor);
    if (wanted == m_factor)
        return;
    setFactor(wanted);
    emit factorChosen(wanted);
}

double FactorSlider::positionOf(double factor) const
{
    const double share = (std::log(factor) / std::log(kMost) + 1) / 2;
    return kKnob + 1 + std::clamp(share, 0.0, 1.0) * (width() - 2 * (kKnob + 1));
}

void FactorSlider::dragTo(double x)
{
    if (std::abs(x - positionOf(1)) <= kCatchPx) {
        choose(1);
        return;
    }
    const double share = (x - kKnob - 1) / std::max(1.0, width() - 2 * (kKnob + 1));
    choose(std::pow(kMost, 2 * std::clamp(share, 0.0, 1.0) - 1));
}

void FactorSlider::step(double by)
{
    // To the next whole step, so that 0.97 goes to 1 and not past it.
    const double steps = m_factor / std::abs(by);
    const double next = by > 0 ? std::floor(steps + 1e-6) + 1 : std::ceil(steps - 1e-6) - 1;
    choose(next * std::abs(by));
}

void FactorSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_isHeld = true;
    dragTo(event->position().x());
    update();
}

void FactorSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isHeld)
        dragTo(event->position().x());
}

void FactorSlider::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_isHeld = false;
    update();
}

void FactorSlider::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    choose(1);
}

void FactorSlider::keyPressEvent(QKeyEvent* event)
{
    const double size = event->modifiers() & Qt::ShiftModifier ? kFineStep : kStep;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up:
        step(size);
        break;
    case Qt::Key_Left:
    case Qt::Key_Down:
        step(-size);
        break;
    case Qt::Key_PageUp:
        choose(m_factor * 2);
        break;
    case Qt::Key_PageDown:
        choose(m_factor / 2);
        break;
    case Qt::Key_Home:
        choose(kLeast);
        break;
    case Qt::Key_End:
        choose(kMost);
        break;
    case Qt::Key_Backspace:
    case Qt::Key_Delete:
        choose(1);
        break;
    default:
        event->ignore();
    }
}

void FactorSlider::wheelEvent(QWheelEvent* event)
{
    // The form scrolls; a wheel that rests on a slider by chance changes nothing.
    event->ignore();
}

void FactorSlider::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double middle = height() / 2.0;
    const double neutral = positionOf(1);
    const double knob = positionOf(m_factor);
    const QColor accent = isEnabled() ? c.accent : c.hairline;
    painter.setPen(QPen(c.hairline, 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(kKnob, middle), QPointF(width() - kKnob, middle));
    painter.setPen(QPen(mixed(c.hairline, c.quiet, 0.5), 1));
    painter.drawLine(QPointF(neutral, middle - 6), QPointF(neutral, middle + 6));
    if (std::abs(knob - neutral) > 0.5) {
        painter.setPen(QPen(accent, 3, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(neutral, middle), QPointF(knob, middle));
    }
    painter.setPen(QPen(accent, hasFocus() || m_isHeld ? 2.5 : 1.5));
    painter.setBrush(hasFocus() ? mixed(c.panel, c.accent, 0.25) : c.panel);
    painter.drawEllipse(QPointF(knob, middle), kKnob, kKnob);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form_area.h"

#include <QEvent>
#include <QResizeEvent>
#include <QScrollBar>

namespace bubblescope::ui {

namespace {

constexpr int kLeastHeight = 160;

/// Keeps its room and is seen only where there is something to scroll.
class QuietScrollBar : public QScrollBar
{
public:
    using QScrollBar::QScrollBar;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        if (minimum() < maximum())
            QScrollBar::paintEvent(event);
    }
};

} // namespace

FormArea::FormArea(QWidget* form, QWidget* parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Text that wraps by the width must not make the bar come and go by turns.
    setVerticalScrollBar(new QuietScrollBar(Qt::Vertical, this));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    form->setProperty("panel", true);
    setWidget(form);
    // QScrollArea listens to its widget already; this tells the layout around it, too.
    form->installEventFilter(this);
}

QSize FormArea::sizeHint() const
{
    const QSize hint = widget()->sizeHint();
    return {hint.width(),
            widget()->hasHeightForWidth() ? widget()->heightForWidth(viewport()->width()) : hint.height()};
}

QSize FormArea::minimumSizeHint() const
{
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), kLeastHeight};
}

bool FormArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

void FormArea::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry();
}

} // namespace bubblescope::ui

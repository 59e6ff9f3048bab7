// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/modes/inspector_rail.h"

#include "ui/widgets/look.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QPainter>
#include <QTimer>
#include <QToolBar>

namespace bubblescope::ui {

namespace {

constexpr int kRailWidth = 32;
constexpr int kArrowHeight = 36; ///< above the name

/// The whole rail: an arrow that says where it opens to, and under it the name, from top to bottom.
class RailButton : public QAbstractButton
{
public:
    RailButton(const QString& name, QWidget* parent) : QAbstractButton(parent)
    {
        setText(name);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
        setAttribute(Qt::WA_Hover);
        connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {kRailWidth, kArrowHeight + fontMetrics().horizontalAdvance(text()) + 12};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillRect(rect(), underMouse() ? c.hover : c.panel);
        painter.fillRect(QRect(0, 0, 1, height()), c.hairline);
        const double middle = width() / 2.0;
        const QPointF arrow[] = {{middle + 2, kArrowHeight / 2.0 - 4},
                                 {middle - 2, kArrowHeight / 2.0},
                                 {middle + 2, kArrowHeight / 2.0 + 4}};
        painter.setPen(QPen(c.quiet, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(arrow, 3);
        painter.setPen(underMouse() ? c.text : c.quiet);
        painter.translate(width(), kArrowHeight);
        painter.rotate(90);
        painter.drawText(QRect(0, 0, height() - kArrowHeight, width()), Qt::AlignLeft | Qt::AlignVCenter,
                         text());
        painter.resetTransform();
        if (hasFocus()) {
            painter.setPen(QPen(c.accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(rect()).adjusted(1.5, 0.5, -0.5, -0.5));
        }
    }
};

} // namespace

InspectorRail::InspectorRail(QMainWindow& window, QDockWidget& dock, QWidget& beside)
    : QObject(&window)
    , m_dock(dock)
    , m_beside(beside)
    , m_bar(new QToolBar(dock.windowTitle(), &window))
    , m_button(new RailButton(dock.windowTitle(), m_bar))
{
    m_bar->setObjectName(QStringLiteral("inspector-rail"));
    m_bar->setMovable(false);
    m_bar->setStyleSheet(QStringLiteral("QToolBar { border: none; padding: 0; }"));
    m_bar->toggleViewAction()->setVisible(false);
    m_button->setObjectName(QStringLiteral("inspector-rail-button"));
    m_button->setToolTip(tr("Open %1", "dock").arg(dock.windowTitle()));
    m_button->setAccessibleName(m_button->toolTip());
    m_bar->addWidget(m_button);
    window.addToolBar(Qt::RightToolBarArea, m_bar);
    connect(m_button, &QAbstractButton::clicked, this, [this] {
        m_dock.show();
        m_dock.raise();
        emit opened();
    });
    connect(dock.toggleViewAction(), &QAction::triggered, this, [this](bool shown) {
        if (shown)
            emit opened();
    });
    dock.installEventFilter(this);
    beside.installEventFilter(this);
    follow();
}

bool InspectorRail::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Close:
        if (watched == &m_dock)
            emit closed();
        break;
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
        follow();
        // A layout that is restored shows the rail as it was then.
        QTimer::singleShot(0, this, &InspectorRail::follow);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void InspectorRail::follow()
{
    m_bar->setVisible(!m_beside.isHidden() && m_dock.isHidden());
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dock_title.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace bubblescope::ui {

namespace {

constexpr QMargins kMargins(12, 8, 8, 4);

} // namespace

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kMargins);
    auto* title = new QLabel(dock->windowTitle(), this);
    title->setProperty("heading", true);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setProperty("quiet", true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setToolTip(tr("Hide %1", "dock").arg(dock->windowTitle()));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    connect(dock, &QDockWidget::windowTitleChanged, title, &QLabel::setText);
    layout->addWidget(title, 1);
    layout->addWidget(close);
}

void DockTitle::setFolded(bool folded)
{
    if (folded == m_folded)
        return;
    m_folded = folded;
    const auto children = findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget* child : children)
        child->setVisible(!folded);
    layout()->setContentsMargins(folded ? QMargins() : kMargins);
    updateGeometry();
}

} // namespace bubblescope::ui

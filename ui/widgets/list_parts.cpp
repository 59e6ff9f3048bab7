// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/list_parts.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QPushButton>

namespace bubblescope::ui {

namespace {

struct ListParts
{
    Q_DECLARE_TR_FUNCTIONS(ListParts)
};

} // namespace

QPushButton* makeLink(const QString& text, const QString& help, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("link", true);
    button->setToolTip(help);
    return button;
}

QPushButton* makeAddButton(const QString& help, QWidget* parent)
{
    QPushButton* button = makeLink(ListParts::tr("Add"), help, parent);
    button->setAccessibleName(help);
    return button;
}

QPushButton* makeRemoveButton(QWidget* parent)
{
    QPushButton* button = makeLink(QStringLiteral("×"), ListParts::tr("Remove this entry"), parent);
    button->setAccessibleName(button->toolTip());
    button->setFixedWidth(kRemoveWidth);
    return button;
}

QLineEdit* makeEntryField(const QString& name, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setAcceptDrops(false);
    field->setTextMargins(6, 0, 6, 0);
    field->setAccessibleName(name);
    return field;
}

} // namespace bubblescope::ui

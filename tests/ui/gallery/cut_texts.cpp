// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/gallery/cut_texts.h"

#include "ui/widgets/elided_label.h"

#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

namespace bubblescope::test {

namespace {

QString told(const QWidget& widget, const QString& text, int has, int needs)
{
    return QStringLiteral("%1 %2 \"%3\": %4 of %5 px")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), text)
        .arg(has)
        .arg(needs);
}

void checkLabel(const QLabel& label, QStringList& cut)
{
    if (label.text().isEmpty())
        return;
    if (const auto* elided = qobject_cast<const ui::ElidedLabel*>(&label)) {
        const int needs = label.fontMetrics().horizontalAdvance(elided->wholeText());
        if (label.width() < std::min(needs, 60))
            cut << told(label, elided->wholeText(), label.width(), needs);
        return;
    }
    const int wide = label.wordWrap() ? 0 : label.sizeHint().width();
    if (wide > label.width())
        cut << told(label, label.text(), label.width(), wide);
    const int high = label.wordWrap() ? label.heightForWidth(label.width()) : label.sizeHint().height();
    if (high > label.height() + 1)
        cut << told(label, label.text() + QStringLiteral(" (high)"), label.height(), high);
}

void checkButton(const QAbstractButton& button, QStringList& cut)
{
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    if (button.text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly))
        return;
    const int needs = button.fontMetrics().horizontalAdvance(button.text().remove(QLatin1Char('&')));
    if (needs > button.width())
        cut << told(button, button.text(), button.width(), needs);
    if (button.fontMetrics().height() > button.height() + 1)
        cut << told(button, button.text() + QStringLiteral(" (high)"), button.height(),
                    button.fontMetrics().height());
}

void checkHeader(const QHeaderView& header, QStringList& cut)
{
    if (header.orientation() != Qt::Horizontal || !header.model())
        return;
    for (int i = 0; i < header.count(); ++i) {
        const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
        const int needs = header.fontMetrics().horizontalAdvance(text);
        if (!header.isSectionHidden(i) && header.sectionSize(i) < needs)
            cut << told(header, text, header.sectionSize(i), needs);
    }
}

void checkWidget(const QWidget& widget, QStringList& cut)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        checkLabel(*label, cut);
    else if (qobject_cast<const QPushButton*>(&widget) || qobject_cast<const QToolButton*>(&widget) ||
             qobject_cast<const QCheckBox*>(&widget))
        checkButton(static_cast<const QAbstractButton&>(widget), cut);
    else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        const int needs = box->fontMetrics().horizontalAdvance(box->currentText()) + 30;
        if (needs > box->width())
            cut << told(*box, box->currentText(), box->width(), needs);
    } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        const int needs = line->fontMetrics().horizontalAdvance(line->placeholderText());
        if (line->text().isEmpty() && needs > line->width())
            cut << told(*line, line->placeholderText(), line->width(), needs);
    } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
        checkHeader(*header, cut);
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->isTabVisible(i) &&
                tabs->tabRect(i).width() < tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)))
                cut << told(*tabs, tabs->tabText(i), tabs->tabRect(i).width(),
                            tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)));
    }
}

/// Sticks out of what holds it, so that a part is never seen.
void checkPlace(const QWidget& widget, QStringList& cut)
{
    const QWidget* parent = widget.parentWidget();
    if (!parent || widget.isWindow() || qobject_cast<const QAbstractScrollArea*>(parent->parentWidget()))
        return;
    const bool bears = qobject_cast<const QLabel*>(&widget) || qobject_cast<const QAbstractButton*>(&widget);
    if (bears && widget.width() > 0 && !parent->rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()))
        cut << QStringLiteral("%1 %2 at %3,%4 %5×%6 stands out of %7 %8×%9")
                   .arg(QLatin1String(widget.metaObject()->className()), widget.property("text").toString())
                   .arg(widget.x())
                   .arg(widget.y())
                   .arg(widget.width())
                   .arg(widget.height())
                   .arg(QLatin1String(parent->metaObject()->className()))
                   .arg(parent->width())
                   .arg(parent->height());
}

} // namespace

QStringList cutTexts(const QWidget& root)
{
    QStringList cut;
    checkWidget(root, cut);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || widget->window() != root.window())
            continue;
        checkWidget(*widget, cut);
        checkPlace(*widget, cut);
    }
    return cut;
}

} // namespace bubblescope::test

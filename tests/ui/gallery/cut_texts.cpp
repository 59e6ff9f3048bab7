// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/gallery/cut_texts.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/problem_note.h"

#include <QtWidgets>

namespace bubblescope::test {

namespace {

/// The texts that have too little room.
class CutTexts
{
public:
    void check(const QWidget& widget)
    {
        if (const auto* label = qobject_cast<const QLabel*>(&widget))
            checkLabel(*label);
        else if (qobject_cast<const QPushButton*>(&widget) || qobject_cast<const QToolButton*>(&widget) ||
                 qobject_cast<const QCheckBox*>(&widget))
            checkButton(static_cast<const QAbstractButton&>(widget));
        else if (const auto* box = qobject_cast<const QComboBox*>(&widget))
            compare(*box, box->currentText(), box->width(), widthOf(*box, box->currentText()) + 30);
        else if (const auto* line = qobject_cast<const QLineEdit*>(&widget); line && line->text().isEmpty())
            compare(*line, line->placeholderText(), line->width(), widthOf(*line, line->placeholderText()));
        else if (const auto* header = qobject_cast<const QHeaderView*>(&widget))
            checkHeader(*header);
        else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->isTabVisible(i))
                    compare(*tabs, tabs->tabText(i), tabs->tabRect(i).width(),
                            widthOf(*tabs, tabs->tabText(i)));
    }
    QStringList cut;

private:
    static int widthOf(const QWidget& widget, const QString& text)
    {
        return widget.fontMetrics().horizontalAdvance(text);
    }
    void compare(const QWidget& widget, const QString& text, int has, int needs)
    {
        if (has < needs)
            cut << QString("%1 %2 \"%3\": %4 of %5 px")
                       .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), text)
                       .arg(has)
                       .arg(needs);
    }
    void checkLabel(const QLabel& label)
    {
        if (label.text().isEmpty())
            return;
        if (const auto* elided = qobject_cast<const ui::ElidedLabel*>(&label)) {
            compare(label, elided->wholeText(), label.width(),
                    std::min(widthOf(label, elided->wholeText()), 60));
            return;
        }
        const bool wraps = label.wordWrap();
        compare(label, label.text(), label.width(), wraps ? 0 : label.sizeHint().width());
        const int high = wraps ? label.heightForWidth(label.width()) : label.sizeHint().height();
        compare(label, label.text() + " (high)", label.height(), high - 1);
    }
    void checkButton(const QAbstractButton& button)
    {
        const auto* tool = qobject_cast<const QToolButton*>(&button);
        if (button.text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly))
            return;
        compare(button, button.text(), button.width(), widthOf(button, button.text().remove('&')));
        compare(button, button.text() + " (high)", button.height(), button.fontMetrics().height() - 1);
    }
    void checkHeader(const QHeaderView& header)
    {
        if (header.orientation() != Qt::Horizontal || !header.model())
            return;
        for (int i = 0; i < header.count(); ++i) {
            const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
            if (!header.isSectionHidden(i))
                compare(header, text, header.sectionSize(i), widthOf(header, text));
        }
    }
};

/// Sticks out of what holds it, so that a part is never seen.
void checkPlace(const QWidget& widget, QStringList& cut)
{
    const QWidget* parent = widget.parentWidget();
    if (!parent || widget.isWindow())
        return;
    if (const auto* area = qobject_cast<const QAbstractScrollArea*>(parent->parentWidget())) {
        const auto* shows = qobject_cast<const QScrollArea*>(area);
        if (shows && shows->widget() == &widget && widget.width() > parent->width() &&
            shows->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
            cut << QStringLiteral("%1 %2: %3 wide, of which %4 are ever seen")
                       .arg(QLatin1String(widget.metaObject()->className()), widget.objectName())
                       .arg(widget.width())
                       .arg(parent->width());
        return;
    }
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

/// What bears a text or takes one, and what of it is to be seen below a widget.
struct Bearer
{
    const QWidget* widget;
    QRect seen;
};

std::vector<Bearer> bearersOf(const QWidget& root)
{
    std::vector<Bearer> bearers;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool bears = (label && !label->text().isEmpty()) ||
                           qobject_cast<const QAbstractButton*>(widget) ||
                           qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget);
        // What is wrong with a field is said over what is below it.
        if (!bears || qobject_cast<const ui::ProblemWords*>(widget) || !widget->isVisibleTo(&root) ||
            widget->window() != root.window())
            continue;
        const QRect seen = widget->visibleRegion().boundingRect();
        if (!seen.isEmpty())
            bearers.push_back({widget, seen.translated(widget->mapTo(&root, QPoint()))});
    }
    return bearers;
}

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2 \"%3\"")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(),
             widget.property("text").toString());
}

} // namespace

QStringList overlaps(const QWidget& root)
{
    QStringList found;
    const std::vector<Bearer> bearers = bearersOf(root);
    for (std::size_t i = 0; i < bearers.size(); ++i)
        for (std::size_t j = i + 1; j < bearers.size(); ++j) {
            const auto& [a, b] = std::pair(bearers[i], bearers[j]);
            // A pixel is taken by frames.
            if (a.seen.adjusted(1, 1, -1, -1).intersects(b.seen.adjusted(1, 1, -1, -1)) &&
                !a.widget->isAncestorOf(b.widget) && !b.widget->isAncestorOf(a.widget))
                found << nameOf(*a.widget) + QStringLiteral(" lies over ") + nameOf(*b.widget);
        }
    return found;
}

QStringList cutTexts(const QWidget& root)
{
    CutTexts texts;
    texts.check(root);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || widget->window() != root.window())
            continue;
        texts.check(*widget);
        checkPlace(*widget, texts.cut);
    }
    return texts.cut;
}

} // namespace bubblescope::test

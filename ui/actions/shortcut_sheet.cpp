// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/shortcut_sheet.h"

#include "ui/actions/command_registry.h"
#include "ui/panels/look.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

/// A key as it stands on a keyboard.
class KeyCap : public QLabel
{
public:
    KeyCap(const QString& text, QWidget* parent) : QLabel(text, parent)
    {
        setAlignment(Qt::AlignCenter);
        setContentsMargins(7, 2, 7, 2);
        setFont(figuresFont(12, false));
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const LookColors& c = Look::instance().colors();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(c.hairline, 1));
        painter.setBrush(c.field);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.end();
        QLabel::paintEvent(event);
    }
};

/// What is done with the mouse alone and so is no command.
std::vector<std::pair<QString, QString>> mouseRows()
{
    return {
        {ShortcutSheet::tr("Zoom at the pointer"), ShortcutSheet::tr("Ctrl+wheel")},
        {ShortcutSheet::tr("Pan"), ShortcutSheet::tr("Shift+wheel, middle drag, Space+drag")},
        {ShortcutSheet::tr("Scroll lanes"), ShortcutSheet::tr("Wheel")},
        {ShortcutSheet::tr("Zoom to a range"), ShortcutSheet::tr("Drag on the ruler")},
        {ShortcutSheet::tr("Fit an action"), ShortcutSheet::tr("Double-click")},
        {ShortcutSheet::tr("Show a kind alone"), ShortcutSheet::tr("Alt+click in the legend")},
    };
}

void addHeading(QGridLayout& grid, QWidget* parent, const QString& title)
{
    auto* label = new QLabel(title, parent);
    label->setProperty("heading", true);
    label->setContentsMargins(0, grid.count() == 0 ? 0 : 12, 0, 4);
    grid.addWidget(label, grid.rowCount(), 0, 1, 2);
}

void addKeys(QGridLayout& grid, QWidget* parent, const QString& name, const QStringList& keys)
{
    const int row = grid.rowCount();
    grid.addWidget(new QLabel(name, parent), row, 0);
    auto* caps = new QWidget(parent);
    auto* layout = new QHBoxLayout(caps);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (const QString& key : keys)
        layout->addWidget(new KeyCap(key, caps));
    layout->addStretch(1);
    grid.addWidget(caps, row, 1);
}

void fillColumn(QGridLayout& grid, QWidget* parent, const CommandRegistry& registry,
                const QStringList& groups)
{
    for (const QString& group : groups) {
        bool headed = false;
        for (const Command& command : registry.commands()) {
            if (command.group != group || command.shortcuts.isEmpty())
                continue;
            if (!headed)
                addHeading(grid, parent, group);
            headed = true;
            QStringList keys;
            for (const QKeySequence& shortcut : command.shortcuts)
                keys << shortcut.toString(QKeySequence::NativeText);
            addKeys(grid, parent, plainText(command.text), keys);
        }
    }
}

QGridLayout* addColumn(QHBoxLayout& columns)
{
    auto* column = new QVBoxLayout;
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(5);
    column->addLayout(grid);
    column->addStretch(1);
    columns.addLayout(column);
    return grid;
}

} // namespace

ShortcutSheet::ShortcutSheet(const CommandRegistry& registry, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Shortcuts"));
    QStringList groups;
    for (const Command& command : registry.commands())
        if (!groups.contains(command.group))
            groups << command.group;
    auto* content = new QWidget;
    content->setProperty("panel", true);
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(24, 20, 24, 20);
    columns->setSpacing(48);
    const qsizetype half = (groups.size() + 1) / 2;
    fillColumn(*addColumn(*columns), content, registry, groups.mid(0, half));
    QGridLayout* right = addColumn(*columns);
    fillColumn(*right, content, registry, groups.mid(half));
    addHeading(*right, content, tr("Mouse"));
    for (const auto& [name, how] : mouseRows()) {
        const int row = right->rowCount();
        right->addWidget(new QLabel(name, content), row, 0);
        auto* label = new QLabel(how, content);
        label->setProperty("quiet", true);
        right->addWidget(label, row, 1);
    }
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    resize(std::min(content->sizeHint().width() + 24, 1000), std::min(content->sizeHint().height() + 8, 760));
}

} // namespace bubblescope::ui

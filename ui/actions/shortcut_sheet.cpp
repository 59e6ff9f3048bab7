// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/shortcut_sheet.h"

#include "ui/actions/command_registry.h"
#include "ui/actions/key_cap.h"
#include "ui/widgets/clear_button.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kLeastColumns = 3, kMostColumns = 4;
constexpr int kColumnWidth = 404, kMostHeight = 1100;
constexpr int kHeadingRows = 2; ///< so high is a heading with the space above it
constexpr int kNameWidth = 168; ///< three columns of names and keys fit a window of 1280

QLabel* wrapped(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    return label;
}

QWidget* keyCaps(const QStringList& keys, QWidget* parent)
{
    auto* caps = new QWidget(parent);
    auto* layout = new QHBoxLayout(caps);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (const QString& key : keys)
        layout->addWidget(new KeyCap(key, caps));
    layout->addStretch(1);
    return caps;
}

bool closes(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Question || event.key() == Qt::Key_Escape;
}

} // namespace

ShortcutSheet::ShortcutSheet(const CommandRegistry& registry, QWidget* parent)
    : QDialog(parent)
    , m_field(new QLineEdit(this))
    , m_nothing(new QLabel(tr("Nothing found"), this))
{
    setWindowTitle(tr("Shortcuts"));
    m_field->setPlaceholderText(tr("Filter: zoom, Ctrl, drag…"));
    m_field->setAccessibleName(tr("Filter shortcuts"));
    addClearButton(*m_field);
    m_field->setFixedWidth(320);
    m_field->setTextMargins(6, 0, 6, 0);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &ShortcutSheet::find);
    m_field->setFocus();
    m_nothing->setProperty("quiet", true);
    m_nothing->setContentsMargins(24, 0, 24, 16);
    m_nothing->hide();
    auto* content = new QWidget;
    content->setProperty("panel", true);
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(24, 4, 24, 20);
    columns->setSpacing(24);
    const QSize room =
        parent ? parent->window()->size() : QSize(kMostColumns * kColumnWidth + 32, kMostHeight);
    const auto fitting = static_cast<std::size_t>((room.width() - 32) / kColumnWidth);
    const std::size_t count = std::clamp(fitting, kLeastColumns, kMostColumns);
    collect(registry, content);
    addColumns(*columns, count);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(24, 16, 24, 8);
    head->addWidget(m_field);
    head->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_nothing);
    layout->addWidget(scroll, 1);
    const QSize hint = content->sizeHint();
    resize(std::min(room.width() - 32, static_cast<int>(count) * kColumnWidth + 28),
           std::min({hint.height() + 64, room.height() - 48, kMostHeight}));
}

void ShortcutSheet::collect(const CommandRegistry& registry, QWidget* content)
{
    for (const QString& title : groupsOf(registry)) {
        Group group{title};
        for (const Command& command : registry.commands()) {
            if (command.group != title || command.shortcuts.isEmpty())
                continue;
            QStringList keys;
            for (const QKeySequence& shortcut : command.shortcuts)
                keys << shortcut.toString(QKeySequence::NativeText);
            const QString name = plainText(command.text);
            group.rows.push_back(
                {QStringList{title, name, keys.join(QLatin1Char(' ')), command.searchWords}.join(
                     QLatin1Char(' ')),
                 wrapped(name, content), keyCaps(keys, content)});
        }
        for (const Gesture& gesture : registry.gestures()) {
            if (gesture.group != title)
                continue;
            QLabel* how = wrapped(gesture.how, content);
            how->setProperty("quiet", true);
            group.rows.push_back(
                {QStringList{title, gesture.text, gesture.how, tr("mouse")}.join(QLatin1Char(' ')),
                 wrapped(gesture.text, content), how});
        }
        if (group.rows.empty())
            continue;
        group.heading = new QLabel(title, content);
        group.heading->setProperty("heading", true);
        m_groups.push_back(std::move(group));
    }
}

void ShortcutSheet::addColumns(QHBoxLayout& columns, std::size_t count)
{
    const auto heightOf = [this](std::size_t group) { return m_groups[group].rows.size() + kHeadingRows; };
    std::vector<std::size_t> byHeight(m_groups.size());
    std::iota(byHeight.begin(), byHeight.end(), std::size_t{0});
    std::stable_sort(byHeight.begin(), byHeight.end(),
                     [&](std::size_t a, std::size_t b) { return heightOf(a) > heightOf(b); });
    // The highest first, each into the column that is the lowest: hardly anybody has to scroll.
    std::vector<std::size_t> heights(count);
    std::vector<std::size_t> columnOf(m_groups.size());
    for (const std::size_t group : byHeight) {
        const auto lowest = std::min_element(heights.begin(), heights.end());
        columnOf[group] = static_cast<std::size_t>(lowest - heights.begin());
        *lowest += heightOf(group);
    }
    // The column with the first group is the first.
    std::vector<std::size_t> inTurn;
    for (const std::size_t column : columnOf)
        if (std::find(inTurn.begin(), inTurn.end(), column) == inTurn.end())
            inTurn.push_back(column);
    for (const std::size_t column : inTurn) {
        auto* side = new QVBoxLayout;
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(3);
        grid->setColumnStretch(1, 1);
        for (std::size_t group = 0; group < m_groups.size(); ++group)
            if (columnOf[group] == column)
                fill(*grid, m_groups[group]);
        side->addLayout(grid);
        side->addStretch(1);
        columns.addLayout(side, 1);
    }
}

void ShortcutSheet::fill(QGridLayout& grid, const Group& group)
{
    group.heading->setContentsMargins(0, 12, 0, 2);
    grid.addWidget(group.heading, grid.rowCount(), 0, 1, 2);
    for (const Row& row : group.rows) {
        const int at = grid.rowCount();
        row.name->setFixedWidth(kNameWidth);
        grid.addWidget(row.name, at, 0, Qt::AlignTop);
        grid.addWidget(row.how, at, 1, Qt::AlignTop);
    }
}

void ShortcutSheet::find(const QString& query)
{
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool any = false;
    for (const Group& group : m_groups) {
        bool shown = false;
        for (const Row& row : group.rows) {
            const bool found = std::all_of(words.begin(), words.end(), [&row](const QString& word) {
                return row.words.contains(word, Qt::CaseInsensitive);
            });
            row.name->setVisible(found);
            row.how->setVisible(found);
            shown = shown || found;
        }
        group.heading->setVisible(shown);
        any = any || shown;
    }
    m_nothing->setVisible(!any);
}

bool ShortcutSheet::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress && closes(*static_cast<QKeyEvent*>(event))) {
        reject();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void ShortcutSheet::keyPressEvent(QKeyEvent* event)
{
    if (closes(*event))
        reject();
    else
        QDialog::keyPressEvent(event);
}

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace bubblescope::ui {

class CommandRegistry;

/// Every command that has keys, and every gesture, in groups side by side, with a field that leaves those
/// that hold its words. Made from the registry alone. Esc and ? close it.
class ShortcutSheet : public QDialog
{
    Q_OBJECT

public:
    ShortcutSheet(const CommandRegistry& registry, QWidget* parent);

    [[nodiscard]] QLineEdit* field() const { return m_field; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row
    {
        QString words; ///< what it is found by
        QWidget* name = nullptr;
        QWidget* how = nullptr;
    };
    struct Group
    {
        QString title;
        QLabel* heading = nullptr;
        std::vector<Row> rows = {};
    };
    void collect(const CommandRegistry& registry, QWidget* content);
    void addColumns(QHBoxLayout& columns, std::size_t count);
    void fill(QGridLayout& grid, const Group& group);
    void find(const QString& query);

    QLineEdit* m_field;
    QLabel* m_nothing;
    std::vector<Group> m_groups;
};

} // namespace bubblescope::ui

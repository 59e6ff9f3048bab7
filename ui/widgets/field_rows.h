// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

class ProblemNote;

/// A short list that is edited in a form: its title with a button to add an entry, a row of fields for each
/// entry with a button to take it away, and what is wrong with them.
class FieldRows : public QWidget
{
    Q_OBJECT

public:
    [[nodiscard]] QString problemText() const;
    void setProblem(const QString& text);
    /// The field of a row; null if there is none.
    [[nodiscard]] QLineEdit* field(std::size_t row, std::size_t column) const;
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* removeButton(std::size_t row) const;

signals:
    void editingFinished();

protected:
    /// One of the fields that each row has.
    struct Field
    {
        QString name; ///< for screen readers
        QString help = {};
        int width = 0; ///< 0 = its share of what is left
        int gap = 4;   ///< to what is behind it
    };

    /// `help` is of the title, `addHelp` of the button.
    FieldRows(const QString& title, const QString& help, const QString& addHelp, const char* name,
              std::vector<Field> fields, QWidget* parent);

    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }
    void setRowCount(std::size_t count);
    /// Tells of an entry that was just added, and has its first field edited.
    void editLastRow();
    /// Adds an entry, as the button asks.
    virtual void add() = 0;
    /// Reads the fields after each change by the user.
    virtual void take() = 0;

private:
    struct Row
    {
        QWidget* widget = nullptr;
        std::vector<QLineEdit*> fields;
        QPushButton* remove = nullptr;
    };
    void addRow();
    void remove(const QWidget* row);

    std::vector<Field> m_fields;
    std::vector<Row> m_rows;
    QPushButton* m_add;
    QVBoxLayout* m_layout;
    ProblemNote* m_problem;
};

} // namespace bubblescope::ui

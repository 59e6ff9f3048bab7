// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

/// One field of an entry.
struct EntryField
{
    QString title;
    double proposed = 0; ///< in a new entry, unless the owner proposes another
    bool whole = false;
};
using Entry = std::vector<double>;

/// A short list of entries of a few numbers each, with a button to add one and one at each to take it away:
/// stragglers, links that differ. What does not do is said below, and not told.
class EntryRows : public QWidget
{
    Q_OBJECT

public:
    /// `problemOf` says what is wrong with entries whose texts are numbers; empty for nothing.
    EntryRows(const QString& title, const QString& help, const char* name, std::vector<EntryField> fields,
              std::function<QString(const std::vector<Entry>&)> problemOf, QWidget* parent = nullptr);

    /// What "+" adds to the entries that are there.
    void setProposal(std::function<Entry(const std::vector<Entry>&)> propose);
    /// Leaves fields alone whose text means the value.
    void setEntries(const std::vector<Entry>& entries);
    [[nodiscard]] QString problemText() const;
    /// The field of an entry; null if there is none.
    [[nodiscard]] QLineEdit* field(std::size_t entry, std::size_t column) const;
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* removeButton(std::size_t entry) const;

signals:
    void edited(const std::vector<Entry>& entries);
    void editingFinished();

private:
    struct Row
    {
        QWidget* widget = nullptr;
        std::vector<QLineEdit*> fields;
        QPushButton* remove = nullptr;
    };
    void addRow();
    void setTabOrders();
    [[nodiscard]] bool showsEntries() const;
    void take();
    void remove(const QWidget* row);

    QString m_title;
    std::vector<EntryField> m_fields;
    std::function<QString(const std::vector<Entry>&)> m_problemOf;
    std::function<Entry(const std::vector<Entry>&)> m_propose;
    std::vector<Entry> m_entries; ///< as last set or told
    std::vector<Row> m_rows;
    bool m_isWrong = false; ///< the texts are no entries, or not such as do
    QPushButton* m_add;
    QWidget* m_heads;
    QVBoxLayout* m_layout;
    QLabel* m_problem;
};

} // namespace bubblescope::ui

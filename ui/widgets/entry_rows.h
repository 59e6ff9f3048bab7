// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/field_rows.h"

#include <functional>
#include <optional>

namespace bubblescope::ui {

/// One field of an entry.
struct EntryField
{
    QString title;
    bool whole = false;
};

using Entry = std::vector<double>;

/// A short list of entries of a few numbers each: stragglers, links that differ. Entries that are not
/// admissible are explained below, and not told.
class EntryRows : public FieldRows
{
    Q_OBJECT

public:
    /// `problemOf` says what is wrong with entries whose texts are numbers, empty for nothing; `propose` says
    /// what "Add" adds to the entries that are there.
    EntryRows(const QString& title, const QString& help, const char* name, std::vector<EntryField> fields,
              std::function<QString(const std::vector<Entry>&)> problemOf,
              std::function<Entry(const std::vector<Entry>&)> propose, QWidget* parent = nullptr);

    /// Leaves fields alone whose text means the value.
    void setEntries(const std::vector<Entry>& entries);

signals:
    void edited(const std::vector<Entry>& entries);

private:
    void add() override;
    void take() override;
    /// What a field's text means; nothing for no number.
    [[nodiscard]] std::optional<double> shown(std::size_t entry, std::size_t column, bool real = true) const;
    [[nodiscard]] bool showsEntries() const;

    std::vector<EntryField> m_fields;
    std::function<QString(const std::vector<Entry>&)> m_problemOf;
    std::function<Entry(const std::vector<Entry>&)> m_propose;
    std::vector<Entry> m_entries; ///< as last set or told
    bool m_isWrong = false;       ///< the texts are no entries, or none that are admissible
    QWidget* m_heads;
};

} // namespace bubblescope::ui

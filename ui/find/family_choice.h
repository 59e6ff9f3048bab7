// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

class QListWidget;

namespace bubblescope::ui {

class FormRow;
class SegmentedChoice;

/// All families of schedules, or some of them, which are then ticked in a list.
class FamilyChoice : public QWidget
{
    Q_OBJECT

public:
    explicit FamilyChoice(QWidget* parent = nullptr);

    /// Names of the catalog; empty for all.
    [[nodiscard]] std::vector<std::string> names() const;
    /// Some are wanted, and none is ticked; the row says so.
    [[nodiscard]] bool lacksChoice() const;
    [[nodiscard]] QListWidget* list() const { return m_list; }

signals:
    void edited();

private:
    void check();

    FormRow* m_row = nullptr;
    SegmentedChoice* m_mode;
    QListWidget* m_list;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLineEdit;
class QPushButton;
class QWidget;

// What short lists that are edited in a form are made of: a button to add an entry, and in each entry its
// fields and a button to take it away.
namespace bubblescope::ui {

constexpr int kRemoveWidth = 24;

/// A button that looks like a link.
[[nodiscard]] QPushButton* makeLink(const QString& text, const QString& help, QWidget* parent);
/// `help` says of what: "Add: a time for one pair".
[[nodiscard]] QPushButton* makeAddButton(const QString& help, QWidget* parent);
/// kRemoveWidth pixels wide.
[[nodiscard]] QPushButton* makeRemoveButton(QWidget* parent);
/// Takes no drops: a file that is dropped there is one for the window.
[[nodiscard]] QLineEdit* makeEntryField(const QString& name, QWidget* parent);

} // namespace bubblescope::ui

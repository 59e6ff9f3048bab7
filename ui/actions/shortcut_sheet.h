// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace bubblescope::ui {

class CommandRegistry;

/// Every command with its keys, in groups, and what the mouse does. Made from the registry alone.
class ShortcutSheet : public QDialog
{
    Q_OBJECT

public:
    ShortcutSheet(const CommandRegistry& registry, QWidget* parent);
};

} // namespace bubblescope::ui

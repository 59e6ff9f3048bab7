// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace bubblescope::ui {

/// Keeps keys for the menu that is open: what has the focus behind it has commands on single keys, which Qt
/// would run first. A filter of the application.
class MenuKeys : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace bubblescope::ui

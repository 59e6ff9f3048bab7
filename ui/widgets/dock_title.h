// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QDockWidget;

namespace bubblescope::ui {

/// A dock's heading: its name as the other headings are written, and a quiet button that hides it.
class DockTitle : public QWidget
{
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget* dock);

    /// Without a height: the dock is a tab, which has the title.
    void setFolded(bool folded);

private:
    bool m_folded = false;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace bubblescope::ui {

class SchedulePanel;
class WindowServices;

/// Files of costs that the schedule's form asks for.
class CostFiles : public QObject
{
    Q_OBJECT

public:
    CostFiles(WindowServices& window, SchedulePanel& panel);

private:
    void askOpen();
    void askSave();

    WindowServices& m_window;
    SchedulePanel& m_panel;
};

} // namespace bubblescope::ui

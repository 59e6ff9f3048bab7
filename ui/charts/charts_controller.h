// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/model/timeline.h"

#include <QObject>

namespace bubblescope::ui {

class ChartsPanel;
class WindowServices;

/// The Charts dock in a window: what it follows, where it leads, and its files.
class ChartsController : public QObject
{
    Q_OBJECT

public:
    /// Adds the dock and the commands.
    explicit ChartsController(WindowServices& window);

    [[nodiscard]] ChartsPanel* panel() const { return m_panel; }
    /// The shown chart, as PNG, SVG or CSV by the file's ending; `scale` image pixels a pixel for PNG.
    bool exportTo(const QString& path, double scale = 2);

private:
    void follow();
    void addCommands();
    void addKinds();
    void askExport(const QString& ending);
    void goTo(RankId rank, Time time);

    WindowServices& m_window;
    ChartsPanel* m_panel = nullptr;
};

} // namespace bubblescope::ui

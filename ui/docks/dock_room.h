// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace bubblescope::ui {

/// Gives one dock the room of the others and of parts of the middle, and takes it back again.
class DockRoom : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the window. `parts` are of its middle, or docks beside it.
    DockRoom(QMainWindow& window, QDockWidget& dock, std::vector<QWidget*> parts);

    [[nodiscard]] bool isGiven() const { return m_isGiven; }
    void give(bool given);

signals:
    void changed(bool given);

protected:
    /// Messages in the middle come and go: it is kept as low as they are.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitMiddle();

    QMainWindow& m_window;
    QDockWidget& m_dock;
    std::vector<QWidget*> m_parts;
    std::vector<QPointer<QWidget>> m_hidden; ///< those that were to be seen before
    int m_height = 0;                        ///< of the dock before
    bool m_isGiven = false;
};

} // namespace bubblescope::ui

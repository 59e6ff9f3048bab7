// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSize>
#include <QTimer>
#include <functional>

class QMainWindow;

namespace bubblescope::ui {

/// Keeps a window's place for the next start whenever it has changed and rests, so that it survives a kill;
/// and brings one whose size nobody chose into its screen, with its frame, when it is first shown.
class WindowPlace : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the window; `keep` writes its place down.
    WindowPlace(QMainWindow& window, std::function<void()> keep);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitScreen();

    QMainWindow& m_window;
    std::function<void()> m_keep;
    QTimer m_rest;
    QTimer m_frame; ///< while the window has no frame yet
    int m_looks = 0;
    QSize m_unchosen; ///< that the window has by itself
    bool m_hasBeenShown = false;
};

} // namespace bubblescope::ui

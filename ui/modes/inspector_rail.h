// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAbstractButton;
class QDockWidget;
class QMainWindow;
class QToolBar;
class QWidget;

namespace bubblescope::ui {

/// A dock at the right that is hidden leaves a narrow rail with its name, which opens it. The rail goes where
/// `beside`, what the dock tells about, is hidden itself.
class InspectorRail : public QObject
{
    Q_OBJECT

public:
    InspectorRail(QMainWindow& window, QDockWidget& dock, QWidget& beside);

    /// What F6 goes to and Enter presses.
    [[nodiscard]] QAbstractButton* button() const { return m_button; }

signals:
    /// By the user, with whatever has a switch for it.
    void opened();
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QDockWidget& m_dock;
    QWidget& m_beside;
    QToolBar* m_bar;
    QAbstractButton* m_button;
};

} // namespace bubblescope::ui

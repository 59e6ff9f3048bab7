// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/docks.h"
#include <QObject>
#include <QPointer>
#include <vector>

class QLabel;
class QWidget;

namespace bubblescope::ui {

class FileController;
class StartPage;
class WindowServices;

/// Puts the start page in the place of timeline, docks and toolbar, and takes it away as soon as there is
/// something to look at or to do with them.
class StartController : public QObject
{
    Q_OBJECT

public:
    /// Adds its command.
    StartController(WindowServices& window, FileController& files);
    /// What of the window's middle and status bar gives way to the page.
    void setCovered(std::vector<QWidget*> covered) { m_covered = std::move(covered); }

    void show();
    /// What is being opened, in the place of the page, where nothing else is to be seen yet.
    void wait(const QString& what);
    /// As it was before; nothing where neither is shown.
    void leave();
    [[nodiscard]] bool isShown() const { return m_page != nullptr; }
    /// Whether timeline, docks and toolbar have given way.
    [[nodiscard]] bool covers() const { return m_page || m_waiting; }
    /// Null where it is not shown.
    [[nodiscard]] StartPage* page() const { return m_page; }

signals:
    /// Before the page takes the room of all.
    void coming();
    /// What it covered is there again: what of that told of something may be out of date.
    void left();
    void shownChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectPage();
    void makeRoom();
    void follow(const QString& command);

    WindowServices& m_window;
    FileController& m_files;
    std::vector<QWidget*> m_covered;
    StartPage* m_page = nullptr;             ///< of the window while it is shown
    QLabel* m_waiting = nullptr;             ///< likewise
    QByteArray m_layout;                     ///< of docks and toolbar before
    DockChoice m_docks;                      ///< as that layout shows them
    std::vector<QPointer<QWidget>> m_hidden; ///< other parts that were to be seen before
};

} // namespace bubblescope::ui

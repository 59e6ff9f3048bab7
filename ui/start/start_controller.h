// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

class QDockWidget;
class QWidget;

namespace bubblescope::ui {

class MainWindow;
class StartPage;

/// Puts the start page in the place of timeline, docks and toolbar, and takes it away as soon as there is
/// something to look at or to do with them.
class StartController : public QObject
{
    Q_OBJECT

public:
    /// A part of the window; adds its command.
    explicit StartController(MainWindow& window);

    void show();
    /// As it was before; nothing where the page is not shown.
    void leave();
    [[nodiscard]] bool isShown() const { return m_page != nullptr; }
    /// Null where it is not shown.
    [[nodiscard]] StartPage* page() const { return m_page; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addCommand();
    void connectPage();
    void makeRoom();
    void follow(const QString& command);

    MainWindow& m_window;
    StartPage* m_page = nullptr;             ///< of the window while it is shown
    QByteArray m_layout;                     ///< of docks and toolbar before
    std::vector<QPointer<QWidget>> m_hidden; ///< other parts that were to be seen before
};

} // namespace bubblescope::ui

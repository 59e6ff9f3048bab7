// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace bubblescope::ui {

class WindowServices;

/// What stands in the status bar besides what is said for a while: the size of the shown order, what is being
/// opened, what the pointer is on, and two buttons.
class WindowStatus : public QObject
{
    Q_OBJECT

public:
    /// The commands that its buttons run have to be there.
    explicit WindowStatus(WindowServices& window);

    [[nodiscard]] QLabel* sizeLabel() const { return m_size; }
    /// How long the shown order took to draw.
    [[nodiscard]] QLabel* frameTime() const { return m_frameTime; }
    void setHover(const QString& text);
    /// Something is being opened, with a button to cancel it, or is not any more.
    void showLoading(bool isLoading);
    /// How far that is; nothing = nobody knows.
    void showProgress(std::optional<double> done);

signals:
    void cancelAsked();

private:
    void addButtons(WindowServices& window);

    QLabel* m_size;
    QLabel* m_frameTime;
    QLabel* m_hover;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
};

} // namespace bubblescope::ui

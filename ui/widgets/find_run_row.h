// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace bubblescope::ui {

class ElidedLabel;

/// The button that starts a search, or says why none can start; while one runs, how far it is and the button
/// that ends it.
class FindRunRow : public QWidget
{
    Q_OBJECT

public:
    explicit FindRunRow(QWidget* parent = nullptr);

    void setRunning(bool running);
    /// Empty: it can start.
    void setObstacle(const QString& why);
    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    void setShare(double share); ///< 0 to 1
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QPushButton* stopButton() const { return m_stop; }

signals:
    void startAsked();
    void stopAsked();

private:
    ElidedLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_start;
    QPushButton* m_stop;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

class QProgressBar;
class QPushButton;

namespace bubblescope::ui {

class ElidedLabel;

/// How far a sweep is, and the button that starts or cancels it.
class SweepRunRow : public QWidget
{
    Q_OBJECT

public:
    explicit SweepRunRow(QWidget* parent = nullptr);

    void showProgress(std::size_t done, std::size_t total, std::optional<double> secondsLeft);
    /// In the progress' place while nothing runs.
    void say(const QString& text);
    void setRunning(bool running);
    void setStartable(bool startable);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }

signals:
    void startAsked();
    void cancelAsked();

private:
    ElidedLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_start;
    QPushButton* m_cancel;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace bubblescope::ui {

class ElidedLabel;

/// How a run's row looks.
enum class RunShape {
    Line,      ///< its text in one line above the bar; nothing moves when a run begins
    Status,    ///< its text quiet at the right, with the bar beside it
    Paragraph, ///< its text wrapped, with details and the bar below it
};

/// What a run's row says, and the object names of its parts; those of others than a paragraph have no
/// details.
struct RunWords
{
    QString start, stop; ///< the buttons
    QString progress;    ///< what a screen reader calls the bar
    const char* textName = "";
    const char* barName = "";
    const char* startName = "";
    const char* stopName = "";
    const char* detailsName = "";
};

/// The row of a run: what it says, how far it is, and the button that starts it; while it runs, the one that
/// ends it stands in its place.
class RunRow : public QWidget
{
    Q_OBJECT

public:
    RunRow(RunShape shape, const RunWords& words, QWidget* parent = nullptr);

    void setRunning(bool running);
    /// Why it cannot start; empty = it can.
    void setObstacle(const QString& why);
    void setStartable(bool startable);
    void say(const QString& text, const QString& details = {});
    [[nodiscard]] QString text() const;
    void showProgress(std::size_t done, std::size_t total);
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QPushButton* stopButton() const { return m_stop; }

signals:
    void startAsked();
    void stopAsked();

private:
    void arrange(RunShape shape);

    ElidedLabel* m_text = nullptr;
    QLabel* m_paragraph = nullptr; ///< in its place
    QLabel* m_details = nullptr;
    QProgressBar* m_bar;
    QPushButton* m_start;
    QPushButton* m_stop;
};

/// "9 s", "2 min 5 s".
[[nodiscard]] QString durationText(double seconds);

} // namespace bubblescope::ui

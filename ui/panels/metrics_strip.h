// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace bubblescope::ui {

/// The run in a few figures, above the timeline.
class MetricsStrip : public QWidget
{
    Q_OBJECT

public:
    explicit MetricsStrip(QWidget* parent = nullptr);

    void setEvaluation(const EvaluationPtr& evaluation);
    /// How many problems validation found; nothing while it looks.
    void setProblemCount(std::optional<std::size_t> count);
    /// "makespan", "bubble-rate", …: the figure as it is shown.
    [[nodiscard]] QString value(const QString& name) const;

signals:
    void problemsAsked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Figure
    {
        QLabel* value = nullptr;
        QLabel* unit = nullptr;
    };
    Figure addFigure(const QString& title, const char* name, const QString& help);
    static void setFigure(const Figure& figure, const QString& value, const QString& unit);

    QHBoxLayout* m_layout;
    Figure m_makespan, m_bubbleRate, m_idle, m_peak, m_size, m_problems;
};

/// A number for people: at most `decimals` digits behind the point, in the user's language.
[[nodiscard]] QString figureText(double value, int decimals);
/// A time in a timeline's unit, with as many digits as tell neighbours apart.
[[nodiscard]] QString timeText(Time time);
/// "steps", "µs", "ms".
[[nodiscard]] QString unitText(const std::string& unit);

} // namespace bubblescope::ui

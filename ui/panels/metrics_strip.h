// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "ui/widgets/figures.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace bubblescope::ui {

/// The run in a few figures, above the timeline. Where they do not all fit, the least important are left out
/// whole: the inspector has them too.
class MetricsStrip : public QWidget
{
    Q_OBJECT

public:
    explicit MetricsStrip(QWidget* parent = nullptr);

    void setEvaluation(const EvaluationPtr& evaluation);
    /// Null while it is worked out (`isComing`), and for an order that cannot run.
    void setExplanation(const ExplanationPtr& explanation, bool isComing);
    /// By how much the shown time is longer than a measured one, or its share of a microbatch, and the
    /// measured time in words; nothing = no measurement to hold it against.
    void setAgainstMeasured(std::optional<double> share, bool isPerMicrobatch, const QString& measured);
    /// How many problems validation found; nothing while it looks.
    void setProblemCount(std::optional<std::size_t> count);
    /// "makespan", "bubble-rate", …: the figure as it is shown.
    [[nodiscard]] QString value(const QString& name) const;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void problemsAsked();
    void actionAsked(const bubblescope::ActionPosition& action);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Figure
    {
        QWidget* box = nullptr;
        QLabel* value = nullptr;
        QLabel* unit = nullptr;
    };
    Figure addFigure(const QString& title, const char* name, const QString& help);
    void showMemory(const Evaluation& evaluation);
    /// Leaves out what there is no room for.
    void fit();
    void setFigure(const Figure& figure, const QString& value, const QString& unit);

    QHBoxLayout* m_layout;
    Figure m_makespan, m_measured, m_bubbleRate, m_idle, m_peak, m_path, m_memory, m_size, m_problems;
    bool m_hasMeasured = false;
    bool m_hasMemory = false; ///< sizes or a limit are known
    std::string m_unitOfTime = "step";
    std::optional<MemoryCrossing> m_crossing; ///< of the limit, the first
};

} // namespace bubblescope::ui

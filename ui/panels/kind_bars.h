// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "ui/widgets/plot.h"

namespace bubblescope::ui {

/// Time by kind, a bar a rank on the scale of the makespan: what is busy in its colours, idle as a hatch.
class KindBars : public PlotWidget
{
    Q_OBJECT

public:
    explicit KindBars(QWidget* parent = nullptr);

    void setEvaluation(const EvaluationPtr& evaluation);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QString textAt(const QPointF& position) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int rowAt(double y) const;
    void paintRow(QPainter& painter, std::size_t row) const;

    std::vector<FillTimes> m_busy; ///< a rank each; beyond kMostRows the rest is told in words
    std::vector<bool> m_isAbsent;  ///< of those ranks: nothing is known of them
    Time m_makespan = 0;
    std::uint32_t m_ranks = 0;
    std::string m_unit;
};

} // namespace bubblescope::ui

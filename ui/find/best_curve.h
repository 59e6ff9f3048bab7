// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_runner.h"
#include "ui/widgets/plot.h"

class QPainter;

namespace bubblescope::ui {

/// How the best schedule got better over time, with the bound below it.
class BestCurve : public PlotWidget
{
    Q_OBJECT

public:
    explicit BestCurve(QWidget* parent = nullptr);

    /// `unit` is of the times: "step", "us".
    void setState(const FindState& state, const std::string& unit);
    [[nodiscard]] const FindState& state() const { return m_state; }
    /// Where a time stands, in pixels from the top.
    [[nodiscard]] double yOf(Time objective) const;
    [[nodiscard]] double xOf(double seconds) const;

    [[nodiscard]] QSize sizeHint() const override { return {280, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 110}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Seconds across, times up.
    [[nodiscard]] PlotFrame frame() const;
    void paintLegend(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void describe();

    FindState m_state;
    std::string m_unit;
};

} // namespace bubblescope::ui

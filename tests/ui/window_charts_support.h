// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/window_support.h"
#include "ui/charts/charts_controller.h"
#include "ui/charts/charts_panel.h"

namespace bubblescope::test {

/// The Charts dock of a window, at work.
class ShownCharts
{
public:
    explicit ShownCharts(ShownWindow& window) : m_window(window) {}

    [[nodiscard]] ui::ChartsPanel& panel() { return *m_window->charts().panel(); }
    [[nodiscard]] QWidget& chart() { return *panel().findChild<QAbstractScrollArea*>("chart"); }
    [[nodiscard]] QWidget& viewport()
    {
        return *panel().findChild<QAbstractScrollArea*>("chart")->viewport();
    }
    /// Of a schedule.
    void open(const char* request, const char* id)
    {
        m_window.start(request);
        show(id);
    }
    /// By its command; waits until it is drawn.
    void show(const char* id)
    {
        m_window.trigger(id);
        settle();
    }
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isBusy(), 20'000);
        // The plot is laid out when events are processed.
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    }
    [[nodiscard]] ui::TimeChartPtr times()
    {
        const auto* chart = std::get_if<ui::TimeChartPtr>(&panel().content());
        return chart ? *chart : nullptr;
    }
    [[nodiscard]] ui::KindChartPtr kinds()
    {
        const auto* chart = std::get_if<ui::KindChartPtr>(&panel().content());
        return chart ? *chart : nullptr;
    }
    [[nodiscard]] ui::SweepChartPtr sweep()
    {
        const auto* chart = std::get_if<ui::SweepChartPtr>(&panel().content());
        return chart ? *chart : nullptr;
    }
    /// Where a moment and a level are.
    [[nodiscard]] QPoint at(double x, double value)
    {
        const ui::ChartFrame frame = panel().frame();
        return QPointF(frame.xOf(x), frame.yOf(value)).toPoint();
    }
    [[nodiscard]] QPoint onBar(std::size_t bar, double x)
    {
        const ui::ChartFrame frame = panel().frame();
        return QPointF(frame.xOf(x), frame.middleOfBar(bar)).toPoint();
    }
    /// What is told of a place when the pointer is there.
    QString told(const QPoint& position)
    {
        QTest::mouseMove(&viewport(), position);
        return chart().accessibleDescription();
    }

private:
    ShownWindow& m_window;
};

} // namespace bubblescope::test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fit/fit_costs.h"
#include "ui/widgets/plot.h"

namespace bubblescope::ui {

/// How often which duration occurs, of one kind on one stage: bars over a time axis with a scale of counts,
/// and a line at the median. Of few durations each is marked under the bars. The bar under the pointer tells
/// its figures.
class DurationHistogram : public PlotWidget
{
    Q_OBJECT

public:
    explicit DurationHistogram(QWidget* parent = nullptr);

    /// Empty for nothing.
    void show(const QString& title, std::vector<Time> durations, Time median, ActionKind kind);
    /// How many durations each bar stands for, from the least to the longest.
    [[nodiscard]] const std::vector<std::size_t>& bars() const { return m_bars; }
    /// The counts that the scale names, from 0 on.
    [[nodiscard]] std::vector<std::size_t> countTicks() const;
    /// Few durations are points, one each, for bars would tell of groups that are none: their middles, by
    /// duration; empty where bars are drawn.
    [[nodiscard]] std::vector<QPointF> points() const;
    /// "3 of 40: 1,020 to 1,040 µs"; of a point "1,025.4 µs, 3 of 8 are shorter"; empty beside them.
    [[nodiscard]] QString textAt(const QPointF& position) const override;

    [[nodiscard]] QSize sizeHint() const override { return {300, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 96}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    static constexpr std::size_t kFewest = 20; ///< from so many on they are counted in bars
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QRectF barRect(std::size_t bar) const;
    /// The bar, or the point, at a place; -1 for none.
    [[nodiscard]] int barAt(const QPointF& position) const;
    [[nodiscard]] bool hasPoints() const { return m_count > 0 && m_count < kFewest; }
    [[nodiscard]] QString textOf(int part) const;
    void paintPoints(QPainter& painter) const;

    void paintScale(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    [[nodiscard]] double xOf(Time duration) const;

    QString m_title;
    std::vector<Time> m_single; ///< each duration, of few, rising
    std::vector<std::size_t> m_bars;
    std::size_t m_count = 0;
    std::size_t m_highest = 0;
    Time m_least = 0;
    Time m_width = 0; ///< of a bar
    Time m_median = 0;
    ActionKind m_kind = ActionKind::Forward;
    int m_pointed = -1;
};

/// The durations of one kind on one stage in a run, in the order of its ranks.
[[nodiscard]] std::vector<Time> durationsOf(const MeasuredRun& run, ActionKind kind, StageId stage);

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/stage_times.h"
#include "ui/widgets/plot.h"

class QPainter;

namespace bubblescope::ui {

/// A bar for each kind of a stage's times, in the kinds' colours, with a whisker over its interval and a line
/// where a reference's time ends. Bars of an estimate are hatched, and the legend says so.
class StageChart : public PlotWidget
{
    Q_OBJECT

public:
    explicit StageChart(QWidget* parent = nullptr);

    void setTimes(std::optional<StageTimes> times, bool isEstimate);
    /// `title` says in the legend what the lines are.
    void setReference(std::optional<StageTimes> reference, const QString& title);
    /// What stands there while there are no times.
    void setEmptyText(const QString& text);
    /// What the legend says, from left to right.
    [[nodiscard]] QStringList legend() const;
    [[nodiscard]] QString textAt(const QPointF& position) const override;
    /// Empty if the group is not shown for want of room, or has no such time.
    [[nodiscard]] QRectF barRect(std::size_t group, StageOp op) const;
    [[nodiscard]] QSize sizeHint() const override { return {560, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 180}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();
    [[nodiscard]] QRectF plot() const;
    /// Times in µs, with marks in the table's unit.
    [[nodiscard]] PlotAxis scaleOf(const StageTimes& times) const;
    [[nodiscard]] double yOf(double us) const;
    [[nodiscard]] std::vector<StageOp> ops() const;
    [[nodiscard]] std::size_t shownGroups() const;
    [[nodiscard]] QRectF slotOf(std::size_t group) const;
    void paintLegend(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintGroup(QPainter& painter, std::size_t group) const;
    void paintBar(QPainter& painter, const QRectF& bar, StageOp op, const StageTime& time) const;

    std::optional<StageTimes> m_times;
    std::optional<StageTimes> m_reference;
    PlotAxis m_scale;
    QString m_referenceTitle;
    QString m_emptyText;
    bool m_isEstimate = false;
};

} // namespace bubblescope::ui

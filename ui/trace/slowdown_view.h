// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/slowdown/slowdown.h"
#include "ui/widgets/plot.h"

#include <optional>

namespace bubblescope::ui {

/// What each rank's operations cost a run by themselves: a column for each rank of the pipeline, a row for
/// each data-parallel rank. A cell can be chosen, with the pointer or with the arrow keys and Enter.
class SlowdownView : public PlotWidget
{
    Q_OBJECT

public:
    explicit SlowdownView(QWidget* parent = nullptr);

    /// Nothing, and why, where there is nothing to show.
    void show(const std::optional<Slowdown>& slowdown, const QString& otherwise = {});
    /// "stage 0 of DP rank 1: +97.3 % by itself; without it −49.3 %"; by place, not by number.
    [[nodiscard]] QString cellText(std::size_t rank, std::size_t replica) const;
    /// A line for each cell: its ratio as a share of the ideal step, and what the step would change by
    /// without it where that is known; the header alone while nothing is shown.
    [[nodiscard]] QString csv() const;
    /// Where a cell stands; empty while nothing is shown.
    [[nodiscard]] QRectF cellRect(std::size_t rank, std::size_t replica) const;

    [[nodiscard]] QString textAt(const QPointF& position) const override;
    [[nodiscard]] QSize sizeHint() const override { return {420, 180}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 80}; }

signals:
    /// Numbers in the pipeline and among the data-parallel ranks.
    void workerChosen(std::uint64_t rank, std::uint64_t replica);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Cell
    {
        std::size_t rank = 0;
        std::size_t replica = 0;
        bool operator==(const Cell&) const = default;
    };
    [[nodiscard]] std::size_t rankCount() const;
    [[nodiscard]] std::size_t replicaCount() const;
    [[nodiscard]] const SlowdownWorker& workerAt(const Cell& cell) const;
    [[nodiscard]] QRectF grid() const;
    [[nodiscard]] std::optional<Cell> cellAt(const QPointF& position) const;
    void point(std::optional<Cell> cell);
    void choose(const Cell& cell);
    void paintCells(QPainter& painter) const;
    void paintNames(QPainter& painter) const;

    std::optional<Slowdown> m_slowdown;
    QString m_otherwise;
    double m_largest = 1; ///< share of a cell in full color
    std::optional<Cell> m_pointed;
    Cell m_current; ///< where the keyboard is
};

} // namespace bubblescope::ui

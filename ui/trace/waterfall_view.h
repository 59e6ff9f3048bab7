// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fit/waterfall.h"
#include "ui/widgets/plot.h"

#include <array>
#include <optional>

namespace bubblescope::ui {

/// Where the time went: from the predicted step to the measured one, a bar for each cause. The bars of causes
/// can be chosen, with the pointer or with the arrow keys and Enter; chosen once more, or with Esc, none is.
class WaterfallView : public PlotWidget
{
    Q_OBJECT

public:
    /// Predicted, five causes, measured.
    static constexpr std::size_t kBarCount = 7;

    explicit WaterfallView(QWidget* parent = nullptr);

    /// Nothing where no prediction is held against the run.
    void show(const std::optional<Waterfall>& waterfall);
    /// "Rank 3 ended last. Its step took 6.12 ms longer than its costs alone."
    [[nodiscard]] QString title() const;
    /// "transfer +3.10 ms"; of a bar below kBarCount.
    [[nodiscard]] QString barText(std::size_t bar) const;
    /// All bars in microseconds, what a cause adds with its sign; the header alone while nothing is shown.
    [[nodiscard]] QString csv() const;
    /// Where a bar stands, with its figure and name; empty while nothing is shown.
    [[nodiscard]] QRectF columnRect(std::size_t bar) const;
    /// Marks the bar of a cause; nothing for none.
    void setChosen(std::optional<DeviationCause> cause);
    [[nodiscard]] std::optional<DeviationCause> chosen() const { return m_chosen; }
    /// What the bars call a cause: "waiting".
    [[nodiscard]] static QString causeName(DeviationCause cause);
    /// The cause of a bar; nothing for the two ends.
    [[nodiscard]] static std::optional<DeviationCause> causeOf(std::size_t bar);

    [[nodiscard]] QString textAt(const QPointF& position) const override;
    [[nodiscard]] QSize sizeHint() const override { return {560, 180}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {280, 96}; }

signals:
    /// By the user; nothing = the chosen one no more.
    void causeChosen(std::optional<bubblescope::DeviationCause> cause);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Bar
    {
        Time from = 0;
        Time to = 0;
    };
    [[nodiscard]] std::array<Bar, kBarCount> bars() const;
    [[nodiscard]] PlotFrame frame() const;
    [[nodiscard]] std::optional<std::size_t> barAt(const QPointF& position) const;
    [[nodiscard]] QString nameOf(std::size_t bar) const;
    [[nodiscard]] QString figureOf(std::size_t bar) const;
    /// In which every figure and name fits its column, down to a size that can be read.
    [[nodiscard]] QFont columnFont() const;
    void paintBars(QPainter& painter) const;
    void choose(std::size_t bar);
    void point(std::optional<std::size_t> bar);

    std::optional<Waterfall> m_waterfall;
    std::optional<std::size_t> m_pointed;
    std::optional<DeviationCause> m_chosen;
    std::size_t m_current = 1; ///< where the keyboard is
};

} // namespace bubblescope::ui

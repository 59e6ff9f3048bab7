// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace bubblescope::ui {

/// A slider for a factor from 1/4 to 4, even in its logarithm, that catches at 1. Arrows go by 0.05, with
/// Shift by 0.01; Page Up and Page Down double and halve; Backspace, Delete and a double click set 1.
class FactorSlider : public QSlider
{
    Q_OBJECT

public:
    static constexpr double kLeast = 0.25;
    static constexpr double kMost = 4;

    explicit FactorSlider(QWidget* parent = nullptr);

    [[nodiscard]] double factor() const { return m_factor; }
    /// Without telling.
    void setFactor(double factor);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {72, sizeHint().height()}; }

signals:
    void factorChosen(double factor); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void choose(double factor);
    void dragTo(double x);
    void step(double by);
    [[nodiscard]] double positionOf(double factor) const;

    double m_factor = 1;
    bool m_isHeld = false;
};

} // namespace bubblescope::ui

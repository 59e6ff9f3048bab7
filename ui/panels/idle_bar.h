// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/bubble_ledger.h"

#include <QWidget>
#include <array>
#include <optional>

class QAbstractButton;

namespace bubblescope::ui {

/// Idle time by why: one bar of a part for each reason that occurs, and under it their names with their
/// shares, shorter where there is less room. Choosing one asks to see only its bubbles, again all.
class IdleBar : public QWidget
{
    Q_OBJECT

public:
    explicit IdleBar(QWidget* parent = nullptr);

    /// `all` is the time of all ranks, of which the shares are.
    void setLedger(const BubbleLedger& ledger, Time all, const std::string& unit);
    /// Nothing is known, or nothing is idle.
    void clear();
    [[nodiscard]] std::optional<BubbleWhy> chosen() const;
    void choose(std::optional<BubbleWhy> why);
    /// Null for what does not occur.
    [[nodiscard]] QAbstractButton* part(BubbleWhy why) const;
    [[nodiscard]] bool isEmpty() const { return m_idle <= 0; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    class Part;
    /// How much a part says.
    enum class Words : std::uint8_t { Full, Short, None };
    /// Gives the parts as many words as there is room for.
    void fit();
    [[nodiscard]] int widthWith(Words words) const;
    [[nodiscard]] QRectF barRect() const;
    /// Of the bar; null beside it.
    [[nodiscard]] Part* partAt(const QPointF& position) const;
    void keepOnly(const Part* chosen);

    std::array<Part*, kBubbleWhyCount> m_parts{};
    Time m_idle = 0; ///< of all that occur
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"

#include <QAbstractButton>

namespace bubblescope::ui {

/// How an entry's colour is shown.
enum class LegendMark : std::uint8_t {
    Block,
    Tones,     ///< two of one color: later stages of a rank are lighter
    Parts,     ///< experts of a block, in the color of what they are a part of
    Blend,     ///< of several colors in a pixel
    Line,      ///< the memory limit
    Underline, ///< under a block: the critical path
    None,      ///< words alone: what the times are taken from
};

/// One entry of the legend: a swatch, a letter and a name; struck through while its class is hidden. Idle
/// time and lines are no filters.
class LegendItem : public QAbstractButton
{
    Q_OBJECT

public:
    LegendItem(Role role, const QString& letter, const QString& name, QWidget* parent,
               LegendMark mark = LegendMark::Block);

    void setThemeName(ThemeName theme);
    /// The bars on the swatch, and how much lighter it is.
    void setLook(KindMark bars, std::uint8_t tone = 0);
    void setName(const QString& name);
    /// What is left where room is short, and what is said besides.
    void setWords(const QString& letter, const QString& name);
    void setCompact(bool compact);
    [[nodiscard]] int widthFor(bool compact) const;
    [[nodiscard]] QSize sizeHint() const override;
    void describe();

signals:
    /// Show this class alone.
    void isolated();
    /// The focus to the entry before (-1) or after (1).
    void moveAsked(int step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString caption(bool compact) const;
    [[nodiscard]] int captionX() const;
    /// What it means, where it is no filter.
    [[nodiscard]] QString explained(const QString& title) const;
    void paintSwatch(QPainter& painter, const QRectF& rect, const Theme& theme) const;

    Role m_role;
    LegendMark m_mark;
    KindMark m_bars = KindMark::None;
    std::uint8_t m_tone = 0;
    QString m_letter;
    QString m_name;
    ThemeName m_theme = ThemeName::Light;
    bool m_compact = false;
};

} // namespace bubblescope::ui

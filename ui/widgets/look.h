// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/theme.h"

#include <QColor>
#include <QFont>
#include <QObject>

class QApplication;

namespace bubblescope::ui {

[[nodiscard]] QColor colorOf(Rgb rgb);
/// `share` of b over a.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);

/// The colours of the window, made from the timeline's own theme so that both always match.
struct LookColors
{
    QColor window, panel, hairline, text, quiet, accent;
    QColor field;      ///< ground of editable fields
    QColor hover;      ///< ground under the pointer
    QColor accentSoft; ///< ground of what is chosen
    QColor warning;    ///< text of what is not admissible
    QColor caution;    ///< amber: what works, but not as well as it might

    [[nodiscard]] static LookColors of(ThemeName theme);
};

/// What theme the whole application wears now. One object, so that widgets that paint themselves can follow.
class Look : public QObject
{
    Q_OBJECT

public:
    [[nodiscard]] static Look& instance();

    /// Palette, style sheet and font of the application.
    void apply(ThemeName theme);
    [[nodiscard]] ThemeName theme() const { return m_theme; }
    [[nodiscard]] const LookColors& colors() const { return m_colors; }
    [[nodiscard]] QColor role(Role role) const { return colorOf(Theme::get(m_theme).color(role)); }

signals:
    void changed();

private:
    Look() = default;
    ThemeName m_theme = ThemeName::Light;
    LookColors m_colors;
};

/// Inter where it is installed, else the desktop's family.
[[nodiscard]] QFont windowFont();
/// Digits of one width, so that figures that change do not dance.
[[nodiscard]] QFont figuresFont(int pixelSize, bool bold);

} // namespace bubblescope::ui

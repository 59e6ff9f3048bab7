// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstddef>

class QPainter;
class QRect;

namespace bubblescope {
class Theme;
}

namespace bubblescope::ui {

/// How long the last frames took, told in a corner of the timeline while the logging category
/// `bubblescope.ui.frametime` is on (QT_LOGGING_RULES="bubblescope.ui.frametime.debug=true").
class FrameTimes
{
public:
    static constexpr std::size_t kKept = 240;

    /// A frame that drew the content anew, or only what lies over it.
    void add(double ms, bool rebuilt);
    /// Of the last frame that drew the content; 0 before the first.
    [[nodiscard]] double lastMs() const { return m_last; }
    /// The time that so large a share of the last frames of content did not exceed; 0 without any.
    [[nodiscard]] double quantile(double share) const;
    /// "12.3 ms · median 11.8 · 99 % 15.1 · content".
    [[nodiscard]] QString text() const;

    [[nodiscard]] static bool isShown();
    /// In the lower right corner of `area`; nothing unless isShown().
    void paint(QPainter& painter, const QRect& area, const Theme& theme) const;

private:
    std::array<double, kKept> m_ms{};
    std::size_t m_count = 0;
    double m_last = 0;
    double m_overlay = 0;
    bool m_rebuilt = false;
};

} // namespace bubblescope::ui

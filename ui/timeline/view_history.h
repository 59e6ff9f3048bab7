// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"

#include <cstddef>
#include <vector>

namespace bubblescope::ui {

/// The ranges that were looked at, for "view back" and "view forward". A run of small steps of one kind
/// (wheel, pan) counts as one view; a jump (fit, range on the ruler) always is its own.
class ViewHistory
{
public:
    enum class Step : std::uint8_t { Jump, Zoom, Pan };

    /// Forgets everything; `range` is where it begins.
    void reset(const TimeRange& range);
    void visit(const TimeRange& range, Step step);
    [[nodiscard]] bool canGoBack() const { return m_current > 0; }
    [[nodiscard]] bool canGoForward() const { return m_current + 1 < m_views.size(); }
    /// Requires canGoBack().
    const TimeRange& back();
    /// Requires canGoForward().
    const TimeRange& forward();

private:
    static constexpr std::size_t kLimit = 100;
    std::vector<TimeRange> m_views{TimeRange{}};
    std::size_t m_current = 0;
    Step m_lastStep = Step::Jump;
};

} // namespace bubblescope::ui

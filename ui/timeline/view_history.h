// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bubblescope::ui {

/// The ranges that were looked at, for "view back" and "view forward". Small steps of one kind (wheel, pan)
/// that come one soon after the other count as one view, so does a drag however long it rests; a jump (fit,
/// range on the ruler) always is its own.
class ViewHistory
{
public:
    enum class Step : std::uint8_t {
        Jump,
        Zoom,
        Pan,
        Follow, ///< what was chosen comes into view: no gesture of its own, so no pause parts it
    };
    using Clock = std::chrono::steady_clock;
    /// A pause of so long ends a run of steps.
    static constexpr Clock::duration kPause = std::chrono::milliseconds(600);

    /// Forgets everything; `range` is where it begins.
    void reset(const TimeRange& range);
    void visit(const TimeRange& range, Step step, Clock::time_point now = Clock::now());
    /// What comes until it is called with false is one gesture, and no part of those before and after.
    void setHeld(bool held);
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
    Clock::time_point m_lastTime;
    bool m_held = false;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "ui/timeline/timeline_tool.h"

namespace bubblescope::ui {

/// What a left drag over the lanes does.
enum class PointerMode : std::uint8_t {
    Select,  ///< chooses; measures from an empty place or an unselected action
    Measure, ///< measures from anywhere
};

/// A measured area: a stretch of time on the ranks of some rows.
struct MeasuredArea
{
    TimeRange range;
    std::vector<RankId> ranks; ///< top to bottom as shown, never empty
    bool operator==(const MeasuredArea&) const = default;
};

/// Drags out an area, whose edges stay draggable and snap to the edges of actions.
class MeasureTool : public TimelineTool
{
    Q_OBJECT

public:
    explicit MeasureTool(TimelineView& view);

    [[nodiscard]] PointerMode mode() const { return m_mode; }
    void setMode(PointerMode mode);
    [[nodiscard]] const std::optional<MeasuredArea>& area() const { return m_area; }
    void setArea(const std::optional<MeasuredArea>& area);

signals:
    void modeChanged(bubblescope::ui::PointerMode mode);
    /// While it is dragged, too.
    void areaChanged(const std::optional<bubblescope::ui::MeasuredArea>& area);

private:
    PointerMode m_mode = PointerMode::Select;
    std::optional<MeasuredArea> m_area;
};

} // namespace bubblescope::ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <array>
#include <cstdint>
#include <span>

namespace bubblescope {

/// Puts the strip of one lane together, column by column. Columns are counted in device pixels from the
/// scene's left border, `ratio` of them a pixel; the strip begins with the first that is added, and reaches
/// at most to `right`.
class StripWriter
{
public:
    /// Of a column: what is nearer than that to its border lies on it.
    static constexpr double kOnGrid = 1e-7;

    StripWriter() = default;
    StripWriter(SceneStrip strip, double ratio, double right);
    StripWriter(StripWriter&&) = default;
    StripWriter& operator=(StripWriter&&) = default;

    /// Adds columns from the first to the last that holds anything; `shares` has a share of each fill a
    /// column. The first ones may be there already: blocks that are rects leave parts of one column to both
    /// their sides.
    void add(std::int64_t column, std::span<const float> shares);
    /// A block in [left, right), pixels of the scene: into each column what it covers of it. Blocks come from
    /// left to right.
    void addCover(double left, double right, std::uint8_t fill);
    /// A column of the strip, which reaches it from now on.
    [[nodiscard]] std::span<float> column(std::int64_t column);
    [[nodiscard]] std::span<const std::uint8_t> fills() const { return m_strip.coverage.fills(); }
    /// Where a column has one of fills().
    [[nodiscard]] std::size_t slotOf(std::uint8_t fill) const { return m_slotOf[fill]; }
    [[nodiscard]] std::int64_t firstColumn() const { return m_firstColumn; }
    [[nodiscard]] bool isBlank() const;
    [[nodiscard]] SceneStrip take();

private:
    [[nodiscard]] float* columnAt(std::int64_t column);
    void begin(std::int64_t column);
    void makeRoom(std::size_t columns);

    SceneStrip m_strip;
    std::array<std::uint8_t, StripColumns::kFills> m_slotOf{};
    double m_ratio = 1;
    double m_right = 0;
    std::size_t m_slots = 0; ///< floats a column
    std::int64_t m_firstColumn = 0;
    float* m_first = nullptr; ///< of the first column
    std::size_t m_room = 0;   ///< columns that there are
    std::size_t m_end = 0;    ///< columns that were asked for; those after it are room
};

} // namespace bubblescope

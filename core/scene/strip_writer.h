// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <cstdint>
#include <span>

namespace bubblescope {

/// Puts the strip of one lane together, column by column. Columns are counted in device pixels from the
/// scene's left border, `ratio` of them a pixel; the strip begins with the first that is added, and reaches
/// at most to `right`.
class StripWriter
{
public:
    StripWriter() = default;
    StripWriter(SceneStrip strip, double ratio, double right);

    /// Adds columns from the first to the last that holds anything; `shares` has a share of each fill a
    /// column. The first ones may be there already: blocks that are rects leave parts of one column to both
    /// their sides.
    void add(std::int64_t column, std::span<const float> shares);
    /// A column of the strip, which reaches it from now on.
    [[nodiscard]] std::span<float> column(std::int64_t column);
    [[nodiscard]] std::span<const std::uint8_t> fills() const { return m_strip.coverage.fills(); }
    [[nodiscard]] std::int64_t firstColumn() const { return m_firstColumn; }
    [[nodiscard]] bool isBlank() const;
    [[nodiscard]] SceneStrip take() { return std::move(m_strip); }

private:
    void begin(std::int64_t column);

    SceneStrip m_strip;
    double m_ratio = 1;
    double m_right = 0;
    std::int64_t m_firstColumn = 0;
};

} // namespace bubblescope

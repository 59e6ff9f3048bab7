// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <QRgb>
#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope::ui {

/// The device's pixel columns under a plot: scene x = column / scale + offset.
struct ColumnGrid
{
    double scale = 1;  ///< device pixels per scene pixel
    double offset = 0; ///< device x of scene x 0
    int first = 0;     ///< device column of the plot's left border
    int count = 0;

    [[nodiscard]] double deviceX(double sceneX) const { return sceneX * scale + offset - first; }
};

/// One lane's pixel columns, each the exact blend of what covers it. A lane looks the same at every height
/// but for the edge at its top and bottom, so one row of pixels is repeated over it and another makes the
/// edge. Rounding to 8 bits is carried on from column to column, so that many equal columns keep their sum.
class LaneComposer
{
public:
    LaneComposer(const Theme& theme, const ColumnGrid& grid);

    void clear();
    /// The blocks of one lane, left to right.
    void addBlocks(std::span<const SceneRect> rects);
    /// At most one a lane; it has to stay until finish().
    void addStrip(const SceneStrip& strip);
    /// Turns what was added into pixels.
    void finish();

    /// Columns [begin, end) to be painted; between runs the lane is idle.
    struct Run
    {
        int begin = 0;
        int end = 0;
        [[nodiscard]] bool holds(int column) const { return column >= begin && column < end; }
    };
    [[nodiscard]] const std::vector<Run>& runs() const { return m_runs; }
    [[nodiscard]] bool hasBlocks() const { return m_hasBlocks; }
    /// One row of pixels, as long as the grid is wide: inside the lane, or at its upper and lower edge.
    [[nodiscard]] std::span<const QRgb> row(bool isEdge) const
    {
        return isEdge && m_hasBlocks ? m_border : m_middle;
    }

private:
    /// Blue, green, red and the share of the column that has them; colours are weighed by it. The share is
    /// kWhole when one block fills the column. Computed with as one: a frame has a quarter of a million.
    using Mix = float __attribute__((vector_size(16)));
    /// The same in 65536ths.
    using Fixed = std::int32_t __attribute__((vector_size(16)));
    static constexpr float kWhole = 4;

    [[nodiscard]] static Mix toMix(Rgb rgb);
    class Rounding;
    /// Columns of a block that are drawn in its darker tone.
    struct Edges
    {
        Run left, right;
    };
    [[nodiscard]] Edges edgesOf(const SceneRect& rect, bool first, bool last, bool framed) const;
    void addBlock(const SceneRect& rect, const Edges& edges, bool framed);
    void setWhole(int column, Rgb middle, Rgb border);
    /// Columns of a strip that are the device's own.
    struct OnGrid
    {
        const float* shares = nullptr; ///< as many a column as there are colours
        std::size_t first = 0;         ///< of the device's columns
        std::size_t count = 0;
    };
    [[nodiscard]] OnGrid onOwnGrid(std::span<const float> shares, int begin) const;
    void addOnGrid(const OnGrid& strip);
    template <std::size_t kSlots>
    void finishAlone();
    void finishColumns();
    void addToRuns(int column);
    void addShare(int column, const Mix& cover, float part);

    const Theme& m_theme;
    ColumnGrid m_grid;
    int m_edgeWidth = 1;
    Mix m_idle;
    QRgb m_idlePixel = 0;
    std::vector<Mix> m_columns;
    std::vector<QRgb> m_middle;
    std::vector<QRgb> m_border;
    std::vector<Run> m_runs;
    std::vector<Mix> m_colors; ///< of the strip at work
    OnGrid m_alone;            ///< a strip that has the lane for itself: needs no m_columns
    bool m_hasBlocks = false;
    bool m_isDirty = false; ///< m_columns are not all empty
};

} // namespace bubblescope::ui

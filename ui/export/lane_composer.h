// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <QImage>
#include <span>

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
/// but for the edge at its top and bottom, so one row of pixels is stretched over it and another makes the
/// edge. Rounding to 8 bits is carried on from column to column, so that many equal columns keep their sum.
class LaneComposer
{
public:
    LaneComposer(const Theme& theme, const ColumnGrid& grid);

    void clear();
    /// The blocks of one lane, left to right.
    void addBlocks(std::span<const SceneRect> rects);
    void addStrip(const SceneStrip& strip);
    /// Columns without any cover stay transparent.
    [[nodiscard]] const QImage& middle() const { return m_middle; }
    [[nodiscard]] const QImage& border() const { return m_border; }
    [[nodiscard]] bool hasBlocks() const { return m_hasBlocks; }
    void finish();

private:
    struct Color
    {
        float r = 0, g = 0, b = 0;
    };
    struct Column
    {
        Color middle, border;
        float share = 0;
    };

    [[nodiscard]] static Color toColor(Rgb rgb);
    void addBlock(const SceneRect& rect, bool abutsBefore, bool abutsAfter);
    void addColumn(int column, float share, const Color& middle, const Color& border);
    static QRgb pixel(const Color& sum, float share, const Color& idle, Color& carry);

    const Theme& m_theme;
    ColumnGrid m_grid;
    int m_edgeWidth = 1;
    Color m_idle;
    std::vector<Column> m_columns;
    QImage m_middle;
    QImage m_border;
    bool m_hasBlocks = false;
};

} // namespace bubblescope::ui

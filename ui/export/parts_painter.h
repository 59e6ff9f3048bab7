// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"
#include "ui/export/image_pixels.h"

#include <QImage>
#include <QTransform>
#include <vector>

class QPainter;

namespace bubblescope::ui {

/// Stacked curves on a raster whose pixels the painter's scaling leaves upright: each part as rows of whole
/// device pixels, paler where a column holds it for some of its time only. Their limit is not drawn.
/// O(columns × rows of pixels) a curve, and once more for each part whose height changes.
class PartsRaster
{
public:
    /// `pixels` is of the image that is painted on, if it can be written to.
    PartsRaster(const QTransform& toDevice, const RectF& plot, const ImagePixels& pixels);

    /// Requires isStacked().
    void paint(QPainter& painter, const SceneCurve& curve, const Theme& theme);

private:
    /// Of each device column the row where a part begins, and the one from which it is held throughout.
    struct Layer
    {
        std::vector<int> tops, solids;
        int highest = 0; ///< of `tops`
        int solid = 0;   ///< from this row on all columns are held throughout
        QRgb fill = 0, passing = 0;
    };
    void setLayer(Layer& layer, const SceneCurve& curve, const std::vector<CurveStep>& steps, Role role,
                  const Theme& theme) const;
    void writeRow(QRgb* row, int at, int begin, int end) const;
    void markBeyond(QRgb* row, int at, QRgb mark, int begin, int end) const;

    QTransform m_toDevice;
    const ImagePixels& m_pixels;
    int m_first = 0; ///< device column of the plot's left border
    int m_columns = 0;
    int m_rows = 0;
    int m_begin = 0, m_end = 0;  ///< the columns with a curve
    int m_mark = 1;              ///< rows of the mark along what is beyond the limit
    std::vector<Layer> m_layers; ///< from the uppermost to the lowest; kept for their memory
    std::size_t m_count = 0;     ///< of them in use
    QImage m_image;
};

} // namespace bubblescope::ui

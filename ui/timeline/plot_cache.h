// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/build_scene.h"
#include "ui/document/problem_report.h"

#include <QImage>
#include <QSize>

namespace bubblescope::ui {

/// Everything that the drawn content depends on. Equal keys, equal pixels.
struct PlotKey
{
    LaneIndexPtr index;
    QSize size; ///< of the viewport, device-independent
    double devicePixelRatio = 1;
    ThemeName theme = ThemeName::Light;
    FillMask shown = kAllFills;
    TimelineGeometry geometry;
    ProblemReportPtr problems; ///< whose actions are marked; may be null
    MemoryCurvesPtr memory;    ///< drawn under the lanes; may be null
    bool operator==(const PlotKey&) const;
};

/// The content of the timeline (ruler, lane headers, plot) as a picture that is drawn anew only when its key
/// changes, so that what moves above it costs nothing but a blit.
class PlotCache
{
public:
    const QImage& content(const PlotKey& key);
    [[nodiscard]] int rebuilds() const { return m_rebuilds; }

private:
    PlotKey m_key;
    QImage m_image; ///< kept from frame to frame: new memory costs as much as a frame's pixels
    int m_rebuilds = 0;
};

} // namespace bubblescope::ui

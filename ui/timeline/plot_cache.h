// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/build_scene.h"
#include "ui/document/problem_report.h"
#include "ui/timeline/residual_lane.h"

#include <QElapsedTimer>
#include <QImage>
#include <QRegion>
#include <QSize>

class QPainter;

namespace bubblescope::ui {

/// Everything that the drawn content depends on. Equal keys, equal pixels.
struct PlotKey
{
    LaneIndexPtr index;
    QSize size; ///< of the viewport, device-independent
    double devicePixelRatio = 1;
    ThemeName theme = ThemeName::Light;
    FillMask shown = kAllFills;
    ProblemReportPtr problems;           ///< whose actions are marked; may be null
    MemoryCurvesPtr memory;              ///< drawn under the lanes; may be null
    MemoryStackPtr stack = nullptr;      ///< its parts, drawn instead; may be null
    LaneIndexPtr echo = nullptr;         ///< drawn thin under the lanes of the same ranks; may be null
    bool asDifference = false;           ///< fills stand for differences, not for kinds
    ResidualLanePtr residuals = nullptr; ///< drawn thin under the lanes, where there is no echo; may be null
    TimelineGeometry geometry;           ///< last, as what takes longest to compare
    bool operator==(const PlotKey&) const = default;
};

/// The content of the timeline (ruler, lane headers, plot) as a picture that is drawn anew only when its key
/// changes, so that what moves above it costs nothing but a blit. While it changes from frame to frame it is
/// drawn straight into the window, and kept when it has come to rest.
class PlotCache
{
public:
    const QImage& content(const PlotKey& key);
    /// `region` is what the painter's widget has to show anew.
    void paint(QPainter& painter, const QRegion& region, const PlotKey& key);
    /// What was painted last is kept as a picture.
    [[nodiscard]] bool isKept() const { return m_isKept; }
    /// Draws it again where it is not, so that the next frame finds it.
    void keep();
    [[nodiscard]] int rebuilds() const { return m_rebuilds; }
    /// Whether a pixel of the lanes shows several actions.
    [[nodiscard]] bool hasBlends() const;

private:
    /// Whether it is another one than before.
    bool take(const PlotKey& key);

    PlotKey m_key;
    QImage m_image;        ///< kept from frame to frame: new memory costs as much as a frame's pixels
    PlotStorage m_storage; ///< the last one drawn, for its memory
    bool m_isKept = false;
    QElapsedTimer m_sinceChange;
    int m_rebuilds = 0;
};

} // namespace bubblescope::ui

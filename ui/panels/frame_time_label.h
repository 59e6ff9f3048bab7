// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTimer>

namespace bubblescope::ui {

class TimelineView;

/// "drawn in 0.8 ms": how long the timeline's content last took to draw, told at most four times a second.
/// What lies over the content, and so a moving pointer, does not count.
class FrameTimeLabel : public QLabel
{
    Q_OBJECT

public:
    /// `view` must outlive it.
    explicit FrameTimeLabel(const TimelineView& view, QWidget* parent = nullptr);

    /// One decimal below 10 ms, none from there on.
    [[nodiscard]] static QString figure(double ms);

private:
    void tell();

    const TimelineView& m_view;
    QTimer m_pause; ///< until the next telling
};

} // namespace bubblescope::ui

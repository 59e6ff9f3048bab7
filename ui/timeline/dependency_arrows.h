// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/overlay_painter.h"

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// One arrow between the selected action and another, as it is drawn: from the end of what was made to the
/// start of what needs it.
struct DependencyArrow
{
    QPointF from;
    QPointF to;
    bool isProducer = true;  ///< the other one was waited for; else it waits
    bool isCut = false;      ///< the other end is outside of the view: the arrow ends at its border
    double transferPart = 0; ///< the dashed first part: how much of its time the message is on its way
    QString label;           ///< who is there and how far: "5B2 rank 7, 12.4 earlier"; only if cut
    QRectF labelRect;
    bool operator==(const DependencyArrow&) const = default;
};

/// None from a block to another of its own lane: what stands between would be crossed out. None either for
/// an end of the selected action that is not to be seen itself. O(links).
[[nodiscard]] std::vector<DependencyArrow> dependencyArrows(const ChosenPlaces& chosen,
                                                            const OverlayPlace& place);
void paintDependencies(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place);
/// From what the marked gap waited for to its end; nothing if it waited for nothing on another rank.
[[nodiscard]] std::optional<DependencyArrow> gapArrow(const ChosenPlaces& chosen, const OverlayPlace& place);
void paintGapArrow(QPainter& painter, const ChosenPlaces& chosen, const OverlayPlace& place);

} // namespace bubblescope::ui

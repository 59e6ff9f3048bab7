// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/schedule_difference.h"
#include "core/scene/difference_colors.h"

#include <memory>

namespace bubblescope::ui {

/// How two timelines differ, and the lanes that show it.
struct DifferencePicture
{
    ScheduleDifference difference;
    DeltaScale scale;
    LaneIndexPtr current;   ///< coloured by when actions start; null if only the numbers were asked for
    LaneIndexPtr reference; ///< coloured by what is only there; null if nothing is, or likewise
};
using DifferencePicturePtr = std::shared_ptr<const DifferencePicture>;

/// `absentRanks` of the current one are not idle (LaneIndex::build()).
/// Null if it was cancelled or cannot be compared. Throws std::bad_alloc. O(actions), for a worker unless
/// they are few.
[[nodiscard]] DifferencePicturePtr makeDifferencePicture(const TimelinePtr& reference,
                                                         const TimelinePtr& current, bool withLanes,
                                                         const CancelToken& cancel,
                                                         const std::vector<std::uint32_t>& absentRanks = {});
/// Colours the lanes of a picture that has numbers only, of the timelines that it was made of. False if it
/// was cancelled: nothing is added then. O(actions).
[[nodiscard]] bool addDifferenceLanes(DifferencePicture& picture, const TimelinePtr& reference,
                                      const TimelinePtr& current, const CancelToken& cancel,
                                      const std::vector<std::uint32_t>& absentRanks = {});

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/model/request.h"
#include "core/scene/lane_index.h"

#include <QString>
#include <vector>

namespace bubblescope::ui {

/// Schedules worth a first look: those of the Examples menu and of the start page.
[[nodiscard]] const std::vector<ScheduleRequest>& exampleRequests();

/// An example as its card shows it.
struct ExamplePicture
{
    LaneIndexPtr index; ///< null if it could not be timed
    QString figures;    ///< "bubble 18.8 %"
};
/// One for each example, in their order. For a worker: up to some 100,000 actions are timed.
[[nodiscard]] std::vector<ExamplePicture> examplePictures(const CancelToken& cancel);

} // namespace bubblescope::ui

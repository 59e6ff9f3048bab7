// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/geometry.h"
#include "core/scene/lane_index.h"
#include "core/scene/theme.h"
#include "ui/document/problem_report.h"

class QPainter;

namespace bubblescope::ui {

/// A red outline around each action that a problem is about; where actions are narrow, a red mark over the
/// lane for those of a few pixels together. Costs at most so many looks as marks fit side by side.
void paintProblemMarks(QPainter& painter, const ProblemReport& report, const LaneIndex& index,
                       const TimelineGeometry& geometry, const Theme& theme);

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep_measure.h"
#include "ui/widgets/plot.h"

namespace bubblescope::ui {

/// The axis of these values, with room for so many marks. It is logarithmic where they are all above 0 and
/// span more than a decade (numbers that the plan lists: from three of them that span a factor of 4 on);
/// measures that are no axis of the plan begin at 0 otherwise. The axis of listed numbers marks each of them
/// where there is room. `also` is a value that is to be seen as well if it is not far off, a limit.
[[nodiscard]] PlotAxis scatterAxis(const std::vector<double>& values, SweepMeasure measure,
                                   const SweepUnits& units, std::size_t mostTicks,
                                   std::optional<double> also = {});

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action.h"
#include "core/model/timeline.h"

#include <QString>
#include <functional>
#include <optional>

namespace bubblescope::ui {

/// One action as a profile has it, µs, and what its prediction was: both from the begin of the prediction.
struct MeasuredFigure
{
    Time start = 0;
    Time end = 0;
    std::optional<Time> predictedStart; ///< nothing where the run could not be predicted
    Time longer = 0;                    ///< than in that prediction, without the host's part of it
    QString cause;                      ///< of its delay against that prediction
    Time begin = 0; ///< when the measured lanes begin: a head they lack, what ranks without a trace do first
};
/// Of an action on a rank; nothing for what was not measured.
using MeasuredLookup = std::function<std::optional<MeasuredFigure>(RankId, const ActionId&)>;

} // namespace bubblescope::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "ui/timeline/hover_text.h"
#include "ui/timeline/move_places.h"

#include <QCoreApplication>

namespace bubblescope::ui {

class MoveTool;

/// What is told of an action that is moved, translated.
class MoveWords
{
    Q_DECLARE_TR_FUNCTIONS(MoveWords)

public:
    /// "after 1B0, before 1F3"; "alone on rank 2" on an empty row.
    [[nodiscard]] static QString place(const Schedule& schedule, const ActionPosition& moved,
                                       const MoveTarget& target);
    /// Why the order cannot run with the action there: "1B0 has to stay before it: 2F1 waits for 1F1". Empty
    /// if it can.
    [[nodiscard]] static QString refusal(const Schedule& schedule, const ActionPosition& moved,
                                         const MoveTarget& target, const LegalPlaces& legal);
    /// Beside the pointer: where it goes, what makespan and bubbles come of it, or why it cannot run.
    /// `shown` is what the timeline shows.
    [[nodiscard]] static HoverCard card(const MoveTool& tool, const EvaluationPtr& shown);
};

} // namespace bubblescope::ui

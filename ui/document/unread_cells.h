// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/schedule_csv.h"
#include "core/validate/validate.h"

#include <QString>
#include <memory>
#include <vector>

namespace bubblescope::ui {

/// The cells of an opened CSV that could not be read and are empty in its order. Immutable, shared.
struct UnreadCells
{
    SchedulePtr order;
    QString path;                  ///< of the file, absolute
    std::size_t count = 0;         ///< all of them
    Error first;                   ///< as the command line tells it
    std::vector<Problem> problems; ///< Syntax, in the file's order; what was not kept is one without a place
};
using UnreadCellsPtr = std::shared_ptr<const UnreadCells>;

/// Null if every cell was read.
[[nodiscard]] UnreadCellsPtr unreadCells(const LenientScheduleCsv& read, const SchedulePtr& order,
                                         const QString& path);

/// "2 cells of plan.csv", for sentences on what could not be read.
[[nodiscard]] QString unreadCellsName(const UnreadCells& unread);

} // namespace bubblescope::ui

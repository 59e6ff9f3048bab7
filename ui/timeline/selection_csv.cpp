// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/selection_csv.h"

namespace bubblescope::ui {

QString selectionCsv(const TimelineView& /*view*/)
{
    return {};
}

} // namespace bubblescope::ui

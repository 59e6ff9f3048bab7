// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_problem.h"
#include "ui/find/find_runner.h"

namespace bubblescope::ui {

/// "Interleaved 1F1B · 2 stages per rank · torch".
[[nodiscard]] QString candidateName(const ScheduleRequest& request);
/// What the found schedule is: the name of what it began with, and how many changes were made to that.
[[nodiscard]] QString originText(const FoundSchedule& found);
/// As the document is called that shows it.
[[nodiscard]] QString foundTitle(const FoundSchedule& found);
/// "Step time", "Rank span".
[[nodiscard]] QString objectiveTitle(SearchObjective objective);
/// "5.5", "12.3 GB": in the unit that is shown, of one in the costs' own.
[[nodiscard]] QString sizeText(double size, FindUnit unit);   ///< "5.5 act."
[[nodiscard]] QString sizeFigure(double size, FindUnit unit); ///< without a unit that stands behind it
/// How much longer than the bound, as a share of it; nothing without a bound.
[[nodiscard]] std::optional<double> gapOf(Time objective, Time bound);
/// "Improving · changes tried: 12,345 · 4.2 s".
[[nodiscard]] QString findProgressText(const FindState& state, bool isStopping);
/// "Done in 10 s · candidates: 34 · changes tried: 12,345".
[[nodiscard]] QString findEndText(const SearchResult& result, double seconds);
/// "as fast as ZB-H1, ZBV"; empty where no other family is.
[[nodiscard]] QString asFastText(const std::vector<ScheduleRequest>& asFast);
/// "layers per stage 5, 4, 4, 3"; empty where none were split.
[[nodiscard]] QString layersText(const std::optional<std::vector<std::uint32_t>>& layersPerStage);
/// Why no schedule was found, with the least memory that one of them would do with.
[[nodiscard]] QString nothingFitsText(const SearchResult& result, std::optional<double> limit, FindUnit unit);

} // namespace bubblescope::ui

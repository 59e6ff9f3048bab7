// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"

#include <QString>
#include <cstdint>

namespace bubblescope::ui {

/// How the picker groups schedules: by where their stages live unless asked otherwise, and apart from those
/// the ones that are searched.
enum class ScheduleGroup : std::uint8_t { OneStage, SeveralStages, VShaped, Bidirectional, Searched };
inline constexpr std::size_t kScheduleGroupCount = 5;

/// Follows from the catalog's entry alone.
[[nodiscard]] ScheduleGroup groupOf(const ScheduleInfo& schedule);
[[nodiscard]] QString groupTitle(ScheduleGroup group);

/// Whether every word of the filter stands in the schedule's title, names, origin, variants or group, in any
/// case. An empty filter takes all.
[[nodiscard]] bool matchesFilter(const ScheduleInfo& schedule, const QString& filter);

} // namespace bubblescope::ui

// SPDX-License-Identifier: Apache-2.0
#include "core/generate/title.h"

#include "core/generate/catalog.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

std::string counted(std::uint32_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

} // namespace

std::string scheduleTitle(const Schedule& schedule)
{
    // Only a schedule that we placed ourselves is called by its family's name; a file keeps its own.
    const ScheduleInfo* info = schedule.placement ? findSchedule(schedule.name) : nullptr;
    const std::string counts = fmt::format("{} × {}", counted(schedule.rankCount(), "rank", "ranks"),
                                           counted(schedule.microbatchCount, "microbatch", "microbatches"));
    std::string title = info != nullptr ? info->title : schedule.name;
    // An edited order keeps its name, which has these already.
    if (title.find(counts) == std::string::npos)
        title += " · " + counts;
    const std::uint32_t stagesPerRank = schedule.stagesPerRank();
    if (stagesPerRank > 1)
        title += fmt::format(" · {} stages per rank", stagesPerRank);
    return title;
}

} // namespace bubblescope

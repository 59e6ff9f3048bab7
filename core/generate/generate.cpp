// SPDX-License-Identifier: Apache-2.0
#include "core/generate/generate.h"

#include "core/base/parallel_for.h"
#include "core/base/try.h"
#include "core/generate/examine.h"
#include "core/generate/row_writer.h"

#include <fmt/format.h>
#include <new>
#include <system_error>

namespace bubblescope {

namespace {

// Below this, starting threads costs more than they save.
constexpr std::uint64_t kCellsWorthThreads = std::uint64_t{1} << 16U;

Result<std::vector<Row>> buildRows(const Variant& variant, const Shape& shape, const CostModel& costs,
                                   const CancelToken& cancel)
{
    if (variant.buildOrder != nullptr) {
        TRY_VOID(costs.check(shape.stageCount()));
        return variant.buildOrder(shape, costs.forStages(shape.stageCount()), cancel);
    }
    std::vector<Row> rows(shape.ranks);
    parallelFor(shape.ranks,
                [&](std::uint32_t rank) { rows[rank] = variant.buildRow(shape, RankId{rank}, cancel); },
                {.threads = threadsIf(variant.cellBound(shape) >= kCellsWorthThreads)});
    if (shape.padded && variant.alignRows != nullptr)
        variant.alignRows(rows, shape, cancel);
    return rows;
}

Result<std::vector<Row>> tryToBuildRows(const Variant& variant, const Shape& shape, const CostModel& costs,
                                        const CancelToken& cancel)
{
    try {
        return buildRows(variant, shape, costs, cancel);
    } catch (const GenerationCancelled&) {
        return failure(ErrorKind::Cancelled, {"generate.generating-stopped", "generation was stopped"});
    } catch (const std::bad_alloc&) {
        return invalidInput(kNoMemoryToGenerate, variant.cellBound(shape));
    } catch (const std::system_error& error) {
        return invalidInput(kNoThreadToGenerate, error.what());
    }
}

} // namespace

Result<Schedule> generate(const ScheduleRequest& request, const GenerateOptions& options,
                          const CancelToken& cancel)
{
    Examined examined = examine(request);
    if (!examined.problems.empty())
        return tl::unexpected<Error>(examined.problems.front().toError());
    Shape& shape = examined.shape;
    shape.padded = options.padded && examined.variant->writesBubbles;
    if (examined.variant->cellBound(shape) > kMostCells)
        return invalidInput({"generate.too-many-cells",
                             "{name} with its bubbles would have {count} cells; at most {most} can be built"},
                            examined.definition->info.name, examined.variant->cellBound(shape), kMostCells);
    TRY(std::vector<Row> rows, tryToBuildRows(*examined.variant, shape, options.costs, cancel));

    Schedule schedule;
    schedule.name = examined.definition->info.name;
    schedule.variant = examined.variant->name;
    schedule.rows = std::move(rows);
    schedule.stageCount = shape.stageCount();
    schedule.microbatchCount = examined.variant->microbatchUnits != nullptr
                                   ? examined.variant->microbatchUnits(shape)
                                   : shape.microbatches;
    schedule.placement = Placement{shape.placement, shape.ranks, shape.stagesPerRank};
    return schedule;
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/compared.h"
#include "tests/support/conformance_data.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

/// "2@down@f": the unit of microbatches, its direction, and what is done; empty for a bubble.
std::string slotText(const Action& action, std::uint32_t rank, const Schedule& schedule)
{
    if (action.isBubble())
        return {};
    const std::uint32_t ranks = schedule.rankCount();
    const bool down = action.stage().value == rank;
    // Units are dealt to the directions in turn, the first one down.
    const std::uint32_t rest = schedule.microbatchCount % ranks;
    const std::uint32_t firstUp = schedule.microbatchCount / ranks * (ranks / 2) + std::min(rest, ranks / 2);
    const std::uint32_t unit = (action.microbatch().value - (down ? 0 : firstUp)) / (ranks / 2);
    return fmt::format("{}@{}@{}", 2 * unit + (down ? 0 : 1), down ? "down" : "up",
                       isForward(action.kind()) ? "f" : "b");
}

/// The first slot that differs, in words. The author's last slots are those of the gradients' exchange ("s"),
/// which an order of ours has none of.
std::string gridDifference(const Schedule& ours, const json& grid)
{
    for (std::size_t slot = 0; slot < grid.size(); ++slot)
        for (std::uint32_t rank = 0; rank < ours.rankCount(); ++rank) {
            std::string expected = grid[slot][rank].get<std::string>();
            if (expected.ends_with("@s"))
                expected.clear();
            const Row& row = ours.rows[rank];
            const std::string found = slot < row.size() ? slotText(row[slot], rank, ours) : "";
            if (found != expected)
                return fmt::format("rank {} slot {}: '{}', expected '{}'", rank, slot, found, expected);
        }
    for (const Row& row : ours.rows)
        if (row.size() > grid.size())
            return fmt::format("{} slots, expected {}", row.size(), grid.size());
    return {};
}

} // namespace

/// Chimera's grid of slots, which is our padded order, against its author's generator.
class GeneratedChimera : public QObject
{
    Q_OBJECT

private slots:
    void slotGrids()
    {
        Compared compared;
        for (const json& record : sharedJson("conformance/timed/extra_chimera_slots.json")) {
            const json& config = record.at("config");
            QCOMPARE(config.at("pipelines").get<int>(), 2);
            const std::string request =
                fmt::format("chimera:ranks={},microbatches={}", config.at("stages").dump(),
                            config.at("microbatches_total").dump());
            const SchedulePtr ours = generated(request, true);
            compared.add("grids",
                         gridDifference(*ours, record.at("grid_rows_are_time_slots(pipe_index@dir@f|b|s)")),
                         request);
        }
        QVERIFY(compared.of("grids") > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, GeneratedChimera)
#include "generated_chimera.moc"

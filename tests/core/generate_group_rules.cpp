// SPDX-License-Identifier: Apache-2.0
// The rule for groups of microbatches against the orders themselves: refused is exactly what cannot run.
#include <QTest>

#include "core/generate/generate.h"
#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

namespace {

/// The order of groups without the rules that keep it from waiting for itself, written apart from the
/// product's builder.
Schedule unchecked(std::uint32_t ranks, std::uint32_t chunks, std::uint32_t microbatches, std::uint32_t group,
                   bool fused)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> passes; // chunk and microbatch
    for (std::uint32_t first = 0; first < microbatches; first += group)
        for (std::uint32_t chunk = 0; chunk < chunks; ++chunk)
            for (std::uint32_t k = first; k < std::min(microbatches, first + group); ++k)
                passes.emplace_back(chunk, k);
    Schedule schedule;
    schedule.rows.resize(ranks);
    for (std::uint32_t r = 0; r < ranks; ++r) {
        const std::size_t warmUp = std::min<std::size_t>(
            2 * (ranks - 1 - r) + (chunks - 1) * group + (fused ? 1 : 0), passes.size());
        for (std::size_t k = 0; k < passes.size() + warmUp; ++k) {
            if (k < passes.size())
                schedule.rows[r].emplace_back(
                    StageId{passes[k].first * ranks + r}, ActionKind::Forward, MicrobatchId{passes[k].second},
                    fused && k >= warmUp ? CellRole::OverlapForwardBackward : CellRole::Single);
            if (k >= warmUp)
                schedule.rows[r].emplace_back(StageId{(chunks - 1 - passes[k - warmUp].first) * ranks + r},
                                              ActionKind::Backward, MicrobatchId{passes[k - warmUp].second},
                                              fused && k < passes.size() ? CellRole::OverlapContinued
                                                                         : CellRole::Single);
        }
    }
    countStagesAndMicrobatches(schedule);
    schedule.placement = Placement{PlacementKind::Loop, ranks, chunks};
    return schedule;
}

QString describe(const ScheduleRequest& request)
{
    return QString("%1 of groups of %2: %3 ranks, %4 stages each, %5 microbatches")
        .arg(QString::fromStdString(request.schedule),
             QString::fromStdString(request.options.at("group_size")))
        .arg(request.ranks)
        .arg(*request.stagesPerRank)
        .arg(request.microbatches);
}

} // namespace

class GenerateGroupRules : public QObject
{
    Q_OBJECT

private slots:
    void whatTheRulesRefuseWaitsForItself()
    {
        int ran = 0;
        int waited = 0;
        for (const bool fused : {false, true})
            for (std::uint32_t ranks = 1; ranks <= 5; ++ranks)
                for (std::uint32_t chunks = 1; chunks <= 4; ++chunks)
                    for (std::uint32_t group = 1; group <= 6; ++group)
                        for (std::uint32_t microbatches = 1; microbatches <= 14; ++microbatches) {
                            // Blocks are asked for a whole warm-up, which is no deadlock.
                            if (fused && 2 * (ranks - 1) + (chunks - 1) * group + 1 > chunks * microbatches)
                                continue;
                            ScheduleRequest request;
                            request.schedule = fused ? "interleaved-1f1b-overlap" : "interleaved-1f1b";
                            request.options["variant"] = "pp-schedule-visualization";
                            request.options["group_size"] = std::to_string(group);
                            request.ranks = ranks;
                            request.microbatches = microbatches;
                            request.stagesPerRank = chunks;
                            const Schedule order = unchecked(ranks, chunks, microbatches, group, fused);
                            const bool runs = validate(order).empty();
                            QVERIFY2(runs == checkRequest(request).empty(), qPrintable(describe(request)));
                            if (runs)
                                QCOMPARE(test::render(generate(request).value()), test::render(order));
                            ++(runs ? ran : waited);
                        }
        qInfo("%d orders run, %d wait for themselves and are refused", ran, waited);
        QVERIFY(ran > 1000 && waited > 300);
    }
};

BUBBLESCOPE_TEST(GenerateGroupRules)
#include "generate_group_rules.moc"

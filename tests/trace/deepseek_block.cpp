// SPDX-License-Identifier: Apache-2.0
// The overlapped forward and backward that DeepSeek published, timed again from its parts.
#include <QTest>

#include "core/io/schedule_csv.h"
#include "core/time/simulate.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::uint32_t kBlockLayers = 4;

struct BlockSpan
{
    Time start = 0;
    Time end = 0;
};

Time unionOf(std::vector<BlockSpan> spans)
{
    std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    Time covered = 0;
    Time until = -1e300;
    for (const BlockSpan& span : spans) {
        covered += std::max(0.0, span.end - std::max(until, span.start));
        until = std::max(until, span.end);
    }
    return covered;
}

/// One of the profile's phases, with its own kernels.
struct BlockPhase
{
    std::string name;
    Time start = 0; ///< of its first kernel; orders the phases, and tells how late the host is at first
    Time end = 0;   ///< of its last kernel
    Time wait = 0;  ///< of an exchange: how long it could have started and had no room on the device
    std::vector<BlockSpan> kernels;

    [[nodiscard]] Time span() const { return end - start; }
};

std::vector<BlockSpan> kernelsOf(const MeasuredRank& rank, const std::string& lane, const BlockSpan& within)
{
    std::vector<BlockSpan> found;
    for (const PlainSpan& plain : rank.plain)
        if (plain.kind != PlainKind::Phase && rank.plainLanes[plain.lane].starts_with(lane) &&
            plain.start >= within.start && plain.end <= within.end)
            found.push_back({plain.start, plain.end});
    return found;
}

bool isExchangePhase(const std::string& name)
{
    return name.starts_with("dispatch") || name.starts_with("combine");
}

/// In the order in which they were issued, which is that of their first kernels on each stream.
std::vector<BlockPhase> blockPhases(const MeasuredRun& run)
{
    const MeasuredRank& rank = run.ranks.at(0);
    std::vector<BlockPhase> phases;
    for (const PlainSpan& plain : rank.plain) {
        // A weight gradient's second stream runs within the first one's time.
        if (plain.kind != PlainKind::Phase ||
            rank.plainLanes[plain.lane].find("stream 23") != std::string::npos)
            continue;
        BlockPhase phase{run.plainNames[plain.name], plain.start, plain.end, 0, {}};
        const BlockSpan within{plain.start, plain.end};
        phase.kernels = kernelsOf(rank, isExchangePhase(phase.name) ? "stream 27" : "stream 7", within);
        if (!isExchangePhase(phase.name))
            for (const BlockSpan& beside : kernelsOf(rank, "stream 23", within))
                phase.kernels.push_back(beside);
        phases.push_back(phase);
    }
    return phases;
}

ActionKind blockKind(const std::string& phase)
{
    const ActionKind whole = phase.ends_with("(F)")   ? ActionKind::Forward
                             : phase.ends_with("(B)") ? ActionKind::BackwardInput
                                                      : ActionKind::BackwardWeight;
    const std::map<std::string, std::string> parts{
        {"attn", "@attention"}, {"mlp", "@experts"}, {"dispatch", "@dispatch"}, {"combine", "@combine"}};
    return partAtBegin(whole, parts.at(phase.substr(0, phase.find('('))));
}

/// How long each exchange could have started before it did: what it moves was there, and the exchange before
/// it had ended. `phases` are in the order of issue.
void findWaits(std::vector<BlockPhase*>& phases)
{
    Time exchanges = phases.front()->start;
    Time forward = exchanges;
    Time backward = exchanges;
    for (BlockPhase* phase : phases) {
        const bool isExchange = isExchangePhase(phase->name);
        Time& before = phase->name.ends_with("(F)") ? forward : backward;
        if (isExchange)
            phase->wait = std::max(0.0, phase->start - std::max(exchanges, before));
        if (isExchange)
            exchanges = phase->end;
        if (!phase->name.ends_with("(W)"))
            before = phase->end;
    }
}

/// The order, a layer a stage: the forward of microbatch 1 goes up, the backward of microbatch 0 down. What
/// the block needs before and behind it takes no time, but an R that stands for how late the host is.
struct Block
{
    std::string csv = "0F0,1F0,2F0,3F0,0R0";
    CostModel costs;
    std::map<ActionId, BlockPhase> phases;
};

Block blockOf(std::vector<BlockPhase> phases)
{
    Block block;
    block.costs.forward = block.costs.backwardInput = block.costs.backwardWeight = StageValues(0.0);
    block.costs.recompute = StageValues(0.0);
    // By stream the phases stand in their order; layer by layer they are issued as the pass writes them.
    std::map<std::string, std::vector<BlockPhase*>> byName;
    for (BlockPhase& phase : phases)
        byName[phase.name].push_back(&phase);
    std::map<ActionKind, std::vector<double>> times;
    for (auto& [name, list] : byName) {
        const ActionKind kind = blockKind(name);
        times[kind].assign(kBlockLayers, 0);
        std::sort(list.begin(), list.end(), [](const auto* a, const auto* b) { return a->start < b->start; });
    }
    std::vector<BlockPhase*> issued;
    for (std::uint32_t layer = 0; layer < kBlockLayers; ++layer)
        for (const char* name : {"combine(B)", "attn(F)", "mlp(B)", "dispatch(F)", "dispatch(B)", "mlp(W)",
                                 "mlp(F)", "attn(B)", "attn(W)", "combine(F)"})
            issued.push_back(byName.at(name).at(layer));
    findWaits(issued);
    for (std::size_t i = 0; i < issued.size(); ++i) {
        const BlockPhase& phase = *issued[i];
        const auto layer = static_cast<std::uint32_t>(i / (issued.size() / kBlockLayers));
        const bool isForward = phase.name.ends_with("(F)");
        const std::uint32_t stage = isForward ? layer : kBlockLayers - 1 - layer;
        const ActionId id{StageId{stage}, blockKind(phase.name), MicrobatchId{isForward ? 1U : 0U}};
        block.csv += "," + actionText(id);
        times[id.kind][stage] = phase.wait + phase.span();
        block.phases[id] = phase;
    }
    for (const auto& [kind, list] : times)
        block.costs.parts.of(kind) = StageValues(list);
    const Time late = byName.at("attn(F)").front()->start - byName.at("combine(B)").front()->start;
    block.costs.recompute = StageValues(std::vector<double>{late, 0, 0, 0});
    for (const char* rest : {"3I1", "3W1", "2I1", "2W1", "1I1", "1W1", "0I1", "0W1"})
        block.csv += std::string(",") + rest;
    return block;
}

} // namespace

class DeepseekBlock : public QObject
{
    Q_OBJECT

private slots:
    void itsTimeFollowsFromItsParts()
    {
        const std::filesystem::path path = tracePath("deepseek_train.json");
        if (!std::filesystem::exists(path))
            QSKIP("the published profile is not there");
        const MeasuredRun run = withPlain(readAll({path.string()}));
        const std::vector<BlockPhase> phases = blockPhases(run);
        QCOMPARE(phases.size(), std::size_t{40});
        const Block block = blockOf(phases);
        const auto order =
            std::make_shared<const Schedule>(readScheduleCsv(block.csv + "\n", "block").value().schedule);
        const auto timeline = simulate(order, block.costs);
        QVERIFY2(timeline.has_value(), timeline ? "" : timeline.error().message.text().c_str());
        // The kernels of each part, where the part is now.
        std::vector<BlockSpan> compute, all;
        for (std::size_t i = 0; i < order->rows[0].size(); ++i) {
            const Action& action = order->rows[0][i];
            if (!isPart(action.kind()))
                continue;
            const BlockPhase& phase = block.phases.at(action.id());
            const Time shift = timeline->lanes[0].start[i] + phase.wait - phase.start;
            for (const BlockSpan& kernel : phase.kernels) {
                all.push_back({kernel.start + shift, kernel.end + shift});
                if (!isExchange(action.kind()))
                    compute.push_back(all.back());
            }
        }
        const Time busy = unionOf(all);
        const Time exposed = busy - unionOf(compute);
        const PhaseTimes& measured = *run.ranks[0].phases;
        const Time measuredExposed = measured.communication - measured.hidden;
        qInfo("busy %.2f ms for %.2f, exposed %.2f ms for %.2f, makespan %.2f", busy / 1e3,
              measured.busy / 1e3, exposed / 1e3, measuredExposed / 1e3, timeline->makespan / 1e3);
        QVERIFY(std::abs(busy / measured.busy - 1) < 0.01);
        QVERIFY(std::abs(exposed / measuredExposed - 1) < 0.03);
    }
};

BUBBLESCOPE_TEST(DeepseekBlock)
#include "deepseek_block.moc"

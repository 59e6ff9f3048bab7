// SPDX-License-Identifier: Apache-2.0
// The cost file's parts beyond plain times: links, blocks, explicit overlap, memory, jitter.
#include "core/io/document.h"
#include "tests/core/io_costs_support.h"
#include "tests/support/test_program.h"

#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr ActionKind kF = ActionKind::Forward;
constexpr ActionKind kI = ActionKind::BackwardInput;
constexpr ActionKind kW = ActionKind::BackwardWeight;
constexpr ActionKind kB = ActionKind::Backward;

CostModel overlaps()
{
    CostModel costs;
    OverlapTime timed(StageValues({3, 4}));
    timed.firstDone = 0.5;
    OverlapTime share(StageValues(0.75));
    share.isShareOfSum = true;
    share.secondDone = 0.25;
    OverlapTime perStage(StageValues({0.5, 1}));
    perStage.isShareOfSum = true;
    costs.overlap.times = {{{kF, kB}, timed}, {{kB, kF}, share}, {{kF, kI}, perStage}};
    costs.overlap.times[{kF, kW}] = OverlapTime(StageValues(2));
    return costs;
}

CostModel memory()
{
    CostModel costs;
    costs.parameters = StageValues({10, 20});
    costs.gradients = StageValues(5);
    costs.optimizer = StageValues({30, 40});
    costs.memoryLimit = 64;
    costs.overlapsFsdp = true;
    costs.jitter = {0.02, 18446744073709551615U};
    return costs;
}

CostModel links()
{
    CostModel costs;
    costs.transfer.latency = 1;
    costs.transfer.links = {{3, 2, 0.5, {}, {}}, {0, 4294967295, {}, 8, 2}, {2, 3, {}, {}, {}}};
    return costs;
}

CostModel blocks()
{
    CostModel costs;
    BlockCosts given;
    given.embedding.forward = 0.25;
    given.embedding.backwardWeight = 0.5;
    given.layer = {1, 1.5, 0.5, 2, 3, 4, 8, 16, 17};
    given.head.backward = 2;
    given.perAction = 0.125;
    costs.blocks = given;
    costs.layersPerStage = StageValues({2, 3});
    return costs;
}

/// Any model that can be: every field given or not, values of every size.
class RandomCosts
{
public:
    explicit RandomCosts(std::uint32_t seed) : m_random(seed) {}

    CostModel model()
    {
        CostModel costs;
        costs.overlap = overlap();
        costs.transfer = transfer();
        costs.unshard = values();
        costs.reduceGrad = values();
        costs.overlapsFsdp = chance();
        costs.activationKeptUntilWeight = values();
        costs.memoryLimit = maybe();
        if (chance())
            costs.rankFactor = {{0, number()}, {next(), number()}};
        costs.jitter = {number(), (std::uint64_t{next()} << 32U) | next()};
        costs.profile = static_cast<TimingProfile>(next() % 3);
        costs.unit = chance() ? "us" : "step";
        if (chance())
            return withBlocks(std::move(costs));
        costs.forward = values();
        if (chance())
            costs.backwardInput = values();
        if (chance())
            costs.backward = values();
        costs.activation = values();
        costs.parameters = values();
        costs.gradients = values();
        costs.optimizer = values();
        return costs;
    }

private:
    std::uint32_t next() { return static_cast<std::uint32_t>(m_random()); }
    bool chance() { return next() % 2 == 0; }
    double number()
    {
        constexpr double scales[] = {0, 1e-300, 0.1, 1, 3, 1e7, 1e300};
        return scales[next() % 7] * static_cast<double>(next() % 1000) / 7;
    }
    double share() { return static_cast<double>(next() % 1001) / 1000; }
    std::optional<double> maybe() { return chance() ? std::optional(number()) : std::nullopt; }
    StageValues values()
    {
        StageValues some(number());
        for (std::uint32_t more = chance() ? 0 : 1 + next() % 4; more > 0; --more)
            some.values.push_back(number());
        return some;
    }
    BlockCost block()
    {
        return {maybe(), maybe(), maybe(), maybe(), maybe(), maybe(), maybe(), maybe(), maybe()};
    }
    OverlapRule overlap()
    {
        OverlapRule rule;
        rule.fallback = chance() ? OverlapRule::Fallback::Max : OverlapRule::Fallback::Sum;
        for (const ActionKind kind : {kB, kI, kW}) {
            if (chance())
                continue;
            OverlapTime time(values());
            time.isShareOfSum = chance();
            if (chance()) {
                (chance() ? time.firstDone : time.secondDone) = share();
            }
            rule.times[chance() ? std::pair{kF, kind} : std::pair{kind, kF}] = time;
        }
        return rule;
    }
    /// A link's own bandwidth of 0 is written in other words.
    std::optional<double> bandwidth()
    {
        const std::optional<double> any = maybe();
        return any && *any > 0 ? any : std::nullopt;
    }
    TransferCost transfer()
    {
        TransferCost cost{number(), number(), number(),
                          chance() ? TransferMode::Rendezvous : TransferMode::Async};
        for (std::uint32_t from = next() % 5; from > 0; --from)
            cost.links.push_back({from, from - 1, maybe(), maybe(), bandwidth()});
        return cost;
    }
    CostModel withBlocks(CostModel costs)
    {
        costs.blocks = BlockCosts{block(), block(), block(), block(), block(), number()};
        costs.layersPerStage = StageValues(1.0 + next() % 9);
        for (std::uint32_t more = chance() ? 0 : next() % 4; more > 0; --more)
            costs.layersPerStage.values.push_back(next() % 9);
        return costs;
    }

    std::mt19937 m_random;
};

} // namespace

class IoCostsWide : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void writes_data();
    void writes();
    void readsRandomModelsAgain();
    void keepsThemInADocument();
    void writesALinkWithoutBandwidth();
    void keepsTheUnitOfSizes();
    void keepsTheSource();
};

void IoCostsWide::reads_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("written");
    const auto row = [](const char* name, const char* members, const CostModel& expected) {
        QTest::newRow(name) << QString(members) << qString(writeCosts(expected));
    };
    row("explicit overlap", R"("overlap": {"F+B": {"time": [3, 4], "done": [0.5, 1]},
        "B+F": {"share": 0.75, "done": [1, 0.25]}, "F+I": {"share": [0.5, 1]}, "F+W": {"time": 2}})",
        overlaps());
    row("memory, jitter and overlapped sharding",
        R"("parameters": [10, 20], "gradients": 5, "optimizer": [30, 40], "memory_limit": 64,
        "fsdp": {"overlap": true}, "jitter": {"sigma": 0.02, "seed": 18446744073709551615})",
        memory());
    row("links", R"("p2p": {"latency": 1, "links": [{"from": 3, "to": 2, "latency": 0.5},
        {"to": 4294967295, "from": 0, "bytes": 8, "bandwidth": 2}, {"from": 2, "to": 3}]})",
        links());
    row("blocks", R"("blocks": {"embedding": {"F": 0.25, "W": 0.5}, "head": {"B": 2}, "per_action": 0.125,
        "layer": {"F": 1, "I": 1.5, "W": 0.5, "B": 2, "activation": 3, "parameters": 4, "gradients": 8,
        "optimizer": 16, "activation_kept_until_weight": 17}}, "layers_per_stage": [2, 3])",
        blocks());
    CostModel empty;
    empty.blocks = BlockCosts{};
    row("empty blocks and a whole number of layers", R"("blocks": {"head": {}}, "layers_per_stage": 1.0)",
        empty);
    CostModel besides = blocks();
    besides.blocks->layer.activation.reset();
    besides.activation = StageValues(7);
    row("sizes by stage that the blocks do not give", R"("blocks": {"embedding": {"F": 0.25, "W": 0.5},
        "head": {"B": 2}, "per_action": 0.125, "layer": {"F": 1, "I": 1.5, "W": 0.5, "B": 2, "parameters": 4,
        "gradients": 8, "optimizer": 16, "activation_kept_until_weight": 17}}, "layers_per_stage": [2, 3],
        "activation": 7)",
        besides);
    CostModel plain;
    row("nothing differs",
        R"("fsdp": {"overlap": false}, "jitter": {}, "p2p": {"links": []}, "parameters": 0)", plain);
}

void IoCostsWide::reads()
{
    QFETCH(QString, members);
    QFETCH(QString, written);
    const auto costs = read(members.toStdString());
    QVERIFY2(costs.has_value(), costs ? "" : costs.error().text().c_str());
    QCOMPARE(qString(writeCosts(*costs)), written);
    QVERIFY(readCosts(written.toStdString(), "again.json").value() == *costs);
}

void IoCostsWide::writes_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const CostModel& costs, const char* expected) {
        QTest::newRow(name) << qString(writeCosts(costs)).simplified() << QString(expected).simplified();
    };
    row("explicit overlap", overlaps(), R"({ "format": "bubblescope-costs", "version": 1, "overlap": {
        "B+F": { "done": [ 1.0, 0.25 ], "share": 0.75 }, "F+B": { "done": [ 0.5, 1.0 ], "time": [ 3.0, 4.0 ] },
        "F+I": { "share": [ 0.5, 1.0 ] }, "F+W": 2.0 } })");
    row("memory, jitter and overlapped sharding", memory(), R"({ "format": "bubblescope-costs", "version": 1,
        "fsdp": { "overlap": true }, "gradients": 5.0,
        "jitter": { "seed": 18446744073709551615, "sigma": 0.02 }, "memory_limit": 64.0,
        "optimizer": [ 30.0, 40.0 ], "parameters": [ 10.0, 20.0 ] })");
    row("links", links(),
        R"({ "format": "bubblescope-costs", "version": 1, "p2p": { "latency": 1.0, "links": [
        { "from": 3, "latency": 0.5, "to": 2 },
        { "bandwidth": 2.0, "bytes": 8.0, "from": 0, "to": 4294967295 }, { "from": 2, "to": 3 } ] } })");
    row("blocks", blocks(), R"({ "format": "bubblescope-costs", "version": 1, "blocks": {
        "embedding": { "F": 0.25, "W": 0.5 }, "head": { "B": 2.0 },
        "layer": { "B": 2.0, "F": 1.0, "I": 1.5, "W": 0.5, "activation": 3.0,
        "activation_kept_until_weight": 17.0, "gradients": 8.0, "optimizer": 16.0,
        "parameters": 4.0 }, "per_action": 0.125 }, "layers_per_stage": [ 2, 3 ] })");
}

void IoCostsWide::writes()
{
    QFETCH(QString, written);
    QFETCH(QString, expected);
    QCOMPARE(written, expected);
}

void IoCostsWide::readsRandomModelsAgain()
{
    RandomCosts random(5);
    for (int i = 0; i < 2000; ++i) {
        const CostModel costs = random.model();
        const std::string text = writeCosts(costs);
        const auto again = readCosts(text, "again.json");
        QVERIFY2(again.has_value(), again ? "" : (again.error().text() + "\n" + text).c_str());
        QVERIFY2(*again == costs, text.c_str());
        QCOMPARE(writeCosts(*again), text);
    }
}

void IoCostsWide::keepsThemInADocument()
{
    for (const CostModel& costs : {overlaps(), memory(), links(), blocks()}) {
        ProjectDocument document;
        document.source = ScheduleRequest{};
        document.costs = costs;
        const std::string text = writeDocument(document);
        const auto again = readDocument(text, "a.bubble");
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QVERIFY2(again->costs == costs, text.c_str());
        QCOMPARE(writeDocument(*again), text);
    }
}

void IoCostsWide::writesALinkWithoutBandwidth()
{
    CostModel costs;
    costs.transfer.bytes = 8;
    costs.transfer.bandwidth = 2;
    costs.transfer.links = {{0, 1, 1.0, 4.0, 0.0}};
    const std::string text = writeCosts(costs);
    const QString links = R"("links": [ { "bytes": 0.0, "from": 0, "latency": 1.0, "to": 1 } ])";
    QVERIFY(qString(text).simplified().contains(links));
    const Result<CostModel> again = readCosts(text, "c.json");
    QVERIFY(again.has_value());
    QVERIFY(again->transfer.links == (std::vector<LinkCost>{{0, 1, 1.0, 0.0, {}}}));
}

void IoCostsWide::keepsTheUnitOfSizes()
{
    const std::string text = R"({"format": "bubblescope-costs", "version": 1, "memory_unit": "bytes"})";
    const Result<CostModel> read = readCosts(text, "c.json");
    QVERIFY(read.has_value());
    QVERIFY(read->memoryUnit == MemoryUnit::Bytes);
    QVERIFY(readCosts(writeCosts(*read), "c.json").value() == *read);
    QCOMPARE(qString(writeCosts(CostModel{})).contains("memory_unit"), false);
    const Result<CostModel> wrong =
        readCosts(R"({"format": "bubblescope-costs", "version": 1, "memory_unit": "GB"})", "c.json");
    QVERIFY(!wrong);
    QCOMPARE(qString(wrong.error().message.text()), QString("memory_unit: expected \"bytes\", found \"GB\""));
}

void IoCostsWide::keepsTheSource()
{
    CostModel costs;
    costs.source = "measured · small on \"Toy\"";
    costs.notes = {"hot", "few samples"};
    const std::string text = writeCosts(costs);
    const QString expected =
        R"({ "format": "bubblescope-costs", "version": 1, "notes": [ "hot", "few samples" ], )"
        R"("source": "measured · small on \"Toy\"" })";
    QCOMPARE(qString(text).simplified(), expected);
    QVERIFY(readCosts(text, "c.json").value() == costs);
    ProjectDocument document;
    document.source = ScheduleRequest{};
    document.costs = costs;
    QVERIFY(readDocument(writeDocument(document), "d.bubble").value() == document);
}

BUBBLESCOPE_TEST(IoCostsWide)
#include "io_costs_wide.moc"

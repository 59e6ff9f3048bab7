// SPDX-License-Identifier: Apache-2.0
// The cost file's parts beyond plain times: links, blocks, explicit overlap, memory, jitter.
#include <QTest>

#include "core/io/costs_json.h"
#include "core/io/document.h"

#include <fmt/format.h>
#include <random>

using namespace bubblescope;

namespace {

constexpr ActionKind kF = ActionKind::Forward;
constexpr ActionKind kI = ActionKind::BackwardInput;
constexpr ActionKind kW = ActionKind::BackwardWeight;
constexpr ActionKind kB = ActionKind::Backward;

QString qString(const std::string& text)
{
    return QString::fromStdString(text);
}

Result<CostModel> read(const std::string& members)
{
    return readCosts(fmt::format("{{\"format\": \"bubblescope-costs\", \"version\": 1, {}}}", members),
                     "c.json");
}

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
    given.layer = {1, 1.5, 0.5, 2, 3, 4, 8};
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
        costs.activationKeptUntilWeight = number();
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
    BlockCost block() { return {maybe(), maybe(), maybe(), maybe(), maybe(), maybe(), maybe()}; }
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
        costs.blocks = BlockCosts{block(), block(), block(), number()};
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
    void keepsTheSource();
    void refuses_data();
    void refuses();
    void placesTheError();
    void namesThePathInADocument();
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
        R"("parameters": [10, 20], "gradients": 5, "memory_limit": 64,
        "fsdp": {"overlap": true}, "jitter": {"sigma": 0.02, "seed": 18446744073709551615})",
        memory());
    row("links", R"("p2p": {"latency": 1, "links": [{"from": 3, "to": 2, "latency": 0.5},
        {"to": 4294967295, "from": 0, "bytes": 8, "bandwidth": 2}, {"from": 2, "to": 3}]})",
        links());
    row("blocks", R"("blocks": {"embedding": {"F": 0.25, "W": 0.5}, "head": {"B": 2}, "per_action": 0.125,
        "layer": {"F": 1, "I": 1.5, "W": 0.5, "B": 2, "activation": 3, "parameters": 4, "gradients": 8}},
        "layers_per_stage": [2, 3])",
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
        "gradients": 8}}, "layers_per_stage": [2, 3], "activation": 7)",
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
        "parameters": [ 10.0, 20.0 ] })");
    row("links", links(),
        R"({ "format": "bubblescope-costs", "version": 1, "p2p": { "latency": 1.0, "links": [
        { "from": 3, "latency": 0.5, "to": 2 },
        { "bandwidth": 2.0, "bytes": 8.0, "from": 0, "to": 4294967295 }, { "from": 2, "to": 3 } ] } })");
    row("blocks", blocks(), R"({ "format": "bubblescope-costs", "version": 1, "blocks": {
        "embedding": { "F": 0.25, "W": 0.5 }, "head": { "B": 2.0 },
        "layer": { "B": 2.0, "F": 1.0, "I": 1.5, "W": 0.5, "activation": 3.0, "gradients": 8.0,
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
    QVERIFY(qString(text).simplified().contains(
        R"("links": [ { "bytes": 0.0, "from": 0, "latency": 1.0, "to": 1 } ])"));
    const Result<CostModel> again = readCosts(text, "c.json");
    QVERIFY(again.has_value());
    QVERIFY(again->transfer.links == (std::vector<LinkCost>{{0, 1, 1.0, 0.0, {}}}));
}

void IoCostsWide::keepsTheSource()
{
    CostModel costs;
    costs.source = "measured on \"Toy\", small";
    costs.notes = {"hot", "few samples"};
    const std::string text = writeCosts(costs);
    QCOMPARE(qString(text).simplified(),
             QString(R"({ "format": "bubblescope-costs", "version": 1, "notes": [ "hot", "few samples" ], )"
                     R"("source": "measured on \"Toy\", small" })"));
    QVERIFY(readCosts(text, "c.json").value() == costs);
    ProjectDocument document;
    document.source = ScheduleRequest{};
    document.costs = costs;
    QVERIFY(readDocument(writeDocument(document), "d.bubble").value() == document);
}

void IoCostsWide::refuses_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* members, const char* message) {
        QTest::newRow(name) << QString(members) << QString(message);
    };
    row("links no list", R"("p2p": {"links": {}})",
        "p2p.links: expected a list of links as {\"from\": 0, \"to\": 1, \"latency\": 0.5}, found an object");
    row("link no object", R"("p2p": {"links": [3]})", "p2p.links[0]: expected an object, found 3");
    row("link from nowhere", R"("p2p": {"links": [{"to": 1}]})",
        "p2p.links[0]: \"from\" is missing: a link leads from a rank to a rank");
    row("link to nowhere", R"("p2p": {"links": [{"from": 1}]})",
        "p2p.links[0]: \"to\" is missing: a link leads from a rank to a rank");
    row("link of a negative rank", R"("p2p": {"links": [{"from": -1, "to": 1}]})",
        "p2p.links[0].from: expected a whole number from 0 to 4294967295, found -1");
    row("link of a fractional rank", R"("p2p": {"links": [{"from": 0, "to": 1.5}]})",
        "p2p.links[0].to: expected a whole number from 0 to 4294967295, found 1.5");
    row("link to itself", R"("p2p": {"links": [{"from": 1, "to": 1}]})",
        "p2p.links[0].to: a link joins two different ranks, not 1 and 1");
    row("link twice",
        R"("p2p": {"links": [{"from": 0, "to": 1}, {"from": 1, "to": 0}, {"from": 0, "to": 1}]})",
        "p2p.links[2]: the link from rank 0 to rank 1 stands twice");
    row("link's latency", R"("p2p": {"links": [{"from": 0, "to": 1, "latency": -1}]})",
        "p2p.links[0].latency: expected a number >= 0, found -1");
    row("link's mode", R"("p2p": {"links": [{"from": 0, "to": 1, "mode": "async"}]})",
        "p2p.links[0].mode: unknown key; known are from, to, latency, bytes, bandwidth");
    row("link's mistyped key", R"("p2p": {"links": [{"from": 0, "to": 1, "bandwith": 1}]})",
        "p2p.links[0].bandwith: unknown key; did you mean 'bandwidth'?");
    row("bandwidth of 0", R"("p2p": {"latency": 1, "bandwidth": 0})",
        "p2p.bandwidth: expected a number > 0, found 0; leave it out for bytes that cost nothing");
    row("negative bandwidth", R"("p2p": {"bandwidth": -1})",
        "p2p.bandwidth: expected a number >= 0, found -1");
    row("link's bandwidth of 0", R"("p2p": {"links": [{"from": 0, "to": 1, "bandwidth": 0.0}]})",
        "p2p.links[0].bandwidth: expected a number > 0, found 0; give \"bytes\": 0 for bytes that cost "
        "nothing");
    row("source no text", R"("source": 3)", "source: expected a text, found 3");
    row("notes no list", R"("notes": "hot")", "notes: expected a list of texts, found \"hot\"");
    row("note no text", R"("notes": ["hot", 1])", "notes[1]: expected a text, found 1");
    row("overlapped sharding", R"("fsdp": {"overlap": 1})", "fsdp.overlap: expected true or false, found 1");
    row("sigma", R"("jitter": {"sigma": -0.1})", "jitter.sigma: expected a number >= 0, found -0.1");
    row("fractional seed", R"("jitter": {"seed": 1.5})",
        "jitter.seed: expected a whole number from 0 to 18446744073709551615, found 1.5");
    row("negative seed", R"("jitter": {"seed": -1})",
        "jitter.seed: expected a whole number from 0 to 18446744073709551615, found -1");
    row("seed too large", R"("jitter": {"seed": 18446744073709551616})",
        "jitter.seed: expected a whole number from 0 to 18446744073709551615, found 1.8446744073709552e+19");
    row("jitter's key", R"("jitter": {"sead": 1})", "jitter.sead: unknown key; did you mean 'seed'?");
    row("jitter no object", R"("jitter": 0.1)", "jitter: expected an object, found 0.1");
    row("memory limit", R"("memory_limit": [1])", "memory_limit: expected a number >= 0, found a list");
    row("parameters", R"("parameters": "8G")",
        "parameters: expected a number >= 0, or a list with one for each stage, found \"8G\"");
    row("gradients", R"("gradients": [1, -1])", "gradients[1]: expected a number >= 0, found -1");
    row("overlap both ways", R"("overlap": {"F+B": {"time": 1, "share": 1}})",
        "overlap.F+B.share: stands beside \"time\": give one of the two");
    row("overlap neither way", R"("overlap": {"F+B": {"done": [1, 1]}})",
        "overlap.F+B: \"time\" or \"share\" is missing");
    row("overlap's key", R"("overlap": {"F+B": {"tyme": 1}})",
        "overlap.F+B.tyme: unknown key; did you mean 'time'?");
    row("overlap's share", R"("overlap": {"F+B": {"share": []}})",
        "overlap.F+B.share: expected a number >= 0, or a list with one for each stage, found an empty list");
    row("three parts done", R"("overlap": {"F+B": {"time": 1, "done": [1, 1, 1]}})",
        "overlap.F+B.done: expected two numbers from 0 to 1: when the first and the second part are done, "
        "found a list");
    row("done after the end", R"("overlap": {"F+B": {"time": 1, "done": [1, 1.5]}})",
        "overlap.F+B.done[1]: expected a number from 0 to 1, found 1.5");
    row("nothing done at the end", R"("overlap": {"F+B": {"time": 1, "done": [0.5, 0.75]}})",
        "overlap.F+B.done: the block ends with one of its parts: one must be 1");
    row("blocks no object", R"("blocks": [1])", "blocks: expected an object, found a list");
    row("unknown block", R"("blocks": {"layers": {}})", "blocks.layers: unknown key; did you mean 'layer'?");
    row("block no object", R"("blocks": {"layer": 3})", "blocks.layer: expected an object, found 3");
    row("block's kind", R"("blocks": {"layer": {"forward": 1}})",
        "blocks.layer.forward: unknown key; known are F, I, W, B, activation, parameters, gradients");
    row("block's time", R"("blocks": {"layer": {"F": [1, 2]}})",
        "blocks.layer.F: expected a number >= 0, found a list");
    row("block's size", R"("blocks": {"head": {"parameters": -1}})",
        "blocks.head.parameters: expected a number >= 0, found -1");
    row("time of each action", R"("blocks": {"per_action": -1})",
        "blocks.per_action: expected a number >= 0, found -1");
    row("fractional layers", R"("blocks": {}, "layers_per_stage": 1.5)",
        "layers_per_stage: expected a whole number >= 0, or a list with one for each stage, found 1.5");
    row("fractional layers of a stage", R"("blocks": {}, "layers_per_stage": [1, 1.5])",
        "layers_per_stage[1]: expected a whole number >= 0, found 1.5");
    row("negative layers", R"("blocks": {}, "layers_per_stage": [-1])",
        "layers_per_stage[0]: expected a whole number >= 0, found -1");
    row("no layers at all", R"("blocks": {}, "layers_per_stage": [])",
        "layers_per_stage: expected a whole number >= 0, or a list with one for each stage, found an empty "
        "list");
    row("layers without blocks", R"("layers_per_stage": 4)",
        "layers_per_stage: given without blocks: it says how many of the blocks' layers each stage has");
    row("times beside blocks", R"("forward": 1, "blocks": {})",
        "forward: blocks give the times: leave out forward");
    row("backward beside blocks", R"("backward_weight": 1, "blocks": {"layer": {"F": 1}})",
        "backward_weight: blocks give the times: leave out backward_weight");
    row("activation beside blocks that give it", R"("activation": 2, "blocks": {"head": {"activation": 1}})",
        "activation: blocks give the activations: leave out activation");
    row("same link key twice", R"("p2p": {"links": [{"from": 0, "from": 0, "to": 1}]})",
        "the key 'from' stands twice in one object");
}

void IoCostsWide::refuses()
{
    QFETCH(QString, members);
    QFETCH(QString, message);
    const auto costs = read(members.toStdString());
    QVERIFY(!costs.has_value());
    QCOMPARE(qString(costs.error().message), message);
    QCOMPARE(costs.error().where->line, 1U);
}

void IoCostsWide::placesTheError()
{
    const auto textOf = [](const char* text) { return qString(readCosts(text, "c.json").error().text()); };
    QCOMPARE(
        textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\n \"blocks\": {},\n \"forward\": 2}"),
        QString("c.json:3:2: forward: blocks give the times: leave out forward\n"
                " \"forward\": 2}\n ^"));
    QCOMPARE(textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\n"
                    " \"p2p\": {\"links\": [{\"from\": 0, \"to\": 1},\n  {\"from\": 0, \"to\": 1}]}}"),
             QString("c.json:3:3: p2p.links[1]: the link from rank 0 to rank 1 stands twice\n"
                     "  {\"from\": 0, \"to\": 1}]}}\n  ^"));
    QCOMPARE(textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\n"
                    " \"blocks\": {\"layer\": {\"F\": 1, \"Z\": 2}}}"),
             QString("c.json:2:31: blocks.layer.Z: unknown key; did you mean 'F'?\n"
                     " \"blocks\": {\"layer\": {\"F\": 1, \"Z\": 2}}}\n" +
                     QString(30, ' ') + "^"));
}

void IoCostsWide::namesThePathInADocument()
{
    const auto document = readDocument(
        "{\"bubblescopeFormat\": 1,\n"
        " \"costs\": {\"layers_per_stage\": 2},\n"
        " \"source\": {\"request\": {\"schedule\": \"1f1b\", \"ranks\": 4, \"microbatches\": 8}}}",
        "a.bubble");
    QVERIFY(!document.has_value());
    QCOMPARE(qString(document.error().text()),
             QString("a.bubble:2:12: costs.layers_per_stage: given without blocks: it says how many of the "
                     "blocks' layers each stage has\n \"costs\": {\"layers_per_stage\": 2},\n           ^"));
}

QTEST_APPLESS_MAIN(IoCostsWide)
#include "io_costs_wide.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/core/io_costs_support.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

CostModel everything()
{
    CostModel costs;
    costs.forward = StageValues({1.0, 1.25});
    costs.backwardInput = StageValues(1.5);
    costs.backwardWeight = StageValues(0.1);
    costs.backward = StageValues(3.0);
    costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] = OverlapTime(StageValues(3.0));
    costs.overlap.times[{ActionKind::Backward, ActionKind::Forward}] = OverlapTime(StageValues({3.5, 4.0}));
    costs.overlap.fallback = OverlapRule::Fallback::Max;
    costs.transfer = {0.1, 2.0, 10.0, TransferMode::Rendezvous};
    costs.unshard = StageValues(0.5);
    costs.reshard = StageValues(0.25);
    costs.reduceGrad = StageValues({0.75, 1.0});
    costs.activation = StageValues({1.0, 2.0});
    costs.activationKeptUntilWeight = StageValues(0.5);
    costs.rankFactor = {{2, 1.6}, {10, 1.1}};
    costs.profile = TimingProfile::PpScheduleVisualization;
    costs.unit = "ms";
    return costs;
}

} // namespace

class IoCosts : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryKey();
    void writesOnlyWhatDiffers();
    void writesEverything();
    void readsItsOwnText_data();
    void readsItsOwnText();
    void refuses_data();
    void refuses();
    void placesTheError();
};

void IoCosts::readsEveryKey()
{
    const auto costs =
        read(R"("forward": [1, 1.25], "backward_input": 1.5, "backward_weight": 1e-1, "backward": 3,
        "overlap": {"F+B": 3.0, "B+F": [3.5, 4], "otherwise": "max"},
        "p2p": {"latency": 0.1, "bytes": 2, "bandwidth": 10, "mode": "rendezvous"},
        "fsdp": {"unshard": 0.5, "reshard": 0.25, "reduce_grad": [0.75, 1]},
        "activation": [1, 2], "activation_kept_until_weight": 0.5, "rank_factor": {"2": 1.6, "10": 1.1},
        "profile": "pp-schedule-visualization", "time_unit": "ms")");
    QVERIFY2(costs.has_value(), costs ? "" : costs.error().text().c_str());
    QVERIFY(*costs == everything());
    QVERIFY(read("").value() == CostModel{});
    QVERIFY(read(R"("overlap": "max")")->overlap.fallback == OverlapRule::Fallback::Max);
    QVERIFY(read(R"("overlap": "sum")").value() == CostModel{});
}

void IoCosts::writesOnlyWhatDiffers()
{
    QCOMPARE(qString(writeCosts(CostModel{})),
             QString("{\n  \"format\": \"bubblescope-costs\",\n  \"version\": 1\n}\n"));
    CostModel costs;
    costs.forward = StageValues(1.0);
    costs.overlap.fallback = OverlapRule::Fallback::Max;
    QCOMPARE(qString(writeCosts(costs)),
             QString("{\n  \"format\": \"bubblescope-costs\",\n  \"version\": 1,\n"
                     "  \"forward\": 1.0,\n  \"overlap\": \"max\"\n}\n"));
}

void IoCosts::writesEverything()
{
    QCOMPARE(qString(writeCosts(everything())), QString(R"({
  "format": "bubblescope-costs",
  "version": 1,
  "activation": [
    1.0,
    2.0
  ],
  "activation_kept_until_weight": 0.5,
  "backward": 3.0,
  "backward_input": 1.5,
  "backward_weight": 0.1,
  "forward": [
    1.0,
    1.25
  ],
  "fsdp": {
    "reduce_grad": [
      0.75,
      1.0
    ],
    "reshard": 0.25,
    "unshard": 0.5
  },
  "overlap": {
    "B+F": [
      3.5,
      4.0
    ],
    "F+B": 3.0,
    "otherwise": "max"
  },
  "p2p": {
    "bandwidth": 10.0,
    "bytes": 2.0,
    "latency": 0.1,
    "mode": "rendezvous"
  },
  "profile": "pp-schedule-visualization",
  "rank_factor": {
    "10": 1.1,
    "2": 1.6
  },
  "time_unit": "ms"
}
)"));
}

void IoCosts::readsItsOwnText_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("a third") << 1.0 / 3.0;
    QTest::newRow("tiny") << 5e-324;
    QTest::newRow("large") << 1.7976931348623157e308;
    QTest::newRow("zero") << 0.0;
    QTest::newRow("over 2^53") << 9007199254740993.0;
}

void IoCosts::readsItsOwnText()
{
    QFETCH(double, value);
    CostModel costs = everything();
    costs.forward = StageValues(value);
    costs.transfer.latency = value;
    const auto again = readCosts(writeCosts(costs), "again.json");
    QVERIFY(again.has_value());
    QVERIFY(*again == costs);
}

void IoCosts::refuses_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* members, const char* message) {
        QTest::newRow(name) << QString(members) << QString(message);
    };
    row("text for a number", R"("p2p": {"latency": "x"})",
        "p2p.latency: expected a number >= 0, found \"x\"");
    row("negative", R"("p2p": {"bytes": -1})", "p2p.bytes: expected a number >= 0, found -1");
    row("negative time", R"("forward": -0.5)",
        "forward: expected a number >= 0, or a list with one for each stage, found -0.5");
    row("empty list", R"("forward": [])",
        "forward: expected a number >= 0, or a list with one for each stage, found an empty list");
    row("wrong item", R"("backward": [1, null])", "backward[1]: expected a number >= 0, found null");
    row("mistyped key", R"("foward": 1)", "foward: unknown key; did you mean 'forward'?");
    row("key of nothing", R"("zzzzzzzz": 1)",
        "zzzzzzzz: unknown key; the known keys are format, version, forward, backward_input, "
        "backward_weight, backward, recompute, offload, offload_bandwidth, "
        "offloads_in_flight, vocabulary, parts, overlap, p2p, "
        "communicators, "
        "fsdp, activation, "
        "activation_kept_until_weight, activation_recomputed, "
        "microbatches, rank_factor, step, profile, time_unit, parameters, gradients, optimizer, "
        "memory_limit, "
        "communicator_buffers, workspace, device_memory, host_memory, memory_unit, jitter, host_overhead, "
        "blocks, layers_per_stage, layout, dense_layers, expert_every, source, notes");
    row("mistyped inner key", R"("p2p": {"latncy": 1})", "p2p.latncy: unknown key; did you mean 'latency'?");
    row("overlap rule", R"("overlap": "min")",
        "overlap: expected \"sum\", \"max\" or an object of pairs such as {\"F+B\": 3.0}, found \"min\"");
    row("overlap pair", R"("overlap": {"F-B": 1})",
        "overlap.F-B: not a pair of kinds: expected two of F, I, W and B, such as \"F+B\"");
    row("overlap pair of three", R"("overlap": {"F+B+W": 1})",
        "overlap.F+B+W: not a pair of kinds: expected two of F, I, W and B, such as \"F+B\"");
    row("overlap time", R"("overlap": {"F+B": true})",
        "overlap.F+B: expected a number >= 0, or a list with one for each stage, found true");
    row("mode", R"("p2p": {"mode": "sync"})",
        "p2p.mode: expected \"async\" or \"rendezvous\", found \"sync\"");
    row("p2p no object", R"("p2p": 3)", "p2p: expected an object, found 3");
    row("rank", R"("rank_factor": {"two": 1.6})",
        "rank_factor.two: not a rank: keys are numbers starting at \"0\"");
    row("rank with a zero", R"("rank_factor": {"02": 1})",
        "rank_factor.02: not a rank: keys are numbers starting at \"0\"");
    row("factor", R"("rank_factor": {"2": -1})", "rank_factor.2: expected a number >= 0, found -1");
    row("profile", R"("profile": "lax")",
        "profile: unknown profile 'lax'; the profiles are strict, pp-schedule-visualization and "
        "pp-schedule-visualization-sync");
    row("unit", R"("time_unit": "s")", "time_unit: expected \"step\", \"us\" or \"ms\", found \"s\"");
    row("too large a number", R"("forward": 1e999)", "invalid JSON: the number is too large");
    row("same key twice", R"("forward": 1, "forward": 2)", "the key 'forward' appears twice in one object");
}

void IoCosts::refuses()
{
    QFETCH(QString, members);
    QFETCH(QString, message);
    compareRefusal(members, message);
}

void IoCosts::placesTheError()
{
    const auto textOf = [](const char* text) { return qString(readCosts(text, "c.json").error().text()); };
    QCOMPARE(
        textOf("{\"format\": \"bubblescope-costs\",\n \"version\": 1,\n \"p2p\": {\"latency\":\t\"x\"}}"),
        QString("c.json:3:21: p2p.latency: expected a number >= 0, found \"x\"\n"
                " \"p2p\": {\"latency\": \"x\"}}\n                    ^"));
    QCOMPARE(textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\r\n \"foward\": [[]]}"),
             QString("c.json:2:2: foward: unknown key; did you mean 'forward'?\n \"foward\": [[]]}\n ^"));
    QCOMPARE(
        textOf("{\"format\": \"bubblescope-costs\", \"version\": 7, \"jitter\": 1}"),
        QString("c.json:1:44: version: made by a newer Bubblescope (cost file version 7); this one reads "
                "versions up to 2\n{\"format\": \"bubblescope-costs\", \"version\": 7, \"jitter\": 1}\n" +
                QString(43, ' ') + "^"));
    QCOMPARE(textOf("{}"), QString("c.json:1:1: \"format\" is missing: a cost file starts with \"format\": "
                                   "\"bubblescope-costs\"\n{}\n^"));
    QCOMPARE(
        textOf("{\"format\": \"x\"}"),
        QString("c.json:1:12: format: expected \"bubblescope-costs\", found \"x\"\n{\"format\": \"x\"}\n" +
                QString(11, ' ') + "^"));
    QCOMPARE(textOf("[1]"), QString("c.json:1:1: expected an object, found a list\n[1]\n^"));
}

BUBBLESCOPE_TEST(IoCosts)
#include "io_costs.moc"

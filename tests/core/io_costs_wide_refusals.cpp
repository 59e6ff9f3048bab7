// SPDX-License-Identifier: Apache-2.0
// What the cost file's parts beyond plain times must not hold, and the words that say so.
#include "core/io/document.h"
#include "tests/core/io_costs_support.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

class IoCostsWideRefusals : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* members, const char* message) {
            QTest::newRow(name) << QString(members) << QString(message);
        };
        row("links no list", R"("p2p": {"links": {}})",
            "p2p.links: expected a list of links such as {\"from\": 0, \"to\": 1, \"latency\": 0.5}, found "
            "an object");
        row("link no object", R"("p2p": {"links": [3]})", "p2p.links[0]: expected an object, found 3");
        row("link from nowhere", R"("p2p": {"links": [{"to": 1}]})",
            "p2p.links[0]: \"from\" is missing: a link goes from one rank to another");
        row("link to nowhere", R"("p2p": {"links": [{"from": 1}]})",
            "p2p.links[0]: \"to\" is missing: a link goes from one rank to another");
        row("link of a negative rank", R"("p2p": {"links": [{"from": -1, "to": 1}]})",
            "p2p.links[0].from: expected a whole number from 0 to 4294967295, found -1");
        row("link of a fractional rank", R"("p2p": {"links": [{"from": 0, "to": 1.5}]})",
            "p2p.links[0].to: expected a whole number from 0 to 4294967295, found 1.5");
        row("link to itself", R"("p2p": {"links": [{"from": 1, "to": 1}]})",
            "p2p.links[0].to: a link connects two different ranks, not 1 and 1");
        row("link twice",
            R"("p2p": {"links": [{"from": 0, "to": 1}, {"from": 1, "to": 0}, {"from": 0, "to": 1}]})",
            "p2p.links[2]: the link from rank 0 to rank 1 appears twice");
        row("link's latency", R"("p2p": {"links": [{"from": 0, "to": 1, "latency": -1}]})",
            "p2p.links[0].latency: expected a number >= 0, found -1");
        row("link's mode", R"("p2p": {"links": [{"from": 0, "to": 1, "mode": "async"}]})",
            "p2p.links[0].mode: unknown key; the known keys are from, to, latency, bytes, bandwidth");
        row("link's mistyped key", R"("p2p": {"links": [{"from": 0, "to": 1, "bandwith": 1}]})",
            "p2p.links[0].bandwith: unknown key; did you mean 'bandwidth'?");
        row("bandwidth of 0", R"("p2p": {"latency": 1, "bandwidth": 0})",
            "p2p.bandwidth: expected a number > 0, found 0; leave it out if bytes cost nothing");
        row("negative bandwidth", R"("p2p": {"bandwidth": -1})",
            "p2p.bandwidth: expected a number >= 0, found -1");
        row("link's bandwidth of 0", R"("p2p": {"links": [{"from": 0, "to": 1, "bandwidth": 0.0}]})",
            "p2p.links[0].bandwidth: expected a number > 0, found 0; give \"bytes\": 0 if bytes cost "
            "nothing");
        row("source no text", R"("source": 3)", "source: expected a string, found 3");
        row("notes no list", R"("notes": "hot")", "notes: expected a list of strings, found \"hot\"");
        row("note no text", R"("notes": ["hot", 1])", "notes[1]: expected a string, found 1");
        row("overlapped sharding", R"("fsdp": {"overlap": 1})",
            "fsdp.overlap: expected true or false, found 1");
        row("sigma", R"("jitter": {"sigma": -0.1})", "jitter.sigma: expected a number >= 0, found -0.1");
        row("fractional seed", R"("jitter": {"seed": 1.5})",
            "jitter.seed: expected a whole number from 0 to 18446744073709551615, found 1.5");
        row("negative seed", R"("jitter": {"seed": -1})",
            "jitter.seed: expected a whole number from 0 to 18446744073709551615, found -1");
        row("seed too large", R"("jitter": {"seed": 18446744073709551616})",
            "jitter.seed: expected a whole number from 0 to 18446744073709551615, found "
            "1.8446744073709552e+19");
        row("jitter's key", R"("jitter": {"sead": 1})", "jitter.sead: unknown key; did you mean 'seed'?");
        row("jitter no object", R"("jitter": 0.1)", "jitter: expected an object, found 0.1");
        row("memory limit", R"("memory_limit": [1, -1])",
            "memory_limit[1]: expected a number >= 0, found -1");
        row("parameters", R"("parameters": "8G")",
            "parameters: expected a number >= 0, or a list with one for each stage, found \"8G\"");
        row("gradients", R"("gradients": [1, -1])", "gradients[1]: expected a number >= 0, found -1");
        row("overlap both ways", R"("overlap": {"F+B": {"time": 1, "share": 1}})",
            "overlap.F+B.share: given together with \"time\": give only one of them");
        row("overlap neither way", R"("overlap": {"F+B": {"done": [1, 1]}})",
            "overlap.F+B: \"time\" or \"share\" is missing");
        row("overlap's key", R"("overlap": {"F+B": {"tyme": 1}})",
            "overlap.F+B.tyme: unknown key; did you mean 'time'?");
        row("overlap's share", R"("overlap": {"F+B": {"share": []}})",
            "overlap.F+B.share: expected a number >= 0, or a list with one for each stage, found an empty "
            "list");
        row("three parts done", R"("overlap": {"F+B": {"time": 1, "done": [1, 1, 1]}})",
            "overlap.F+B.done: expected two numbers from 0 to 1: when the first and the second part are "
            "done, "
            "found a list");
        row("done after the end", R"("overlap": {"F+B": {"time": 1, "done": [1, 1.5]}})",
            "overlap.F+B.done[1]: expected a number from 0 to 1, found 1.5");
        row("nothing done at the end", R"("overlap": {"F+B": {"time": 1, "done": [0.5, 0.75]}})",
            "overlap.F+B.done: the block ends when one of its parts ends: one value must be 1");
        row("blocks no object", R"("blocks": [1])", "blocks: expected an object, found a list");
        row("unknown block", R"("blocks": {"layers": {}})",
            "blocks.layers: unknown key; did you mean 'layer'?");
        row("block no object", R"("blocks": {"layer": 3})", "blocks.layer: expected an object, found 3");
        row("block's kind", R"("blocks": {"layer": {"forward": 1}})",
            "blocks.layer.forward: unknown key; the known keys are F, I, W, B, activation, "
            "activation_kept_until_weight, parameters, gradients, optimizer");
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
            "layers_per_stage: expected a whole number >= 0, or a list with one for each stage, found an "
            "empty "
            "list");
        row("layers without blocks", R"("layers_per_stage": 4)",
            "layers_per_stage: given without blocks: it says how many of the blocks' layers each stage has");
        row("times beside blocks", R"("forward": 1, "blocks": {})",
            "forward: the times come from blocks: leave out forward");
        row("backward beside blocks", R"("backward_weight": 1, "blocks": {"layer": {"F": 1}})",
            "backward_weight: the times come from blocks: leave out backward_weight");
        row("activation beside blocks that give it",
            R"("activation": 2, "blocks": {"head": {"activation": 1}})",
            "activation: the activations come from blocks: leave out activation");
        row("same link key twice", R"("p2p": {"links": [{"from": 0, "from": 0, "to": 1}]})",
            "the key 'from' appears twice in one object");
    }

    void refuses()
    {
        QFETCH(QString, members);
        QFETCH(QString, message);
        compareRefusal(members, message);
    }

    void placesTheError()
    {
        const auto textOf = [](const char* text) {
            return qString(readCosts(text, "c.json").error().text());
        };
        QCOMPARE(
            textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\n \"blocks\": {},\n \"forward\": 2}"),
            QString(
                "c.json:3:2: forward: the times come from blocks: leave out forward\n \"forward\": 2}\n ^"));
        QCOMPARE(textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\n"
                        " \"p2p\": {\"links\": [{\"from\": 0, \"to\": 1},\n  {\"from\": 0, \"to\": 1}]}}"),
                 QString("c.json:3:3: p2p.links[1]: the link from rank 0 to rank 1 appears twice\n  "
                         "{\"from\": 0, \"to\": 1}]}}\n  ^"));
        QCOMPARE(textOf("{\"format\": \"bubblescope-costs\", \"version\": 1,\n"
                        " \"blocks\": {\"layer\": {\"F\": 1, \"Z\": 2}}}"),
                 QString("c.json:2:31: blocks.layer.Z: unknown key; did you mean 'F'?\n"
                         " \"blocks\": {\"layer\": {\"F\": 1, \"Z\": 2}}}\n" +
                         QString(30, ' ') + "^"));
    }

    void namesThePathInADocument()
    {
        const auto document = readDocument(
            "{\"bubblescopeFormat\": 1,\n"
            " \"costs\": {\"layers_per_stage\": 2},\n"
            " \"source\": {\"request\": {\"schedule\": \"1f1b\", \"ranks\": 4, \"microbatches\": 8}}}",
            "a.bubble");
        QVERIFY(!document.has_value());
        QCOMPARE(
            qString(document.error().text()),
            QString("a.bubble:2:12: costs.layers_per_stage: given without blocks: it says how many of the "
                    "blocks' layers each stage has\n \"costs\": {\"layers_per_stage\": 2},\n           ^"));
    }
};

BUBBLESCOPE_TEST(IoCostsWideRefusals)
#include "io_costs_wide_refusals.moc"

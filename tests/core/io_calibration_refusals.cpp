// SPDX-License-Identifier: Apache-2.0
// What a calibration must not hold, and the words that say so.
#include <QTest>

#include "core/io/calibration.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

json ioCalibrationRefusalsMeasured()
{
    return json::parse(R"({
        "schema": "pipeline-calibration/1", "provenance": "measured", "created_utc": "2026-01-01T00:00:00Z",
        "producer": {"name": "hand", "version": "1"},
        "model": {"hidden": 8, "ffn": 16, "heads": 2, "kv_heads": 2, "head_dim": 4, "seq": 16,
                  "micro_batch": 2, "dtype": "bf16", "layers_per_stage": 2},
        "device": {"name": "Toy GPU", "count": 2}, "method": {},
        "blocks": [{"block": "layer", "ops": {"F": {"median": 10}, "B": {"median": 20}}}],
        "transfers": []})");
}

} // namespace

class IoCalibrationRefusals : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data()
    {
        test::addRows<std::string, std::string>({
            {"another version", R"("schema": "pipeline-calibration/2", "blocks": 3)",
             "schema: pipeline-calibration/2 is another version; this program reads pipeline-calibration/1"},
            {"another schema", R"("schema": "calibration")",
             "schema: expected \"pipeline-calibration/1\", found \"calibration\""},
            {"provenance", R"("provenance": "guessed")",
             "provenance: expected \"measured\", \"estimate\", \"manual\" or \"trace\", found \"guessed\""},
            {"model without its sizes", R"("model": {"ffn": null})", "model: \"ffn\" is missing"},
            {"a trace without stages", R"("provenance": "trace")", "\"stages\" is missing"},
            {"model's size", R"("model": {"hidden": 0})",
             "model.hidden: expected a whole number >= 1, found 0"},
            {"model's fraction", R"("model": {"seq": 1.5})",
             "model.seq: expected a whole number >= 1, found 1.5"},
            {"type", R"("model": {"dtype": "int8"})",
             "model.dtype: expected \"bf16\", \"fp16\", \"fp32\", \"tf32\" or \"fp8\", found \"int8\""},
            {"layers", R"("model": {"layers_per_stage": "4"})",
             "model.layers_per_stage: expected a whole number >= 0 or a list, found \"4\""},
            {"kinds of layers",
             R"("model": {"dense_layers": -1}, "blocks": [{"block": "expert", "ops": {"F": {"median": 1}, "B": {"median": 2}}}])",
             "model.dense_layers: expected a whole number from 0 to 2147483647, found -1"},
            {"layout beside layers",
             R"("model": {"layout": "Et|tL", "layers_per_stage": 1}, "blocks": [{"block": "expert", "ops": {"F": {"median": 1}, "B": {"median": 2}}}])",
             "model.layout: layers_per_stage says already how many layers each stage has: leave out one of "
             "them"},
            {"negative layers", R"("model": {"layers_per_stage": [1, -1]})",
             "model.layers_per_stage[1]: expected a whole number >= 0, found -1"},
            {"mixture of experts", R"("model": {"moe": 3})",
             "model.moe: expected an object or null, found 3"},
            {"device", R"("device": {"count": -1})", "device.count: expected a whole number >= 0, found -1"},
            {"units", R"("units": {"time": "ms"})", "units.time: expected \"us\", found \"ms\""},
            {"blocks no list", R"("blocks": {})", "blocks: expected a list, found an object"},
            {"block's name", R"("blocks": [{"block": "layers", "ops": {}}])",
             "blocks[0].block: expected \"layer\", \"embedding\", \"head\", \"expert\" or \"mtp\", found "
             "\"layers\""},
            {"block twice",
             R"("blocks": [{"block": "layer", "ops": {"F": {"median": 1}}}, {"block": "layer", "ops": {}}])",
             "blocks[1].block: \"layer\" appears twice"},
            {"time no statistic", R"("blocks": [{"block": "layer", "ops": {"F": 3}}])",
             "blocks[0].ops.F: expected an object, found 3"},
            {"time without a median", R"("blocks": [{"block": "layer", "ops": {"F": {"min": 3}}}])",
             "blocks[0].ops.F: \"median\" is missing"},
            {"negative time", R"("blocks": [{"block": "layer", "ops": {"F": {"median": -3}}}])",
             "blocks[0].ops.F.median: expected a number >= 0, found -3"},
            {"time no number", R"("blocks": [{"block": "layer", "ops": {"F": {"median": "3"}}}])",
             "blocks[0].ops.F.median: expected a number >= 0, found \"3\""},
            {"flag", R"("blocks": [{"block": "layer", "ops": {"F": {"median": 1, "flags": ["hot"]}}}])",
             "blocks[0].ops.F.flags[0]: expected \"not_converged\", \"throttled\", \"power_capped\", "
             "\"bimodal\", \"estimated\" or \"few_samples\", found \"hot\""},
            {"kernel", R"("blocks": [{"block": "layer", "ops": {}, "kernels": [{"name": "a", "op": "B"}]}])",
             "blocks[0].kernels[0].op: expected \"F\", \"I\" or \"W\", found \"B\""},
            {"negative memory",
             R"("blocks": [{"block": "layer", "ops": {"F": {"median": 1}}, "memory": {"weights": -1}}])",
             "blocks[0].memory.weights: expected a number >= 0, found -1"},
            {"fractional memory", R"("blocks": [{"block": "layer", "ops": {}, "memory": {"boundary": 0.5}}])",
             "blocks[0].memory.boundary: expected a whole number, found 0.5"},
            {"no times at all", R"("blocks": [])",
             "blocks: no times: neither \"blocks\" nor \"stages\" has a time of F, I, W or B"},
            {"no times of a kind that is known",
             R"("blocks": [{"block": "layer", "ops": {"opt": {"median": 1}}}])",
             "blocks: no times: neither \"blocks\" nor \"stages\" has a time of F, I, W or B"},
            {"no W of a layer",
             R"("blocks": [{"block": "layer", "ops": {"F": {"median": 1}, "I": {"median": 1}}}])",
             "blocks[0].ops: W is missing: give W, or B, which includes I"},
            {"no W of a later block",
             R"("blocks": [{"block": "layer", "ops": {"F": {"median": 1}, "B": {"median": 1}}},
        {"block": "head", "ops": {"I": {"median": 1}}}])",
             "blocks[1].ops: W is missing: give W, or B, which includes I"},
            {"no W of a stage", R"("provenance": "trace", "stages": [
        {"stage": 1, "ops": {"F": {"median": 1}, "I": {"median": 1}}},
        {"stage": 0, "ops": {"F": {"median": 1}, "I": {"median": 1}, "B": {"median": 3}}}])",
             "stages[0].ops: W is missing: give W, or B, which includes I"},
            {"no layer", R"("blocks": [{"block": "head", "ops": {"F": {"median": 1}}}])",
             "blocks: no times of a \"layer\", which stages are made of"},
            {"overlap's pair", R"("overlap": [{"pair": "B+B", "total": {"median": 1}}])",
             "overlap[0].pair: expected \"F+B\", \"B+F\", \"F+I\" or \"F+W\", found \"B+B\""},
            {"overlap twice",
             R"("overlap": [{"pair": "F+B", "total": {"median": 1}}, {"pair": "F+B", "total": {"median": 2}}])",
             "overlap[1].pair: \"F+B\" appears twice"},
            {"overlap without a total", R"("overlap": [{"pair": "F+B"}])",
             "overlap[0]: \"total\" is missing"},
            {"transfer's kind", R"("transfers": [{"kind": "tcp", "stand_in": false, "points": []}])",
             "transfers[0].kind: expected \"peer_copy\", \"nccl\", \"device_copy\" or \"host_staged\", found "
             "\"tcp\""},
            {"transfer that does not say whether it stands in",
             R"("transfers": [{"kind": "nccl", "points": []}])", "transfers[0]: \"stand_in\" is missing"},
            {"transfer without bandwidth", R"("transfers": [{"kind": "nccl", "stand_in": false, "points": [],
        "fit": {"latency_us": 1, "gbps": 0}}])",
             "transfers[0].fit.gbps: expected a number > 0, found 0"},
            {"transfer from a negative device",
             R"("transfers": [{"kind": "nccl", "stand_in": false, "points": [], "src": -1,
        "dst": 0}])",
             "transfers[0].src: expected a whole number from 0 to 4294967295, found -1"},
            {"negative message",
             R"("transfers": [{"kind": "nccl", "stand_in": false, "points": [{"bytes": -1}]}])",
             "transfers[0].points[0].bytes: expected a number >= 0, found -1"},
            {"negative overhead", R"("overheads": {"per_op_us": -1})",
             "overheads.per_op_us: expected a number >= 0, found -1"},
            {"negative overhead of a transfer", R"("overheads": {"per_edge_us": -1})",
             "overheads.per_edge_us: expected a number >= 0, found -1"},
            {"warning without a message", R"("warnings": [{"code": "a"}])",
             "warnings[0]: \"message\" is missing"},
            {"assumption", R"("assumptions": [1])", "assumptions[0]: expected a string, found 1"},
            {"check", R"("checks": {"closure": []})",
             "checks.closure: expected a number, true or false, a string or null, found an empty list"},
            {"a stage that is missing",
             R"("provenance": "trace", "stages": [{"stage": 0, "ops": {"F": {"median": 1}}},
        {"stage": 3, "ops": {}}, {"stage": 2, "ops": {}}])",
             "stages[1].stage: stage 1 is missing before it"},
            {"a stage twice", R"("provenance": "trace", "stages": [{"stage": 0, "ops": {"F": {"median": 1}}},
        {"stage": 0, "ops": {}}])",
             "stages[1].stage: 0 appears twice"},
            {"a negative stage",
             R"("provenance": "trace", "stages": [{"stage": -1, "ops": {"F": {"median": 1}}}])",
             "stages[0].stage: expected a whole number >= 0, found -1"},
            {"a stage without a number",
             R"("provenance": "trace", "stages": [{"ops": {"F": {"median": 1}}}])",
             "stages[0]: \"stage\" is missing"},
        });
    }

    void refuses()
    {
        const auto [patch, message] = test::givenRow<std::string, std::string>();
        json file = ioCalibrationRefusalsMeasured();
        file.merge_patch(json::parse("{" + patch + "}"));
        const auto read = readCalibration(file.dump(), "c.json");
        QCOMPARE(test::messageOf(read), message);
        QCOMPARE(read.error().where->line, 1U);
    }

    void toleratesWhatItDoesNotKnow()
    {
        const std::string plain = ioCalibrationRefusalsMeasured().dump();
        json file = ioCalibrationRefusalsMeasured();
        file["later"] = 1;
        file["model"]["later"] = {1, 2};
        file["blocks"][0]["later"] = "x";
        file["blocks"][0]["ops"]["F"]["later"] = nullptr;
        const auto read = test::succeeded(readCalibration(file.dump(), "c.json"));
        QVERIFY(read->costs == readCalibration(plain, "c.json")->costs);
    }

    void needsEveryRequiredKey_data()
    {
        QTest::addColumn<QString>("key");
        for (const char* key : {"schema", "provenance", "created_utc", "producer", "model", "device",
                                "method", "blocks", "transfers"})
            QTest::newRow(key) << QString(key);
    }

    void needsEveryRequiredKey()
    {
        QFETCH(QString, key);
        json file = ioCalibrationRefusalsMeasured();
        file.erase(key.toStdString());
        const auto read = readCalibration(file.dump(), "c.json");
        QCOMPARE(qString(test::messageOf(read)), QString("\"%1\" is missing").arg(key));
    }

    void placesTheError()
    {
        std::string text = ioCalibrationRefusalsMeasured().dump(1, ' ');
        const std::string wrong = "\"median\": 20";
        text.replace(text.find(wrong), wrong.size(), "\"median\": -20");
        const auto read = readCalibration(text, "c.json");
        QCOMPARE(test::errorOf(read),
                 "c.json:7:16: blocks[0].ops.B.median: expected a number >= 0, found -20\n"
                 "     \"median\": -20\n               ^");
        QCOMPARE(readCalibration("{\"schema\": 1, \"schema\": 2}", "c.json").error().headline(),
                 "c.json:1:15: the key 'schema' appears twice in one object");
        QCOMPARE(readCalibration("{\"schema\": ", "c.json").error().headline(),
                 "c.json:1:12: invalid JSON: while parsing value: unexpected end of input; expected '[', "
                 "'{', or a literal");
        QCOMPARE(readCalibration("[]", "c.json").error().headline(),
                 "c.json:1:1: expected an object, found an empty list");
    }
};

BUBBLESCOPE_TEST(IoCalibrationRefusals)
#include "io_calibration_refusals.moc"

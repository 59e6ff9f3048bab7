// SPDX-License-Identifier: Apache-2.0
// Calibrations composed into costs. What is expected is the cost file that says the same.
#include <QTest>

#include "core/io/calibration.h"
#include "core/io/costs_json.h"
#include "core/io/transfer_fit.h"
#include "core/time/simulate.h"
#include "tests/core/results_support.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

std::string exampleText()
{
    std::ifstream file(test::testsFolder() / "data/calibration/estimate_h200.json", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A measured file of round numbers; a test changes what it is about by a JSON merge patch.
json measured()
{
    return json::parse(R"({
        "schema": "pipeline-calibration/1", "provenance": "measured", "created_utc": "2026-01-01T00:00:00Z",
        "producer": {"name": "hand", "version": "1"},
        "model": {"name": "toy", "hidden": 8, "ffn": 16, "heads": 2, "kv_heads": 2, "head_dim": 4, "seq": 16,
                  "micro_batch": 2, "dtype": "bf16", "layers_per_stage": 2},
        "device": {"name": "Toy GPU", "count": 2}, "method": {},
        "blocks": [{"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}}}],
        "transfers": [{"kind": "peer_copy", "stand_in": false, "points": [],
                       "fit": {"latency_us": 5, "gbps": 100}}]})");
}

json byHand()
{
    json file = measured();
    file["provenance"] = "manual";
    file["model"] = json::object();
    file["blocks"] = json::array();
    file["stages"] = json::parse(R"([{"stage": 0, "ops": {"F": {"median": 1}, "B": {"median": 3}}},
                                     {"stage": 1, "ops": {"F": {"median": 2}, "B": {"median": 4}}}])");
    return file;
}

json patched(json file, const QString& patch)
{
    file.merge_patch(json::parse("{" + patch.toStdString() + "}"));
    return file;
}

/// What the calibration is as a cost file, in one line, without the head and where it comes from.
QString costsText(CostModel costs)
{
    costs.source.clear();
    costs.notes.clear();
    QString text = qString(writeCosts(costs)).simplified();
    return text.mid(text.indexOf("\"version\": ") + 12).remove(0, 2).chopped(2);
}

QString warningsText(const std::vector<std::string>& warnings)
{
    QStringList lines;
    for (const std::string& warning : warnings)
        lines << qString(warning);
    return lines.join(" | ");
}

} // namespace

class IoCalibration : public QObject
{
    Q_OBJECT

private slots:
    void readsTheExample()
    {
        const auto file = test::succeeded(readCostsFile(exampleText(), "h200.json"));
        QCOMPARE(file->summary, "estimate · llama-8b-like on NVIDIA H200 (datasheet)");
        QCOMPARE(
            costsText(file->costs),
            QString("\"blocks\": { \"layer\": { \"F\": 2765.2, \"I\": 3157.2, \"W\": 2340.8 } }, "
                    "\"layers_per_stage\": 4, \"p2p\": { \"bytes\": 33554432.0 }, \"time_unit\": \"us\""));
        QCOMPARE(warningsText(file->warnings),
                 QString("estimate: no GPU was used: roofline with assumed efficiencies gemm 0.80, attention "
                         "0.60, bandwidth 0.88 | its transfers stay within one device instead of connecting "
                         "two: they are not used, so transfers cost nothing"));
        QCOMPARE(qString(file->costs.source), qString(file->summary));
        QVERIFY(file->costs.notes == file->warnings);
        const CostModel composed = file->costs.forStages(4);
        QCOMPARE(composed.durationOf(ActionKind::Forward, StageId{3}), 4 * 2765.2);
        QCOMPARE(composed.durationOf(ActionKind::Backward, StageId{0}), 4 * (3157.2 + 2340.8));
    }

    void takesStandInsWhenAsked()
    {
        CalibrationOptions options;
        options.standInTransfers = true;
        const auto file = test::succeeded(readCalibration(exampleText(), "h200.json", options));
        QCOMPARE(file->costs.transfer.latency, 10.0);
        QCOMPARE(file->costs.transfer.bandwidth, 4300e3);
        // 32 MiB at 4300 GB/s
        QCOMPARE(file->costs.transfer.time(), 10 + 33554432 / 4300e3);
        QCOMPARE(file->warnings.size(), std::size_t{1});
        QCOMPARE(file->provenance + ", " + file->model + ", " + file->device,
                 "estimate, llama-8b-like, NVIDIA H200 (datasheet)");
    }

    void composes_data()
    {
        QTest::addColumn<bool>("hand");
        QTest::addColumn<QString>("patch");
        QTest::addColumn<QString>("costs");
        const auto row = [](const char* name, const char* patch, const char* costs, bool hand = false) {
            QTest::newRow(name)
                << hand << QString(patch)
                << QString(costs)
                       .simplified()
                       .replace(
                           "PAIR",
                           R"("p2p": { "bandwidth": 100000.0, "bytes": 512.0, "latency": 5.0 }, "time_unit": "us")")
                       .replace("TIMES", R"("layer": { "F": 10.0, "I": 12.0, "W": 8.0 })")
                       .replace(
                           "LAYERS",
                           R"("blocks": { "layer": { "F": 10.0, "I": 12.0, "W": 8.0 } }, "layers_per_stage": 2)");
        };
        row("measured", "", "LAYERS, PAIR");
        const char* const kinds =
            R"("blocks": [{"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}}},
                          {"block": "expert", "ops": {"F": {"median": 1}, "B": {"median": 2}}},
                          {"block": "mtp", "ops": {"F": {"median": 5}, "I": {"median": 6}, "W": {"median": 4}}}])";
        const char* const kindTimes =
            R"("expert": { "B": 2.0, "F": 1.0 }, TIMES, "mtp": { "F": 5.0, "I": 6.0, "W": 4.0 })";
        row("kinds of layers",
            qUtf8Printable(QString(kinds) + R"(, "model": {"dense_layers": 3, "expert_every": 2})"),
            qUtf8Printable(
                QString(
                    R"("blocks": { %1 }, "dense_layers": 3, "expert_every": 2, "layers_per_stage": 2, PAIR)")
                    .arg(kindTimes)));
        row("kinds of layers in a layout",
            qUtf8Printable(
                QString(kinds) +
                R"(, "model": {"dense_layers": 1, "layers_per_stage": null, "layout": "Ett|tmL"})"),
            qUtf8Printable(
                QString(R"("blocks": { %1 }, "dense_layers": 1, "layout": "Ett|tmL", PAIR)").arg(kindTimes)));
        row("layers with experts alone",
            R"("blocks": [{"block": "expert", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}}}])",
            R"("blocks": { "expert": { "F": 10.0, "I": 12.0, "W": 8.0 } }, "layers_per_stage": 2, PAIR)");
        row("layers by stage", R"("model": {"layers_per_stage": [2, 3, 0]})",
            R"("blocks": { TIMES }, "layers_per_stage": [ 2, 3, 0 ], PAIR)");
        row("all blocks, an embedding without I", R"("blocks": [
        {"block": "embedding", "ops": {"F": {"median": 1}, "W": {"median": 2}}},
        {"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}, "B": {"median": 19}}},
        {"block": "head", "ops": {"F": {"median": 4}, "B": {"median": 6}}}])",
            R"("blocks": { "embedding": { "F": 1.0, "I": 0.0, "W": 2.0 }, "head": { "B": 6.0, "F": 4.0 },
           "layer": { "B": 19.0, "F": 10.0, "I": 12.0, "W": 8.0 } }, "layers_per_stage": 2, PAIR)");
        row("an embedding of which only B is known", R"("blocks": [
        {"block": "embedding", "ops": {"F": {"median": 1}, "B": {"median": 2}}},
        {"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}}}])",
            R"("blocks": { "embedding": { "B": 2.0, "F": 1.0, "I": 0.0, "W": 2.0 }, TIMES }, "layers_per_stage": 2,
           PAIR)");
        row("the rest of a backward", R"("blocks": [
        {"block": "layer", "ops": {"F": {"median": 10}, "W": {"median": 8}, "B": {"median": 19}}},
        {"block": "head", "ops": {"F": {"median": 1}, "I": {"median": 8}, "B": {"median": 7}}}])",
            R"("blocks": { "head": { "B": 7.0, "F": 1.0, "I": 8.0, "W": 0.0 },
           "layer": { "B": 19.0, "F": 10.0, "I": 11.0, "W": 8.0 } }, "layers_per_stage": 2, PAIR)");
        row("memory", R"("blocks": [
        {"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}},
         "memory": {"weights": 100, "gradients": 200, "optimizer": 7, "activation_f": 64,
                    "activation_freed_by_i": -16, "activation_freed_by_w": 80, "boundary": 32}}])",
            R"("blocks": { "layer": { "F": 10.0, "I": 12.0, "W": 8.0, "activation": 64.0,
           "activation_kept_until_weight": 1.25, "gradients": 200.0, "optimizer": 7.0, "parameters": 100.0 } },
           "layers_per_stage": 2, "memory_unit": "bytes",
           "p2p": { "bandwidth": 100000.0, "bytes": 32.0, "latency": 5.0 }, "time_unit": "us")");
        row("memory that only I frees", R"("blocks": [
        {"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}},
         "memory": {"activation_f": 64, "activation_freed_by_i": 48}}])",
            R"("blocks": { "layer": { "F": 10.0, "I": 12.0, "W": 8.0, "activation": 64.0,
           "activation_kept_until_weight": 0.25 } }, "layers_per_stage": 2, "memory_unit": "bytes", PAIR)");
        row("overheads", R"("overheads": {"per_op_us": 3, "per_edge_us": 2})",
            R"("blocks": { TIMES, "per_action": 3.0 }, "layers_per_stage": 2,
           "p2p": { "bandwidth": 100000.0, "bytes": 512.0, "latency": 7.0 }, "time_unit": "us")");
        row("overlap with its serial time", R"("overlap": [{"pair": "F+B", "total": {"median": 24},
        "serial": {"median": 32}, "f_done": {"median": 12}, "b_done": {"median": 24}}])",
            R"(LAYERS, "overlap": { "F+B": { "done": [ 0.5, 1.0 ], "share": 0.75 } }, PAIR)");
        row("overlap with the layer's serial time", R"("overlap": [{"pair": "F+B", "total": {"median": 24}},
        {"pair": "F+I", "total": {"median": 11}}, {"pair": "F+W", "total": {"median": 18}}])",
            R"(LAYERS, "overlap": { "F+B": { "share": 0.8 }, "F+I": { "share": 0.5 }, "F+W": { "share": 1.0 } }, PAIR)");
        row("overlap with the backward first", R"("overlap": [{"pair": "B+F", "total": {"median": 24},
        "f_done": {"median": 24}, "b_done": {"median": 6}, "serial": {"median": 24}}])",
            R"(LAYERS, "overlap": { "B+F": { "done": [ 0.25, 1.0 ], "share": 1.0 } }, PAIR)");
        row("a part done after the block", R"("overlap": [{"pair": "F+W", "total": {"median": 20},
        "f_done": {"median": 10}, "b_done": {"median": 21}, "serial": {"median": 20}}])",
            R"(LAYERS, "overlap": { "F+W": { "done": [ 0.5, 1.0 ], "share": 1.0 } }, PAIR)");
        row("both parts done before the block", R"("overlap": [{"pair": "F+W", "total": {"median": 20},
        "f_done": {"median": 4}, "b_done": {"median": 16}, "serial": {"median": 20}}])",
            R"(LAYERS, "overlap": { "F+W": { "done": [ 0.25, 1.0 ], "share": 1.0 } }, PAIR)");
        row("parts done at once", R"("overlap": [{"pair": "F+W", "total": {"median": 20},
        "f_done": {"median": 0}, "b_done": {"median": 0}, "serial": {"median": 20}}])",
            R"(LAYERS, "overlap": { "F+W": { "share": 1.0 } }, PAIR)");
        row("NCCL before copies", R"("transfers": [
        {"kind": "peer_copy", "stand_in": false, "points": [], "fit": {"latency_us": 1, "gbps": 1}},
        {"kind": "nccl", "stand_in": false, "points": [], "fit": {"latency_us": 9, "gbps": 50}},
        {"kind": "host_staged", "stand_in": false, "points": [], "fit": {"latency_us": 2, "gbps": 2}}])",
            R"(LAYERS, "p2p": { "bandwidth": 50000.0, "bytes": 512.0, "latency": 9.0 }, "time_unit": "us")");
        row("a real copy before a stand-in", R"("transfers": [
        {"kind": "nccl", "stand_in": true, "points": [], "fit": {"latency_us": 1, "gbps": 1}},
        {"kind": "host_staged", "stand_in": false, "points": [], "fit": {"latency_us": 2, "gbps": 2}}])",
            R"(LAYERS, "p2p": { "bandwidth": 2000.0, "bytes": 512.0, "latency": 2.0 }, "time_unit": "us")");
        row("idle links before loaded ones", R"("transfers": [
        {"kind": "nccl", "src": 0, "dst": 1, "stand_in": false, "concurrent_compute": true, "points": [], "fit": {"latency_us": 1, "gbps": 1}},
        {"kind": "nccl", "src": 0, "dst": 1, "stand_in": false, "concurrent_compute": false, "points": [], "fit": {"latency_us": 9, "gbps": 50}}])",
            R"(LAYERS, "p2p": { "bandwidth": 50000.0, "bytes": 512.0, "latency": 9.0 }, "time_unit": "us")");
        row("loaded links where no other was measured", R"("transfers": [
        {"kind": "nccl", "stand_in": false, "concurrent_compute": true, "points": [], "fit": {"latency_us": 1, "gbps": 1}}])",
            R"(LAYERS, "p2p": { "bandwidth": 1000.0, "bytes": 512.0, "latency": 1.0 }, "time_unit": "us")");
        row("links that differ", R"("overheads": {"per_edge_us": 0.5}, "transfers": [
        {"kind": "nccl", "src": 0, "dst": 1, "stand_in": false, "points": [], "fit": {"latency_us": 1, "gbps": 50}},
        {"kind": "nccl", "src": 1, "dst": 0, "stand_in": false, "points": [], "fit": {"latency_us": 2, "gbps": 50}},
        {"kind": "nccl", "src": 2, "dst": 1, "stand_in": false, "points": [], "fit": {"latency_us": 3, "gbps": 25}}])",
            R"(LAYERS, "p2p": { "bandwidth": 50000.0, "bytes": 512.0, "latency": 2.5, "links": [
           { "from": 0, "latency": 1.5, "to": 1 }, { "bandwidth": 25000.0, "from": 2, "latency": 3.5, "to": 1 } ] },
           "time_unit": "us")");
        row("a link beside what holds for all", R"("transfers": [
        {"kind": "nccl", "stand_in": false, "points": [], "fit": {"latency_us": 1, "gbps": 50}},
        {"kind": "nccl", "src": 1, "dst": 0, "stand_in": false, "points": [], "fit": {"latency_us": 2, "gbps": 50}}])",
            R"(LAYERS, "p2p": { "bandwidth": 50000.0, "bytes": 512.0, "latency": 1.0, "links": [
           { "from": 1, "latency": 2.0, "to": 0 } ] }, "time_unit": "us")");
        row("points that would begin below 0",
            R"("transfers": [{"kind": "nccl", "stand_in": false, "points": [
        {"bytes": 1, "time": {"median": 1}}, {"bytes": 4, "time": {"median": 8}}]}])",
            R"(LAYERS, "p2p": { "bandwidth": 0.8333333333333334, "bytes": 512.0 }, "time_unit": "us")");
        row("points of one size", R"("transfers": [{"kind": "nccl", "stand_in": false, "points": [
        {"bytes": 512, "time": {"median": 4}}, {"bytes": 512, "time": {"median": 4}}]}])",
            R"(LAYERS, "p2p": { "bandwidth": 128.0, "bytes": 512.0 }, "time_unit": "us")");
        row("larger messages that are quicker",
            R"("transfers": [{"kind": "nccl", "stand_in": false, "points": [
        {"bytes": 1, "time": {"median": 4}}, {"bytes": 512, "time": {"median": 2}}]}])",
            R"(LAYERS, "p2p": { "bytes": 512.0, "latency": 2.4 }, "time_unit": "us")");
        row("messages of fp8", R"("model": {"dtype": "fp8"})",
            R"(LAYERS, "p2p": { "bandwidth": 100000.0, "bytes": 256.0, "latency": 5.0 }, "time_unit": "us")");
        row("messages of tf32", R"("model": {"dtype": "tf32"})",
            R"(LAYERS, "p2p": { "bandwidth": 100000.0, "bytes": 1024.0, "latency": 5.0 }, "time_unit": "us")");
        row("blocks before stages where they were measured",
            R"("stages": [{"stage": 0, "ops": {"F": {"median": 1}}}])", "LAYERS, PAIR");
        row("stages where there are no blocks", R"("blocks": [], "stages": [
        {"stage": 0, "ops": {"F": {"median": 1}, "I": {"median": 2}, "W": {"median": 3}}}])",
            R"("backward": 5.0, "backward_input": 2.0, "backward_weight": 3.0, "forward": 1.0, PAIR)");
        row("stages by hand", "", R"("backward": [ 3.0, 4.0 ], "backward_input": [ 1.5, 2.0 ],
        "backward_weight": [ 1.5, 2.0 ], "forward": [ 1.0, 2.0 ], "p2p": { "bandwidth": 100000.0, "latency": 5.0 },
        "time_unit": "us")",
            true);
        row("stages in any order, with memory and overheads", R"("overheads": {"per_op_us": 1}, "stages": [
        {"stage": 1, "ops": {"F": {"median": 2}, "B": {"median": 4}, "I": {"median": 3}},
         "memory": {"activation_f": 30, "activation_freed_by_w": 15, "weights": 5, "gradients": 6, "boundary": 64}},
        {"stage": 0, "ops": {"F": {"median": 1}, "I": {"median": 2}, "W": {"median": 3}},
         "memory": {"activation_f": 10, "activation_freed_by_w": 5, "weights": 7, "gradients": 8}}])",
            R"("activation": [ 10.0, 30.0 ], "activation_kept_until_weight": 0.5, "backward": [ 6.0, 5.0 ],
           "backward_input": [ 3.0, 4.0 ], "backward_weight": [ 4.0, 2.0 ], "forward": [ 2.0, 3.0 ],
           "gradients": [ 8.0, 6.0 ], "host_overhead": 1.0, "memory_unit": "bytes",
           "p2p": { "bandwidth": 100000.0, "bytes": 64.0, "latency": 5.0 },
           "parameters": [ 7.0, 5.0 ], "time_unit": "us")",
            true);
        row("stages of a trace before blocks", R"("provenance": "trace", "stages": [
        {"stage": 0, "ops": {"F": {"median": 1}, "B": {"median": 2}}}])",
            R"("backward": 2.0, "backward_input": 1.0, "backward_weight": 1.0, "forward": 1.0, PAIR)");
        row("blocks where the stages by hand have no times", R"("provenance": "manual", "stages": [])",
            "LAYERS, PAIR");
    }

    void composes()
    {
        QFETCH(bool, hand);
        QFETCH(QString, patch);
        QFETCH(QString, costs);
        const json file = patched(hand ? byHand() : measured(), patch);
        const auto read = test::succeeded(readCalibration(file.dump(), "c.json"));
        QCOMPARE(costsText(read->costs), costs);
        QVERIFY(readCosts(writeCosts(read->costs), "again.json").value() == read->costs);
    }

    void warns_data()
    {
        test::addRows<bool, QString, QString>({
            {"nothing", false, "", ""},
            {"the file's own, grouped", false,
             R"("warnings": [{"code": "closure", "message": "sum is 0.8", "point": "layer"},
        {"code": "noise", "message": "12 %"}, {"code": "noise", "message": "14 %", "point": "W"}])",
             "closure: sum is 0.8 (layer) | noise: 12 % (and 1 more of this kind)"},
            {"flags, grouped", false,
             R"("blocks": [{"block": "layer", "ops": {"F": {"median": 10, "flags": ["throttled"]},
        "I": {"median": 12, "flags": ["throttled", "bimodal"]}, "W": {"median": 8, "flags": ["throttled"]},
        "B": {"median": 8, "flags": ["throttled"]}}}])",
             "bimodal: the times of layer I | throttled: the times of layer F, layer I, layer W and 1 more"},
            {"a flag that the file's warning says already", false,
             R"("warnings": [{"code": "throttled", "message": "hot"}],
        "blocks": [{"block": "layer", "ops": {"F": {"median": 10, "flags": ["throttled"]}, "B": {"median": 20}}}])",
             "throttled: hot"},
            {"flags of transfers and overlap", false,
             R"("overlap": [{"pair": "F+B", "total": {"median": 24, "flags": ["few_samples"]}}],
        "transfers": [{"kind": "nccl", "stand_in": false, "points": [
        {"bytes": 1, "time": {"median": 4, "flags": ["few_samples"]}}, {"bytes": 9, "time": {"median": 4, "flags": ["few_samples"]}}]}])",
             "few_samples: the times of overlap F+B, nccl transfers"},
            {"text of many lines", false, R"("warnings": [{"code": "a", "message": "one\ntwo"}])",
             "a: one two"},
            {"no transfers", false, R"("transfers": [])", "no transfers were measured: they cost nothing"},
            {"transfers without numbers", false,
             R"("transfers": [{"kind": "nccl", "stand_in": false, "points": []}])",
             "transfers[0] has neither a fit nor points: ignored | no transfers were measured: they cost "
             "nothing"},
            {"no layers", false, R"("model": {"layers_per_stage": null})",
             "model.layers_per_stage is missing: one layer per stage is assumed"},
            {"times that are missing", false, R"("blocks": [{"block": "layer", "ops": {"F": {"median": 10}}},
        {"block": "head", "ops": {"W": {"median": 10}}}])",
             "no time of I, W, B of the layer: taken as 0 | no time of F, I of the head: taken as 0"},
            {"overlap without the time beside it", true,
             R"("blocks": [], "overlap": [{"pair": "F+B", "total": {"median": 24}}])",
             "overlap F+B does not give the time without overlap: the sum of both parts is used | the size "
             "of a message is unknown: a transfer costs only its latency"},
            {"stages that lack a time", true,
             R"("model": {"hidden": 8, "seq": 1, "micro_batch": 1, "dtype": "bf16"}, "stages": [
        {"stage": 0, "ops": {"F": {"median": 1}, "W": {"median": 3}}, "memory": {"weights": 4}},
        {"stage": 1, "ops": {"B": {"median": 1}}}, {"stage": 2, "ops": {"W": {"median": 1}}}])",
             "no time of F of stages 1, 2: taken as 0 | no time of I of stages 0, 2: taken as 0 | no weights "
             "of stages 1, 2: taken as 0"},
        });
    }

    void warns()
    {
        const auto [hand, patch, said] = test::givenRow<bool, QString, QString>();
        const json file = patched(hand ? byHand() : measured(), patch);
        const auto read = test::succeeded(readCalibration(file.dump(), "c.json"));
        QCOMPARE(warningsText(read->warnings), said);
    }

    void fitsALine()
    {
        // A ladder from 4 KiB to 256 MiB at 7 us and 40 GB/s.
        std::vector<calibration::TransferPoint> points{{1, 0}};
        for (double bytes = 4096; bytes <= 268435456; bytes *= 4)
            points.push_back({bytes, 7 + bytes / 40e3});
        const auto fit = calibration::fitTransfer(points);
        QVERIFY(fit.has_value());
        QVERIFY(std::abs(fit->latency - 7) < 1e-8);
        QVERIFY(std::abs(fit->bandwidth - 40e3) < 1e-4);
        QVERIFY(!calibration::fitTransfer({}).has_value());
        QVERIFY(!calibration::fitTransfer(std::span(points).first(1)).has_value());
    }

    void timesWhatItSays()
    {
        const auto read =
            test::succeeded(readCalibration(patched(measured(), "\"transfers\": []").dump(), "c.json"));
        const auto order = std::make_shared<const Schedule>(test::parse("0F0 0B0\n1F0 1B0"));
        const auto timeline = test::succeeded(simulate(order, read->costs));
        // Two layers a stage: F 20, B 40, on two stages one after the other.
        QCOMPARE(timeline->makespan, 120.0);
        QCOMPARE(timeline->unit, "us");
    }

    void keepsTheSharedSchema()
    {
        if (test::sharedFolder().empty())
            QSKIP("the shared folder is not there");
        QVERIFY(test::sharedJson("spec/calibration.schema.json") == json::parse(calibrationSchema()));
        QVERIFY(test::sharedJson("spec/calibration.example.json") == json::parse(exampleText()));
    }
};

BUBBLESCOPE_TEST(IoCalibration)
#include "io_calibration.moc"

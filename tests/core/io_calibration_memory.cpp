// SPDX-License-Identifier: Apache-2.0
// Memory of stages composed from a calibration's blocks, up to the memory curve. What is expected is counted
// by hand.
#include <QTest>

#include "core/generate/generate.h"
#include "core/io/calibration.h"
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
#include "tests/core/rows_support.h"
#include "tests/support/test_program.h"

#include <array>
#include <nlohmann/json.hpp>

using namespace bubblescope;

namespace {

/// An embedding, a layer and a head of round numbers.
std::string fileWith(const char* layersPerStage)
{
    nlohmann::json file = nlohmann::json::parse(R"({
        "schema": "pipeline-calibration/1", "provenance": "measured", "created_utc": "2026-01-01T00:00:00Z",
        "producer": {"name": "hand", "version": "1"},
        "model": {"name": "toy", "hidden": 8, "ffn": 16, "heads": 2, "kv_heads": 2, "head_dim": 4, "seq": 16,
                  "micro_batch": 2, "dtype": "bf16", "layers_per_stage": 1},
        "device": {"name": "Toy GPU", "count": 1}, "method": {}, "transfers": [],
        "blocks": [
          {"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}},
           "memory": {"activation_f": 100, "activation_freed_by_i": 25, "activation_freed_by_w": 75,
                      "weights": 20, "gradients": 40, "optimizer": 120}},
          {"block": "embedding", "ops": {"F": {"median": 1}, "W": {"median": 2}, "B": {"median": 2}},
           "memory": {"activation_f": 4, "activation_freed_by_w": 4, "weights": 1000, "gradients": 2000, "optimizer": 6000}},
          {"block": "head", "ops": {"F": {"median": 5}, "I": {"median": 6}, "W": {"median": 7}},
           "memory": {"activation_f": 50, "activation_freed_by_w": 50, "weights": 300, "gradients": 600, "optimizer": 1800}}]})");
    file["model"]["layers_per_stage"] = nlohmann::json::parse(layersPerStage);
    return file.dump();
}

QString inWords(const StageValues& values, std::uint32_t stages)
{
    QStringList list;
    for (std::uint32_t stage = 0; stage < stages; ++stage)
        list << QString::number(values.at(StageId{stage}));
    return list.join(' ');
}

} // namespace

class IoCalibrationMemory : public QObject
{
    Q_OBJECT

private slots:
    void composesStages_data()
    {
        test::addRows<std::string, uint, QString, QString, QString, QString, QString, QString>({
            {"one number for all", "2", 4U, "204 200 200 250", "1040 40 40 340", "2080 80 80 680",
             "6240 240 240 2040", "21 20 20 25", "154 150 150 200"},
            {"a list of one a stage", "[1, 3, 2]", 3U, "104 300 250", "1020 60 340", "2040 120 680",
             "6120 360 2040", "11 30 25", "79 225 200"},
            {"one stage has both ends", "2", 1U, "254", "1340", "2680", "8040", "26", "204"},
            {"ends without layers", "[0, 4, 0]", 3U, "4 400 50", "1000 80 300", "2000 160 600",
             "6000 480 1800", "1 40 5", "4 300 50"},
        });
    }

    void composesStages()
    {
        const auto [layers, stages, activation, parameters, gradients, optimizer, forward, keptUntilWeight] =
            test::fetchRow<std::string, uint, QString, QString, QString, QString, QString, QString>();
        const auto file = test::succeeded(readCalibration(fileWith(layers.c_str()), "toy.json"));
        QVERIFY(file->costs.check(stages).has_value());
        const CostModel composed = file->costs.forStages(stages);
        QCOMPARE(inWords(composed.activation, stages), activation);
        QCOMPARE(inWords(composed.parameters, stages), parameters);
        QCOMPARE(inWords(composed.gradients, stages), gradients);
        QCOMPARE(inWords(composed.optimizer, stages), optimizer);
        QCOMPARE(inWords(*composed.forward, stages), forward);
        StageValues kept = composed.activation;
        for (uint stage = 0; stage < stages; ++stage)
            kept.values[stage] *= composed.activationKeptUntilWeight.at(StageId{stage});
        QCOMPARE(inWords(kept, stages), keptUntilWeight);
    }

    void aListForOtherStagesIsRefused()
    {
        const auto file = test::succeeded(readCalibration(fileWith("[1, 3, 2]"), "toy.json"));
        const auto fits = checkPlaced(file->costs, 4, file->lists);
        QVERIFY(!fits);
        QVERIFY2(fits.error().message.text().find("layers_per_stage") != std::string::npos,
                 fits.error().message.text().c_str());
    }

    void theCurveHoldsThem()
    {
        const auto file = test::succeeded(readCalibration(fileWith("2"), "toy.json"));
        const auto request = test::succeeded(requestFromText("1f1b:ranks=4,microbatches=8"));
        const auto order = test::succeeded(generate(*request));
        const auto timeline =
            test::succeeded(simulate(std::make_shared<const Schedule>(*order), file->costs));
        const auto curves = MemoryCurves::build(*timeline, file->costs);
        // 1F1B holds 4, 3, 2, 1 microbatches; parameters and what the optimizer keeps always, gradients from
        // the first backward on.
        const std::array<double, 4> most{4 * 204 + 1040 + 2080 + 6240, 3 * 200 + 40 + 80 + 240,
                                         2 * 200 + 40 + 80 + 240, 250 + 340 + 680 + 2040};
        for (std::uint32_t rank = 0; rank < most.size(); ++rank)
            QCOMPARE(curves->peak(RankId{rank}).level, most[rank]);
        QVERIFY(!curves->countsActivations());
        QVERIFY(curves->unit() == MemoryUnit::Bytes);
        QCOMPARE(curves->levelAt(RankId{0}, 0), 1040.0 + 6240 + 204);
        QCOMPARE(curves->levelAt(RankId{3}, 0), 340.0 + 2040);
    }
};

BUBBLESCOPE_TEST(IoCalibrationMemory)
#include "io_calibration_memory.moc"

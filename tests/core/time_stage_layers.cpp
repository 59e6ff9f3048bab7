// SPDX-License-Identifier: Apache-2.0
// Stages that are made of layers of several kinds, by a layout or by numbers of layers.
#include <QTest>

#include "core/io/calibration.h"
#include "core/io/costs_json.h"
#include "core/time/stage_layers.h"
#include "core/time/what_if.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Each kind of layer has a power of ten of its own.
CostModel layeredCosts()
{
    CostModel costs;
    BlockCosts& blocks = costs.blocks.emplace();
    const auto give = [](BlockCost& block, double value) {
        block.forward = value;
        block.backwardInput = value;
        block.backwardWeight = value;
        block.activation = value;
        block.parameters = value;
    };
    give(blocks.layer, 1);
    give(blocks.expert, 10);
    give(blocks.prediction, 100);
    give(blocks.embedding, 1000);
    give(blocks.head, 10000);
    costs.denseLayers = 1;
    return costs;
}

QString stagesInWords(const StageValues& values)
{
    QStringList list;
    for (const double value : values.values)
        list << QString::number(value);
    return list.join(' ');
}

} // namespace

class TimeStageLayers : public QObject
{
    Q_OBJECT

private slots:
    void aLayoutComposesStages_data()
    {
        addRows<const char*, uint, uint, QString>({
            {"in order", "Ett|tt|tmL", 1U, 1U, "1011 20 10110"},
            {"all dense", "Ett|tt|tmL", 9U, 1U, "1002 2 10101"},
            {"every second has experts", "Ett|tt|tL", 0U, 2U, "1011 11 10010"},
            {"empty stages", "|Et||tL|", 0U, 1U, "0 1010 0 10010 0"},
            {"loss alone", "Et*3|m|L", 2U, 1U, "1012 100 10000"},
        });
    }
    void aLayoutComposesStages()
    {
        const auto& [layout, dense, every, expected] = givenRow<const char*, uint, uint, QString>();
        CostModel costs = layeredCosts();
        costs.layout = layout;
        costs.denseLayers = dense;
        costs.expertEvery = every;
        const auto stages = static_cast<std::uint32_t>(expected.count(' ') + 1);
        QVERIFY(costs.check(stages).has_value());
        const CostModel composed = costs.forStages(stages);
        QCOMPARE(stagesInWords(*composed.forward), expected);
        QCOMPARE(stagesInWords(composed.parameters), expected);
        QVERIFY(composed.layout.empty() && composed.check(stages).has_value());
    }

    void numbersOfLayersHaveKindsToo()
    {
        CostModel costs = layeredCosts();
        costs.layersPerStage = StageValues(std::vector<double>{2, 1});
        QCOMPARE(stagesInWords(*costs.forStages(2).forward), QStringLiteral("1011 10010"));
    }

    void aRecomputationRunsLayersAgainAndKeepsTheirInputs()
    {
        CostModel costs = layeredCosts();
        costs.layout = "Ett|tt|tmL";
        costs.blocks->perAction = 0.5;
        const CostModel composed = costs.forStages(3);
        QCOMPARE(stagesInWords(*composed.recompute), QStringLiteral("11.5 20.5 110.5"));
        // Neither embedding nor head is made again.
        QCOMPARE(stagesInWords(*composed.activationRecomputed),
                 stagesInWords(StageValues({11.0 / 1011, 1.0, 110.0 / 10110})));
        costs.memoryUnit = MemoryUnit::Bytes;
        costs.transfer.bytes = 0.5;
        QCOMPARE(stagesInWords(*costs.forStages(3).activationRecomputed),
                 stagesInWords(StageValues({1 - 1001.0 / 1011, 1 - 1.0 / 20, 1 - 10001.0 / 10110})));
        QVERIFY(costs.forStages(3) == costs.forStages(3).forStages(3));

        // What is given stands.
        costs.recompute = StageValues(3.0);
        costs.activationRecomputed = StageValues(0.25);
        QVERIFY(costs.forStages(3).recompute == StageValues(3.0));
        QVERIFY(costs.forStages(3).activationRecomputed == StageValues(0.25));
        // 1 is a share as any other.
        costs.activationRecomputed = StageValues(1.0);
        QCOMPARE(costs.forStages(3).recomputedShare(StageId{0}), 1.0);

        // Without blocks a stage's own input is all that is known to stay.
        CostModel ofStages;
        ofStages.memoryUnit = MemoryUnit::Bytes;
        ofStages.transfer.bytes = 10;
        ofStages.activation = StageValues({100.0, 5.0});
        QVERIFY(ofStages.forStages(2).activationRecomputed == StageValues({0.9, 0.0}));
        ofStages.memoryUnit = MemoryUnit::Own;
        QVERIFY(!ofStages.forStages(2).activationRecomputed);
    }

    void whatIsMultipliedIsRecomputedSo()
    {
        CostModel costs = layeredCosts();
        costs.layout = "Ett|tt|tmL";
        WhatIf twice;
        twice.kinds[ActionKind::Forward] = 2;
        QCOMPARE(stagesInWords(*scaled(costs, twice, 3).recompute), QStringLiteral("22 40 220"));
        costs.recompute = StageValues(3.0);
        QCOMPARE(stagesInWords(*scaled(costs, twice, 3).recompute), QStringLiteral("3 3 3"));
    }

    void whatDoesNotGoTogetherIsRefused_data()
    {
        addRows<QString, QString>({
            {"stages", "Et|tL|", "the layout has 3 stages, but the schedule has 2"},
            {"no layout", "Ex|L",
             "'x' is no layer: layers are E (embedding), t (decoder), m (multi-token prediction) and L "
             "(loss); | parts stages, x*3 and (…)*3 repeat"},
        });
    }
    void whatDoesNotGoTogetherIsRefused()
    {
        const auto& [layout, refusal] = givenRow<QString, QString>();
        CostModel costs = layeredCosts();
        costs.layout = layout.toStdString();
        QCOMPARE(QString::fromStdString(costs.check(2).error().message.text()), refusal);
    }

    void aLayoutStandsAlone()
    {
        CostModel costs = layeredCosts();
        costs.layout = "Et|tL";
        costs.layersPerStage = StageValues(2.0);
        QVERIFY(costs.check(2).error().message.is({"costs.layout-and-layers", ""}));
        costs = CostModel{};
        costs.layout = "Et|tL";
        QVERIFY(costs.check(2).error().message.is({"costs.layout-without-blocks", ""}));
        costs = layeredCosts();
        costs.expertEvery = 0;
        QVERIFY(!costs.check(2));
    }

    void whatTakesNothingIsSaid_data()
    {
        const QString given = R"("layer": {"F": 1})";
        addRows<QString, QString, QString>({
            {"nothing to say", given + R"(, "expert": {"F": 2}, "head": {"F": 1}, "embedding": {"W": 1})",
             R"("layout": "Et|tL", "dense_layers": 1)", ""},
            {"kinds", given + R"(, "head": {"F": 1})", R"("layout": "Et|tmL")",
             "costs.json:3:12: layers of the layout that take no time and no memory: E, m, for the blocks "
             "have no \"embedding\", \"mtp\""},
            {"decoder layers", R"("expert": {"F": 1}, "embedding": {"F": 1}, "head": {"F": 1})",
             R"("layout": "Et|tL", "dense_layers": 1)",
             "costs.json:3:12: layers of the layout that take no time and no memory: t, for the blocks have "
             "no \"layer\""},
            {"no experts", given, R"("dense_layers": 3)",
             "costs.json:3:18: dense_layers is not used: it says which decoder layers have experts, but the "
             "blocks have no \"expert\""},
            {"every", given, R"("expert_every": 2)",
             "costs.json:3:18: expert_every is not used: it says which decoder layers have experts, but the "
             "blocks have no \"expert\""},
        });
    }
    void whatTakesNothingIsSaid()
    {
        const auto& [blocks, layers, said] = givenRow<QString, QString, QString>();
        const QString text = QStringLiteral("{\"format\": \"bubblescope-costs\", \"version\": 2,\n"
                                            " \"blocks\": {%1},\n %2}\n")
                                 .arg(blocks, layers);
        const Result<CostsFile> file = readCostsFile(text.toStdString(), "costs.json");
        QVERIFY(file.has_value());
        QStringList found;
        for (const Error& remark : remarksOnLayers(file->costs, file->lists))
            found << QString::fromStdString(remark.headline());
        QCOMPARE(found.join('\n'), said);
    }

    void aLayoutIsRefusedWhereItStands_data()
    {
        addRows<QString, QString>({
            {"a letter", "Ett|txL", "costs.json:2:85: 'x' is no layer"},
            {"stages", "Et|t|tL", "costs.json:2:79: the layout has 3 stages, but the schedule has 2"},
        });
    }
    void aLayoutIsRefusedWhereItStands()
    {
        const auto& [layout, said] = givenRow<QString, QString>();
        const QString text = QStringLiteral("{\"format\": \"bubblescope-costs\", \"version\": 2,\n"
                                            " \"blocks\": {\"layer\": {\"F\": 1}, \"head\": {\"F\": 1}}, "
                                            "                  \"layout\": \"%1\"}\n")
                                 .arg(layout);
        const Result<CostsFile> file = readCostsFile(text.toStdString(), "costs.json");
        QVERIFY(file.has_value());
        const Result<void> fits = checkPlaced(file->costs, 2, file->lists);
        const QString found = fits ? QString() : QString::fromStdString(fits.error().headline());
        QVERIFY2(found.startsWith(said), qUtf8Printable(found));
    }

    void filesKeepThem()
    {
        CostModel costs = layeredCosts();
        costs.layout = "Ett|tmL";
        costs.expertEvery = 2;
        const std::string text = writeCosts(costs);
        QVERIFY(text.find("\"version\": 2") != std::string::npos);
        QVERIFY(readCosts(text, "a.json").value() == costs);
    }
};

BUBBLESCOPE_TEST(TimeStageLayers)
#include "time_stage_layers.moc"

// SPDX-License-Identifier: Apache-2.0
// Stages that are made of layers of several kinds, by a layout or by numbers of layers.
#include <QTest>

#include "core/io/costs_json.h"
#include "core/time/stage_layers.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

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
        test::addRows<const char*, uint, uint, QString>({
            {"in order", "Ett|tt|tmL", 1U, 1U, "1011 20 10110"},
            {"all dense", "Ett|tt|tmL", 9U, 1U, "1002 2 10101"},
            {"every second has experts", "Ett|tt|tL", 0U, 2U, "1011 11 10010"},
            {"empty stages", "|Et||tL|", 0U, 1U, "0 1010 0 10010 0"},
            {"loss alone", "Et*3|m|L", 2U, 1U, "1012 100 10000"},
        });
    }
    void aLayoutComposesStages()
    {
        const auto& [layout, dense, every, expected] = test::givenRow<const char*, uint, uint, QString>();
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

    void whatDoesNotGoTogetherIsRefused_data()
    {
        test::addRows<QString, QString>({
            {"stages", "Et|tL|", "the layout has 3 stages, but the schedule has 2"},
            {"no layout", "Ex|L",
             "'x' is no layer: layers are E (embedding), t (decoder), m (multi-token prediction) and L "
             "(loss); | parts stages, x*3 and (…)*3 repeat"},
        });
    }
    void whatDoesNotGoTogetherIsRefused()
    {
        const auto& [layout, refusal] = test::givenRow<QString, QString>();
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

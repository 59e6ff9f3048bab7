// SPDX-License-Identifier: Apache-2.0
// Models from files, presets and lists of layers.
#include "shapes.h"

#include "probe/plan/block_memory.h"
#include "probe/plan/model_fields.h"
#include "probe/plan/model_json.h"
#include "probe/plan/model_presets.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

class ProbeModelTest : public QObject
{
    Q_OBJECT

private slots:
    void aModelIsReadAsItIsWritten()
    {
        ModelShape shape = llamaLike();
        shape.name = "mine";
        shape.layersPerStage = {3, 4, 4, 3};
        shape.recompute = Recompute::Attention;
        shape.dataType = DataType::Fp16;
        shape.gradientType = DataType::Bf16;
        shape.bias = shape.tiedEmbedding = true;
        shape.gated = shape.causal = false;
        const std::string text = modelValue(shape).dump();
        const auto read = valueOf(readModel(text, "m.json"));
        QVERIFY(read == shape);
    }

    void aMixtureIsReadAsItIsWritten()
    {
        ModelShape shape = llamaLike();
        QVERIFY(modelValue(shape)["moe"].is_null());
        QVERIFY(!modelValue(shape).contains("fp8_scaling") &&
                !modelValue(shape).contains("with_collectives"));
        shape.experts = 64;
        shape.topK = 6;
        shape.expertFfn = 1408;
        shape.sharedExperts = 2;
        shape.expertParallel = 8;
        shape.sequenceParallel = shape.withCollectives = true;
        shape.dataType = DataType::Fp8;
        shape.fp8Scaling = Fp8Scaling::Block;
        QVERIFY(checkShape(shape));
        QVERIFY(valueOf(readModel(modelValue(shape).dump(), "m.json")) == shape);
        const auto dense = valueOf(readModel(R"({"preset": "mixtral-8x7b", "moe": null})", "m.json"));
        QVERIFY(!dense.isMoe() && checkShape(dense));
        const auto wide = valueOf(readModel(R"({"preset": "mixtral-8x7b", "moe": {"top_k": 3}})", "m.json"));
        QCOMPARE(wide.topK, std::int64_t{3});
        QCOMPARE(wide.experts, std::int64_t{8});
    }

    void aPresetIsChangedByWhatIsGiven()
    {
        const auto read =
            valueOf(readModel(R"({"preset": "llama-3-70b", "seq": 4096, "layers_per_stage": 5})", "m.json"));
        QCOMPARE(read.seq, std::int64_t{4096});
        QCOMPARE(read.hidden, std::int64_t{8192});
        QCOMPARE(read.layersPerStage, std::vector<std::int64_t>{5});
    }

    void presetsAreWhole()
    {
        QCOMPARE(modelPresets().size(), std::size_t{8});
        for (const ModelPreset& preset : modelPresets()) {
            QVERIFY2(checkShape(preset.shape).has_value(), preset.key.c_str());
            QCOMPARE(preset.layers % preset.stages, std::int64_t{0});
            QCOMPARE(preset.shape.layersPerStage.front() * preset.stages, preset.layers);
            QVERIFY(!preset.source.empty());
            QVERIFY(findPreset(preset.key).has_value());
        }
        QCOMPARE(findPreset("llama-3-70").error().message.text(),
                 "unknown model \"llama-3-70\": did you mean llama-3-70b?");
    }

    void presetsHaveThePublishedParameters_data()
    {
        addRows<double>({
            {"gpt-3-175b", 174.6},
            {"llama-3-8b", 8.03},
            {"llama-3-70b", 70.55},
            {"llama-3-405b", 405.85},
            {"mixtral-8x7b-dense", 7.24},
            {"mixtral-8x7b", 46.7},
            {"qwen2.5-72b", 72.7},
        });
    }

    void presetsHaveThePublishedParameters()
    {
        const auto& [billions] = givenRow<double>();
        const ModelPreset preset = *findPreset(QTest::currentDataTag());
        const ModelShape& shape = preset.shape;
        const std::int64_t words = shape.vocab * shape.hidden * (shape.tiedEmbedding ? 1 : 2);
        const double parameters =
            static_cast<double>(preset.layers * parametersOf(Block::Layer, shape) + words) / 1e9;
        QVERIFY2(std::abs(parameters / billions - 1) < 0.005, qPrintable(QString::number(parameters)));
    }

    void wrongModelsSayWhere_data()
    {
        addRows<QString, QString>({
            {"type", R"({"hidden": "4096"})", R"(m.json:1:12: hidden: expected a whole number)"},
            {"zero", R"({"hidden": 0})", R"(m.json:1:12: hidden: )"},
            {"key", R"({"hiden": 4096})", R"(m.json:1:2: hiden: )"},
            {"dtype", R"({"dtype": "int8"})",
             R"(m.json:1:11: dtype: "int8" is not a data type; expected bf16, fp16, tf32, fp32 or fp8)"},
            {"switch", R"({"gated": 1})", R"(m.json:1:11: gated: expected true or false, found 1)"},
            {"layers", R"({"layers_per_stage": [4, -1]})", R"(m.json:1:26: layers_per_stage[1]: )"},
            {"scaling", R"({"fp8_scaling": "row"})",
             R"(m.json:1:17: fp8_scaling: "row" is not a scaling of fp8: expected tensor or block)"},
            {"experts", R"({"moe": {"experts": -1}})", "m.json:1:21: moe.experts: "},
            {"mixture", R"({"moe": {"expert": 1}})", "m.json:1:10: moe.expert: "},
            {"mixture's kind", R"({"moe": 3})", "m.json:1:9: moe: expected an object or null, found 3"},
            {"outside", R"({"top_k": 3})", "m.json:1:2: top_k: "},
            {"preset", R"({"preset": "gpt"})", R"(m.json:1:12: preset: unknown model "gpt")"},
            {"list", "[]", "m.json:1:1: "},
        });
    }

    void wrongModelsSayWhere()
    {
        const auto& [text, message] = givenRow<QString, QString>();
        const std::string bytes = text.toStdString();
        const Result<ModelShape> shape = readModel(bytes, "m.json");
        QVERIFY(!shape);
        const QString told = QString::fromStdString(shape.error().headline());
        QVERIFY2(told.startsWith(message), qPrintable(told));
    }

    void layersAreReadFromText()
    {
        QCOMPARE(*layersFromText("4"), std::vector<std::int64_t>{4});
        QCOMPARE(*layersFromText("3,4,0"), (std::vector<std::int64_t>{3, 4, 0}));
        for (const char* wrong : {"", "4,", ",4", "x", "4;4", "-1", "99999999999999999999"})
            QVERIFY2(!layersFromText(wrong), wrong);
        QCOMPARE(layersFromText("4,x").error().message.text(),
                 "layers \"4,x\": \"x\" is not a number of layers; expected 4, or 4,4,4,3 with a number for "
                 "each stage");
    }
};

BUBBLESCOPE_TEST(ProbeModelTest)
#include "probe_model_test.moc"

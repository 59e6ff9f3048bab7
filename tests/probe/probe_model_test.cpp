// SPDX-License-Identifier: Apache-2.0
// Models from files, presets and lists of layers.
#include "shapes.h"

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
        QCOMPARE(modelPresets().size(), std::size_t{6});
        for (const ModelPreset& preset : modelPresets()) {
            QVERIFY2(checkShape(preset.shape).has_value(), preset.key.c_str());
            QCOMPARE(preset.layers % preset.stages, std::int64_t{0});
            QCOMPARE(preset.shape.layersPerStage.front() * preset.stages, preset.layers);
            QVERIFY(!preset.source.empty());
            QVERIFY(findPreset(preset.key).has_value());
        }
        QCOMPARE(findPreset("llama-3-70").error().message.text(),
                 "no model is called \"llama-3-70\": did you mean llama-3-70b?");
    }

    void presetsHaveThePublishedParameters_data()
    {
        addRows<double>({
            {"gpt-3-175b", 174.6},
            {"llama-3-8b", 8.03},
            {"llama-3-70b", 70.55},
            {"llama-3-405b", 405.85},
            {"mixtral-8x7b-dense", 7.24},
            {"qwen2.5-72b", 72.7},
        });
    }

    void presetsHaveThePublishedParameters()
    {
        const auto& [billions] = givenRow<double>();
        const ModelPreset preset = *findPreset(QTest::currentDataTag());
        const ModelShape& shape = preset.shape;
        const std::int64_t qkv = (shape.heads + 2 * shape.kvHeads) * shape.headDim * shape.hidden;
        const std::int64_t proj = shape.heads * shape.headDim * shape.hidden;
        const std::int64_t ffn = (shape.gated ? 3 : 2) * shape.ffn * shape.hidden;
        const std::int64_t words = shape.vocab * shape.hidden * (shape.tiedEmbedding ? 1 : 2);
        const double parameters = static_cast<double>(preset.layers * (qkv + proj + ffn) + words) / 1e9;
        QVERIFY2(std::abs(parameters / billions - 1) < 0.005, qPrintable(QString::number(parameters)));
    }

    void wrongModelsSayWhere_data()
    {
        addRows<QString, QString>({
            {"type", R"({"hidden": "4096"})", R"(m.json:1:12: hidden: expected a whole number)"},
            {"zero", R"({"hidden": 0})", R"(m.json:1:12: hidden: )"},
            {"key", R"({"hiden": 4096})", R"(m.json:1:2: hiden: )"},
            {"dtype", R"({"dtype": "int8"})",
             R"(m.json:1:11: dtype: "int8" is no data type: expected bf16, fp16, tf32, fp32 or fp8)"},
            {"switch", R"({"gated": 1})", R"(m.json:1:11: gated: expected true or false, found 1)"},
            {"layers", R"({"layers_per_stage": [4, -1]})", R"(m.json:1:26: layers_per_stage[1]: )"},
            {"preset", R"({"preset": "gpt"})", R"(m.json:1:12: preset: no model is called "gpt")"},
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
                 "layers \"4,x\": \"x\" is no number of layers; expected 4, or 4,4,4,3 for a number for each "
                 "stage");
    }
};

BUBBLESCOPE_TEST(ProbeModelTest)
#include "probe_model_test.moc"

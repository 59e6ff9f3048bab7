// SPDX-License-Identifier: Apache-2.0
// What Megatron-Core makes of layout strings, and which ones it refuses and why.
#include "core/analyze/layout_json.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <map>

using namespace bubblescope;

namespace {

using nlohmann::json;

std::optional<std::uint32_t> numberOrNone(const json& value)
{
    return value.is_null() ? std::nullopt : std::optional(value.get<std::uint32_t>());
}

/// By Megatron's rule, as the records name it: the code of our refusal.
const std::map<std::string, std::string>& codes()
{
    static const std::map<std::string, std::string> kCodes{
        {"unknown character", "layout.unknown-layer"},
        {"stages not divisible by pp", "layout.stages-not-divisible"},
        {"pp is zero", "layout.no-ranks"},
        {"vpp conflicts with layout", "layout.other-stages-per-rank"},
        {"no layers", "layout.no-layers"},
        {"first layer not embedding", "layout.first-not-embedding"},
        {"last layer not loss", "layout.last-not-loss"},
        {"embedding not exactly once", "layout.several-embeddings"},
        {"loss not exactly once", "layout.several-losses"},
        {"decoder count mismatch", "layout.other-decoder-count"},
        {"mtp count mismatch", "layout.other-prediction-count"},
        {"decoder after mtp", "layout.decoder-behind-prediction"},
        {"mtp not in last chunk of its rank", "layout.prediction-not-last-of-rank"},
        {"mtp spread over stages", "layout.prediction-spread"},
    };
    return kCodes;
}

bool isAccident(const json& record)
{
    return record.value("note", "") == "text substitution accident";
}

LayoutExpectation expectationOf(const json& record)
{
    LayoutExpectation expected;
    expected.stagesPerRank = numberOrNone(record.at("vpp"));
    expected.decoderLayers = record.at("num_layers").get<std::uint64_t>();
    expected.predictionLayers = numberOrNone(record.at("mtp_num_layers")).value_or(0);
    return expected;
}

} // namespace

class MegatronLayouts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_records = test::sharedJson("conformance/megatron/layouts.json");
        QVERIFY(m_records.size() >= 500);
    }

    void everyLayoutIsReadAsMegatronReadsIt()
    {
        int read = 0;
        for (const json& record : m_records) {
            if (record.contains("error") || isAccident(record))
                continue;
            const std::string text = record.at("layout");
            const Result<Layout> layout = parseLayout(text, record.at("pp"));
            if (text.empty())
                continue; // is one empty stage there, and refused here
            QVERIFY2(layout, (text + ": " + (layout ? "" : layout.error().text())).c_str());
            const json told = json::parse(layoutJson(*layout));
            for (const char* key : {"result", "stages", "layer_counts", "decoder_offset"})
                QVERIFY2(told.at(key) == record.at(key), (text + ": " + key).c_str());
            QCOMPARE(layout->stagesPerRank(), record.at("detected_vpp").get<std::uint32_t>());
            if (record.contains("valid"))
                QCOMPARE(told.at("mtp_standalone"), record.at("valid").at("mtp_standalone"));
            ++read;
        }
        QVERIFY(read >= 400);
    }

    void whatMegatronRefusesIsRefusedForTheSameReason()
    {
        std::map<std::string, int> refused;
        for (const json& record : m_records) {
            if (isAccident(record) || record.at("layout") == "")
                continue;
            const std::string text = record.at("layout");
            const Result<Layout> layout = parseLayout(text, record.at("pp"));
            const Result<void> checked =
                layout ? checkLayout(*layout, expectationOf(record)) : tl::unexpected(layout.error());
            const json& refusal = record.contains("error") ? record : record.value("refused", json());
            if (refusal.is_null()) {
                QVERIFY2(checked, (text + ": " + (checked ? "" : checked.error().text())).c_str());
                continue;
            }
            const std::string rule = refusal.at("error");
            QVERIFY2(!checked, (text + " should be refused: " + rule).c_str());
            const std::string code = checked.error().message.code().key;
            // Nested groups and numbers with a comma leave characters behind there; here the reason is told.
            const bool isSaidBetter = rule == "unknown character" &&
                                      (code == "layout.nested-group" || code == "layout.comma-in-number" ||
                                       code == "layout.repeated-twice");
            QVERIFY2(isSaidBetter || code == codes().at(rule),
                     (text + ": " + rule + ", here " + checked.error().text()).c_str());
            ++refused[rule];
        }
        QCOMPARE(refused.size(), codes().size());
    }

    void aWrittenLayoutReadsBackAsItself()
    {
        for (const json& record : m_records)
            if (const Result<Layout> layout =
                    parseLayout(record.at("layout").get<std::string>(), record.at("pp"))) {
                const std::string text = layoutText(*layout);
                if (text.empty())
                    continue; // one empty stage
                const Result<Layout> again = parseLayout(text, layout->ranks);
                QVERIFY2(again, text.c_str());
                QVERIFY2(again->stages == layout->stages, text.c_str());
            }
        const Result<Layout> long_ = parseLayout("Ettt|tt|tt|tt|tt|tt|m|L", 8);
        QVERIFY(long_);
        QCOMPARE(layoutText(*long_), std::string("Ettt|(tt|)*5m|L"));
    }

    void aRefusalNamesItsColumn()
    {
        const Result<Layout> layout = parseLayout("E,t*2|tx|L", 1);
        QVERIFY(!layout);
        QCOMPARE(
            layout.error().headline(),
            std::string("layout:1:8: 'x' is no layer: layers are E (embedding), t (decoder), m (multi-token "
                        "prediction) and L (loss); | parts stages, x*3 and (…)*3 repeat"));
    }

    void tooManyLettersAreRefused()
    {
        for (const char* text : {"E|t*99999999999999999999|L", "E(t*1000|)*1000000L", "(t*1000)*1000t"}) {
            const Result<Layout> layout = parseLayout(text, 1);
            QVERIFY2(!layout, text);
            QCOMPARE(std::string(layout.error().message.code().key), std::string("layout.too-many-letters"));
        }
    }

private:
    json m_records;
};

BUBBLESCOPE_TEST(MegatronLayouts)
#include "megatron_layouts.moc"

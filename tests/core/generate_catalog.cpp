// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "tests/core/rows_support.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

using namespace bubblescope;

namespace {

std::string inCase(std::string text, int (*convert)(int))
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [&](unsigned char c) { return static_cast<char>(convert(c)); });
    return text;
}

} // namespace

class GenerateCatalog : public QObject
{
    Q_OBJECT

private slots:
    void namesInOrder()
    {
        const std::string expected =
            "gpipe 1f1b interleaved-1f1b looped-bfs interleaved-zero-bubble zbv dualpipev ";
        std::string names; // of PyTorch's family; others may stand between
        for (const ScheduleInfo& info : scheduleCatalog())
            if ((' ' + expected).find(' ' + info.name + ' ') != std::string::npos)
                names += info.name + " ";
        QCOMPARE(names, expected);
    }

    void everyOtherVariantSaysHowItDiffers()
    {
        for (const ScheduleInfo& info : scheduleCatalog()) {
            QVERIFY2(!info.variants.empty(), info.name.c_str());
            for (std::size_t k = 0; k < info.variants.size(); ++k) {
                const std::string& help = info.variants[k].help;
                const std::string what = info.name + " " + info.variants[k].name;
                QVERIFY2(k == 0 ? help.empty() || help.ends_with('.') : help.ends_with('.'), what.c_str());
            }
        }
    }

    void everyNameIsFoundInAnyCase()
    {
        for (const ScheduleInfo& info : scheduleCatalog()) {
            std::vector<std::string> names = info.aliases;
            names.push_back(info.name);
            for (const std::string& name : names) {
                QCOMPARE(findSchedule(name), &info);
                QCOMPARE(findSchedule(inCase(name, std::tolower)), &info);
                QCOMPARE(findSchedule(inCase(name, std::toupper)), &info);
            }
        }
        QVERIFY(findSchedule("") == nullptr);
        QVERIFY(findSchedule("gpipe ") == nullptr);
    }

    void peersClassNames_data()
    {
        test::addRows<std::string, std::string>({
            {"GPipe", "GPipe", "gpipe"},
            {"1F1B", "1F1B", "1f1b"},
            {"Interleaved1F1B", "Interleaved1F1B", "interleaved-1f1b"},
            {"LoopedBFS", "LoopedBFS", "looped-bfs"},
            {"InterleavedZeroBubble", "InterleavedZeroBubble", "interleaved-zero-bubble"},
            {"ZB1P", "ZB1P", "interleaved-zero-bubble"},
            {"ZBVZeroBubble", "ZBVZeroBubble", "zbv"},
            {"DualPipeV", "DualPipeV", "dualpipev"},
            {"class of PyTorch", "ScheduleDualPipeV", "dualpipev"},
        });
    }

    void peersClassNames()
    {
        const auto [alias, name] = test::fetchRow<std::string, std::string>();
        const ScheduleInfo* info = findSchedule(alias);
        QVERIFY(info != nullptr);
        QCOMPARE(info->name, name);
    }

    void namesAreUnambiguous()
    {
        std::set<std::string> seen;
        for (const ScheduleInfo& info : scheduleCatalog()) {
            QVERIFY2(seen.insert(inCase(info.name, std::tolower)).second, info.name.c_str());
            for (const std::string& alias : info.aliases)
                QVERIFY2(seen.insert(inCase(alias, std::tolower)).second, alias.c_str());
        }
    }

    void everyParameterIsDocumented()
    {
        for (const ScheduleInfo& info : scheduleCatalog()) {
            QVERIFY(!info.title.empty() && !info.origin.empty() && !info.help.empty() &&
                    !info.placements.empty());
            std::vector<std::string> keys;
            for (const ParameterSpec& spec : info.parameters) {
                const std::string what = info.name + " " + spec.key;
                QVERIFY2(!spec.title.empty() && spec.help.ends_with('.') && !spec.rule.empty(), what.c_str());
                QVERIFY2(spec.minimum <= spec.maximum, what.c_str());
                if (spec.type == ParameterType::Choice)
                    QVERIFY2(std::count(spec.choices.begin(), spec.choices.end(), spec.defaultValue) == 1,
                             what.c_str());
                keys.push_back(spec.key);
            }
            const std::vector<std::string> first = {"ranks", "microbatches", "stages-per-rank", "placement",
                                                    "variant"};
            QVERIFY2(keys.size() >= first.size() && std::equal(first.begin(), first.end(), keys.begin()),
                     info.name.c_str());
        }
    }

    void defaultsAreAdmissible()
    {
        for (const ScheduleInfo& info : scheduleCatalog()) {
            std::string text = info.name;
            for (const ParameterSpec& spec : info.parameters)
                text += (text == info.name ? ":" : ",") + spec.key + "=" + spec.defaultValue;
            const Result<ScheduleRequest> spelledOut = requestFromText(text);
            QVERIFY2(spelledOut.has_value(), text.c_str());
            const Result<Schedule> first = generate(*spelledOut);
            QVERIFY2(first.has_value(), text.c_str());

            ScheduleRequest bare;
            bare.schedule = info.name;
            const Result<Schedule> second = generate(bare);
            QVERIFY2(second.has_value() && *first == *second, info.name.c_str());
        }
    }

    void jsonSaysTheSame()
    {
        const nlohmann::json json = nlohmann::json::parse(catalogJson(), nullptr, false);
        QVERIFY(json.is_array());
        QCOMPARE(json.size(), scheduleCatalog().size());
        for (std::size_t k = 0; k < json.size(); ++k) {
            const ScheduleInfo& info = scheduleCatalog()[k];
            QCOMPARE(json[k]["name"].get<std::string>(), info.name);
            QCOMPARE(json[k]["aliases"].get<std::vector<std::string>>(), info.aliases);
            QCOMPARE(json[k]["made_for_costs"].get<bool>(), info.isMadeForCosts);
            QCOMPARE(json[k]["assumes_equal_times"].get<bool>(), info.assumesEqualTimes);
            QCOMPARE(json[k]["placements"].size(), info.placements.size());
            QCOMPARE(json[k]["placements"][0].get<std::string>(),
                     std::string(placementName(info.placements[0])));
            QCOMPARE(json[k]["variants"].size(), info.variants.size());
            for (std::size_t v = 0; v < info.variants.size(); ++v) {
                QCOMPARE(json[k]["variants"][v]["name"].get<std::string>(), info.variants[v].name);
                QCOMPARE(json[k]["variants"][v]["help"].get<std::string>(), info.variants[v].help);
                QCOMPARE(json[k]["variants"][v]["placements"].size(), info.variants[v].placements.size());
                QVERIFY(!info.variants[v].placements.empty());
            }
            QCOMPARE(json[k]["parameters"].size(), info.parameters.size());
            for (std::size_t p = 0; p < info.parameters.size(); ++p) {
                QCOMPARE(json[k]["parameters"][p]["key"].get<std::string>(), info.parameters[p].key);
                QCOMPARE(json[k]["parameters"][p]["variants"].get<std::vector<std::string>>(),
                         info.parameters[p].variants);
                QCOMPARE(json[k]["parameters"][p]["automatic"].get<bool>(), info.parameters[p].isAutomatic);
            }
        }
    }

    void jsonOfAParameter_data()
    {
        test::addRows<std::string, std::string, QString>({
            {"a whole number", "zbv", "microbatches", R"json({
        "key": "microbatches", "title": "Microbatches",
        "help": "How many pieces the batch of one training step is cut into.",
        "rule": "at least 1", "type": "integer", "minimum": 1, "maximum": 1073741824, "default": 8,
        "choices": [], "option": false, "automatic": false, "variants": []
    })json"},
            {"a name", "zbv", "placement", R"json({
        "key": "placement", "title": "Placement", "help": "Which rank holds which stage.", "rule": "v",
        "type": "choice", "minimum": null, "maximum": null, "default": "v", "choices": ["v"],
        "option": false, "automatic": false, "variants": []
    })json"},
            {"a switch that one variant takes", "looped-bfs", "inference", R"json({
        "key": "inference", "title": "Inference", "help": "Builds the forwards alone.",
        "rule": "only in variant d9d", "type": "boolean", "minimum": null, "maximum": null,
        "default": false, "choices": [], "option": true, "automatic": false, "variants": ["d9d"]
    })json"},
        });
    }

    void jsonOfAParameter()
    {
        const auto [schedule, key, json] = test::fetchRow<std::string, std::string, QString>();
        for (const nlohmann::json& entry : nlohmann::json::parse(catalogJson()))
            for (const nlohmann::json& parameter : entry["parameters"])
                if (entry["name"] == schedule && parameter["key"] == key) {
                    QCOMPARE(parameter.dump(), nlohmann::json::parse(json.toStdString()).dump());
                    return;
                }
        QFAIL("there is no such parameter");
    }
};

BUBBLESCOPE_TEST(GenerateCatalog)
#include "generate_catalog.moc"

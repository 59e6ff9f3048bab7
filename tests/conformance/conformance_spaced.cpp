// SPDX-License-Identifier: Apache-2.0
#include "core/time/unit_grid.h"
#include "tests/conformance/compared.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using nlohmann::json;

std::string configuration(const json& record)
{
    json key = json::array();
    for (const char* field : {"ranks", "microbatches", "stages_per_rank", "options"})
        key.push_back(record.contains(field) ? record[field] : json());
    return key.dump();
}

bool isTorch(const json& record)
{
    return record.at("source").get<std::string>().starts_with("torch");
}

std::string spacingDifference(const json& order, const json& expected)
{
    const auto grid = spaceOnUnitGrid(std::make_shared<const Schedule>(scheduleFromCells(order)));
    return grid ? difference(spacedOrder(*grid), expected) : grid.error().message.text();
}

} // namespace

/// PyTorch's unit grid: every recorded order that was spaced, spaced by us.
class SpacedOrders : public QObject
{
    Q_OBJECT

private slots:
    void gridIsPyTorchs_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string& file : sharedFiles("conformance/orders")) {
            const json records = sharedJson(file);
            const bool spaced =
                records.is_array() && std::any_of(records.begin(), records.end(), [](const json& record) {
                    return record.value("kind", "") == "spaced";
                });
            if (spaced)
                QTest::newRow(file.substr(file.rfind('/') + 1).c_str()) << QString::fromStdString(file);
        }
    }

    void gridIsPyTorchs()
    {
        QFETCH(QString, file);
        const json records = sharedJson(file.toStdString());
        std::map<std::string, const json*> compute;
        std::map<std::string, const json*> corrected;
        for (const json& record : records) {
            if (isTorch(record) && record.at("kind") == "compute")
                compute[configuration(record)] = &record;
            if (record.at("kind") == "spaced_corrected")
                corrected[configuration(record)] = &record;
        }
        Compared compared;
        for (const json& record : records) {
            if (record.at("kind") != "spaced")
                continue;
            const std::string key = configuration(record);
            const auto order = compute.find(key);
            if (order == compute.end()) {
                compared.add("spaced without a compute record");
                continue;
            }
            const bool isCorrected = corrected.contains(key);
            const json& expected = (isCorrected ? *corrected[key] : record).at("order");
            compared.add(isCorrected ? "spaced_corrected" : "spaced",
                         spacingDifference(order->second->at("order"), expected), key);
        }
        QVERIFY(compared.of("spaced") + compared.of("spaced_corrected") > 0);
    }

    void randomOrders()
    {
        Compared compared;
        for (const json& record : sharedJson("conformance/orders/random.json")) {
            const json& expected =
                record.contains("spaced_corrected") ? record["spaced_corrected"] : record.at("spaced");
            compared.add("random", spacingDifference(record.at("order"), expected),
                         "case " + record.at("case").dump());
        }
        QVERIFY(compared.of("random") > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, SpacedOrders)
#include "conformance_spaced.moc"

// SPDX-License-Identifier: Apache-2.0
// 1F1B, eager 1F1B, Seq1F1B and Megatron's interleaved 1F1B as the zero-bubble project and Alpa order and
// time them, from our own generators.
#include <QTest>

#include "tests/conformance/generated_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

const std::map<std::string, std::string> kSchedules = {{"basic1f1b", "1f1b"},
                                                       {"eager_1f1b", "eager-1f1b"},
                                                       {"seq1f1b", "seq1f1b"},
                                                       {"vpp_interleaved", "interleaved-1f1b"}};

ScheduleRequest requestOf(const Json& record)
{
    const Json& config = record.at("config");
    ScheduleRequest request;
    request.schedule = kSchedules.at(record.at("strategy"));
    request.ranks = config.at("p");
    request.microbatches = config.at("m");
    if (config.contains("chunks"))
        request.stagesPerRank = config["chunks"].get<std::int64_t>();
    if (config.contains("seq_splits"))
        request.options["seq_splits"] = config["seq_splits"].dump();
    return request;
}

} // namespace

class GeneratedSeq : public QObject
{
    Q_OBJECT

private slots:
    void everyRecord_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("kinds");
        QTest::newRow("eager 1F1B") << "extra_eager_1f1b.json" << 1;
        QTest::newRow("Seq1F1B") << "zb_seq1f1b.json" << 1;
        QTest::newRow("1F1B") << "zb_basic1f1b.json" << 1;
        QTest::newRow("interleaved 1F1B") << "zb_vpp_interleaved.json" << 1;
        QTest::newRow("sums of three of them") << "zb_summary_all.json" << 3;
    }

    void everyRecord()
    {
        QFETCH(QString, file);
        QFETCH(int, kinds);
        std::map<std::string, int> compared;
        for (const Json& record : sharedJson("conformance/timed/" + file.toStdString())) {
            if (!kSchedules.contains(record.at("strategy")))
                continue;
            const std::string difference =
                generatedDifference(requestOf(record), record, TimingProfile::Strict);
            QVERIFY2(difference.empty(), (difference + " in " + record.at("config").dump()).c_str());
            ++compared[record.at("strategy")];
        }
        for (const auto& [strategy, count] : compared)
            qInfo("compared %d records of %s", count, strategy.c_str());
        QCOMPARE(static_cast<int>(compared.size()), kinds);
    }
};

BUBBLESCOPE_TEST(GeneratedSeq)
#include "generated_seq.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_csv.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

class IoCsvWrite : public QObject
{
    Q_OBJECT

private slots:
    void writes_data()
    {
        QTest::addColumn<QByteArray>("csv");
        QTest::newRow("a row of one bubble is quoted, a rank without cells is a blank line")
            << QByteArray("\"\"\n\n,\n0F0,,0B0,\n");
        QTest::newRow("one rank, one bubble") << QByteArray("\"\"\n");
        QTest::newRow("one rank without cells") << QByteArray("\n");
        QTest::newRow("last rank without cells") << QByteArray("0F0\n\n");
        QTest::newRow("overlaps side by side")
            << QByteArray("(0F1;3B0)OVERLAP_F_B,(3B1;0F2)OVERLAP_B_F,,0W1,0UNSHARD\n");
        QTest::newRow("largest numbers") << QByteArray("4194303SEND_F4294967294\n");
    }

    void writes()
    {
        QFETCH(QByteArray, csv);
        const auto result = readScheduleCsv(csv.toStdString(), "plan.csv");
        QVERIFY(result.has_value());
        QVERIFY(result->warnings.empty());
        QCOMPARE(QByteArray::fromStdString(writeScheduleCsv(result->schedule)), csv);
    }

    void roundTripsEveryRecordedOrder()
    {
        int orders = 0;
        for (const std::string& file : sharedFiles("conformance/orders")) {
            const auto data = sharedJson(file);
            if (!data.is_array())
                continue;
            for (const auto& record : data) {
                if (!record.contains("order"))
                    continue;
                const Schedule recorded = scheduleFromCells(record["order"]);
                const std::string text = writeScheduleCsv(recorded);
                const auto result = readScheduleCsv(text, "recorded.csv");
                QVERIFY2(result.has_value(), text.c_str());
                QVERIFY(result->warnings.empty());
                QVERIFY2(result->schedule == recorded, text.c_str());
                ++orders;
            }
        }
        qInfo("%d recorded orders written and read back", orders);
        QVERIFY(orders > 1000);
    }
};

BUBBLESCOPE_TEST(IoCsvWrite)
#include "io_csv_write.moc"

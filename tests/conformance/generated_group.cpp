// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/conformance/zero_bubble_records.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

/// Every recorded order and figure of the zero-bubble project's group-interleaved 1F1B.
class GeneratedGroup : public QObject
{
    Q_OBJECT

private slots:
    void ordersAndFigures_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("orders") << "zb_group_interleaved_1f1b.json";
        QTest::newRow("figures") << "zb_summary_all.json";
    }

    void ordersAndFigures()
    {
        QFETCH(QString, file);
        const auto records =
            zeroBubbleRecords(file.toStdString(), "group_interleaved_1f1b", "group-interleaved-1f1b");
        for (const ZeroBubbleRecord& record : records) {
            const std::string wrong = deviation(record);
            QVERIFY2(wrong.empty(), (wrong + " in " + record.text()).c_str());
        }
        qInfo("%zu records compared", records.size());
        QVERIFY(!records.empty());
    }
};

BUBBLESCOPE_TEST(GeneratedGroup)
#include "generated_group.moc"

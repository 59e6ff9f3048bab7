// SPDX-License-Identifier: Apache-2.0
#include "core/base/thousands.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

class BaseThousandsTest : public QObject
{
    Q_OBJECT

private slots:
    void thousandsAreSeparated_data()
    {
        QTest::addColumn<QString>("grouped");
        QTest::newRow("999") << "999";
        QTest::newRow("1000") << "1,000";
        QTest::newRow("-12345") << "-12,345";
        QTest::newRow("1234567.1234567") << "1,234,567.1234567";
        QTest::newRow("0.0001") << "0.0001";
        QTest::newRow("1e+20") << "1e+20";
        QTest::newRow("1.5e-10000") << "1.5e-10000";
        QTest::newRow("inf") << "inf";
        QTest::newRow("") << "";
    }

    void thousandsAreSeparated()
    {
        QFETCH(QString, grouped);
        QCOMPARE(QString::fromStdString(withThousands(QTest::currentDataTag())), grouped);
    }
};

BUBBLESCOPE_TEST(BaseThousandsTest)
#include "base_thousands_test.moc"

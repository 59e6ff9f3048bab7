// SPDX-License-Identifier: Apache-2.0
#include "core/base/short_number.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <limits>

using namespace bubblescope;

class BaseShortNumberTest : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreRounded_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("a measured time") << 179.466828283 << 5 << "179.47";
        QTest::newRow("five figures") << 5918.7737027 << 5 << "5918.8";
        QTest::newRow("whole parts stay") << 1234567.8 << 5 << "1234568";
        QTest::newRow("no zeros at the end") << 33.0 << 5 << "33";
        QTest::newRow("a tenth") << 0.1 << 5 << "0.1";
        QTest::newRow("a sum of tenths") << 0.1 + 0.2 << 5 << "0.3";
        QTest::newRow("a half is rounded up") << 1.00005 << 5 << "1.0001";
        QTest::newRow("small") << 0.000123456 << 3 << "0.000123";
        QTest::newRow("very small") << 1.23456e-7 << 3 << "1.23e-07";
        QTest::newRow("very large") << 1.23456e20 << 3 << "1.23e+20";
        QTest::newRow("negative") << -12.34567 << 4 << "-12.35";
        QTest::newRow("nothing") << -0.0 << 4 << "0";
        QTest::newRow("three figures") << 62.83 << 3 << "62.8";
        QTest::newRow("rounds up to a digit more") << 9.9999 << 3 << "10";
        QTest::newRow("endless") << std::numeric_limits<double>::infinity() << 3 << "inf";
    }

    void numbersAreRounded()
    {
        QFETCH(double, value);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(shortNumber(value, digits)), text);
    }

    void bytesHaveTheirUnit_data()
    {
        QTest::addColumn<double>("bytes");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("a GPU's peak") << 62825123456.06 << 4 << "62.83 GB";
        QTest::newRow("beside a lane") << 62825123456.06 << 3 << "62.8 GB";
        QTest::newRow("none") << 0.0 << 4 << "0 B";
        QTest::newRow("some") << 512.0 << 4 << "512 B";
        QTest::newRow("parts of a byte") << 11.6 << 4 << "12 B";
        QTest::newRow("kilo") << 4096.0 << 4 << "4.096 kB";
        QTest::newRow("mega") << 33554432.0 << 4 << "33.55 MB";
        QTest::newRow("the next unit") << 999.96e6 << 4 << "1 GB";
        QTest::newRow("not yet the next") << 999.94e6 << 4 << "999.9 MB";
        QTest::newRow("the next unit in three figures") << 999.6e6 << 3 << "1 GB";
        QTest::newRow("tera") << 1.41e12 << 4 << "1.41 TB";
        QTest::newRow("beyond the units") << 12e18 << 4 << "12000 PB";
        QTest::newRow("less") << -2e9 << 4 << "-2 GB";
    }

    void bytesHaveTheirUnit()
    {
        QFETCH(double, bytes);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(byteText(bytes, digits)), text);
    }
};

BUBBLESCOPE_TEST(BaseShortNumberTest)
#include "base_short_number_test.moc"

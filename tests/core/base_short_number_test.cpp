// SPDX-License-Identifier: Apache-2.0
#include "core/base/short_number.h"
#include "tests/core/rows_support.h"
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
        test::addRows<double, int, std::string>({
            {"a measured time", 179.466828283, 5, "179.47"},
            {"five figures", 5918.7737027, 5, "5918.8"},
            {"whole parts stay", 1234567.8, 5, "1234568"},
            {"no zeros at the end", 33.0, 5, "33"},
            {"a tenth", 0.1, 5, "0.1"},
            {"a sum of tenths", 0.1 + 0.2, 5, "0.3"},
            {"a half is rounded up", 1.00005, 5, "1.0001"},
            {"small", 0.000123456, 3, "0.000123"},
            {"very small", 1.23456e-7, 3, "1.23e-07"},
            {"very large", 1.23456e20, 3, "1.23e+20"},
            {"negative", -12.34567, 4, "-12.35"},
            {"nothing", -0.0, 4, "0"},
            {"three figures", 62.83, 3, "62.8"},
            {"rounds up to a digit more", 9.9999, 3, "10"},
            {"endless", std::numeric_limits<double>::infinity(), 3, "inf"},
        });
    }

    void numbersAreRounded()
    {
        const auto [value, digits, text] = test::fetchRow<double, int, std::string>();
        QCOMPARE(shortNumber(value, digits), text);
    }

    void bytesHaveTheirUnit_data()
    {
        test::addRows<double, int, std::string>({
            {"a GPU's peak", 62825123456.06, 4, "62.83 GB"},
            {"beside a lane", 62825123456.06, 3, "62.8 GB"},
            {"none", 0.0, 4, "0 B"},
            {"some", 512.0, 4, "512 B"},
            {"parts of a byte", 11.6, 4, "12 B"},
            {"kilo", 4096.0, 4, "4.096 kB"},
            {"mega", 33554432.0, 4, "33.55 MB"},
            {"the next unit", 999.96e6, 4, "1 GB"},
            {"not yet the next", 999.94e6, 4, "999.9 MB"},
            {"the next unit in three figures", 999.6e6, 3, "1 GB"},
            {"tera", 1.41e12, 4, "1.41 TB"},
            {"beyond the units", 12e18, 4, "12000 PB"},
            {"less", -2e9, 4, "-2 GB"},
        });
    }

    void bytesHaveTheirUnit()
    {
        const auto [bytes, digits, text] = test::fetchRow<double, int, std::string>();
        QCOMPARE(byteText(bytes, digits), text);
    }
};

BUBBLESCOPE_TEST(BaseShortNumberTest)
#include "base_short_number_test.moc"

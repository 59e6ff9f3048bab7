// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <tuple>

using namespace bubblescope;

Q_DECLARE_METATYPE(bubblescope::Measure)

class BaseQuantityTest : public QObject
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
        const auto [value, digits, text] = test::givenRow<double, int, std::string>();
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
            {"kilo", 4096.0, 4, "4.096 KB"},
            {"mega", 33554432.0, 4, "33.55 MB"},
            {"the next unit", 999.96e6, 4, "1 GB"},
            {"not yet the next", 999.94e6, 4, "999.9 MB"},
            {"the next unit in three figures", 999.6e6, 3, "1 GB"},
            {"tera", 1.41e12, 4, "1.41 TB"},
            {"beyond the units", 12e18, 4, "12,000,000 TB"},
            {"less", -2e9, 4, "-2 GB"},
        });
    }

    void bytesHaveTheirUnit()
    {
        const auto [bytes, digits, text] = test::givenRow<double, int, std::string>();
        QCOMPARE(byteText(bytes, digits), text);
    }

    void timesScale_data()
    {
        test::addRows<double, std::string, std::string, std::string>({
            {"a step", 1865278.012, "us", "1.865 s", "1.865278012 s"},
            {"the same in ms", 1865.278012, "ms", "1.865 s", "1.865278012 s"},
            {"minutes", 90e6, "us", "1.5 min", "1.5 min"},
            {"not yet a minute", 59.99e6, "us", "59.99 s", "59.99 s"},
            {"rounds up to a minute", 59.9999e6, "us", "1 min", "59.9999 s"},
            {"below a microsecond", 0.25, "us", "250 ns", "250 ns"},
            {"rounds up to the next", 999.96, "us", "1 ms", "999.96 µs"},
            {"not yet the next", 999.94, "us", "999.9 µs", "999.94 µs"},
            {"nothing", 0.0, "ms", "0 ms", "0 ms"},
            {"less", -46812.5, "us", "-46.81 ms", "-46.8125 ms"},
            {"many digits", 123456789.123, "us", "2.058 min", "2.05761315205 min"},
            {"steps are plain", 33.3333333333, "step", "33.3333333333 steps", "33.3333333333 steps"},
        });
    }

    void timesScale()
    {
        const auto [time, unit, brief, full] =
            test::givenRow<double, std::string, std::string, std::string>();
        QCOMPARE(timeInUnits(time, unit), brief);
        QCOMPARE(fullTimeInUnits(time, unit), full);
    }

    void textsMeanQuantities_data()
    {
        using Row = std::tuple<const char*, std::string, Measure, double>;
        const Measure us{Quantity::Duration, "us"}, ms{Quantity::Duration, "ms"}, size{Quantity::Size},
            band{Quantity::Bandwidth, "us"}, steps{Quantity::Duration, "step"};
        constexpr double kNone = -1; // no amount is below 0
        QTest::addColumn<std::string>("text");
        QTest::addColumn<Measure>("measure");
        QTest::addColumn<double>("value");
        for (const auto& [name, text, measure, value] : {
                 Row{"ms in us", "1.5 ms", us, 1500},
                 Row{"no space", "1.5ms", us, 1500},
                 Row{"us by name", "3 us", ms, 0.003},
                 Row{"micro sign", "3 µs", ms, 0.003},
                 Row{"Greek mu", "3 μs", ms, 0.003},
                 Row{"minutes", "2 min", ms, 120000},
                 Row{"a number alone", "7", ms, 7},
                 Row{"half a unit", "1.5 m", us, kNone},
                 Row{"half a minute", "2 mi", us, kNone},
                 Row{"GB", "60GB", size, 60e9},
                 Row{"small letters", "60 gb", size, 60e9},
                 Row{"GiB", "2GiB", size, 2147483648.0},
                 Row{"half GB", "60G", size, kNone},
                 Row{"bytes", "512 B", size, 512},
                 Row{"of another kind", "5 ms", size, kNone},
                 Row{"GB/s", "400 GB/s", band, 400e3},
                 Row{"half GB/s", "400 GB", band, kNone},
                 Row{"steps have none", "5 ms", steps, kNone},
                 Row{"a step", "5", steps, 5},
                 Row{"exponent", "1e3", us, 1000},
                 Row{"less than nothing", "-1 ms", us, kNone},
                 Row{"endless", "inf", us, kNone},
                 Row{"too large", "1e308 min", us, kNone},
                 Row{"no number", "GB", size, kNone},
                 Row{"nothing", "", size, kNone},
             })
            QTest::newRow(name) << text << measure << value;
    }

    void textsMeanQuantities()
    {
        QFETCH(const std::string, text);
        QFETCH(const Measure, measure);
        QFETCH(const double, value);
        QCOMPARE(quantityFrom(text, measure).value_or(-1), value);
    }

    void whatIsWrittenIsReadBack_data()
    {
        test::addRows<double>({{"a microsecond", 1.0},
                               {"a fitted time", 46812.3456789},
                               {"a long one", 7.2e9},
                               {"a part of a nanosecond", 0.0001234}});
    }

    void whatIsWrittenIsReadBack()
    {
        const auto [value] = test::givenRow<double>();
        const Measure measure{Quantity::Duration, "us"};
        std::string text = fullQuantityText(value, measure);
        std::erase(text, ','); // thousands are for readers
        const std::optional<double> read = quantityFrom(text, measure);
        QVERIFY2(read && std::abs(*read - value) <= 1e-11 * value, text.c_str());
    }

    void anAloneNumberCountsWhatItsFieldSays()
    {
        QCOMPARE(quantityFrom("60", {Quantity::Size}, 1e9).value_or(0), 60e9);
        QVERIFY(!endsWithUnit("60"));
        QVERIFY(endsWithUnit("60 G"));
    }

    void numbersOfUnitsAreAsExactAsAsked()
    {
        const QuantityUnit ms = unitFor(1865278.012, {Quantity::Duration, "ms"});
        QCOMPARE(std::string(ms.name), std::string("min"));
        const QuantityUnit kept{1000, "ms"};
        QCOMPARE(numberOfUnits(1865278.012, kept, 10), std::string("1,865.28"));
        QCOMPARE(numberOfUnits(1865278.012, kept, 1e5), std::string("1,900"));
    }

    void ratesAboveTheWholeAreFactors()
    {
        QCOMPARE(rateOf(0.375), std::string("37.5 %"));
        QCOMPARE(rateOf(1), std::string("100 %"));
        QCOMPARE(rateOf(8.071), std::string("8.07 ×"));
    }
};

BUBBLESCOPE_TEST(BaseQuantityTest)
#include "base_quantity_test.moc"

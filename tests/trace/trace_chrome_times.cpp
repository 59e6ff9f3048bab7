// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/trace/chrome_decimal.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

class ChromeTimesTest : public QObject
{
    Q_OBJECT

private slots:
    void microsecondsAreReadExactly_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("nanoseconds");
        const auto row = [](const char* text, const char* nanoseconds) {
            QTest::newRow(*text == '\0' ? "nothing" : text) << QString(text) << QString(nanoseconds);
        };
        row("0", "0");
        row("-0.0", "0");
        row("1", "1000");
        row("1.5", "1500");
        row("4392969415445.638", "4392969415445638");
        row("1740461679479712.123", "1740461679479712123"); // a double gives …712.25
        row("1740461679479712.1234", "1740461679479712123");
        row("1740461679479712.1235", "1740461679479712124");
        row("0.0004999999999999999999999999999999", "0");
        row("0.0005", "1");
        row("-0.0005", "-1");
        row("-12.3456", "-12346");
        row("0.00000000000000000000000000001", "0");
        row("12345678901234567890123456789e-20", "123456789012");
        row("1.5e3", "1500000");
        row("1.5E+3", "1500000");
        row("15e-1", "1500");
        row("0e999999999999", "0");
        row("9223372036854775.807", "9223372036854775807");
        row("-9223372036854775.807", "-9223372036854775807");
        row("9223372036854775.808", "out of range");
        row("99999999999999999999999999", "out of range");
        row("1e300", "out of range");
        row("1e99999999999999999999", "out of range");
        for (const char* text : {"", "-", ".", "1.", ".5", "+1", "1e", "1e+", "NaN", "Infinity", "1 2",
                                 "0x10", "null", "1,5", " 1", "--1"})
            row(text, "not a number");
    }

    void microsecondsAreReadExactly()
    {
        QFETCH(QString, text);
        QFETCH(QString, nanoseconds);
        Nanoseconds value = 0;
        const DecimalFault fault = nanosecondsFrom(text.toStdString(), value);
        const QString found = fault == DecimalFault::NotANumber   ? QString("not a number")
                              : fault == DecimalFault::OutOfRange ? QString("out of range")
                                                                  : QString::number(value);
        QCOMPARE(found, nanoseconds);
    }
};

BUBBLESCOPE_TEST(ChromeTimesTest)
#include "trace_chrome_times.moc"

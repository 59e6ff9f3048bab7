// SPDX-License-Identifier: Apache-2.0
// What is given in the place of costs, and the words that say what it is.
#include <QTest>

#include "core/io/calibration.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

class IoCostsFileKinds : public QObject
{
    Q_OBJECT

private slots:
    void tellsItsFiles_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("schedule") << "plan.csv" << QByteArray("0F0,0B0")
                                  << "plan.csv is a schedule CSV; expected a cost file or a calibration";
        QTest::newRow("document") << "a.bubble" << QByteArray("{\"bubblescopeFormat\": 1}")
                                  << "a.bubble is a project document; expected a cost file or a calibration";
        QTest::newRow("trace") << "t.json" << QByteArray("{\"traceEvents\": []}")
                               << "t.json is a trace; expected a cost file or a calibration; to read traces, "
                                  "use File > Open profiles or 'bubblescope-cli trace'";
        QTest::newRow("packed trace") << "t.json.gz" << QByteArray("\x1F\x8B\x08")
                                      << "t.json.gz is a trace; expected a cost file or a calibration; to "
                                         "read traces, use File > Open profiles or 'bubblescope-cli trace'";
        QTest::newRow("text")
            << "a.txt" << QByteArray("hello")
            << "a.txt is nothing that Bubblescope reads; expected a cost file or a calibration";
        QTest::newRow("empty") << "c.json" << QByteArray()
                               << "c.json:1:1: invalid JSON: while parsing value: unexpected end of input; "
                                  "expected '[', '{', or a literal";
        QTest::newRow("other keys")
            << "c.json" << QByteArray("{\"forward\": 1}")
            << "c.json:1:1: not a cost file, which starts with \"format\": \"bubblescope-costs\", nor a "
               "calibration, which starts with \"schema\": \"pipeline-calibration/1\"";
        QTest::newRow("costs that begin otherwise")
            << "c.json" << QByteArray("{\"version\": 1, \"format\": \"bubblescope-costs\", \"forward\": -1}")
            << "c.json:1:58: forward: expected a number >= 0, or a list with one for each stage, found -1";
        QTest::newRow("a calibration that begins otherwise")
            << "c.json" << QByteArray("{\"provenance\": \"manual\", \"schema\": \"pipeline-calibration/1\"}")
            << "c.json:1:1: \"created_utc\" is missing";
        QTest::newRow("costs in a file of another name")
            << "costs.txt" << QByteArray("{\"format\": \"bubblescope-costs\", \"version\": 1, \"foward\": 1}")
            << "costs.txt:1:47: foward: unknown key; did you mean 'forward'?";
    }

    void tellsItsFiles()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const auto read = readCostsFile(text.toStdString(), name.toStdString());
        QVERIFY(!read.has_value());
        QCOMPARE(QString::fromStdString(read.error().headline()), said);
    }
};

BUBBLESCOPE_TEST(IoCostsFileKinds)
#include "io_costs_file_kinds.moc"

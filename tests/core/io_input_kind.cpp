// SPDX-License-Identifier: Apache-2.0
#include "core/io/input_kind.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

class IoInputKind : public QObject
{
    Q_OBJECT

private slots:
    void tells_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* what, const char* name, const QByteArray& bytes, const char* kind) {
            QTest::newRow(what) << QByteArray(name) << bytes << QString(kind);
        };
        row("schedule", "plan.csv", "0F0,0F1", "a schedule CSV");
        row("schedule in capitals", "PLAN.CSV", "0F0", "a schedule CSV");
        row("wrong schedule is still one", "plan.csv", "rank,action", "a schedule CSV");
        row("schedule from standard input", "-", ",,0F0", "a schedule CSV");
        row("schedule by its content", "plan.txt", "(0F1;3B0)OVERLAP_F_B,0F2", "a schedule CSV");
        row("table of rocprofv3", "k.csv", "\"Kind\",\"Agent_Id\",\"Queue_Id\"", "an output of rocprofv3");
        row("the same without quotes", "-",
            "\xEF\xBB\xBF"
            "Domain,Function,Process_Id,",
            "an output of rocprofv3");
        row("its statistics", "s.csv", "\"Name\",\"Calls\",\"TotalDurationNs\",", "an output of rocprofv3");
        row("a table of another kind", "s.csv", "Name,Calls,Kind,", "a schedule CSV");
        row("text", "readme.txt", "Hello", "nothing that Bubblescope reads");
        row("numbers", "table.txt", "1,2,3", "nothing that Bubblescope reads");
        row("picture", "a.png", "\x89PNG\r\n", "nothing that Bubblescope reads");
        row("empty", "a", "", "nothing that Bubblescope reads");
        row("document", "a.bubble", "{\n  \"bubblescopeFormat\": 1,", "a project document");
        row("document by its content", "-", "\xEF\xBB\xBF { \"bubblescopeFormat\": 1", "a project document");
        row("document without its mark", "a.bubble", "{\"source\": 1}", "a project document");
        row("broken document", "a.bubble", "", "a project document");
        row("costs", "costs.json", "{\"format\": \"bubblescope-costs\"", "a cost file");
        row("calibration", "c.json", "{\"schema\": \"pipeline-calibration/1\"", "a calibration");
        row("trace", "t.json", "{\"traceEvents\": [", "a trace");
        row("trace as a list", "t.json", "[{\"ph\": \"X\"}]", "a trace");
        row("trace by its content", "t", "{\"traceEvents\": [", "a trace");
        row("packed trace", "t.json.gz", "\x1F\x8B\x08", "a trace");
        row("binary, called CSV", "a.csv", QByteArray("a\0b\1\2\3", 6), "a binary file");
        row("bytes that are no UTF-8", "a.csv",
            QByteArray("\xc3y\xa9nz\xc3\xd0"
                       "E;5B\xf7I\xab\xd4"),
            "a binary file");
        row("a name in Latin-1", "a.csv", QByteArray("0F0,0B0 # mesur\xe9"), "a schedule CSV");
        row("binary", "ls",
            QByteArray("\x7F"
                       "ELF\2\1\1\0\0\0",
                       10),
            "a binary file");
        row("one wrong character", "a.csv", QByteArray("0F0,0\0F1,0F2", 12), "a schedule CSV");
        row("database", "t.sqlite", QByteArray("SQLite format 3\0", 16), "a trace");
    }

    void tells()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, kind);
        const std::string_view text = inputKindText(inputKindOf(name.toStdString(), bytes.toStdString()));
        QCOMPARE(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), kind);
    }

    void saysWhatItFound()
    {
        const auto textOf = [](InputKind kind) {
            return QString::fromStdString(
                unexpectedInput("a.json", kind, "a schedule CSV or a project document").text());
        };
        QCOMPARE(textOf(InputKind::Costs),
                 QString("a.json is a cost file; expected a schedule CSV or a project document"));
        QCOMPARE(textOf(InputKind::Trace),
                 QString("a.json is a trace; expected a schedule CSV or a project document; to read traces, "
                         "use File > Open profiles or 'bubblescope-cli trace'"));
        QCOMPARE(
            textOf(InputKind::RocprofCsv),
            QString("a.json is an output of rocprofv3; expected a schedule CSV or a project document; record "
                    "with 'rocprofv3 --output-format pftrace' and convert that with 'traceconv json', or "
                    "profile with torch's profiler"));
        QCOMPARE(
            textOf(InputKind::Unknown),
            QString(
                "a.json is nothing that Bubblescope reads; expected a schedule CSV or a project document"));
    }
};

BUBBLESCOPE_TEST(IoInputKind)
#include "io_input_kind.moc"

// SPDX-License-Identifier: Apache-2.0
// What is read of a CSV with wrong cells, and what is told of them.
#include <QTest>

#include "core/io/schedule_csv.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const QString kTypes = QStringLiteral(
    "after the stage comes F, I, W, B, SEND_F, RECV_F, SEND_B, RECV_B, WAIT_SEND_F, WAIT_SEND_B, UNSHARD, "
    "RESHARD, REDUCE_GRAD or WAIT_REDUCE_GRAD");

QString qString(const std::string& text)
{
    return QString::fromStdString(text);
}

/// "RANK.CELL LINE:COLUMN: message" for each wrong cell, a line each.
QString wrongCellsOf(const LenientScheduleCsv& read)
{
    QStringList lines;
    for (const WrongCell& wrong : read.wrongCells)
        lines << QStringLiteral("%1.%2 %3:%4: %5")
                     .arg(wrong.rank.value)
                     .arg(wrong.cell)
                     .arg(wrong.error.where->line)
                     .arg(wrong.error.where->column)
                     .arg(qString(wrong.error.message.text()));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class IoCsvLenient : public QObject
{
    Q_OBJECT

private slots:
    void leavesWrongCellsEmpty_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("wrong");
        const QString wrongType = QStringLiteral("'0X0' is no action: ") + kTypes;
        QTest::newRow("in the middle of a row")
            << QByteArray("0F0,0X0,0F1\n1F0,1B0\n") << "0F0 . 0F1\n1F0 1B0"
            << "0.1 1:6: " + wrongType;
        QTest::newRow("first in the file") << QByteArray("0X0,0F1\n1F0,1B0\n") << ". 0F1\n1F0 1B0"
                                           << "0.0 1:2: " + wrongType;
        QTest::newRow("behind empty cells") << QByteArray("0F0,,,0X0,0F1\n") << "0F0 . . . 0F1"
                                            << "0.3 1:8: " + wrongType;
        QTest::newRow("behind an overlapped cell")
            << QByteArray("(0F1;3B0)OVERLAP_F_B,0X0,0F2\n") << "(0F1;3B0)OVERLAP_F_B . 0F2"
            << "0.1 1:23: " + wrongType;
        QTest::newRow("a part of an overlapped cell")
            << QByteArray("0F0,(0F1;bad)OVERLAP_F_B,0F2\n") << "0F0 . 0F2"
            << "0.1 1:10: 'bad' is no action: it begins with the number of its stage, as in 0F0";
        QTest::newRow("quoted") << QByteArray("0F0,\"0X0\",\"0F1\"\n") << "0F0 . 0F1"
                                << "0.1 1:7: " + wrongType;
        QTest::newRow("CRLF") << QByteArray("0F0,0X0,0F1\r\n1F0,1B0\r\n") << "0F0 . 0F1\n1F0 1B0"
                              << "0.1 1:6: " + wrongType;
        QTest::newRow("last cell, CRLF")
            << QByteArray("1F0,1B0\r\n0F0,0F1,0X0\r\n0F2\r\n") << "1F0 1B0\n0F0 0F1\n0F2"
            << "1.2 2:10: " + wrongType;
        QTest::newRow("last line without its end") << QByteArray("1F0,1B0\n0F0,0F1,0X0") << "1F0 1B0\n0F0 0F1"
                                                   << "1.2 2:10: " + wrongType;
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF"
                                                       "0X0,0F1\n")
                                         << ". 0F1"
                                         << "0.0 1:2: " + wrongType;
        QTest::newRow("a quote that is not closed") << QByteArray("0F0,\"0F1,0F2\n1F0\n") << "0F0 . 0F2\n1F0"
                                                    << "0.1 1:5: the quoted cell is not closed on its line";
        QTest::newRow("a quote that is not closed ends its line")
            << QByteArray("0F0,\"0F1\n1F0\n") << "0F0\n1F0"
            << "0.1 1:5: the quoted cell is not closed on its line";
        QTest::newRow("several, with an empty line between")
            << QByteArray("0F0,0X0,0F1\n\n2F0,-1F0,2F1\n") << "0F0 . 0F1\n\n2F0 . 2F1"
            << "0.1 1:6: " + wrongType + "\n2.1 3:5: '-1F0' is no action: stages count from 0";
        QTest::newRow("a whole row")
            << QByteArray("0F0,0B0\n# made by hand\n") << "0F0 0B0\n"
            << "1.0 2:1: '# made by hand' is no action: it begins with the number of "
               "its stage, as in 0F0";
        QTest::newRow("control character") << QByteArray("0F0,0\0F1,0F2", 12) << "0F0 . 0F2"
                                           << "0.1 1:6: the control character 0x00 stands in no schedule CSV";
    }

    void leavesWrongCellsEmpty()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, order);
        QFETCH(QString, wrong);
        const auto read = readScheduleCsvLeniently(text.toStdString(), "plan.csv");
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(qString(render(read->csv.schedule)), order);
        QCOMPARE(wrongCellsOf(*read), wrong);
        QCOMPARE(read->wrongCellCount, read->wrongCells.size());
        // The strict reader's verdict is the same as ever.
        const auto strict = readScheduleCsv(text.toStdString(), "plan.csv");
        QVERIFY(!strict);
        QCOMPARE(qString(strict.error().text()), qString(read->wrongCells.front().error.text()));
    }

    void readsARightFileAsTheStrictReader()
    {
        const std::string text = "0F0, 0F1,,\"0B0\",0B1\r\n\r\n(1F0;1B0)OVERLAP_F_B";
        const auto strict = readScheduleCsv(text, "folder/plan.csv");
        const auto lenient = readScheduleCsvLeniently(text, "folder/plan.csv");
        QVERIFY(strict && lenient);
        QVERIFY(lenient->csv.schedule == strict->schedule);
        QCOMPARE(qString(lenient->csv.schedule.name), QStringLiteral("plan"));
        QCOMPARE(lenient->csv.warnings.size(), strict->warnings.size());
        QCOMPARE(lenient->wrongCellCount, std::size_t{0});
        QVERIFY(lenient->wrongCells.empty());
    }

    void keepsTheExcerptOfAWrongCell()
    {
        const auto read = readScheduleCsvLeniently("0F0,0F1\n1F0,1X1,1B0\n", "plan.csv");
        QVERIFY(read.has_value());
        QCOMPARE(read->wrongCells.size(), std::size_t{1});
        QCOMPARE(qString(read->wrongCells[0].error.text()),
                 "plan.csv:2:6: '1X1' is no action: " + kTypes + "\n1F0,1X1,1B0\n     ^ expected a type");
    }

    void keepsWarnings()
    {
        const auto read = readScheduleCsvLeniently("00F0,0X0,0F1\n", "plan.csv");
        QVERIFY(read.has_value());
        QCOMPARE(read->csv.warnings.size(), std::size_t{1});
        QCOMPARE(qString(read->csv.warnings[0].headline()),
                 QStringLiteral("plan.csv:1:1: leading zeros in '00F0' are ignored: it is read as 0F0"));
    }

    void refusesWhatIsNoSchedule_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFE"
                                              "0\0F\0",
                                              6);
        QTest::newRow("prose") << QByteArray("Dear colleague,\nhere is the schedule, as you asked.\n");
        QTest::newRow("binary") << QByteArray("\x7F"
                                              "ELF\x02\x01\x01\0\0\n\x03,,\0>\0\x01",
                                              18);
        QTest::newRow("only empty cells beside the wrong one") << QByteArray(",,,,0X0,,,\n,,,\n");
        QTest::newRow("one cell of ten is read") << QByteArray("0F0,a,b,c,d,e,f,g,h,i\n");
        QTest::newRow("another table") << QByteArray("name,age\nAda,36\nGrace,85\n");
    }

    void refusesWhatIsNoSchedule()
    {
        QFETCH(QByteArray, text);
        const auto strict = readScheduleCsv(text.toStdString(), "plan.csv");
        const auto lenient = readScheduleCsvLeniently(text.toStdString(), "plan.csv");
        QVERIFY(!strict);
        QVERIFY(!lenient);
        QCOMPARE(qString(lenient.error().text()), qString(strict.error().text()));
        QVERIFY(lenient.error().kind == ErrorKind::InvalidInput);
    }

    void keepsTenThousandAndCountsTheRest()
    {
        std::string text;
        for (int i = 0; i < 12'000; ++i)
            text += fmt::format("0F{},0X{},", i, i);
        const auto read = readScheduleCsvLeniently(text, "plan.csv");
        QVERIFY(read.has_value());
        QCOMPARE(read->wrongCells.size(), std::size_t{10'000});
        QCOMPARE(read->wrongCellCount, std::size_t{12'000});
        QCOMPARE(read->wrongCells.back().cell, std::size_t{19'999});
        QCOMPARE(read->csv.schedule.rows[0].size(), std::size_t{24'001});
        QVERIFY(read->csv.schedule.rows[0][23'999].isBubble());
        QCOMPARE(qString(actionText(read->csv.schedule.rows[0][23'998].id())), QStringLiteral("0F11999"));
        // Nine of ten is seen over the whole file and not where the errors stop being kept.
        std::string late(20'000, ',');
        for (int i = 0; i < 10'001; ++i)
            late += "x,0F0,";
        QVERIFY(readScheduleCsvLeniently(late, "plan.csv").has_value());
    }

    void canBeCancelled()
    {
        const CancelToken cancel;
        cancel.cancel();
        const auto read = readScheduleCsvLeniently("0F0,0X0,0F1\n", "plan.csv", cancel);
        QVERIFY(!read);
        QVERIFY(read.error().kind == ErrorKind::Cancelled);
        QCOMPARE(qString(read.error().message.text()), QStringLiteral("reading plan.csv was cancelled"));
    }
};

BUBBLESCOPE_TEST(IoCsvLenient)
#include "io_csv_lenient.moc"

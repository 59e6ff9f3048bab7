// SPDX-License-Identifier: Apache-2.0
// What is read of a CSV with wrong cells, and what is told of them.
#include <QTest>

#include "core/io/schedule_csv.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const QString kTypes =
    QStringLiteral("expected F, I, W, B, SEND_F, RECV_F, SEND_B, RECV_B, WAIT_SEND_F, WAIT_SEND_B, UNSHARD, "
                   "RESHARD, REDUCE_GRAD, WAIT_REDUCE_GRAD, R, O, L, S, T, CLIP, OPTIMIZER, PARAM_GATHER or "
                   "EMBED_GRAD after the stage");

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
        const QString wrongType = QStringLiteral("'0X0' is not an action: ") + kTypes;
        addRows<std::string, std::string, QString>({
            {"in the middle of a row", "0F0,0X0,0F1\n1F0,1B0\n", "0F0 . 0F1\n1F0 1B0",
             "0.1 1:6: " + wrongType},
            {"first in the file", "0X0,0F1\n1F0,1B0\n", ". 0F1\n1F0 1B0", "0.0 1:2: " + wrongType},
            {"behind empty cells", "0F0,,,0X0,0F1\n", "0F0 . . . 0F1", "0.3 1:8: " + wrongType},
            {"behind an overlapped cell", "(0F1;3B0)OVERLAP_F_B,0X0,0F2\n", "(0F1;3B0)OVERLAP_F_B . 0F2",
             "0.1 1:23: " + wrongType},
            {"a part of an overlapped cell", "0F0,(0F1;bad)OVERLAP_F_B,0F2\n", "0F0 . 0F2",
             "0.1 1:10: 'bad' is not an action: it must start with the number of its stage, such as 0F0"},
            {"quoted", "0F0,\"0X0\",\"0F1\"\n", "0F0 . 0F1", "0.1 1:7: " + wrongType},
            {"CRLF", "0F0,0X0,0F1\r\n1F0,1B0\r\n", "0F0 . 0F1\n1F0 1B0", "0.1 1:6: " + wrongType},
            {"last cell, CRLF", "1F0,1B0\r\n0F0,0F1,0X0\r\n0F2\r\n", "1F0 1B0\n0F0 0F1\n0F2",
             "1.2 2:10: " + wrongType},
            {"last line without its end", "1F0,1B0\n0F0,0F1,0X0", "1F0 1B0\n0F0 0F1",
             "1.2 2:10: " + wrongType},
            {"byte order mark",
             "\xEF\xBB\xBF"
             "0X0,0F1\n",
             ". 0F1", "0.0 1:2: " + wrongType},
            {"a quote that is not closed", "0F0,\"0F1,0F2\n1F0\n", "0F0 . 0F2\n1F0",
             "0.1 1:5: the quoted cell is not closed on its line"},
            {"a quote that is not closed ends its line", "0F0,\"0F1\n1F0\n", "0F0\n1F0",
             "0.1 1:5: the quoted cell is not closed on its line"},
            {"several, with an empty line between", "0F0,0X0,0F1\n\n2F0,-1F0,2F1\n", "0F0 . 0F1\n\n2F0 . 2F1",
             "0.1 1:6: " + wrongType + "\n2.1 3:5: '-1F0' is not an action: stages count from 0"},
            {"a whole row", "0F0,0B0\n# made by hand\n", "0F0 0B0\n",
             "1.0 2:1: '# made by hand' is not an action: it must start with the number of its stage, such "
             "as 0F0"},
            {"control character", std::string("0F0,0\0F1,0F2", 12), "0F0 . 0F2",
             "0.1 1:6: the control character 0x00 is not allowed in a schedule CSV"},
        });
    }

    void leavesWrongCellsEmpty()
    {
        const auto [text, order, wrong] = givenRow<std::string, std::string, QString>();
        const auto read = succeeded(readScheduleCsvLeniently(text, "plan.csv"));
        QCOMPARE(render(read->csv.schedule), order);
        QCOMPARE(wrongCellsOf(*read), wrong);
        QCOMPARE(read->wrongCellCount, read->wrongCells.size());
        // The strict reader's verdict is the same as ever.
        const auto strict = readScheduleCsv(text, "plan.csv");
        QCOMPARE(qString(errorOf(strict)), qString(read->wrongCells.front().error.text()));
    }

    void readsARightFileAsTheStrictReader()
    {
        const std::string text = "0F0, 0F1,,\"0B0\",0B1\r\n\r\n(1F0;1B0)OVERLAP_F_B";
        const auto strict = readScheduleCsv(text, "folder/plan.csv");
        const auto lenient = readScheduleCsvLeniently(text, "folder/plan.csv");
        QVERIFY(strict && lenient);
        QVERIFY(lenient->csv.schedule == strict->schedule);
        QCOMPARE(lenient->csv.schedule.name, "plan");
        QCOMPARE(lenient->csv.warnings.size(), strict->warnings.size());
        QCOMPARE(lenient->wrongCellCount, std::size_t{0});
        QVERIFY(lenient->wrongCells.empty());
    }

    void keepsTheExcerptOfAWrongCell()
    {
        const auto read = succeeded(readScheduleCsvLeniently("0F0,0F1\n1F0,1X1,1B0\n", "plan.csv"));
        QCOMPARE(read->wrongCells.size(), std::size_t{1});
        QCOMPARE(qString(read->wrongCells[0].error.text()),
                 "plan.csv:2:6: '1X1' is not an action: " + kTypes + "\n1F0,1X1,1B0\n     ^ expected a type");
    }

    void keepsWarnings()
    {
        const auto read = succeeded(readScheduleCsvLeniently("00F0,0X0,0F1\n", "plan.csv"));
        QCOMPARE(read->csv.warnings.size(), std::size_t{1});
        QCOMPARE(read->csv.warnings[0].headline(),
                 "plan.csv:1:1: leading zeros in '00F0' are ignored: it is read as 0F0");
    }

    void refusesWhatIsNoSchedule_data()
    {
        addRows<std::string>({
            {"empty", ""},
            {"UTF-16", std::string("\xFF\xFE"
                                   "0\0F\0",
                                   6)},
            {"prose", "Dear colleague,\nhere is the schedule, as you asked.\n"},
            {"binary", std::string("\x7F"
                                   "ELF\x02\x01\x01\0\0\n\x03,,\0>\0\x01",
                                   18)},
            {"only empty cells beside the wrong one", ",,,,0X0,,,\n,,,\n"},
            {"one cell of ten is read", "0F0,a,b,c,d,e,f,g,h,i\n"},
            {"another table", "name,age\nAda,36\nGrace,85\n"},
        });
    }

    void refusesWhatIsNoSchedule()
    {
        const auto [text] = givenRow<std::string>();
        const auto strict = readScheduleCsv(text, "plan.csv");
        const auto lenient = readScheduleCsvLeniently(text, "plan.csv");
        QVERIFY(!strict);
        QCOMPARE(qString(errorOf(lenient)), qString(strict.error().text()));
        QVERIFY(lenient.error().kind == ErrorKind::InvalidInput);
    }

    void keepsTenThousandAndCountsTheRest()
    {
        std::string text;
        for (int i = 0; i < 12'000; ++i)
            text += fmt::format("0F{},0X{},", i, i);
        const auto read = succeeded(readScheduleCsvLeniently(text, "plan.csv"));
        QCOMPARE(read->wrongCells.size(), std::size_t{10'000});
        QCOMPARE(read->wrongCellCount, std::size_t{12'000});
        QCOMPARE(read->wrongCells.back().cell, std::size_t{19'999});
        QCOMPARE(read->csv.schedule.rows[0].size(), std::size_t{24'001});
        QVERIFY(read->csv.schedule.rows[0][23'999].isBubble());
        QCOMPARE(actionText(read->csv.schedule.rows[0][23'998].id()), "0F11999");
        // Nine of ten is seen over the whole file and not where the errors stop being kept.
        std::string late(20'000, ',');
        for (int i = 0; i < 10'001; ++i)
            late += "x,0F0,";
        QVERIFY(readScheduleCsvLeniently(late, "plan.csv").has_value());
    }

    void canBeCancelled()
    {
        const auto read = readScheduleCsvLeniently("0F0,0X0,0F1\n", "plan.csv", cancelled());
        QVERIFY(!read);
        QVERIFY(read.error().kind == ErrorKind::Cancelled);
        QCOMPARE(read.error().message.text(), "reading plan.csv was canceled");
    }
};

BUBBLESCOPE_TEST(IoCsvLenient)
#include "io_csv_lenient.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_csv.h"
#include "tests/core/results_support.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <fmt/format.h>
#include <optional>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Rows joined by "\n" as render() writes them, or the error's text.
std::string readBack(std::string_view text)
{
    const auto result = readScheduleCsv(text, "plan.csv");
    return result ? render(result->schedule) : result.error().text();
}

std::string warningsOf(std::string_view text)
{
    const auto result = readScheduleCsv(text, "plan.csv");
    if (!result)
        return fmt::format("error: {}", result.error().text());
    std::string all;
    for (const Error& warning : result->warnings)
        all += fmt::format("{}{}", all.empty() ? "" : "\n", warning.text());
    return all;
}

/// What PyTorch made of a cell, as its text: nothing if it refuses the cell or reads only a part of an
/// action; a bubble is the empty text. `asRecorded` is its own text, `asOurs` without what we drop.
std::optional<std::string> completeReading(const nlohmann::json& action)
{
    if (action.is_null())
        return "";
    const std::string type = action["type"];
    if (type == "OVERLAP_F_B") {
        if (action["sub"].is_null())
            return std::nullopt;
        std::string parts;
        for (const auto& part : action["sub"])
            parts += fmt::format("{}{}", parts.empty() ? "" : ";", completeReading(part).value());
        return fmt::format("({})OVERLAP_F_B", parts);
    }
    const bool sharded = type == "UNSHARD" || type == "RESHARD" || type.ends_with("REDUCE_GRAD");
    if (!action["sub"].is_null() || (action["mb"].is_null() && !sharded))
        return std::nullopt;
    if (action["stage"].get<std::int64_t>() > Action::kMaxStage)
        return std::nullopt;
    return std::to_string(action["stage"].get<std::int64_t>()) + type +
           (sharded ? "" : std::to_string(action["mb"].get<std::int64_t>()));
}

} // namespace

class IoCsv : public QObject
{
    Q_OBJECT

private slots:
    void readsRows_data()
    {
        addRows<std::string, std::string>({
            {"compute only", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1"},
            {"no line end at the end", "0F0\n1F0", "0F0\n1F0"},
            {"split backward", "0I0,0W0\n", "0I0 0W0"},
            {"communication", "0F0,0SEND_F0,0RECV_B0,0WAIT_SEND_F0,0WAIT_SEND_B0\n1RECV_F0,1SEND_B0\n",
             "0F0 0SEND_F0 0RECV_B0 0WAIT_SEND_F0 0WAIT_SEND_B0\n1RECV_F0 1SEND_B0"},
            {"sharding", "0UNSHARD,0F0,0RESHARD,0REDUCE_GRAD,0WAIT_REDUCE_GRAD\n",
             "0UNSHARD 0F0 0RESHARD 0REDUCE_GRAD 0WAIT_REDUCE_GRAD"},
            {"empty cells are bubbles", ",,0F0,,0B0\n", ". . 0F0 . 0B0"},
            {"CRLF", "0F0,0B0\r\n1F0,1B0\r\n", "0F0 0B0\n1F0 1B0"},
            {"CR", "0F0,0B0\r1F0,1B0\r", "0F0 0B0\n1F0 1B0"},
            {"mixed line ends", "0F0\r1F0\n2F0\r\n3F0", "0F0\n1F0\n2F0\n3F0"},
            {"byte order mark",
             "\xEF\xBB\xBF"
             "0F0,0B0\n",
             "0F0 0B0"},
            {"blanks", " 0F0 ,\t0B0\n", "0F0 0B0"},
            {"a cell of blanks is a bubble", "  ,0F0\n", ". 0F0"},
            {"overlap", "(0F1;3B0)OVERLAP_F_B\n", "(0F1;3B0)OVERLAP_F_B"},
            {"overlap with blanks", "( 0F1 ; 3I0 )OVERLAP_F_B\n", "(0F1;3I0)OVERLAP_F_B"},
            {"overlap of three", "(0F1;3B0;2W1)OVERLAP_F_B\n", "(0F1;3B0;2W1)OVERLAP_F_B"},
            {"overlap of one", "(0F1)OVERLAP_F_B\n", "(0F1)OVERLAP_F_B"},
            {"backward first", "(3B0;0F1)OVERLAP_B_F\n", "(3B0;0F1)OVERLAP_B_F"},
            {"quoted overlap", "0F0,\"(0F1;3B0)OVERLAP_F_B\",1F1\n", "0F0 (0F1;3B0)OVERLAP_F_B 1F1"},
            {"everything quoted", "\"0F0\",\"\",\"0B0\"\r\n", "0F0 . 0B0"},
            {"blanks within quotes", "\" 0F0 \"\n", "0F0"},
            {"text after the closing quote goes on", "\"0F\"12\n", "0F12"},
            {"blank before the quote", "0F0, \"0B0\"\n", "0F0 0B0"},
            {"blank line is a rank", "0F0\n\n2F0\n", "0F0\n\n2F0"},
            {"blank line at the end is a rank", "0F0\n\n", "0F0\n"},
            {"blank line alone is a rank", "\n", ""},
            {"largest numbers", "4194303F4294967294\n", "4194303F4294967294"},
        });
    }

    void readsRows()
    {
        const auto [text, rows] = givenRow<std::string, std::string>();
        QCOMPARE(readBack(text), rows);
    }

    void warnsOf_data()
    {
        addRows<std::string, std::string>({
            {"nothing in the strict grammar", "0F0,,\"(0F1;3B0)OVERLAP_F_B\",0UNSHARD,\r\n\r\n", ""},
            {"text after the action", "0F0,1F0xyz\n",
             "plan.csv:1:8: 'xyz' after 1F0 is ignored\n0F0,1F0xyz\n       ^"},
            {"semicolons", "0F0;1B0\n",
             "plan.csv:1:4: ';1B0' after 0F0 is ignored\n0F0;1B0\n   ^ cells are separated by commas"},
            {"leading zeros", "00F01\n",
             "plan.csv:1:1: leading zeros in '00F01' are ignored: it is read as 0F1\n00F01\n^"},
            {"microbatch where none belongs", "0F0,0UNSHARD5\n",
             "plan.csv:1:13: the microbatch '5' after 0UNSHARD is ignored\n0F0,0UNSHARD5\n            ^"},
            {"empty part", "(0F1;;3B0)OVERLAP_F_B\n",
             "plan.csv:1:6: an empty part of '(0F1;;3B0)OVERLAP_F_B' is ignored\n(0F1;;3B0)OVERLAP_F_B\n     "
             "^"},
            {"blanks are named once", "0F0, 0F1\n 1F0\n",
             "plan.csv:1:5: blanks around or within '0F1' are ignored (2 times in this file)\n0F0, 0F1\n    "
             "^"},
            {"blank behind a cell", "0F0 ,0F1\n",
             "plan.csv:1:4: blanks around or within '0F0' are ignored\n0F0 ,0F1\n   ^"},
            {"blank before the quote", "0F0, \"0F1\"\n",
             "plan.csv:1:5: there is a blank before the quote; PyTorch rejects such a cell\n0F0, \"0F1\"\n   "
             " ^"},
            {"columns count quotes", "\"0F0x\"\n", "plan.csv:1:5: 'x' after 0F0 is ignored\n\"0F0x\"\n    ^"},
            {"columns count doubled quotes", "\"0F0\"\"x\"yz,00F1\n",
             "plan.csv:1:5: '\"xyz' after 0F0 is ignored\n\"0F0\"\"x\"yz,00F1\n    ^\n"
             "plan.csv:1:12: leading zeros in '00F1' are ignored: it is read as 0F1\n\"0F0\"\"x\"yz,00F1\n"
             "           ^"},
        });
    }

    void warnsOf()
    {
        const auto [text, warnings] = givenRow<std::string, std::string>();
        QCOMPARE(warningsOf(text), warnings);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& error) {
            QTest::newRow(name) << text << "plan.csv:" + error;
        };
        const QByteArray types =
            "expected F, I, W, B, SEND_F, RECV_F, SEND_B, RECV_B, WAIT_SEND_F, WAIT_SEND_B, UNSHARD, "
            "RESHARD, REDUCE_GRAD, WAIT_REDUCE_GRAD, R, O, L, S, T, CLIP, OPTIMIZER, PARAM_GATHER or "
            "EMBED_GRAD after the stage";
        row("empty file", "", " the file is empty: a schedule has a row for each rank");
        row("only a byte order mark", "\xEF\xBB\xBF",
            " the file is empty: a schedule has a row for each rank");
        row("UTF-16",
            QByteArray("\xFF\xFE"
                       "0\0F\0",
                       6),
            " the file is UTF-16 text: save it as UTF-8");
        row("unknown type", "0F0\n\n1F0,2Q1,1B0\n",
            "3:6: '2Q1' is not an action: " + types + "\n1F0,2Q1,1B0\n     ^ expected a type");
        row("lower case", "2f1\n", "1:2: '2f1' is not an action: " + types + "\n2f1\n ^ write 2F1");
        row("no type", "0F0,7\n", "1:6: '7' is not an action: " + types + "\n0F0,7\n     ^ expected a type");
        row("inner blank", "0 F0\n",
            "1:2: '0 F0' is not an action: remove the blank between stage and type\n0 F0\n ^ write 0F0");
        row("no microbatch", "0F0,0F\n",
            "1:7: '0F' is not an action: expected a microbatch after F, such as 0F0\n0F0,0F\n      ^ "
            "expected a microbatch number");
        row("negative microbatch", "0F-1\n",
            "1:3: '0F-1' is not an action: expected a microbatch after F, such as 0F0\n0F-1\n  ^ expected a "
            "microbatch number");
        row("long type name", "1BACKWARD2\n",
            "1:3: '1BACKWARD2' is not an action: expected a microbatch after B, such as 1B0\n1BACKWARD2\n  ^ "
            "write 1B2");
        row("half a wait", "0WAIT_F1\n",
            "1:3: '0WAIT_F1' is not an action: expected a microbatch after W, such as 0W0\n0WAIT_F1\n  ^ "
            "write 0WAIT_SEND_F1");
        row("no stage", "F0\n",
            "1:1: 'F0' is not an action: it must start with the number of its stage, such as 0F0\nF0\n^ "
            "expected a stage number");
        row("early PyTorch", "F0_s1\n",
            "1:1: 'F0_s1' is not an action: it must start with the number of its stage, such as "
            "0F0\nF0_s1\n^ write 1F0");
        row("None", ",None\n",
            "1:2: 'None' is not an action: it must start with the number of its stage, such as 0F0\n,None\n "
            "^ expected a stage number");
        row("negative stage", "-1F0\n", "1:1: '-1F0' is not an action: stages count from 0\n-1F0\n^");
        row("stage too large", "4194304F0\n",
            "1:1: the stage of '4194304F0' is too large: at most 4194303\n4194304F0\n^");
        row("microbatch too large", "1F4294967295\n",
            "1:3: the microbatch of '1F4294967295' is too large: at most 4294967294\n1F4294967295\n  ^");
        row("overlap without parts", "()OVERLAP_F_B\n",
            "1:1: '()OVERLAP_F_B' overlaps nothing: put its parts inside the parentheses, such as "
            "(0F1;3B0)OVERLAP_F_B\n()OVERLAP_F_B\n^");
        row("overlap without type", "0F0,(0F1;3B0)\n",
            "1:14: '(0F1;3B0)' has no type: expected OVERLAP_F_B or OVERLAP_B_F after ')'\n0F0,(0F1;3B0)\n   "
            "          ^ write (0F1;3B0)OVERLAP_F_B");
        row("overlap of another type", "(0F1;3B0)F\n",
            "1:10: 'F' is not a type of overlapped cell: expected OVERLAP_F_B or OVERLAP_B_F after "
            "')'\n(0F1;3B0)F\n         ^ write (0F1;3B0)OVERLAP_F_B");
        row("text after the overlap", "(0F1;3B0)OVERLAP_F_B7\n",
            "1:10: 'OVERLAP_F_B7' is not a type of overlapped cell: expected OVERLAP_F_B or OVERLAP_B_F "
            "after ')'\n(0F1;3B0)OVERLAP_F_B7\n         ^ write (0F1;3B0)OVERLAP_F_B");
        row("nested overlap", "((0F0;1B0)OVERLAP_F_B;2F1)OVERLAP_F_B\n",
            "1:2: an overlapped cell cannot contain another\n((0F0;1B0)OVERLAP_F_B;2F1)OVERLAP_F_B\n ^");
        row("bracket not closed", "(0F1;3B0\n",
            "1:1: '(0F1;3B0' is not a cell: its parenthesis is not closed\n(0F1;3B0\n^ expected )OVERLAP_F_B "
            "at the end of the cell");
        row("wrong part", "\"(0F1;bad)OVERLAP_F_B\"\n",
            "1:7: 'bad' is not an action: it must start with the number of its stage, such as "
            "0F0\n\"(0F1;bad)OVERLAP_F_B\"\n      ^ expected a stage number");
        row("communication within", "(0F1;3SEND_F0)OVERLAP_F_B\n",
            "1:7: SEND_F cannot be overlapped: the parts must be F, I, W or B\n(0F1;3SEND_F0)OVERLAP_F_B\n   "
            "   ^");
        row("quote not closed", "0F0,\"0F1\n1F0\n",
            "1:5: the quoted cell is not closed on its line\n0F0,\"0F1\n    ^ expected a closing quote");
        row("NUL", QByteArray("0F0,0\0F1", 8),
            "1:6: the control character 0x00 is not allowed in a schedule CSV\n0F0,0 F1\n     ^");
        row("no UTF-8", "0F0,0F1\xFF\n",
            "1:8: the byte 0xFF is not valid UTF-8: save the file as UTF-8\n0F0,0F1?\n       ^");
        row("caret behind a tab and letters of two bytes", "0F0\t\xC3\xA4\xC3\xB6,1Q\n",
            "1:11: '1Q' is not an action: " + types + "\n0F0 \xC3\xA4\xC3\xB6,1Q\n        ^ expected a type");
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, error);
        QCOMPARE(qString(readBack(text.toStdString())), QString::fromUtf8(error));
        QCOMPARE(scheduleCsvErrors(text.toStdString(), "plan.csv").size(), std::size_t{1});
    }

    void readsCellsAsPyTorch()
    {
        const auto data = sharedJson("conformance/orders/torch_extra.json");
        int accepted = 0;
        int refused = 0;
        for (const auto& record : data["parse"]) {
            const std::string cell = record["cell"];
            const auto expected = record.contains("error") ? std::nullopt : completeReading(record["action"]);
            Row row;
            const auto result = appendCell(cell, row);
            // Named in schedules.md as an extension: hyper_parallel's own type.
            if (cell == "(0F1;3B0)OVERLAP_B_F") {
                QVERIFY(result.has_value());
                continue;
            }
            QVERIFY2(result.has_value() == expected.has_value(), cell.c_str());
            if (expected)
                QCOMPARE(qString(cellText(row)), qString(*expected));
            else
                QVERIFY2(row.empty(), cell.c_str());
            ++(expected ? accepted : refused);
        }
        QCOMPARE(accepted, 27);
        QCOMPARE(refused, 19);
    }

    void listsEveryWrongCell()
    {
        const std::string text = "0F0,bad,0F\n1F0\nX,\"\n";
        std::string places;
        for (const Error& error : scheduleCsvErrors(text, "plan.csv"))
            places += std::to_string(error.where->line) + ":" + std::to_string(error.where->column) + " ";
        QCOMPARE(places, "1:5 1:11 3:1 3:3 ");
        QCOMPARE(scheduleCsvErrors(text, "plan.csv", 2).size(), std::size_t{2});
        QCOMPARE(scheduleCsvErrors(text, "plan.csv", 0).size(), std::size_t{0});
        QVERIFY(scheduleCsvErrors("0F0\n", "plan.csv").empty());
    }

    void keepsOnlyAHundredWarnings()
    {
        std::string text;
        for (int i = 0; i < 150; ++i)
            text += "0F" + std::to_string(i) + "x,";
        const auto result = succeeded(readScheduleCsv(text, "plan.csv"));
        QCOMPARE(result->warnings.size(), std::size_t{100});
        QCOMPARE(result->schedule.rows[0].size(), std::size_t{151});
    }

    void keepsLittleOfAHugeLine()
    {
        std::string text;
        for (int i = 0; i < 1000000; ++i)
            text += "0F1,";
        const auto result = readScheduleCsv(text + "0X" + text, "plan.csv");
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().where->column, 4000002U);
        QVERIFY(result.error().where->lineText.size() <= 2048);
        QCOMPARE(qString(result.error().text()).section('\n', 1),
                 "..." + QString("F1,") + QString("0F1,").repeated(14) + "0X" + QString("0F1,").repeated(9) +
                     "0F1..." + '\n' + QString(3 + 60, ' ') + "^ expected a type");
    }

    void namesAndCounts()
    {
        const auto result = succeeded(readScheduleCsv("0F0,3SEND_F6\n2UNSHARD\n", "/some/where/plan.v2.csv"));
        QCOMPARE(result->schedule.name, "plan.v2");
        QCOMPARE(result->schedule.stageCount, 4U);
        QCOMPARE(result->schedule.microbatchCount, 7U);
        QVERIFY(!result->schedule.placement.has_value());
        QCOMPARE(readScheduleCsv("0F0", "<stdin>")->schedule.name, "stdin");
        QCOMPARE(readScheduleCsv("0F0", ".csv")->schedule.name, ".csv");
    }

    void isCancelled()
    {
        const auto result = readScheduleCsv("0F0\n", "plan.csv", cancelled());
        QVERIFY(!result.has_value());
        QVERIFY(result.error().kind == ErrorKind::Cancelled);
        QCOMPARE(result.error().text(), "reading plan.csv was canceled");
    }

    void appendsCells()
    {
        Row row{Action(StageId{9}, ActionKind::Forward, MicrobatchId{9})};
        QVERIFY(appendCell("", row).has_value());
        QVERIFY(appendCell("(0F1;3B0)OVERLAP_F_B", row).has_value());
        QVERIFY(appendCell(" 1W2", row).has_value());
        const auto wrong = appendCell("(0F1;3B)OVERLAP_F_B", row);
        QVERIFY(!wrong.has_value());
        QCOMPARE(wrong.error().where->column, 8U);
        QCOMPARE(row.size(), std::size_t{5});
        QVERIFY(row[1].isBubble());
        QCOMPARE(cellText(std::span(row).subspan(2, 2)), "(0F1;3B0)OVERLAP_F_B");
    }
};

BUBBLESCOPE_TEST(IoCsv)
#include "io_csv.moc"

// SPDX-License-Identifier: Apache-2.0
// The user's regular expressions: what they find, and what is said of wrong ones.
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/names_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string matchText(const std::string& expression, std::string_view name)
{
    const auto pattern = NamePattern::compile(expression);
    if (!pattern)
        return pattern.error().text();
    const auto action = pattern->match(name);
    return action ? namedActionText(*action) : "no match";
}

} // namespace

class TraceNamePatterns : public QObject
{
    Q_OBJECT
private slots:
    void matches_data()
    {
        addRows<QString, QString, QString>({
            {"all groups", R"(r(?<rank>\d+) s(?<stage>\d+) c(?<chunk>\d+) (?<kind>\w+) (?<microbatch>\d+))",
             "r1 s2 c3 fwd 4", "F s2 m4 r1 c3"},
            {"only the kind", "stage_(?<kind>forward|backward)", "stage_backward", "B"},
            {"Python's spelling", R"((?P<kind>[FB])@(?P<microbatch>\d+))", "F@7", "F m7"},
            {"anchored at the begin", "(?<kind>F)", "xF", "no match"},
            {"anchored at the end", "(?<kind>F)", "Fx", "no match"},
            {"alternatives as a whole", "(?<kind>F)|x(?<=x)", "Fx", "no match"},
            {"a group left out", R"((?<kind>[FB])(?:(?<microbatch>\d+))?)", "B", "B"},
            {"a group twice", R"((?J)f(?<kind>wd)x|(?<kind>bwd)(?<microbatch>\d+))", "bwd3", "B m3"},
            {"an unknown kind", R"((?<kind>\w+))", "sideways", "no match"},
            {"a kind that is empty", R"((?<kind>\w*)x?)", "", "no match"},
            {"no number", R"((?<kind>F)(?<microbatch>.*))", "Fx", "no match"},
            {"a sign is no number", R"((?<kind>F)(?<microbatch>.*))", "F-1", "no match"},
            {"letters of other scripts", R"(schätz(?<kind>F).)", "schätzFö", "F"},
            {"without microbatch by its kind", R"((?<stage>\d+)(?<kind>UNSHARD)(?<microbatch>\d*))",
             "3UNSHARD5", "UNSHARD s3"},
        });
    }

    void matches()
    {
        const auto& [expression, name, expected] = givenRow<QString, QString, QString>();
        QCOMPARE(QString::fromStdString(matchText(expression.toStdString(), name.toStdString())), expected);
    }

    void kinds_data()
    {
        QTest::addColumn<QString>("expected");
        const auto rows = [](const char* expected, std::initializer_list<const char*> words) {
            for (const char* word : words)
                QTest::newRow(word) << QString::fromUtf8(expected);
        };
        rows("F",
             {"F", "f", "fw", "FW", "fwd", "FWD", "Forward", "forward_step", "forward-pass", "Forward Step"});
        rows("B", {"B", "b", "bw", "BW", "bwd", "Backward", "backward_step", "full_backward"});
        rows("I", {"I", "i", "dgrad", "backward_input", "Backward.Input"});
        rows("W", {"W", "w", "wgrad", "backward_weight"});
        rows("SEND_F", {"SEND_F", "send_f", "send_forward", "send-fwd", "send_fw"});
        rows("SEND_B", {"SEND_B", "send_backward"});
        rows("RECV_F", {"RECV_F", "recv_forward", "receive_f"});
        rows("RECV_B", {"RECV_B", "Receive Backward"});
        rows("WAIT_SEND_F", {"WAIT_SEND_F"});
        rows("WAIT_SEND_B", {"wait_send_backward"});
        rows("UNSHARD", {"unshard"});
        rows("RESHARD", {"RESHARD"});
        rows("REDUCE_GRAD", {"reduce_grad"});
        rows("WAIT_REDUCE_GRAD", {"Wait_Reduce_Grad"});
        rows("no match", {"send_w", "send_", "x", "ff", "send_send_f", "_step", "forward_step_step"});
    }

    void kinds()
    {
        QTEST(QString::fromStdString(matchText("(?<kind>.+)", QTest::currentDataTag())), "expected");
    }

    void errors_data()
    {
        addRows<QString, QString>({
            {"empty", "", "pattern:1:1: the pattern is empty"},
            {"no closing bracket", "a(?<kind>F", R"(pattern:1:11: missing closing parenthesis
a(?<kind>F
          ^)"},
            {"nothing to repeat", "*(?<kind>F)", R"(pattern:1:1: quantifier does not follow a repeatable item
*(?<kind>F)
^)"},
            {"no kind", R"(F(?<microbatch>\d+))",
             R"(pattern:1:20: there is no group named 'kind': write (?<kind>...) around what tells a forward from a backward, e.g. (?<kind>forward|backward)
F(?<microbatch>\d+)
                   ^)"},
            {"a mistyped group", R"((?<kind>F)(?<micobatch>\d+))",
             R"(pattern:1:14: unknown group 'micobatch'; did you mean 'microbatch'? the groups are kind, stage, microbatch, rank and chunk
(?<kind>F)(?<micobatch>\d+)
             ^)"},
            {"a group of another name", R"((?<kind>F)(?P<step>\d+))",
             R"(pattern:1:15: unknown group 'step'; the groups are kind, stage, microbatch, rank and chunk
(?<kind>F)(?P<step>\d+)
              ^)"},
        });
    }

    void errors()
    {
        const auto& [expression, expected] = givenRow<QString, QString>();
        const auto pattern = NamePattern::compile(expression.toStdString());
        QVERIFY(!pattern);
        QCOMPARE(QString::fromStdString(pattern.error().text()), expected);
        const std::string tooLong(5000, 'a');
        QCOMPARE(NamePattern::compile(tooLong).error().headline(),
                 "pattern:1:4097: the pattern is longer than 4096 bytes");
        QVERIFY(!NamePattern::compile("(?<kind>\xFF)"));
    }

    void comeBeforeTheFamilies()
    {
        const auto pattern = NamePattern::compile(R"(PP:(?<stage>\d)(?<kind>.)\d(?<microbatch>\d))");
        QVERIFY(pattern);
        const NameReader reader({*pattern});
        QCOMPARE(readingText(reader.read("PP:3F12")), "own pattern: F s3 m2");
        QCOMPARE(readingText(reader.read("PP:3F1")), "torch pipelining: F s3 m1");
    }

    void theFirstThatMatchesIsTaken()
    {
        const auto first = NamePattern::compile("a(?<kind>F|B)");
        const auto second = NamePattern::compile("(?<chunk>5)?a(?<kind>F)");
        QVERIFY(first && second);
        const NameReader reader({*first, *second});
        QCOMPARE(readingText(reader.read("aF")), "own pattern: F");
        QCOMPARE(readingText(reader.read("5aF")), "own pattern: F c5");
    }

    void outOfBoundsIsTold()
    {
        const auto pattern = NamePattern::compile(R"((?<kind>F)(?<stage>\d+)\.(?<microbatch>\d+))");
        QVERIFY(pattern);
        const NameReader reader({*pattern});
        QCOMPARE(readingText(reader.read("F65535.16777215")), "own pattern: F s65535 m16777215");
        QCOMPARE(readingText(reader.read("F65536.0")), "out of bounds");
        QCOMPARE(readingText(reader.read("F0.99999999999999999999")), "out of bounds");
        QVERIFY(!pattern->match("F65536.0"));
    }

    void noPatternHangs_data()
    {
        QTest::addColumn<QString>("expression");
        for (const char* expression :
             {"(?<kind>F)(a+)+b", "(?<kind>F)(a|aa)+b", "(?<kind>F)(?:a*a*a*a*a*a*a*)[bc]",
              "(?<kind>F)(?:(a(?1)?a?)+)[bc]", "(?<kind>F)(?:.*.*.*.*.*)(?=x)", "(?<kind>F)((?R)|a)*?[bc]",
              "(?:(?<kind>F)|a)*[bc]"})
            QTest::newRow(expression) << QString::fromUtf8(expression);
    }

    // The limit of the test program's time is what fails here.
    void noPatternHangs()
    {
        QFETCH(QString, expression);
        const std::string name = "F" + std::string(4000, 'a');
        for (int i = 0; i < 20; ++i)
            QCOMPARE(matchText(expression.toStdString(), name), "no match");
        QCOMPARE(matchText("(?<kind>F)a*", "F" + std::string(5000, 'a')), "no match");
    }
};

BUBBLESCOPE_TEST(TraceNamePatterns)
#include "trace_name_patterns.moc"

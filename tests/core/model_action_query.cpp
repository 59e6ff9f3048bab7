// SPDX-License-Identifier: Apache-2.0
#include "core/model/action_query.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <random>

using namespace bubblescope;
using test::parse;

namespace {

/// Two computing ranks with an overlapped cell, their communication, and FSDP.
constexpr const char* kOrder = "0UNSHARD 0F0 0SEND_F0 0F1 (0F2;0B0)OVERLAP_F_B 0RECV_B1 0B1 0WAIT_SEND_F0\n"
                               "1F0 . 1I0 1W0 1F1 12F12 3F7 1SEND_B0 1REDUCE_GRAD 1WAIT_REDUCE_GRAD 1RESHARD";

/// "rank:action" of what matches, in the order of the rows.
QString found(std::string_view text)
{
    const auto query = ActionQuery::parse(text);
    if (!query)
        return QString::fromStdString(query.error().error.text());
    const Schedule schedule = parse(kOrder);
    QStringList matches;
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank)
        for (const Action& action : schedule.rows[rank])
            if (query->matches(RankId{rank}, action))
                matches << QStringLiteral("%1:%2").arg(rank).arg(
                    QString::fromStdString(actionText(action.id())));
    return matches.join(' ');
}

} // namespace

class ModelActionQuery : public QObject
{
    Q_OBJECT

private slots:
    void finds_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("matches");
        const auto row = [](const char* name, const char* text, const char* matches) {
            QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(matches);
        };
        row("a stage's forwards", "3F", "1:3F7");
        row("one action", "0F1", "0:0F1");
        row("one action in small letters", "0f1", "0:0F1");
        row("numbers of two digits", "12F12", "1:12F12");
        row("a kind", "B", "0:0B0 0:0B1");
        row("a kind in words", "backward", "0:0B0 0:0B1");
        row("the gradient of the input", "1I", "1:1I0");
        row("the gradient of the weights", "W", "1:1W0");
        row("a kind and a microbatch", "F0", "0:0F0 1:1F0");
        row("several microbatches", "F1,7-12", "0:0F1 1:1F1 1:12F12 1:3F7");
        row("several stages", "1-3F", "1:1F0 1:1F1 1:3F7");
        row("either of two kinds", "I W", "1:1I0 1:1W0");
        row("either of two actions", "0F1 1F1", "0:0F1 1:1F1");
        row("a microbatch", "mb 7", "1:3F7");
        row("a microbatch without a blank", "mb7", "1:3F7");
        row("a microbatch in full", "Microbatch 12", "1:12F12");
        row("FSDP has no microbatch", "mb 0 stage 1", "1:1F0 1:1I0 1:1W0 1:1SEND_B0");
        row("a stage", "stage 12", "1:12F12");
        row("a list of stages", "stage 3,12", "1:12F12 1:3F7");
        row("a list with blanks", "stage 3, 12", "1:12F12 1:3F7");
        row("a rank and a kind", "rank 1 F", "1:1F0 1:1F1 1:12F12 1:3F7");
        row("all in one", "rank 1 F mb 1-7 stage 1", "1:1F1");
        row("two ranks", "rank 0 rank 1 mb 1 F", "0:0F1 1:1F1");
        row("no such rank", "rank 7", "");
        row("both sends", "send", "0:0SEND_F0 1:1SEND_B0");
        row("a send as PyTorch writes it", "0SEND_F0", "0:0SEND_F0");
        row("a stage's send", "1send", "1:1SEND_B0");
        row("receives", "recv", "0:0RECV_B1");
        row("waits", "wait", "0:0WAIT_SEND_F0 1:1WAIT_REDUCE_GRAD");
        row("communication", "comm", "0:0SEND_F0 0:0RECV_B1 0:0WAIT_SEND_F0 1:1SEND_B0");
        row("unshards", "unshard", "0:0UNSHARD");
        row("a stage's reshard", "1RESHARD", "1:1RESHARD");
        row("FSDP", "fsdp", "0:0UNSHARD 1:1REDUCE_GRAD 1:1WAIT_REDUCE_GRAD 1:1RESHARD");
        row("overlapped", "overlap", "0:0F2 0:0B0");
        row("overlapped, as the legend has it", "F+B", "0:0F2 0:0B0");
        row("overlapped forwards", "overlap F", "0:0F2");
        row("a cell as it is written", "(0F2;0B0)OVERLAP_F_B", "0:0F2 0:0B0");
        row("a part of a cell where it is overlapped with another", "(0F1;0B0)OVERLAP_F_B", "0:0B0");
        row("a cell narrows other terms", "1F (0F2;0B0)", "0:0F2 0:0B0");
        row("blanks around", "  0F1  ", "0:0F1");
    }

    void finds()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, matches);
        QCOMPARE(found(text.toStdString()), matches);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<unsigned>("column");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, unsigned column, const char* message) {
            QTest::newRow(name) << QByteArray(text) << column << QString::fromUtf8(message);
        };
        row("a word that is none", "rank 1 foo", 8,
            "\"foo\" is not a search term; write 3F, 3F7, send, stage 2, rank 1 or mb 7");
        row("a sign", "3F #", 4, "\"#\" is not a search term; write 3F, 3F7, send, stage 2, rank 1 or mb 7");
        row("a number alone", "3 F", 1, "3 of what? write 3F, stage 3, mb 3 or rank 3");
        row("no such kind", "3X7", 2,
            "\"X7\" is not a kind of action; the kinds are F, I, W, B, SEND_F, RECV_F, UNSHARD, …");
        row("a group of kinds of a stage", "3comm", 2,
            "\"comm\" is not a kind of action; the kinds are F, I, W, B, SEND_F, RECV_F, UNSHARD, …");
        row("more behind an action", "3F7B", 4, "\"B\" is not part of an action");
        row("a word for a number", "stage F", 7,
            "\"F\" is not a number; write stage 1, stage 0-3 or stage 2,5");
        row("no blank after a number", "stage 3F", 8, "\"F\" is not part of the number of stage");
        row("a range that runs backward", "mb 5-3 F", 4, "5-3 runs backward; write 3-5");
        row("half a range", "mb 5- F", 6, "the range has no end; write 5-7");
        row("a number too high", "mb 99999999999 F", 4,
            "99999999999 is too large: the highest number here is 4294967294");
        row("a microbatch of an unshard", "0UNSHARD3", 9, "UNSHARD has no microbatch");
        row("half a cell", "(0F1;) F", 6, "an action is missing; write (0F1;3B0)OVERLAP_F_B");
        row("a cell of another kind", "(0F1)FOO", 1,
            "\"(0F1)FOO\" is not a cell; write (0F1;3B0)OVERLAP_F_B");
    }

    void saysWhatIsWrong()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const unsigned, column);
        QFETCH(const QString, message);
        const auto query = ActionQuery::parse(text.toStdString());
        QVERIFY(!query);
        QCOMPARE(QString::fromStdString(query.error().error.message.text()), message);
        QCOMPARE(query.error().error.where->column, column);
        QCOMPARE(query.error().error.where->lineText, text.toStdString());
        QVERIFY2(!query.error().isUnfinished, "what follows cannot mend it");
    }

    void staysQuietWhileMoreMayCome_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"",      " ",     "3",       "12",       "re",   "ra",  "RANK", "rank ", "st",
              "m",     "micro", "3F mb",   "se",       "0SEN", "0S",  "uns",  "over",  "F+",
              "mb 3-", "mb 3,", "mb 12-1", "rank 1 s", "(",    "(0F", "(0F1", "(0F1;", "(0F1;3B0)OVER"})
            QTest::newRow(*text == '\0' ? "nothing yet" : text) << QByteArray(text);
    }

    void staysQuietWhileMoreMayCome()
    {
        QFETCH(const QByteArray, text);
        const auto query = ActionQuery::parse(text.toStdString());
        QVERIFY(!query);
        QVERIFY(query.error().isUnfinished);
    }

    void aListFindsItsActionsAlone()
    {
        const Schedule schedule = parse(kOrder);
        const auto found = [&](std::string_view listed) {
            std::vector<ActionId> ids;
            const Schedule wanted = parse(listed);
            for (const Row& row : wanted.rows)
                for (const Action& action : row)
                    ids.push_back(action.id());
            const ActionQuery query = ActionQuery::listed(ids);
            std::string text;
            for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank)
                for (const Action& action : schedule.rows[rank])
                    if (query.matches(RankId{rank}, action))
                        text += actionText(action.id()) + " ";
            return text;
        };
        QCOMPARE(found("1F1 0B1 0F2"), "0F2 0B1 1F1 ");
        QCOMPARE(found("7F7"), "");
        QCOMPARE(found(""), "");
        QVERIFY(!(ActionQuery::listed({}) ==
                  ActionQuery::listed({{StageId{0}, ActionKind::Forward, MicrobatchId{0}}})));
    }

    void numbersJoin()
    {
        NumberSet numbers;
        QVERIFY(numbers.allows(0xFFFFFFFFU));
        numbers.add({7, 9});
        numbers.add({1, 2});
        numbers.add({3, 3});
        numbers.add({20, 30});
        numbers.add({8, 12});
        QCOMPARE(numbers.ranges(), (std::vector<NumberSet::Range>{{1, 3}, {7, 12}, {20, 30}}));
        for (std::uint32_t number = 0; number < 40; ++number)
            QCOMPARE(numbers.allows(number), (number >= 1 && number <= 3) || (number >= 7 && number <= 12) ||
                                                 (number >= 20 && number <= 30));
    }

    /// Whatever is typed is a query or has its place; what is unfinished is wrong at its end, or has all of
    /// it.
    void takesAnyText()
    {
        constexpr std::string_view kPieces[] = {
            "3",      "F", "rank", "mb",    "-",           ",", " ",           "(",        ")", ";",
            "SEND_F", "_", "+",    "stage", "99999999999", "B", "OVERLAP_F_B", "\xC3\xA4", "x", "0"};
        std::mt19937 random(5);
        int queries = 0;
        for (int round = 0; round < 50'000; ++round) {
            std::string text;
            for (auto left = random() % 9; left > 0; --left)
                text += kPieces[random() % std::size(kPieces)];
            const auto query = ActionQuery::parse(text);
            if (query) {
                ++queries;
                QVERIFY(!query->matches(RankId{0}, Action{}));
                continue;
            }
            const SourceLocation& where = *query.error().error.where;
            QVERIFY2(where.column >= 1 && where.column <= text.size() + 1, text.c_str());
            QVERIFY2(!query.error().error.message.empty(), text.c_str());
        }
        QVERIFY(queries > 1000);
    }
};

BUBBLESCOPE_TEST(ModelActionQuery)
#include "model_action_query.moc"

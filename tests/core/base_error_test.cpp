// SPDX-License-Identifier: Apache-2.0
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

class BaseErrorTest : public QObject
{
    Q_OBJECT

private slots:
    void showsPlaceLineAndCaret()
    {
        const Error error{
            ErrorKind::InvalidInput, Sentence::verbatim("rank 2 runs 2B1 before 2F1"),
            SourceLocation{"plan.csv", 3, 9, "2F0,2B0,2B1,2F1", Sentence::verbatim("needs 2F1 first")}};
        QCOMPARE(error.text(), std::string("plan.csv:3:9: rank 2 runs 2B1 before 2F1\n"
                                           "2F0,2B0,2B1,2F1\n"
                                           "        ^ needs 2F1 first"));
        QCOMPARE(error.headline(), std::string("plan.csv:3:9: rank 2 runs 2B1 before 2F1"));
    }

    void leavesOutWhatIsNotKnown()
    {
        QCOMPARE((Error{ErrorKind::InvalidInput, Sentence::verbatim("no ranks"), std::nullopt}.text()),
                 std::string("no ranks"));
        QCOMPARE((Error{ErrorKind::InvalidInput, Sentence::verbatim("empty"),
                        SourceLocation{"a.csv", 0, 0, "", {}}}
                      .text()),
                 std::string("a.csv: empty"));
        QCOMPARE((Error{ErrorKind::InvalidInput, Sentence::verbatim("too long"),
                        SourceLocation{"a.csv", 2, 0, "x", {}}}
                      .text()),
                 std::string("a.csv:2: too long"));
    }

    void cutsLongLinesAroundTheCaret()
    {
        const std::string line = std::string(500, 'a') + "X" + std::string(500, 'b');
        const std::string text = Error{ErrorKind::InvalidInput, Sentence::verbatim("found X"),
                                       SourceLocation{"a.csv", 1, 501, line, {}}}
                                     .text();
        const std::size_t second = text.find('\n') + 1;
        const std::size_t third = text.find('\n', second) + 1;
        QVERIFY(text.size() < 300);
        QCOMPARE(text[second + (text.size() - 1 - third)], 'X');
        QCOMPARE(text.substr(second, 4), std::string("...a"));
    }

    void countsCharactersNotBytesBeforeTheCaret()
    {
        const Error error{ErrorKind::InvalidInput, Sentence::verbatim("found Q"),
                          SourceLocation{"a.csv", 1, 4, "\xC3\xA9,Q", {}}};
        QCOMPARE(error.text(), std::string("a.csv:1:4: found Q\n\xC3\xA9,Q\n  ^"));
    }

    void copiesOfATokenShareItsFlag()
    {
        const CancelToken token;
        const CancelToken copy =
            token; // NOLINT(performance-unnecessary-copy-initialization): the copy is what is tested
        QVERIFY(!copy.isCancelled());
        token.cancel();
        QVERIFY(copy.isCancelled());
        QVERIFY(!CancelToken().isCancelled());
    }
};

BUBBLESCOPE_TEST(BaseErrorTest)
#include "base_error_test.moc"

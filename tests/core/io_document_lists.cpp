// SPDX-License-Identifier: Apache-2.0
// How a project keeps the lowering of its order, and the patterns for names in profiles.
#include "core/io/document.h"
#include "tests/core/io_document_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Texts = std::vector<std::string>;
using Member = Texts ProjectDocument::*;

ProjectDocument with(Member member, Texts texts)
{
    ProjectDocument document;
    document.*member = std::move(texts);
    return document;
}

} // namespace

class IoDocumentLists : public QObject
{
    Q_OBJECT

private slots:
    void areWrittenAsAList_data()
    {
        addRows<Member, Texts, std::string>({
            {"passes", &ProjectDocument::passes, Texts{"send-recv:style=torch", "fsdp"},
             "  \"passes\": [\n    \"send-recv:style=torch\",\n    \"fsdp\"\n  ],\n"},
            {"patterns", &ProjectDocument::namePatterns, Texts{"(?<kind>fwd|bwd)", "b\\d"},
             "  \"namePatterns\": [\n    \"(?<kind>fwd|bwd)\",\n    \"b\\\\d\"\n  ],\n"},
        });
    }

    void areWrittenAsAList()
    {
        const auto [member, texts, expected] = givenRow<Member, Texts, std::string>();
        const std::string text = writeDocument(with(member, texts));
        QVERIFY2(text.find(expected) != std::string::npos, text.c_str());
    }

    void noneAreNotWritten()
    {
        const std::string text = writeDocument({});
        QCOMPARE(text.find("passes"), std::string::npos);
        QCOMPARE(text.find("namePatterns"), std::string::npos);
    }

    void comeBackInTheirOrder_data()
    {
        addRows<Member, Texts>({
            {"passes", &ProjectDocument::passes, Texts{"strip", "torch:max_active_stages=2"}},
            {"patterns", &ProjectDocument::namePatterns, Texts{"z(?<kind>F)", "(", "a(?<kind>B)"}},
        });
    }

    void comeBackInTheirOrder()
    {
        const auto [member, texts] = givenRow<Member, Texts>();
        const ProjectDocument document = with(member, texts);
        const ProjectDocument again = readAgain(document);
        QVERIFY(again == document);
        QVERIFY(again.unknownKeys.empty());
    }

    void whatAFileCannotHoldIsLeftOut()
    {
        const Texts many(kMostNamePatterns + 1, "x");
        QCOMPARE(admissiblePatterns(many).size(), kMostNamePatterns);
        const Texts kept =
            admissiblePatterns({"", "a\nb", std::string(kLongestNamePattern + 1, 'a'), "good"});
        QCOMPARE(kept, Texts{"good"});
        // What is written can be read again.
        (void)readAgain(with(&ProjectDocument::namePatterns, {"a\nb", "", "good"}));
    }

    void wrongOnesAreRefused_data()
    {
        std::string many;
        for (int i = 0; i < 100; ++i)
            many += "\"a\",";
        addRows<std::string, std::string>({
            {"passes are no list", R"("passes": "strip")",
             "passes: expected a list of passes, found \"strip\""},
            {"a number as a pass", R"("passes": ["strip", 3])", "passes[1]: expected a string, found 3"},
            {"patterns are no list", R"("namePatterns": "F")",
             "namePatterns: expected a list of regular expressions, found \"F\""},
            {"a number as a pattern", R"("namePatterns": ["F", 3])",
             "namePatterns[1]: expected a string, found 3"},
            {"an empty pattern", R"("namePatterns": [""])",
             "namePatterns[0]: expected one nonempty line without control characters"},
            {"a pattern of two lines", R"("namePatterns": ["a\nb"])",
             "namePatterns[0]: expected one nonempty line without control characters"},
            {"too long a pattern", "\"namePatterns\": [\"" + std::string(4097, 'a') + "\"]",
             "namePatterns[0]: expected at most 4096 bytes, found 4097"},
            {"too many patterns", "\"namePatterns\": [" + many + "\"a\"]",
             "namePatterns: expected at most 100 patterns, found 101"},
        });
    }

    void wrongOnesAreRefused()
    {
        const auto [members, error] = givenRow<std::string, std::string>();
        QCOMPARE(messageOf(readDocument(gpipeWith(members), "p.bubble")), error);
    }
};

BUBBLESCOPE_TEST(IoDocumentLists)
#include "io_document_lists.moc"

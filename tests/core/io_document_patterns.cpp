// SPDX-License-Identifier: Apache-2.0
// How a project keeps the patterns for names in profiles.
#include "core/io/document.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

namespace {

ProjectDocument withPatterns(std::vector<std::string> patterns)
{
    ProjectDocument document;
    document.namePatterns = std::move(patterns);
    return document;
}

} // namespace

class IoDocumentPatterns : public QObject
{
    Q_OBJECT

private slots:
    void areWrittenAsAList()
    {
        const std::string text = writeDocument(withPatterns({"(?<kind>fwd|bwd)", "b\\d"}));
        QVERIFY2(text.find("  \"namePatterns\": [\n    \"(?<kind>fwd|bwd)\",\n    \"b\\\\d\"\n  ],\n") !=
                     std::string::npos,
                 text.c_str());
        QCOMPARE(writeDocument(withPatterns({})).find("namePatterns"), std::string::npos);
    }

    void comeBackInTheirOrder()
    {
        const ProjectDocument document = withPatterns({"z(?<kind>F)", "(", "a(?<kind>B)"});
        const auto again = readDocument(writeDocument(document), "p.bubble");
        QVERIFY(again.has_value());
        QVERIFY(*again == document);
        QVERIFY(again->unknownKeys.empty());
    }

    void whatAFileCannotHoldIsLeftOut()
    {
        std::vector<std::string> many(kMostNamePatterns + 1, "x");
        QCOMPARE(admissiblePatterns(many).size(), kMostNamePatterns);
        const std::vector<std::string> kept =
            admissiblePatterns({"", "a\nb", std::string(kLongestNamePattern + 1, 'a'), "good"});
        QCOMPARE(kept, std::vector<std::string>{"good"});
        // What is written can be read again.
        QVERIFY(readDocument(writeDocument(withPatterns({"a\nb", "", "good"})), "p.bubble").has_value());
    }

    void wrongOnesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("patterns");
        QTest::addColumn<QString>("error");
        QTest::newRow("no list") << QByteArray(R"("F")")
                                 << "namePatterns: expected a list of regular expressions, found \"F\"";
        QTest::newRow("a number in it")
            << QByteArray(R"(["F", 3])") << "namePatterns[1]: expected a text, found 3";
        QTest::newRow("an empty one")
            << QByteArray(R"([""])")
            << "namePatterns[0]: expected one line without control characters, not empty";
        QTest::newRow("two lines")
            << QByteArray(R"(["a\nb"])")
            << "namePatterns[0]: expected one line without control characters, not empty";
        QTest::newRow("too long") << "[\"" + QByteArray(4097, 'a') + "\"]"
                                  << "namePatterns[0]: expected at most 4096 bytes, found 4097";
        QTest::newRow("too many") << "[" + QByteArray("\"a\",").repeated(100) + "\"a\"]"
                                  << "namePatterns: expected at most 100 patterns, found 101";
    }

    void wrongOnesAreRefused()
    {
        QFETCH(QByteArray, patterns);
        QFETCH(QString, error);
        const std::string text =
            "{\"bubblescopeFormat\": 1, \"source\": {\"request\": {\"schedule\": \"1f1b\", "
            "\"ranks\": 2, \"microbatches\": 4}}, \"namePatterns\": " +
            patterns.toStdString() + "}";
        const auto read = readDocument(text, "p.bubble");
        QVERIFY(!read);
        const QString said = QString::fromStdString(read.error().text());
        QVERIFY2(said.contains(error), qPrintable(said));
    }
};

BUBBLESCOPE_TEST(IoDocumentPatterns)
#include "io_document_patterns.moc"

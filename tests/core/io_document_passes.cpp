// SPDX-License-Identifier: Apache-2.0
// How a project keeps the lowering of its order.
#include "core/io/document.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

namespace {

ProjectDocument withPasses(std::vector<std::string> passes)
{
    ProjectDocument document;
    document.passes = std::move(passes);
    return document;
}

} // namespace

class IoDocumentPasses : public QObject
{
    Q_OBJECT

private slots:
    void areWrittenAsAList()
    {
        const std::string text = writeDocument(withPasses({"send-recv:style=torch", "fsdp"}));
        QVERIFY2(text.find("  \"passes\": [\n    \"send-recv:style=torch\",\n    \"fsdp\"\n  ],\n") !=
                     std::string::npos,
                 text.c_str());
    }

    void noneAreNotWritten() { QCOMPARE(writeDocument(withPasses({})).find("passes"), std::string::npos); }

    void comeBack()
    {
        const ProjectDocument document = withPasses({"strip", "torch:max_active_stages=2"});
        const auto again = readDocument(writeDocument(document), "p.bubble");
        QVERIFY(again.has_value());
        QVERIFY(*again == document);
        QVERIFY(again->unknownKeys.empty());
    }

    void wrongOnesAreRefused_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("error");
        QTest::newRow("no list") << R"("strip")"
                                 << "passes: expected a list of passes, found \"strip\"";
        QTest::newRow("a number in it") << R"(["strip", 3])"
                                        << "passes[1]: expected a text, found 3";
    }

    void wrongOnesAreRefused()
    {
        QFETCH(QString, passes);
        QFETCH(QString, error);
        const QString text =
            QStringLiteral(R"({"bubblescopeFormat": 1, "source": {"request": {"schedule": "gpipe",
"ranks": 2, "microbatches": 3}}, "passes": %1})")
                .arg(passes);
        const auto document = readDocument(text.toStdString(), "p.bubble");
        QVERIFY(!document);
        QCOMPARE(QString::fromStdString(document.error().message.text()), error);
    }
};

BUBBLESCOPE_TEST(IoDocumentPasses)
#include "io_document_passes.moc"

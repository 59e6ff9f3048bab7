// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QImage>
#include <QXmlStreamReader>

using namespace bubblescope::test;

class CliRenderTest : public QObject
{
    Q_OBJECT

private slots:
    void drawsWellFormedSvg()
    {
        QCOMPARE(render({"dualpipev", "-o", "a.svg", "--title", "five < six & seven"}).errors, QByteArray());
        const QByteArray svg = m_folder.read("a.svg");
        QXmlStreamReader xml(svg);
        QString text;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::Characters)
                text += xml.text();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains("five < six & seven"));
        QVERIFY(svg.contains("prefers-color-scheme"));
    }

    void drawsPngOfTheAskedSize()
    {
        QCOMPARE(render({"1f1b", "-o", "a.png", "--width", "800", "--height", "300", "--scale", "2",
                         "--theme", "dark"})
                     .status,
                 0);
        const QImage image(m_folder.filePath("a.png"));
        QCOMPARE(image.size(), QSize(1600, 600));
        QVERIFY(image.pixelColor(2, 2).lightness() < 60);
        QCOMPARE(render({"1f1b", "-o", "b.png", "--transparent"}).status, 0);
        QCOMPARE(QImage(m_folder.filePath("b.png")).pixelColor(1, 1).alpha(), 0);
    }

    void drawsVectorPdf()
    {
        for (const QString page : {"fit", "A4", "A3", "letter"}) {
            QCOMPARE(render({"zbv", "-o", "a.pdf", "--page", page}).errors, QByteArray());
            const QByteArray pdf = m_folder.read("a.pdf");
            QVERIFY(pdf.startsWith("%PDF-"));
            QVERIFY(pdf.size() < 200000);
        }
    }

    void writesTheSameBytesAgain()
    {
        for (const QString ending : {"svg", "png", "pdf"}) {
            QCOMPARE(render({"zbv", "-o", "first." + ending}).status, 0);
            QCOMPARE(render({"zbv", "-o", "second." + ending}).status, 0);
            QVERIFY(!m_folder.read("first." + ending).isEmpty());
            QVERIFY2(m_folder.read("first." + ending) == m_folder.read("second." + ending),
                     qPrintable(ending));
        }
    }

    void showsARangeOfTimeAndRanks()
    {
        QCOMPARE(render({"1f1b:ranks=8,microbatches=16", "-o", "a.svg", "--rank-range", "2-3", "--from", "10",
                         "--to", "20"})
                     .errors,
                 QByteArray());
        const QByteArray svg = m_folder.read("a.svg");
        QVERIFY(svg.contains("Rank 2"));
        QVERIFY(svg.contains("Rank 3"));
        QVERIFY(!svg.contains("Rank 4"));
        QVERIFY(!svg.contains("2F0<")); // long over at time 10
    }

    void leavesTheEarlierFileWholeOnFailure()
    {
        m_folder.write("kept.svg", "precious");
        QCOMPARE(render({"1f1b:ranks=4,microbatches=2", "-o", "kept.svg"}).status, 2);
        QCOMPARE(m_folder.read("kept.svg"), "precious");
        QVERIFY(QDir(m_folder.path()).mkdir("folder.svg"));
        QCOMPARE(render({"1f1b", "-o", "folder.svg"}).status, 3);
    }

    void refuses_data()
    {
        addRows<QStringList, QString>({
            {"ending",
             {"1f1b", "-o", "a.gif"},
             "a.gif: render writes .pdf, .svg, .png, .tex and .tikz for LaTeX, or .html"},
            {"theme", {"1f1b", "-o", "a.svg", "--theme", "neon"}, "colorblind"},
            {"page", {"1f1b", "-o", "a.pdf", "--page", "B5"}, "A4"},
            {"width",
             {"1f1b", "-o", "a.svg", "--width", "3"},
             "a picture 3 px wide is too small for the lanes: it needs at least 152 px"},
            {"negative width",
             {"1f1b", "-o", "a.png", "--width", "-5"},
             "cannot draw a picture -5 px wide: expected 1 to 32767 px"},
            {"huge image",
             {"1f1b", "-o", "a.png", "--width", "900000"},
             "cannot draw a picture 900000 px wide: expected 1 to 32767 px"},
            {"empty range", {"1f1b", "-o", "a.svg", "--from", "9", "--to", "9"}, "--from 9 --to 9"},
            {"range outside",
             {"1f1b", "-o", "a.svg", "--from", "100", "--to", "200"},
             "--from 100 --to 200: nothing runs there; the schedule runs from 0 to 33"},
            {"ranks", {"1f1b", "-o", "a.svg", "--rank-range", "2-9"}, "--rank-range 2-9"},
        });
    }

    void refuses()
    {
        const auto& [arguments, said] = givenRow<QStringList, QString>();
        const CliRun run = render(arguments);
        QCOMPARE(run.status, 2);
        verifyContains(run.errors, {said});
        QCOMPARE(run.errors.count('\n'), 1);
    }

private:
    CliFolder m_folder;
    CliRun render(const QStringList& arguments) { return m_folder.run(QStringList{"render"} + arguments); }
};

BUBBLESCOPE_TEST_WITH(QGuiApplication, CliRenderTest)
#include "cli_render_test.moc"

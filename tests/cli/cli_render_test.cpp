// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
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
        const QByteArray svg = readFile(m_folder.filePath("a.svg"));
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
            const QByteArray pdf = readFile(m_folder.filePath("a.pdf"));
            QVERIFY(pdf.startsWith("%PDF-"));
            QVERIFY(pdf.size() < 200000);
        }
    }

    void writesTheSameBytesAgain()
    {
        for (const QString ending : {"svg", "png", "pdf"}) {
            QCOMPARE(render({"zbv", "-o", "first." + ending}).status, 0);
            QCOMPARE(render({"zbv", "-o", "second." + ending}).status, 0);
            QVERIFY(!readFile(m_folder.filePath("first." + ending)).isEmpty());
            QVERIFY2(readFile(m_folder.filePath("first." + ending)) ==
                         readFile(m_folder.filePath("second." + ending)),
                     qPrintable(ending));
        }
    }

    void showsARangeOfTimeAndRanks()
    {
        QCOMPARE(render({"1f1b:ranks=8,microbatches=16", "-o", "a.svg", "--rank-range", "2-3", "--from", "10",
                         "--to", "20"})
                     .errors,
                 QByteArray());
        const QByteArray svg = readFile(m_folder.filePath("a.svg"));
        QVERIFY(svg.contains("Rank 2"));
        QVERIFY(svg.contains("Rank 3"));
        QVERIFY(!svg.contains("Rank 4"));
        QVERIFY(!svg.contains("2F0<")); // long over at time 10
    }

    void leavesTheEarlierFileWholeOnFailure()
    {
        writeFile(m_folder.filePath("kept.svg"), "precious");
        QCOMPARE(render({"1f1b:ranks=4,microbatches=2", "-o", "kept.svg"}).status, 2);
        QCOMPARE(readFile(m_folder.filePath("kept.svg")), QByteArray("precious"));
        QVERIFY(QDir(m_folder.path()).mkdir("folder.svg"));
        QCOMPARE(render({"1f1b", "-o", "folder.svg"}).status, 3);
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        QTest::newRow("ending") << QStringList{"1f1b", "-o", "a.gif"}
                                << "a.gif: render writes .png, .svg or .pdf";
        QTest::newRow("theme") << QStringList{"1f1b", "-o", "a.svg", "--theme", "neon"} << "colorblind";
        QTest::newRow("page") << QStringList{"1f1b", "-o", "a.pdf", "--page", "B5"} << "A4";
        QTest::newRow("width") << QStringList{"1f1b", "-o", "a.svg", "--width", "3"}
                               << "a picture 3 px wide has no room for the lanes: at least 152 px";
        QTest::newRow("negative width") << QStringList{"1f1b", "-o", "a.png", "--width", "-5"}
                                        << "a picture -5 px wide cannot be drawn: 1 to 32767 px";
        QTest::newRow("huge image") << QStringList{"1f1b", "-o", "a.png", "--width", "900000"}
                                    << "a picture 900000 px wide cannot be drawn: 1 to 32767 px";
        QTest::newRow("empty range") << QStringList{"1f1b", "-o", "a.svg", "--from", "9", "--to", "9"}
                                     << "--from 9 --to 9";
        QTest::newRow("range outside")
            << QStringList{"1f1b", "-o", "a.svg", "--from", "100", "--to", "200"}
            << "--from 100 --to 200: nothing runs there; the schedule runs from 0 to 33";
        QTest::newRow("ranks") << QStringList{"1f1b", "-o", "a.svg", "--rank-range", "2-9"}
                               << "--rank-range 2-9";
    }

    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const CliRun run = render(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains(said.toUtf8()), run.errors.constData());
        QCOMPARE(run.errors.count('\n'), 1);
    }

private:
    QTemporaryDir m_folder;
    CliRun render(const QStringList& arguments)
    {
        return runCli(QStringList{"render"} + arguments, {}, m_folder.path());
    }
};

BUBBLESCOPE_TEST_WITH(QGuiApplication, CliRenderTest)
#include "cli_render_test.moc"

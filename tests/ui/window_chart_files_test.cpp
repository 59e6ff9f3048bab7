// SPDX-License-Identifier: Apache-2.0
// Charts as pictures and CSV: files and the clipboard.
#include "core/chart/chart_csv.h"
#include "core/generate/generate.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_charts_support.h"
#include "ui/charts/charts_controller.h"
#include "ui/widgets/look.h"

#include <QClipboard>
#include <QFileInfo>
#include <QMimeData>
#include <QXmlStreamReader>

namespace bubblescope::test {

using namespace ui;

namespace {

void start(ShownWindow& w, const char* text)
{
    w->files().startNew(*requestFromText(text));
    const std::size_t ranks = requestFromText(text)->ranks;
    QTRY_VERIFY(w.document().evaluation() && w.ranks() == ranks && !w.document().isBusy());
}

} // namespace

class WindowChartFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void eachChartBecomesAPicture_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("title");
        QTest::newRow("memory") << QByteArray("chart.memory") << QStringLiteral("Memory per rank");
        QTest::newRow("in flight") << QByteArray("chart.inFlight")
                                   << QStringLiteral("Microbatches in flight per rank");
        QTest::newRow("time by kind") << QByteArray("chart.kinds") << QStringLiteral("Time by kind per rank");
        QTest::newRow("sweep") << QByteArray("chart.sweep")
                               << QStringLiteral("Bubble rate against microbatches");
    }

    void eachChartBecomesAPicture()
    {
        QFETCH(QByteArray, id);
        QFETCH(QString, title);
        ShownWindow w;
        start(w, "1f1b:ranks=4,microbatches=8");
        ShownCharts charts(w);
        charts.show(id.constData());
        QVERIFY(w->charts().exportTo(w.path(QStringLiteral("c.png")), 3));
        const QImage image(w.path(QStringLiteral("c.png")));
        QCOMPARE(image.size(), QSize(960 * 3, 420 * 3));
        QCOMPARE(image.pixelColor(2, 2), Look::instance().colors().panel);
        QVERIFY(w->charts().exportTo(w.path(QStringLiteral("c.svg"))));
        const QByteArray svg = ShownWindow::read(w.path(QStringLiteral("c.svg")));
        QXmlStreamReader reader(svg);
        QString texts;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::Characters)
                texts += reader.text().toString().simplified() + QLatin1Char('|');
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY2(texts.contains(title), qPrintable(texts));
        QVERIFY2(texts.contains(w.document().displayName()), qPrintable(texts));
        QCOMPARE(w->messages()->headline(),
                 QStringLiteral("Exported to %1").arg(w.path(QStringLiteral("c.svg"))));
        // The same again gives the same bytes.
        QVERIFY(w->charts().exportTo(w.path(QStringLiteral("d.svg"))));
        QCOMPARE(ShownWindow::read(w.path(QStringLiteral("d.svg"))), svg);
    }

    void figuresAreExact()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=2,microbatches=2");
        ShownCharts charts(w);
        const QString path = w.path(QStringLiteral("c.csv"));
        charts.show("chart.memory");
        QVERIFY(w->charts().exportTo(path));
        QCOMPARE(ShownWindow::read(path),
                 QByteArray("rank,time (step),memory (stage activations)\n0,0,1\n0,1,2\n0,7,1\n0,9,1\n"
                            "1,0,0\n1,1,1\n1,2,2\n1,5,1\n1,7,0\n1,9,0\n"));
        charts.show("chart.kinds");
        QVERIFY(w->charts().exportTo(path));
        QCOMPARE(
            ShownWindow::read(path),
            QByteArray("rank,F (step),I (step),W (step),B (step),overlap (step),communication (step),fsdp "
                       "(step),idle (step)\n0,2,0,0,4,0,0,0,3\n1,2,0,0,4,0,0,0,3\n"));
        charts.show("chart.sweep");
        QVERIFY(w->charts().exportTo(path));
        const QByteArray sweep = ShownWindow::read(path);
        QVERIFY(sweep.startsWith(
            "microbatches,bubble rate,idle fraction,makespan (step),left out because\n1,1,0.5,6,\n"
            "2,0.5,"));
    }

    void figuresOfTheShownRange()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=2,microbatches=2");
        ShownCharts charts(w);
        charts.show("chart.inFlight");
        w.view().navigation().setRange({1.5, 6});
        charts.settle();
        QVERIFY(w->charts().exportTo(w.path(QStringLiteral("c.csv"))));
        QCOMPARE(
            ShownWindow::read(w.path(QStringLiteral("c.csv"))),
            QByteArray(
                "rank,time (step),microbatches in flight\n0,1.5,2\n0,6,2\n1,1.5,1\n1,2,2\n1,5,1\n1,6,1\n"));
    }

    void theAskedEndingDecides()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=2,microbatches=2");
        ShownCharts charts(w);
        charts.show("chart.memory");
        QString suggested;
        QString answer;
        w->questions.exportPath = [&](const QString& name) {
            suggested = name;
            return answer;
        };
        w.trigger("chart.export");
        QVERIFY2(suggested.endsWith(QStringLiteral("-memory-per-rank.png")), qPrintable(suggested));
        answer = w.path(QStringLiteral("without"));
        w.trigger("chart.exportCsv");
        QVERIFY(suggested.endsWith(QStringLiteral(".csv")));
        QVERIFY(QFileInfo::exists(w.path(QStringLiteral("without.csv"))));
        answer = w.path(QStringLiteral("drawn.svg"));
        w.trigger("chart.export");
        QVERIFY(ShownWindow::read(answer).startsWith("<?xml"));
    }

    void whatCannotBeWrittenIsSaid()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=2,microbatches=2");
        ShownCharts charts(w);
        charts.show("chart.memory");
        QVERIFY(!w->charts().exportTo(w.path(QStringLiteral("none/c.png"))));
        QVERIFY(w->messages()->headline().startsWith(QStringLiteral("c.png was not written.")));
        QVERIFY(!w->charts().exportTo(w.path(QStringLiteral("c.gif"))));
        QVERIFY(
            w->messages()->headline().contains(QStringLiteral("a chart is written as .png, .svg or .csv")));
    }

    void copying()
    {
        ShownWindow w;
        start(w, "gpipe:ranks=2,microbatches=2");
        ShownCharts charts(w);
        charts.show("chart.inFlight");
        charts.chart().setFocus();
        QTest::keyClick(&charts.chart(), Qt::Key_C, Qt::ControlModifier);
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        QVERIFY(data && data->hasImage() && data->hasText());
        QCOMPARE(data->text(),
                 QStringLiteral("rank,time (step),microbatches in flight\n0,0,1\n0,1,2\n0,7,1\n0,9,1\n"
                                "1,0,0\n1,1,1\n1,2,2\n1,5,1\n1,7,0\n1,9,0\n"));
        QVERIFY(data->data(QStringLiteral("image/svg+xml")).startsWith("<?xml"));
        QCOMPARE(qvariant_cast<QImage>(data->imageData()).size(), QSize(960 * 2, 420 * 2));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowChartFilesTest)
#include "window_chart_files_test.moc"

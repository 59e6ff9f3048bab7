// SPDX-License-Identifier: Apache-2.0
// Charts as pictures and CSV: files and the clipboard.
#include "core/chart/chart_csv.h"
#include "core/generate/generate.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_charts_support.h"
#include "ui/charts/charts_controller.h"
#include "ui/widgets/look.h"

namespace bubblescope::test {

using namespace ui;

namespace {} // namespace

class WindowChartFilesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;
    ShownCharts charts{w};

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void eachChartBecomesAPicture_data()
    {
        addRows<QByteArray, QString>({
            {"memory", "chart.memory", "Memory per rank"},
            {"in flight", "chart.inFlight", "Microbatches in flight per rank"},
            {"time by kind", "chart.kinds", "Time by kind per rank"},
            {"sweep", "chart.sweep", "Bubble rate against microbatches"},
        });
    }

    void eachChartBecomesAPicture()
    {
        const auto& [id, title] = givenRow<QByteArray, QString>();
        charts.open("1f1b:ranks=4,microbatches=8", id.constData());
        QVERIFY(w->charts().exportTo(w.path("c.png"), 3));
        const QImage image(w.path("c.png"));
        QCOMPARE(image.size(), QSize(960 * 3, 420 * 3));
        QCOMPARE(image.pixelColor(2, 2), Look::instance().colors().panel);
        QVERIFY(w->charts().exportTo(w.path("c.svg")));
        const QByteArray svg = ShownWindow::read(w.path("c.svg"));
        QXmlStreamReader reader(svg);
        QString texts;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::Characters)
                texts += reader.text().toString().simplified() + '|';
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        verifyContains(texts, {title, w.document().displayName()});
        QCOMPARE(w->messages()->headline(), QString("Exported to %1").arg(w.path("c.svg")));
        // The same again gives the same bytes.
        QVERIFY(w->charts().exportTo(w.path("d.svg")));
        QCOMPARE(ShownWindow::read(w.path("d.svg")), svg);
    }

    void figuresAreExact()
    {
        w.start("gpipe:ranks=2,microbatches=2");
        const QString path = w.path("c.csv");
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
        charts.open("gpipe:ranks=2,microbatches=2", "chart.inFlight");
        w.setRange({1.5, 6});
        charts.settle();
        QVERIFY(w->charts().exportTo(w.path("c.csv")));
        QCOMPARE(
            ShownWindow::read(w.path("c.csv")),
            QByteArray(
                "rank,time (step),microbatches in flight\n0,1.5,2\n0,6,2\n1,1.5,1\n1,2,2\n1,5,1\n1,6,1\n"));
    }

    void theAskedEndingDecides()
    {
        charts.open("gpipe:ranks=2,microbatches=2", "chart.memory");
        QString suggested;
        QString answer;
        w->questions.exportPath = [&](const QString& name) {
            suggested = name;
            return answer;
        };
        w.trigger("chart.export");
        verifyEnds(suggested, "-memory-per-rank.png");
        answer = w.path("without");
        w.trigger("chart.exportCsv");
        QVERIFY(suggested.endsWith(".csv"));
        QVERIFY(QFileInfo::exists(w.path("without.csv")));
        answer = w.path("drawn.svg");
        w.trigger("chart.export");
        QVERIFY(ShownWindow::read(answer).startsWith("<?xml"));
    }

    void whatCannotBeWrittenIsSaid()
    {
        charts.open("gpipe:ranks=2,microbatches=2", "chart.memory");
        QVERIFY(!w->charts().exportTo(w.path("none/c.png")));
        QVERIFY(w->messages()->headline().startsWith("c.png was not written."));
        QVERIFY(!w->charts().exportTo(w.path("c.gif")));
        QVERIFY(w->messages()->headline().contains("a chart is written as .png, .svg, .csv or .json"));
    }

    void copying()
    {
        charts.open("gpipe:ranks=2,microbatches=2", "chart.inFlight");
        charts.chart().setFocus();
        QTest::keyClick(&charts.chart(), Qt::Key_C, Qt::ControlModifier);
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        QVERIFY(data && data->hasImage() && data->hasText());
        QCOMPARE(data->text(), "rank,time (step),microbatches in flight\n0,0,1\n0,1,2\n0,7,1\n0,9,1\n"
                               "1,0,0\n1,1,1\n1,2,2\n1,5,1\n1,7,0\n1,9,0\n");
        QVERIFY(data->data("image/svg+xml").startsWith("<?xml"));
        QCOMPARE(qvariant_cast<QImage>(data->imageData()).size(), QSize(960 * 2, 420 * 2));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowChartFilesTest)
#include "window_chart_files_test.moc"

// SPDX-License-Identifier: Apache-2.0
// What the export dialog asks, and that the picture is as it was asked for.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_support.h"
#include "ui/exports/export_controller.h"
#include "ui/panels/export_dialog.h"
#include "ui/widgets/segmented_choice.h"

#include <QtWidgets>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The dialog over a window's schedule: Interleaved 1F1B, 4 ranks, 57 steps.
struct Asked
{
    Asked() : dialog(w.document().evaluation(), w->exports().pictureSettings(), &w.window()) {}
    template <typename T>
    T& part(const char* name)
    {
        return *dialog.findChild<T*>(QLatin1String(name));
    }
    QStringList texts()
    {
        QStringList all;
        const Result<Scene> scene = pictureScene(*w.document().evaluation(), dialog.settings());
        if (scene)
            for (const SceneText& text : scene->texts)
                all << QString::fromStdString(text.text);
        return all;
    }
    /// What is said of the size, which follows the fields a moment later.
    QString note()
    {
        dialog.show();
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->text().contains(" × ") || label->text().startsWith("on a page"))
                return label->text();
        return {};
    }

    /// As a click on one of the choices does.
    void choose(const char* name, int index)
    {
        auto& choice = part<SegmentedChoice>(name);
        choice.setCurrent(index);
        emit choice.chosen(index);
    }
    void chooseRange(int range) { choose("export-range", range); }

    ShownWindow w;
    ExportDialog dialog;
};

} // namespace

class ExportDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void theTitleIsPrefilledAndMayBeAnother()
    {
        Asked asked;
        auto& title = asked.part<QLineEdit>("export-title");
        verifyBegins(title.text(), "Interleaved 1F1B");
        QVERIFY(asked.texts().contains(title.text()));
        title.setText("Figure 3");
        QVERIFY(asked.texts().contains("Figure 3"));
        title.clear();
        const QStringList texts = asked.texts();
        QVERIFY(!texts.contains("Figure 3") && !texts.contains(QString()));
        QVERIFY(texts.filter("Interleaved").isEmpty());
    }

    void aPartOfTheRun()
    {
        Asked asked;
        auto& from = asked.part<QDoubleSpinBox>("export-from");
        QVERIFY(!from.isEnabled());
        asked.chooseRange(2);
        QVERIFY(from.isEnabled());
        from.setValue(10);
        asked.part<QDoubleSpinBox>("export-to").setValue(20);
        const PictureSettings settings = asked.dialog.settings();
        QVERIFY(!settings.wholeRun);
        QCOMPARE(settings.viewRange, (TimeRange{10, 20}));
        QVERIFY(settings.viewLanes.empty());
        // One that ends before it begins is no picture.
        from.setValue(30);
        asked.dialog.show();
        QTRY_VERIFY(asked.dialog.findChild<QLabel*>("export-preview")->pixmap().isNull());
    }

    void timesTakeUnits()
    {
        Asked asked;
        CostModel costs;
        costs.unit = "us";
        costs.forward = StageValues(1000.0);
        costs.backward = StageValues(2000.0);
        asked.w.document().setCosts(costs, "Costs");
        asked.w.settle();
        QCOMPARE(asked.w.timeline().makespan, 57'000.0);
        ExportDialog dialog(asked.w.document().evaluation(), asked.w->exports().pictureSettings(),
                            &asked.w.window());
        dialog.show();
        auto& range = *dialog.findChild<SegmentedChoice*>("export-range");
        range.setCurrent(2);
        emit range.chosen(2);
        auto& from = *dialog.findChild<QDoubleSpinBox*>("export-from");
        QCOMPARE(from.suffix(), " ms");
        asked.w.type(from, "1500 us");
        QCOMPARE(from.value(), 1.5);
        QCOMPARE(from.text(), "1.5 ms");
        // Half a unit changes nothing.
        asked.w.type(from, "3 m");
        QCOMPARE(from.value(), 1.5);
        asked.w.type(from, "0.01 s");
        QCOMPARE(from.value(), 10.0);
        QCOMPARE(dialog.settings().viewRange.from, 10'000.0);
    }

    void someRanks()
    {
        Asked asked;
        QVERIFY(asked.texts().contains("Rank 0"));
        asked.part<QSpinBox>("export-first-rank").setValue(1);
        asked.part<QSpinBox>("export-last-rank").setValue(2);
        QCOMPARE(asked.texts().filter("Rank "), QStringList({"Rank 1", "Rank 2"}));
        // Of the view they are the view's.
        asked.chooseRange(1);
        QVERIFY(!asked.part<QSpinBox>("export-first-rank").isEnabled());
        QCOMPARE(asked.texts().filter("Rank ").size(), 4);
    }

    void withoutLabels()
    {
        Asked asked;
        QVERIFY(asked.texts().contains("6B0"));
        asked.part<QComboBox>("export-labels").setCurrentIndex(2);
        QVERIFY(!asked.texts().contains("6B0"));
    }

    /// 16 cm at 300 dpi are 1890 pixels, and the file says so.
    void widthOnPaperAndResolution()
    {
        Asked asked;
        // A PDF has no pixels.
        QTRY_COMPARE(asked.note(), "33.9 × 11.3 cm");
        QVERIFY(!asked.part<QSpinBox>("export-dpi").isEnabled());
        asked.choose("export-format", static_cast<int>(PictureFormat::Png));
        QVERIFY(asked.part<QSpinBox>("export-dpi").isEnabled());
        QTRY_VERIFY2(asked.note().startsWith("1280 × "), qPrintable(asked.note()));
        verifyContains(asked.note(), {"33.9 × "});
        verifyEnds(asked.note(), " cm at 96 dpi");
        asked.part<QDoubleSpinBox>("export-width-cm").setValue(16);
        asked.part<QSpinBox>("export-dpi").setValue(300);
        const PictureSettings settings = asked.dialog.settings();
        QCOMPARE(settings.width, 605);
        QCOMPARE(settings.scale, 3.125);
        QTRY_VERIFY2(asked.note().startsWith("1891 × "), qPrintable(asked.note()));
        verifyContains(asked.note(), {"16.0 × "});
        const auto png = pictureBytes(asked.w.document().evaluation(), settings);
        QVERIFY(png.has_value());
        const QImage image = QImage::fromData(*png);
        QCOMPARE(image.width(), 1891);
        QCOMPARE(qRound(image.dotsPerMeterX() * 0.0254), 300);
    }

    void theFormatFollowsTheFilesEnding()
    {
        ShownWindow w;
        for (const auto& [ending, begin] : {std::pair("svg", "<svg"), std::pair("pdf", "%PDF-")}) {
            const QString path = w.path(QStringLiteral("paper.") + QLatin1String(ending));
            w->questions.exportPath = [path](const QString&) { return path; };
            QTimer::singleShot(0, &w.window(), [] {
                if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                    dialog->accept();
            });
            w.trigger("file.export");
            const QByteArray bytes = ShownWindow::read(path);
            QVERIFY2(bytes.left(200).contains(begin), bytes.left(60).constData());
        }
    }

    void aTraceIsExported()
    {
        ShownWindow w;
        QString suggested;
        w->questions.exportPath = [&](const QString& name) {
            suggested = name;
            return w.path("run");
        };
        w.trigger("file.exportTrace");
        verifyEnds(suggested, ".trace.json");
        const QByteArray bytes = ShownWindow::read(w.path("run.trace.json"));
        const QJsonObject trace = QJsonDocument::fromJson(bytes).object();
        QVERIFY(!trace.value("traceEvents").toArray().isEmpty());
        QVERIFY(bytes.contains("\"0F0\""));
        QVERIFY(w->messages()->headline().contains("run.trace.json"));
        // In Perfetto's own format where that ending is chosen.
        w->questions.exportPath = [&](const QString& /*name*/) { return w.path("run.pftrace"); };
        w.trigger("file.exportTrace");
        QVERIFY(ShownWindow::read(w.path("run.pftrace")).contains("Rank 0"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, ExportDialogTest)
#include "export_dialog_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Pictures with memory under the lanes, as the window makes them.
#include "core/generate/title.h"
#include "core/scene/svg_writer.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/exports/export_controller.h"
#include "ui/panels/export_dialog.h"

#include <QCheckBox>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class ExportMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void exportIsTheCommandLines_data() { addRows<bool>({{"without memory", false}, {"with memory", true}}); }

    void exportIsTheCommandLines()
    {
        const auto& [memory] = givenRow<bool>();
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        if (!memory)
            w.trigger("view.memory");
        PictureSettings settings = w->exports().pictureSettings();
        QCOMPARE(settings.showMemory, memory); // as it is shown
        settings.format = PictureFormat::Svg;
        const EvaluationPtr shown = w.document().evaluation();
        const Evaluation& evaluation = *shown;
        const auto bytes = pictureBytes(shown, settings);
        QVERIFY(bytes.has_value());
        // What bubblescope-cli render does, with --memory or without.
        PictureOptions options;
        options.title = scheduleTitle(*evaluation.timeline->schedule);
        options.metrics = metricsLine(evaluation.metrics, evaluation.timeline->unit);
        options.blockTitles = true;
        if (memory)
            options.memory = MemoryCurves::build(*evaluation.timeline, evaluation.costs);
        const auto scene = buildPicture(*evaluation.index, options);
        QVERIFY(scene.has_value());
        QVERIFY(*bytes == QByteArray::fromStdString(writeSvg(*scene, Theme::get(ThemeName::Light))));
        QCOMPARE(bytes->contains("r0-memory"), memory);
        for (const PictureFormat format : {PictureFormat::Png, PictureFormat::Pdf}) {
            settings.format = format;
            const auto once = pictureBytes(shown, settings);
            QVERIFY(once.has_value());
            QVERIFY(*once == *pictureBytes(shown, settings));
            // A PDF of shapes, not of pixels.
            QVERIFY(format == PictureFormat::Png || !once->contains("/Subtype /Image"));
        }
    }

    void dialogAsks()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        PictureSettings settings = w->exports().pictureSettings();
        ExportDialog dialog(w.document().evaluation(), settings, &w.window());
        QVERIFY(dialog.settings().showMemory);
        QCheckBox* box = nullptr;
        for (auto* other : dialog.findChildren<QCheckBox*>())
            if (other->text() == QLatin1String("Memory"))
                box = other;
        QVERIFY(box != nullptr);
        box->click();
        QVERIFY(!dialog.settings().showMemory);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, ExportMemoryTest)
#include "export_memory_test.moc"

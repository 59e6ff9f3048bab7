// SPDX-License-Identifier: Apache-2.0
#include "core/generate/title.h"
#include "core/io/schedule_csv.h"
#include "core/scene/svg_writer.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/exports/export_controller.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QByteArray kCsv = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";

} // namespace

/// What leaves the window as a picture or a CSV.
class WindowExportTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void exportsPictures_data()
    {
        addRows<int, QByteArray>({
            {"PNG", int(PictureFormat::Png), "\x89PNG"},
            {"SVG", int(PictureFormat::Svg), "<"},
            {"PDF", int(PictureFormat::Pdf), "%PDF-"},
            {"page", int(PictureFormat::Html), "<!DOCTYPE html>"},
        });
    }

    void exportsPictures()
    {
        const auto& [format, begin] = givenRow<int, QByteArray>();
        PictureSettings settings = w->exports().pictureSettings();
        settings.format = static_cast<PictureFormat>(format);
        const QString path = w.path(QString("picture.") + endingOf(settings.format));
        QVERIFY2(w->exports().exportTo(path, settings), qPrintable(w->messages()->headline()));
        const QByteArray bytes = ShownWindow::read(path);
        QVERIFY(bytes.startsWith(begin));
        if (settings.format == PictureFormat::Png) {
            const QImage image = QImage::fromData(bytes);
            QCOMPARE(image.width(), 1280);
        }
    }

    void svgIsTheCommandLines()
    {
        PictureSettings settings = w->exports().pictureSettings();
        settings.format = PictureFormat::Svg;
        settings.showMemory = false;
        const auto bytes = pictureBytes(w.document().evaluation(), settings);
        QVERIFY(bytes.has_value());
        // What bubblescope-cli render does with its defaults.
        const Evaluation& evaluation = *w.document().evaluation();
        PictureOptions options;
        options.title = scheduleTitle(*evaluation.timeline->schedule);
        options.metrics = metricsLine(evaluation.metrics, evaluation.timeline->unit);
        options.blockTitles = true;
        const auto scene = buildPicture(*evaluation.index, options);
        QVERIFY(scene.has_value());
        QVERIFY(*bytes == QByteArray::fromStdString(writeSvg(*scene, Theme::get(ThemeName::Light))));
    }

    void exportsCsv()
    {
        w.open("plan.csv", kCsv);
        const QString path = w.path("out.csv");
        QVERIFY(w->exports().exportCsvTo(path));
        QCOMPARE(ShownWindow::read(path), kCsv);
    }

    void copiesThePicture()
    {
        w.key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        const QMimeData* copied = QApplication::clipboard()->mimeData();
        QTRY_VERIFY(copied && copied->hasImage());
        QVERIFY(copied->hasFormat("image/svg+xml"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowExportTest)
#include "window_export_test.moc"

// SPDX-License-Identifier: Apache-2.0
#include "tests/core/scene_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "ui/export/pdf_date.h"
#include "ui/export/picture_file.h"

#include <QImage>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

Scene picture(bool transparent = false)
{
    const auto index = LaneIndex::build(timed(
        "0F0@0-1 2F0@1.25-2.25 2W0@2.25-2.26 (0F1;2B0)OVERLAP_F_B@5-8\n1F0@1-2 3F0@2-3 3B0@3-5 1B0@5.5-7.5"));
    PictureOptions options;
    options.width = 640;
    options.title = "Picture · Größe";
    options.transparent = transparent;
    return *buildPicture(*index, options);
}

const Theme& light()
{
    return Theme::get(ThemeName::Light);
}

template <typename T>
QString messageOf(const Result<T>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message.text());
}

/// Every offset of the cross-reference table points at its object.
void verifyCrossReferences(const QByteArray& pdf)
{
    const qsizetype pointer = pdf.lastIndexOf("startxref\n") + 10;
    const qsizetype table = pdf.mid(pointer, pdf.indexOf('\n', pointer) - pointer).toLongLong();
    QCOMPARE(pdf.mid(table, 5), QByteArray("xref\n"));
    const QList<QByteArray> lines = pdf.mid(table).split('\n');
    const int count = lines[1].split(' ')[1].toInt();
    QVERIFY(count > 5);
    for (int object = 1; object < count; ++object) {
        const qsizetype offset = lines[2 + object].left(10).toLongLong();
        QVERIFY2(pdf.mid(offset).startsWith(QByteArray::number(object) + " 0 obj"),
                 lines[2 + object].constData());
    }
}

QByteArray mediaBox(const QByteArray& pdf)
{
    const QRegularExpressionMatch match =
        QRegularExpression(QStringLiteral(R"(/MediaBox \[(.*?)\])")).match(QString::fromLatin1(pdf));
    return match.captured(1).toLatin1();
}

} // namespace

class ExportFileTest : public QObject
{
    Q_OBJECT

private slots:
    void pngHasTheSceneScaled_data() { addRows<double>({{"1", 1.0}, {"1.5", 1.5}, {"3", 3.0}}); }

    void pngHasTheSceneScaled()
    {
        const auto& [scale] = givenRow<double>();
        const Scene scene = picture();
        const QByteArray png = *writePng(scene, light(), scale);
        QCOMPARE(*writePng(scene, light(), scale), png);
        const QImage image = QImage::fromData(png, "PNG");
        QCOMPARE(image.size(), QSize(qRound(640 * scale), qRound(scene.height * scale)));
        QVERIFY(!image.hasAlphaChannel());
        QCOMPARE(image.pixelColor(0, 0), QColor(0xf6, 0xf7, 0xf9));
        const int y = qRound((scene.geometry.laneTop(1) + 5) * scale);
        QCOMPARE(image.pixelColor(qRound(scene.geometry.xOf(4.5) * scale), y).name(), "#eea569");
    }

    void transparentPngHasNoBackground()
    {
        const Scene scene = picture(true);
        const QImage image = QImage::fromData(*writePng(scene, light(), 1), "PNG");
        QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
        QCOMPARE(
            image.pixelColor(qRound(scene.geometry.xOf(4.5)), qRound(scene.geometry.laneTop(1)) + 5).alpha(),
            255);
    }

    void tooLargePngsAreRefused()
    {
        Scene scene = picture();
        QCOMPARE(messageOf(writePng(scene, light(), 0)), "a scale of 0 cannot be drawn: more than 0");
        QCOMPARE(messageOf(writePng(scene, light(), std::numeric_limits<double>::infinity())),
                 "a scale of inf cannot be drawn: more than 0");
        scene.height = 100;
        QCOMPARE(messageOf(writePng(scene, light(), 100)),
                 "an image of 64000 × 10000 px is too large: at most 32767 px a side and 1 GiB of pixels");
        scene.width = 30000;
        scene.height = 20000;
        QCOMPARE(messageOf(writePng(scene, light(), 1)),
                 "an image of 30000 × 20000 px is too large: at most 32767 px a side and 1 GiB of pixels");
    }

    void pdfIsTheSameEveryTime()
    {
        const Scene scene = picture();
        const QByteArray first = *writePdf(scene, light(), PageSize::Fit);
        const qint64 second = QDateTime::currentSecsSinceEpoch();
        QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() > second);
        QCOMPARE(*writePdf(scene, light(), PageSize::Fit), first);
        QVERIFY(first.contains("/CreationDate (D:19700101000000Z)"));
        verifyCrossReferences(first);
    }

    void pdfTakesItsDateFromTheBuild()
    {
        qputenv("SOURCE_DATE_EPOCH", "1717761600");
        const QByteArray pdf = *writePdf(picture(), light(), PageSize::Fit);
        qputenv("SOURCE_DATE_EPOCH", "soon");
        const QByteArray wrong = *writePdf(picture(), light(), PageSize::Fit);
        qunsetenv("SOURCE_DATE_EPOCH");
        QVERIFY(pdf.contains("/CreationDate (D:20240607120000Z)"));
        QVERIFY(wrong.contains("/CreationDate (D:19700101000000Z)"));
    }

    void datesOfAnyLengthAreReplaced()
    {
        const QByteArray pdf =
            "%PDF-1.4\n1 0 obj\n/CreationDate (D:20240607120000+09'00')\nendobj\n2 0 obj\nendobj\n"
            "xref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000064 00000 n \n"
            "trailer\nstartxref\n79\n%%EOF\n";
        const QByteArray fixed = withFixedDate(pdf, 0);
        QCOMPARE(fixed.size(), pdf.size() - 6);
        QVERIFY(fixed.contains("/CreationDate (D:19700101000000Z)\n"));
        QCOMPARE(fixed.indexOf("2 0 obj"), qsizetype(58));
        QVERIFY(fixed.contains("0000000009 00000 n \n0000000058 00000 n \n"));
        QVERIFY(fixed.endsWith("startxref\n73\n%%EOF\n"));
        QCOMPARE(fixed.indexOf("xref\n"), qsizetype(73));
        QCOMPARE(withFixedDate("no pdf", 0), QByteArray("no pdf"));
    }

    void pagesHaveTheirSizes_data()
    {
        addRows<PageSize, QString>({
            {"fit", PageSize::Fit, "0 0 480 180"},
            {"A4", PageSize::A4, "0 0 842 595"},
            {"A3", PageSize::A3, "0 0 1191 842"},
            {"letter", PageSize::Letter, "0 0 792 612"},
        });
    }

    void pagesHaveTheirSizes()
    {
        const auto& [page, box] = givenRow<PageSize, QString>();
        const QByteArray pdf = *writePdf(picture(), light(), page);
        QStringList numbers;
        for (const QByteArray& word : mediaBox(pdf).simplified().split(' '))
            numbers << QString::number(qRound(word.toDouble()));
        QCOMPARE(numbers.join(' '), box);
    }

    void pdfIsVector() { QVERIFY(!writePdf(picture(), light(), PageSize::Fit)->contains("/Subtype /Image")); }

    void pageNamesAreRead()
    {
        QCOMPARE(*pageSizeFromName("a4"), PageSize::A4);
        QCOMPARE(*pageSizeFromName("Letter"), PageSize::Letter);
        QCOMPARE(*pageSizeFromName("FIT"), PageSize::Fit);
        QCOMPARE(messageOf(pageSizeFromName("A5")), "unknown page size 'A5': A4, A3, letter or fit");
    }

    void tooLargePagesAreRefused()
    {
        Scene scene = picture();
        scene.width = 20000;
        QCOMPARE(messageOf(writePdf(scene, light(), PageSize::Fit)).left(24), "a page of 20000 × 240 px");
        QVERIFY(writePdf(scene, light(), PageSize::A4).has_value());
    }
};

BUBBLESCOPE_TEST_WITH(QGuiApplication, ExportFileTest)
#include "export_file_test.moc"

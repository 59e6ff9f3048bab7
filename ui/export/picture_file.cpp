// SPDX-License-Identifier: Apache-2.0
#include "ui/export/picture_file.h"

#include "core/scene/svg_style.h"
#include "ui/export/pdf_date.h"
#include "ui/export/scene_painter.h"

#include <QBuffer>
#include <QHashFunctions>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

constexpr double kLargestSide = 32767;
constexpr double kLargestBytes = 1024.0 * 1024 * 1024;
/// A scene's pixel is CSS's: 1/96 inch.
constexpr int kDotsPerInch = 96;
constexpr double kPointsPerPx = 72.0 / kDotsPerInch;
/// PDF readers stop at 200 inches.
constexpr double kLargestPagePt = 14400;
constexpr double kMarginMm = 10;

constexpr std::array<std::string_view, 4> kPageNames{"fit", "A4", "A3", "letter"};

bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    });
}

QPageLayout pageLayoutFor(const Scene& scene, PageSize page)
{
    if (page == PageSize::Fit) {
        const double perPx = kPointsPerPx * scene.printScale;
        // Of a figure for paper the width is what was asked for.
        const double width = scene.width * perPx;
        const QSizeF points(scene.printScale == 1 ? std::ceil(width) : width,
                            std::ceil(scene.height * perPx));
        return {QPageSize(points, QPageSize::Point, QStringLiteral("picture"), QPageSize::ExactMatch),
                QPageLayout::Portrait, QMarginsF()};
    }
    const QPageSize::PageSizeId id = page == PageSize::A4   ? QPageSize::A4
                                     : page == PageSize::A3 ? QPageSize::A3
                                                            : QPageSize::Letter;
    return {QPageSize(id), QPageLayout::Landscape, QMarginsF()};
}

/// Moves and scales the painter so that the scene fills the page inside its margins.
void placeOnPage(QPainter& painter, const Scene& scene, const QSizeF& page)
{
    const double margin = kMarginMm / 25.4 * kDotsPerInch;
    const double factor =
        std::min((page.width() - 2 * margin) / scene.width, (page.height() - 2 * margin) / scene.height);
    painter.translate((page.width() - scene.width * factor) / 2, (page.height() - scene.height * factor) / 2);
    painter.scale(factor, factor);
}

/// QPdfWriter embeds fonts in the order of a hash; with the seed fixed it is the same in every run.
class FixedHashOrder
{
public:
    FixedHashOrder() { QHashSeed::setDeterministicGlobalSeed(); }
    ~FixedHashOrder() { QHashSeed::resetRandomGlobalSeed(); }
    Q_DISABLE_COPY_MOVE(FixedHashOrder)
};

} // namespace

Result<PageSize> pageSizeFromName(std::string_view name)
{
    const auto* const found =
        std::find_if(kPageNames.begin(), kPageNames.end(),
                     [name](std::string_view other) { return equalIgnoringCase(name, other); });
    if (found == kPageNames.end())
        return invalidInput(
            {"window.unknown-page-size-a4", "unknown page size '{name}'; expected A4, A3, letter or fit"},
            name);
    return static_cast<PageSize>(found - kPageNames.begin());
}

Result<QByteArray> writePng(const Scene& scene, const Theme& theme, double scale)
{
    if (!(scale > 0) || !std::isfinite(scale))
        return invalidInput({"window.scale-cannot-drawn-more",
                             "cannot draw at a scale of {scale:.12g}: expected more than 0"},
                            scale);
    const double pixels = scale * scene.printScale;
    const double width = std::max(1.0, std::round(scene.width * pixels));
    const double height = std::max(1.0, std::round(scene.height * pixels));
    if (width > kLargestSide || height > kLargestSide || width * height * 4 > kLargestBytes)
        return invalidInput({"window.image-px-too-large",
                             "an image of {width:.0f} × {height:.0f} px is too large: the "
                             "limits are {most:.0f} px per side and 1 GiB of pixels"},
                            width, height, kLargestSide);
    QImage image(static_cast<int>(width), static_cast<int>(height),
                 scene.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull())
        return failure(ErrorKind::OutputFailed,
                       {"window.not-enough-memory-image",
                        "not enough memory for an image of {width:.0f} × {height:.0f} px"},
                       width, height);
    image.fill(scene.transparent ? Qt::transparent : Qt::white); // the scene lays its page over it
    const int dotsPerMeter = static_cast<int>(std::lround(kDotsPerInch * scale / 0.0254));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    QPainter painter(&image);
    painter.scale(pixels, pixels);
    paintScene(painter, scene, theme);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        return failure(ErrorKind::OutputFailed,
                       {"window.image-could-not-encoded", "could not encode the image as PNG"});
    return bytes;
}

Result<QByteArray> writePdf(const Scene& scene, const Theme& theme, PageSize page)
{
    if (page == PageSize::Fit &&
        std::max(scene.width, scene.height) * scene.printScale * kPointsPerPx > kLargestPagePt)
        return invalidInput({"window.page-px-too-large",
                             "a page of {width:.0f} × {height:.0f} px is too large for a PDF: "
                             "the limit is {most:.0f} px per side"},
                            scene.width, scene.height, kLargestPagePt / kPointsPerPx);
    const FixedHashOrder fixedOrder;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    writer.setCreator(QStringLiteral("Bubblescope"));
    writer.setPageLayout(pageLayoutFor(scene, page));
    QPainter painter;
    if (!painter.begin(&writer))
        return failure(ErrorKind::OutputFailed, {"window.pdf-could-not-begun", "could not start the PDF"});
    const QSizeF sheet(writer.width(), writer.height());
    if (!scene.transparent) {
        const Rgb window = pageColor(scene, theme);
        painter.fillRect(QRectF(QPointF(0, 0), sheet), QColor(window.r, window.g, window.b));
    }
    if (page == PageSize::Fit)
        painter.scale(scene.printScale, scene.printScale);
    else
        placeOnPage(painter, scene, sheet);
    paintScene(painter, scene, theme);
    painter.end();
    buffer.close();
    return withFixedDate(bytes, pictureDate());
}

} // namespace bubblescope::ui

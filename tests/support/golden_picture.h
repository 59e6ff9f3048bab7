// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <QDir>
#include <QImage>
#include <QTest>
#include <algorithm>
#include <cstdlib>

namespace bubblescope::test {

inline constexpr int kSameColour = 8;            ///< by how much a channel may differ
inline constexpr double kDifferingPixels = 1e-3; ///< what share of the pixels may differ by more

/// How many pixels differ by more than `same` in some channel; those red on pale in `marked`.
inline qsizetype differingPixels(const QImage& actual, const QImage& expected, QImage& marked,
                                 int same = kSameColour)
{
    marked = actual.convertToFormat(QImage::Format_RGB32);
    const QImage wanted = expected.convertToFormat(QImage::Format_RGB32);
    qsizetype count = 0;
    for (int y = 0; y < marked.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(marked.scanLine(y));
        const auto* wantedLine = reinterpret_cast<const QRgb*>(wanted.constScanLine(y));
        for (int x = 0; x < marked.width(); ++x) {
            const QRgb a = line[x];
            const QRgb b = wantedLine[x];
            const bool isApart =
                a != b && (std::abs(qRed(a) - qRed(b)) > same || std::abs(qGreen(a) - qGreen(b)) > same ||
                           std::abs(qBlue(a) - qBlue(b)) > same);
            const int pale = 224 + qGray(a) / 8;
            line[x] = isApart ? qRgb(255, 0, 0) : qRgb(pale, pale, pale);
            count += isApart ? 1 : 0;
        }
    }
    return count;
}

/// Compares with tests/golden/NAME.png within the tolerance; on failure writes NAME.actual.png and
/// NAME.difference.png into golden-failures of the current folder. BUBBLESCOPE_UPDATE_GOLDEN=1 writes it
/// anew.
inline void compareWithGoldenPicture(const QString& name, const QImage& actual)
{
    const QString path = QString::fromStdString((testsFolder() / "golden").string()) + QLatin1Char('/') +
                         name + QStringLiteral(".png");
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE_GOLDEN")) {
        QVERIFY(actual.convertToFormat(QImage::Format_RGB888).save(path, "PNG", 0));
        return;
    }
    const QImage expected(path);
    QVERIFY2(!expected.isNull(), qPrintable(path));
    QImage marked = actual;
    const bool sameSize = actual.size() == expected.size();
    const qsizetype differing = sameSize ? differingPixels(actual, expected, marked) : 0;
    const double share = static_cast<double>(differing) / (double(actual.width()) * actual.height());
    if (sameSize && share <= kDifferingPixels)
        return;
    QDir folder;
    folder.mkpath(QStringLiteral("golden-failures"));
    folder.cd(QStringLiteral("golden-failures"));
    actual.save(folder.filePath(name + QStringLiteral(".actual.png")));
    marked.save(folder.filePath(name + QStringLiteral(".difference.png")));
    QVERIFY2(
        sameSize,
        qPrintable(
            QStringLiteral("%1 is %2 x %3 pixels").arg(path).arg(expected.width()).arg(expected.height())));
    QFAIL(qPrintable(QStringLiteral("%1 pixels (%2 %) differ from %3; see %4")
                         .arg(differing)
                         .arg(share * 100)
                         .arg(path, folder.absolutePath())));
}

} // namespace bubblescope::test

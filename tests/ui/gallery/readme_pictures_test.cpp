// SPDX-License-Identifier: Apache-2.0
// The README's pictures can be made anew: resources/screenshots/make.sh has this program write them where
// BUBBLESCOPE_SCREENSHOTS says; as a test it writes them beside the gallery.
#include "tests/support/test_program.h"
#include "tests/ui/gallery/scenes.h"

#include <QDir>
#include <QImageReader>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr QSize kSize(1600, 900);
const QString kSource = QStringLiteral(BUBBLESCOPE_SOURCE);

} // namespace

class ReadmePicturesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyPictureIsMade_data() { addScenes(readmeScenes()); }

    void everyPictureIsMade()
    {
        QFETCH(Exhibit, scene);
        const QString folder =
            qEnvironmentVariable("BUBBLESCOPE_SCREENSHOTS", QStringLiteral(BUBBLESCOPE_GALLERY "/readme"));
        QVERIFY(QDir().mkpath(folder));
        const QString file = QStringLiteral("%1/%2.png").arg(folder, QLatin1String(scene.name));
        ShownWindow w;
        w->resize(kSize);
        bool isMade = false;
        scene.show(w, [&](QWidget& widget) {
            QCOMPARE(widget.size(), kSize);
            isMade = widget.grab().toImage().save(file, "PNG", 20);
        });
        QVERIFY(isMade);
        QCOMPARE(QImageReader(file).size(), kSize);
    }

    void theReadmeShowsThem()
    {
        const QByteArray readme = ShownWindow::read(kSource + QStringLiteral("/README.md"));
        for (const Exhibit& scene : readmeScenes()) {
            const QString name = QStringLiteral("docs/images/%1.png").arg(QLatin1String(scene.name));
            QVERIFY2(readme.contains("(" + name.toUtf8() + ")"), qPrintable(name));
            QCOMPARE(QImageReader(kSource + QLatin1Char('/') + name).size(), kSize);
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, ReadmePicturesTest)
#include "readme_pictures_test.moc"

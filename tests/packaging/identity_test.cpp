// SPDX-License-Identifier: Apache-2.0
// One id, one version, one home: in names of files, desktop entry, metainfo, MIME type, icons and the
// program.
#include <QTest>

#include "app/manual/programs.h"
#include "tests/packaging/packaging_support.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QImageReader>
#include <QRegularExpression>
#include <QXmlStreamReader>

using namespace bubblescope::test;

namespace {

const QString kId = QStringLiteral("io.github.bubblescope.Bubblescope");
const QString kType = QStringLiteral("application/x-bubblescope+json");

QString entryText()
{
    return readText(sourcePath("resources/desktop/" + kId + ".desktop"));
}

QString metainfoText()
{
    return readText(sourcePath("resources/metainfo/" + kId + ".metainfo.xml"));
}

/// Values of a key in a desktop entry, of all its groups.
QStringList valuesOf(const QString& key)
{
    QStringList values;
    for (const QString& line : entryText().split(QLatin1Char('\n')))
        if (line.startsWith(key + QLatin1Char('=')))
            values << line.mid(key.size() + 1);
    return values;
}

/// Texts of the elements of this name, with the attribute `name` where one is given.
QStringList elementsOf(const QString& xml, const QString& element, const QString& attribute = {})
{
    QStringList texts;
    QXmlStreamReader reader(xml);
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement() || reader.name() != element)
            continue;
        if (!attribute.isEmpty())
            texts << reader.attributes().value(attribute).toString();
        else
            texts << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    }
    return texts;
}

QString firstMatch(const QString& text, const QString& pattern)
{
    return QRegularExpression(pattern, QRegularExpression::MultilineOption).match(text).captured(1);
}

} // namespace

class IdentityTest : public QObject
{
    Q_OBJECT

private slots:
    void filesBearTheId()
    {
        const auto names = [](const char* folder) {
            return QDir(sourcePath(QLatin1String("resources/") + QLatin1String(folder)))
                .entryList(QDir::Files, QDir::Name);
        };
        QCOMPARE(names("desktop"), QStringList{kId + ".desktop"});
        QCOMPARE(names("metainfo"), QStringList{kId + ".metainfo.xml"});
        QCOMPARE(names("mime"), QStringList{kId + ".xml"});
        const QStringList icons{"application-x-bubblescope+json.svg", kId + "-symbolic.svg", kId + ".svg"};
        QCOMPARE(names("icons"), icons);
    }

    void entryMetainfoAndProgramSayTheId()
    {
        QCOMPARE(valuesOf(QStringLiteral("Icon")), QStringList{kId});
        QCOMPARE(valuesOf(QStringLiteral("StartupWMClass")), QStringList{kId});
        QCOMPARE(elementsOf(metainfoText(), QStringLiteral("id")), QStringList{kId});
        QCOMPARE(elementsOf(metainfoText(), QStringLiteral("launchable")), QStringList{kId + ".desktop"});
        QCOMPARE(elementsOf(metainfoText(), QStringLiteral("icon")), QStringList{kId});
        QCOMPARE(firstMatch(readText(sourcePath("ui/document/settings.h")), "kApplicationId = \"(.*)\";"),
                 kId);
        QVERIFY(readText(sourcePath("ui/application.cpp"))
                    .contains("QGuiApplication::setDesktopFileName(QLatin1String(kApplicationId));"));
    }

    void actionsUseOptionsThatThereAre()
    {
        QStringList groups;
        for (const QString& name :
             valuesOf(QStringLiteral("Actions")).value(0).split(QLatin1Char(';'), Qt::SkipEmptyParts))
            groups << "[Desktop Action " + name + "]";
        QCOMPARE(groups.size(), 2);
        for (const QString& group : groups)
            QVERIFY2(entryText().contains(group), qPrintable(group));
        QStringList known;
        for (const auto& option : bubblescope::manual::windowTable().options)
            known << QString::fromStdString(option.names.back());
        const QStringList commands = valuesOf(QStringLiteral("Exec"));
        QCOMPARE(commands.size(), 3);
        for (const QString& command : commands) {
            const QStringList words = command.split(QLatin1Char(' '));
            QCOMPARE(words.value(0), elementsOf(metainfoText(), QStringLiteral("binary")).value(0));
            QVERIFY2(words.value(1) == "%F" || known.contains(words.value(1)), qPrintable(command));
        }
    }

    void entryOpensTheTypeOfProjects()
    {
        const QStringList types = valuesOf(QStringLiteral("MimeType")).value(0).split(QLatin1Char(';'));
        QCOMPARE(types.value(0), kType);
        QVERIFY(types.contains(QStringLiteral("text/csv")));
        QCOMPARE(elementsOf(metainfoText(), QStringLiteral("mediatype")), QStringList{kType});
        const QString mime = readText(sourcePath("resources/mime/" + kId + ".xml"));
        QCOMPARE(elementsOf(mime, QStringLiteral("mime-type"), QStringLiteral("type")), QStringList{kType});
        QCOMPARE(elementsOf(mime, QStringLiteral("glob"), QStringLiteral("weight")), QStringList{"60"});
    }

    void oneVersion()
    {
        const QString version = QStringLiteral(BUBBLESCOPE_VERSION);
        QCOMPARE(elementsOf(metainfoText(), QStringLiteral("release"), QStringLiteral("version")).value(0),
                 version);
        QCOMPARE(firstMatch(readText(sourcePath("packaging/debian/changelog")), "^bubblescope \\((.*)\\)"),
                 version);
    }

    void oneHome()
    {
        const QString home = firstMatch(readText(sourcePath("CMakeLists.txt")), "HOMEPAGE_URL \"(.*)\"");
        QVERIFY(home.startsWith("https://"));
        QCOMPARE(firstMatch(metainfoText(), "<url type=\"homepage\">(.*)</url>"), home);
        QCOMPARE(firstMatch(readText(sourcePath("packaging/debian/copyright")), "^Source: (.*)$"), home);
    }

    void screenshotsAreThePicturesOfTheReadme()
    {
        const QString readme = readText(sourcePath("README.md"));
        const QStringList pictures = elementsOf(metainfoText(), QStringLiteral("image"));
        const QStringList widths =
            elementsOf(metainfoText(), QStringLiteral("image"), QStringLiteral("width"));
        const QStringList heights =
            elementsOf(metainfoText(), QStringLiteral("image"), QStringLiteral("height"));
        QVERIFY(pictures.size() >= 2);
        for (qsizetype i = 0; i < pictures.size(); ++i) {
            const QString name = pictures[i].section(QStringLiteral("/main/"), 1);
            QVERIFY2(readme.contains("(" + name + ")"), qPrintable(pictures[i]));
            const QSize size = QImageReader(sourcePath(name)).size();
            QCOMPARE(QSize(widths[i].toInt(), heights[i].toInt()), size);
        }
    }
};

BUBBLESCOPE_TEST(IdentityTest)
#include "identity_test.moc"

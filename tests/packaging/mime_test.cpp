// SPDX-License-Identifier: Apache-2.0
// Projects are recognised by name and by what stands in them, once the MIME type is installed.
#include <QTest>

#include "tests/packaging/packaging_support.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QMimeDatabase>
#include <QTemporaryDir>

using namespace bubblescope::test;

namespace {

constexpr const char* kType = "application/x-bubblescope+json";

} // namespace

class MimeTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QString updater = QStandardPaths::findExecutable(QStringLiteral("update-mime-database"));
        if (updater.isEmpty())
            QSKIP("there is no update-mime-database here: apt-get install shared-mime-info");
        // Before the first question: Qt reads the database once.
        qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
        QVERIFY(QDir(m_data.path()).mkpath(QStringLiteral("mime/packages")));
        const QString name = QStringLiteral("io.github.bubblescope.Bubblescope.xml");
        QVERIFY(QFile::copy(sourcePath("resources/mime/" + name), m_data.filePath("mime/packages/" + name)));
        const ProgramRun run = runProgram(updater, {m_data.filePath(QStringLiteral("mime"))});
        QCOMPARE(run.errors, QString());
        QCOMPARE(run.status, 0);
        QVERIFY(QFile::exists(m_data.filePath(QStringLiteral("mime/application/x-bubblescope+json.xml"))));
    }

    void recognises_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("type");
        const QByteArray project = "{\n  \"bubblescopeFormat\": 1,\n  \"source\": {}\n}\n";
        QTest::newRow("a project by its name") << "plan.bubble" << QByteArray() << kType;
        QTest::newRow("a project without an ending") << "plan" << project << kType;
        QTest::newRow("on one line") << "plan" << QByteArray("{\"bubblescopeFormat\":1}") << kType;
        QTest::newRow("behind a byte order mark") << "plan" << QByteArray("\xef\xbb\xbf" + project) << kType;
        QTest::newRow("another name that says bubble")
            << "old.bubble" << QByteArray("nothing of ours") << kType;
        QTest::newRow("JSON of others") << "costs.json" << QByteArray("{\"a\": 1}") << "application/json";
        QTest::newRow("a schedule") << "plan.csv" << QByteArray("0F0,0B0\n") << "text/csv";
    }

    void recognises()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, type);
        QCOMPARE(QMimeDatabase().mimeTypeForFileNameAndData(name, content).name(), type);
    }

    void isJsonToo()
    {
        const QMimeType type = QMimeDatabase().mimeTypeForName(QLatin1String(kType));
        QVERIFY(type.isValid());
        QVERIFY(type.inherits(QStringLiteral("application/json")));
        QCOMPARE(type.iconName(), QStringLiteral("application-x-bubblescope+json"));
        QCOMPARE(type.globPatterns(), QStringList{"*.bubble"});
    }

private:
    QTemporaryDir m_data;
};

BUBBLESCOPE_TEST(MimeTest)
#include "mime_test.moc"

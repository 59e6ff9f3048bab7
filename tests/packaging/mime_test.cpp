// SPDX-License-Identifier: Apache-2.0
// Projects are recognised by name and by what stands in them, once the MIME type is installed.
#include <QTest>

#include "tests/packaging/packaging_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QMimeDatabase>
#include <QTemporaryDir>

using namespace bubblescope::test;

namespace {

constexpr const char* kMimeType = "application/x-bubblescope+json";

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
        const QByteArray project = "{\n  \"bubblescopeFormat\": 1,\n  \"source\": {}\n}\n";
        addRows<QString, QByteArray, QString>({
            {"a project by its name", "plan.bubble", "", kMimeType},
            {"a project without an ending", "plan", project, kMimeType},
            {"on one line", "plan", "{\"bubblescopeFormat\":1}", kMimeType},
            {"behind a byte order mark", "plan", QByteArray("\xef\xbb\xbf" + project), kMimeType},
            {"another name that says bubble", "old.bubble", "nothing of ours", kMimeType},
            {"JSON of others", "costs.json", "{\"a\": 1}", "application/json"},
            {"a schedule", "plan.csv", "0F0,0B0\n", "text/csv"},
        });
    }

    void recognises()
    {
        const auto& [name, content, type] = givenRow<QString, QByteArray, QString>();
        QCOMPARE(QMimeDatabase().mimeTypeForFileNameAndData(name, content).name(), type);
    }

    void isJsonToo()
    {
        const QMimeType type = QMimeDatabase().mimeTypeForName(QLatin1String(kMimeType));
        QVERIFY(type.isValid());
        QVERIFY(type.inherits(QStringLiteral("application/json")));
        QCOMPARE(type.iconName(), "application-x-bubblescope+json");
        QCOMPARE(type.globPatterns(), QStringList{"*.bubble"});
    }

private:
    QTemporaryDir m_data;
};

BUBBLESCOPE_TEST(MimeTest)
#include "mime_test.moc"

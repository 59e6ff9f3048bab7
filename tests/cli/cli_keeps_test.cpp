// SPDX-License-Identifier: Apache-2.0
// What a project document holds beside its schedule comes through a conversion.
#include "tests/cli/cli_runner.h"
#include "tests/support/test_program.h"

using namespace bubblescope::test;

class CliKeepsTest : public QObject
{
    Q_OBJECT

private slots:
    void keepsNotesViewAndUnknownKeys()
    {
        const QTemporaryDir folder;
        const QString at = folder.path();
        writeFile(
            folder.filePath("a.bubble"),
            R"({"bubblescopeFormat": 1, "remarks": [1], "notes": [{"text": "here", "time": 3, "color": "red"}],
                  "source": {"request": {"schedule": "gpipe", "ranks": 2, "microbatches": 3}},
                  "title": "T", "view": {"from": 1, "to": 5, "scroll": 0.5, "lanes": {"pinned": [1]}, "zoom": 2}})");
        QCOMPARE(runCli({"convert", "a.bubble", "-o", "b.bubble"}, {}, at).status, 0);
        const QByteArray written = readFile(folder.filePath("b.bubble"));
        const QJsonObject document = QJsonDocument::fromJson(written).object();
        const auto compact = [&](const char* key) {
            return QJsonDocument(QJsonObject{{"v", document.value(QLatin1String(key))}})
                .toJson(QJsonDocument::Compact);
        };
        QCOMPARE(compact("notes"), QByteArray(R"({"v":[{"color":"red","text":"here","time":3}]})"));
        QCOMPARE(compact("view"),
                 QByteArray(R"({"v":{"from":1,"lanes":{"pinned":[1]},"scroll":0.5,"to":5,"zoom":2}})"));
        QCOMPARE(compact("remarks"), QByteArray(R"({"v":[1]})"));
        QCOMPARE(compact("title"), QByteArray(R"({"v":"T"})"));
        QCOMPARE(runCli({"convert", "b.bubble", "-o", "c.bubble"}, {}, at).status, 0);
        QCOMPARE(readFile(folder.filePath("c.bubble")), written);
        for (const char* command : {"simulate", "validate"})
            QCOMPARE(runCli({command, "b.bubble"}, {}, at).status, 0);
    }

    void saysWhereANoteIsWrong()
    {
        const QTemporaryDir folder;
        writeFile(
            folder.filePath("a.bubble"),
            "{\"bubblescopeFormat\": 1,\n \"notes\": [{\"from\": 4, \"to\": 3, \"text\": \"x\"}],\n"
            " \"source\": {\"request\": {\"schedule\": \"gpipe\", \"ranks\": 2, \"microbatches\": 3}}}");
        const CliRun run = runCli({"simulate", "a.bubble"}, {}, folder.path());
        QCOMPARE(run.status, 2);
        QVERIFY2(
            run.errors.startsWith("bubblescope-cli: error: a.bubble:2:12: notes[0]: \"from\" must be less "
                                  "than \"to\"; a moment has \"time\" instead\n"),
            run.errors);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliKeepsTest)
#include "cli_keeps_test.moc"

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
        const CliFolder folder;
        folder.write(
            "a.bubble",
            R"({"bubblescopeFormat": 1, "remarks": [1], "notes": [{"text": "here", "time": 3, "color": "red"}],
                  "source": {"request": {"schedule": "gpipe", "ranks": 2, "microbatches": 3}},
                  "title": "T", "view": {"from": 1, "to": 5, "scroll": 0.5, "lanes": {"pinned": [1]}, "zoom": 2}})");
        folder.succeed({"convert", "a.bubble", "-o", "b.bubble"});
        const QByteArray written = folder.read("b.bubble");
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
        folder.succeed({"convert", "b.bubble", "-o", "c.bubble"});
        QCOMPARE(folder.read("c.bubble"), written);
        for (const char* command : {"simulate", "validate"})
            folder.succeed({command, "b.bubble"});
    }

    void saysWhereANoteIsWrong()
    {
        const CliFolder folder;
        folder.write(
            "a.bubble",
            "{\"bubblescopeFormat\": 1,\n \"notes\": [{\"from\": 4, \"to\": 3, \"text\": \"x\"}],\n"
            " \"source\": {\"request\": {\"schedule\": \"gpipe\", \"ranks\": 2, \"microbatches\": 3}}}");
        const CliRun run = folder.run({"simulate", "a.bubble"});
        QCOMPARE(run.status, 2);
        verifyBegins(run.errors, "bubblescope-cli: error: a.bubble:2:12: notes[0]: \"from\" must be less "
                                 "than \"to\"; a moment has \"time\" instead\n");
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliKeepsTest)
#include "cli_keeps_test.moc"

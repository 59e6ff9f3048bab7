// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QSet>

using namespace bubblescope::test;

namespace {

QJsonArray schedules()
{
    return QJsonDocument::fromJson(runCli({"schedules", "--json"}).output).array();
}

QJsonObject entryOf(const QString& name)
{
    for (const QJsonValue& entry : schedules())
        if (entry["name"].toString() == name)
            return entry.toObject();
    return {};
}

QStringList keysOf(const QJsonValue& object)
{
    QStringList keys = object.toObject().keys();
    keys.sort();
    return keys;
}

} // namespace

class CliSchedulesTest : public QObject
{
    Q_OBJECT

private slots:
    void jsonHasEveryKeyOfEveryEntry()
    {
        const QStringList entryKeys{
            "aliases", "assumes_equal_times", "help",       "made_for_costs", "name",
            "origin",  "parameters",          "placements", "title",          "variants"};
        const QStringList parameterKeys{"automatic", "choices", "default", "help",  "key",  "maximum",
                                        "minimum",   "option",  "rule",    "title", "type", "variants"};
        const QStringList variantKeys{"help", "name", "placements", "stages_per_rank"};
        QVERIFY(schedules().size() >= 7);
        for (const QJsonValue& entry : schedules()) {
            QCOMPARE(keysOf(entry), entryKeys);
            for (const QJsonValue& parameter : entry["parameters"].toArray()) {
                QCOMPARE(keysOf(parameter), parameterKeys);
                QVERIFY(QStringList({"integer", "real", "boolean", "choice"})
                            .contains(parameter["type"].toString()));
            }
            for (const QJsonValue& variant : entry["variants"].toArray())
                QCOMPARE(keysOf(variant), variantKeys);
        }
    }

    void jsonOfOneIsItsEntryOfAll()
    {
        for (const QJsonValue& entry : schedules()) {
            const CliRun run = succeed({"schedules", entry["name"].toString(), "--json"});
            QCOMPARE(run.json(), entry.toObject());
        }
        QCOMPARE(runCli({"schedules", "--json", "Schedule1F1B"}).json()["name"].toString(), "1f1b");
        const CliRun unknown = runCli({"schedules", "1f2b", "--json"});
        QCOMPARE(unknown.status, 2);
        QCOMPARE(unknown.output, QByteArray());
        QCOMPARE(unknown.errors, runCli({"schedules", "1f2b"}).errors);
    }

    void jsonSaysWhichVariantTakesWhat()
    {
        const QJsonObject gpipe = entryOf("gpipe");
        QCOMPARE(gpipe["variants"][0]["name"].toString(), "torch");
        QCOMPARE(gpipe["variants"][2]["name"].toString(), "hyper-parallel");
        QCOMPARE(gpipe["variants"][0]["placements"].toArray(), QJsonArray{"loop"});
        QCOMPARE(gpipe["variants"][2]["placements"].toArray(), (QJsonArray{"loop", "v"}));
        for (const QJsonValue& parameter : gpipe["parameters"].toArray())
            if (parameter["key"] == "inference")
                QCOMPARE(parameter["variants"].toArray(), QJsonArray{"d9d"});
    }

    void everyDefaultOfTheJsonIsTaken()
    {
        for (const QJsonValue& entry : schedules()) {
            QStringList arguments{"generate", entry["name"].toString(), "-o", "-"};
            for (const QJsonValue& parameter : entry["parameters"].toArray()) {
                const QString key = parameter["key"].toString();
                const QJsonValue value = parameter["default"];
                const QString text = value.isNull() ? "auto" : value.toVariant().toString();
                if (parameter["option"].toBool())
                    arguments << "--option" << key + '=' + text;
                else
                    arguments << "--" + key << text;
            }
            const CliRun run = runCli(arguments);
            QCOMPARE(run.errors, QByteArray());
            QCOMPARE(run.output, runCli({"generate", entry["name"].toString(), "-o", "-"}).output);
        }
    }

    void tableNamesEveryScheduleOptionAndVariant()
    {
        const QString table = runCli({"schedules"}).output;
        for (const QJsonValue& entry : schedules()) {
            QVERIFY(table.contains(entry["name"].toString() + "  " + entry["title"].toString() + '\n'));
            for (const QJsonValue& parameter : entry["parameters"].toArray())
                if (parameter["option"].toBool())
                    QVERIFY2(table.contains("--option " + parameter["key"].toString()),
                             qPrintable(parameter["key"].toString()));
            for (const QJsonValue& variant : entry["variants"].toArray())
                QVERIFY(table.contains(variant["name"].toString()));
        }
    }

    void textIsReadableAtEightyColumns()
    {
        QString text = runCli({"schedules"}).output;
        for (const QJsonValue& entry : schedules())
            text += runCli({"schedules", entry["name"].toString()}).output;
        for (const QString& line : text.split('\n')) {
            QVERIFY2(line.size() <= 80, qPrintable(line));
            QVERIFY2(!line.endsWith(' '), qPrintable(line));
        }
    }

    void tellsAllOfOneSchedule()
    {
        const CliRun run = succeed({"schedules", "Schedule1F1B"});
        const QString text = run.output.simplified();
        QVERIFY(text.startsWith("1f1b 1F1B After a warm-up of one forward for each later rank,"));
        QVERIFY(text.contains("origin Narayanan et al., PipeDream (2019)"));
        QVERIFY(text.contains("--ranks N How many accelerators, or groups of accelerators, the pipeline runs "
                              "on. Values: at least 1 (default 4)."));
        QVERIFY(text.contains("torch The default."));
        QVERIFY(
            text.contains("hyper-parallel Same order as torch; also takes fewer microbatches than ranks."));
    }

    void refuses_data()
    {
        addRows<QStringList, QString>({
            {"no boolean",
             {"generate", "gpipe:variant=d9d,inference=maybe", "-o", "-"},
             "inference is 'maybe'; expected true or false; nearest that work: true, false"},
            {"an option of another variant",
             {"generate", "gpipe", "--option", "inference=true", "-o", "-"},
             "inference is true, but gpipe takes it only in variant d9d; nearest that work: false"},
            {"an option of the other variant",
             {"generate", "dualpipev", "--option", "fuse_first=true", "-o", "-"},
             "fuse_first is true, but dualpipev takes it only in variant pp-schedule-visualization; nearest "
             "that work: false"},
            {"no equals sign",
             {"generate", "gpipe", "--option", "inference", "-o", "-"},
             "--option inference: write KEY=VALUE, e.g. --option variant=torch"},
            {"given twice",
             {"generate", "gpipe:inference=true", "--option", "inference=true", "-o", "-"},
             "inference is given both in gpipe:inference=true and as --option inference=true: give it once"},
            {"a word for a number",
             {"simulate", "1f1b", "--ranks", "abc"},
             "--ranks: 'abc' is not a whole number, e.g. --ranks 4"},
            {"an exponent",
             {"simulate", "1f1b", "--ranks", "1e3"},
             "--ranks: '1e3' is not a whole number, e.g. --ranks 4"},
            {"a fraction",
             {"simulate", "1f1b", "--ranks", "4.0"},
             "--ranks: '4.0' is not a whole number, e.g. --ranks 4"},
            {"a number beyond 64 bits",
             {"simulate", "1f1b", "--ranks", "99999999999999999999"},
             "--ranks: 99999999999999999999 is out of range, e.g. --ranks 4"},
            {"an option twice",
             {"simulate", "1f1b", "--ranks", "4", "--ranks", "5"},
             "--ranks is given twice"},
            {"an option without a value", {"simulate", "1f1b", "--ranks"}, "--ranks: a value is missing"},
            {"an option of other commands",
             {"compare", "gpipe", "1f1b", "--with", "torch"},
             "--with: compare does not take it; generate, simulate, validate and render do"},
            {"a mistyped option",
             {"generate", "1f1b", "--rank", "4", "-o", "-"},
             "--rank: generate has no such option; did you mean --ranks?"},
            {"a word too many",
             {"simulate", "1f1b", "zbv"},
             "'zbv' is one argument too many: simulate takes one INPUT"},
            {"no way to send",
             {"validate", "1f1b", "--sends", "foo"},
             "--sends: 'foo' is neither buffered nor rendezvous"},
            {"options that exclude each other",
             {"generate", "1f1b", "--padded", "--spaced", "-o", "-"},
             "--padded and --spaced cannot be used together"},
            {"a scale too large",
             {"render", "1f1b", "-o", "a.svg", "--scale", "99"},
             "--scale: '99' is not a number from 0.1 to 16, e.g. --scale 2"},
            {"a placement that the schedule does not take",
             {"generate", "1f1b", "--placement", "v", "-o", "-"},
             "placement is v, but 1f1b needs loop; nearest that work: loop"},
        });
    }

    void refuses()
    {
        const auto& [arguments, said] = givenRow<QStringList, QString>();
        const CliRun run = runCli(arguments);
        QCOMPARE(run.status, 2);
        QCOMPARE(run.output, QByteArray());
        QCOMPARE(QString::fromUtf8(run.errors), "bubblescope-cli: error: " + said + '\n');
    }

    void listsWhatThereIsForAWrongName()
    {
        const CliRun schedule = runCli({"schedules", "1f2b"});
        QCOMPARE(schedule.status, 2);
        verifyBegins(schedule.errors,
                     "bubblescope-cli: error: unknown schedule '1f2b'; the schedules are gpipe, 1f1b, ");
        verifyContains(schedule.errors, {"; nearest that work: 1f1b"});
        const CliRun variant = runCli({"generate", "zbv:variant=nobody", "-o", "-"});
        QCOMPARE(variant.status, 2);
        verifyBegins(variant.errors, "bubblescope-cli: error: unknown variant 'nobody': zbv has torch, d9d");
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliSchedulesTest)
#include "cli_schedules_test.moc"

// SPDX-License-Identifier: Apache-2.0
// The commands of conformance/README.md print what the original programs recorded: of every kind, source,
// schedule and set of options one record. The library's tests compare every record.
#include "tests/cli/cli_runner.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <algorithm>
#include <map>

using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

bool isHyperParallel(const Json& record)
{
    return record["source"].get<std::string>().starts_with("hyper_parallel");
}

/// hyper_parallel has no order of its own for these: its passes ran on PyTorch's.
bool isOrderOfPyTorch(const Json& record)
{
    return record["schedule"] == "ZBVZeroBubble" || record["schedule"] == "DualPipeV";
}

QStringList requestOf(const Json& record)
{
    const bool isV = record["schedule"] == "GPipeV";
    QStringList words{isV ? "gpipe" : QString::fromStdString(record["schedule"]),
                      "--ranks",
                      QString::number(record["ranks"].get<int>()),
                      "--microbatches",
                      QString::number(record["microbatches"].get<int>()),
                      "--stages-per-rank",
                      QString::number(record["stages_per_rank"].get<int>())};
    if (isV)
        words << "--placement"
              << "v";
    if (isHyperParallel(record) && !isOrderOfPyTorch(record))
        words << "--option"
              << "variant=hyper-parallel";
    if (record["source"].get<std::string>().starts_with("d9d"))
        words << "--option"
              << "variant=d9d";
    for (const char* key : {"inference", "overlap_b_f"})
        if (record["options"].contains(key))
            words << "--option" << QString("%1=%2").arg(key, record["options"][key] ? "true" : "false");
    return words;
}

/// "torch:max_active_stages=1": the pass with the record's options that are its own.
QString passWith(QString pass, const Json& record)
{
    for (const auto& [key, value] : record["options"].items())
        if (key != "inference" && key != "overlap_b_f" && key != "style")
            pass += QString(":%1=%2").arg(
                QString::fromStdString(key),
                QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump()));
    return pass;
}

QStringList sendReceive(const Json& record)
{
    QStringList words;
    const Json notes = record.value("notes", Json());
    const std::string input = notes.is_object() ? notes.value("input", "") : "";
    if (input.find("spaced") != std::string::npos)
        words << "--spaced";
    if (record["schedule"] == "Interleaved1F1B" && isHyperParallel(record))
        words << "--padded";
    return words << "--with"
                 << (isHyperParallel(record) ? "send-recv:style=hyper-parallel" : "send-recv:style=torch");
}

/// What stands after the schedule; nothing for a kind that generate does not print.
std::optional<QStringList> lowering(const Json& record)
{
    const std::string kind = record["kind"];
    if (kind == "compute")
        return QStringList{};
    if (kind == "padded")
        return QStringList{"--padded"};
    // PyTorch's grid has a defect; where it shows, the corrected one is recorded too.
    if (kind == "spaced_corrected" || (kind == "spaced" && record.value("equals_corrected", true)))
        return QStringList{"--spaced"};
    if (kind == "sendrecv")
        return sendReceive(record);
    if (kind == "fsdp")
        return QStringList{"--with", passWith("fsdp", record)};
    if (kind == "comms")
        return QStringList{"--with", passWith("torch", record)};
    if (kind == "fsdp_comms")
        return QStringList{"--padded", "--with", "send-recv:style=hyper-parallel", "--with",
                           passWith("fsdp:style=hyper-parallel", record)};
    if (kind == "auto_align_sendrecv")
        return QStringList{"--with", "send-recv:style=hyper-parallel-aligned"};
    return std::nullopt;
}

/// One record, that in the middle, of each kind, source, schedule and set of options.
std::vector<Json> chosenRecords()
{
    std::map<std::string, std::vector<Json>> groups;
    for (const std::string& path : sharedFiles("conformance/orders"))
        for (const Json& record : sharedJson(path))
            if (record.contains("schedule") && record.contains("kind") && record.contains("ranks")) {
                std::string group = record["kind"].get<std::string>() + ' ' +
                                    record["source"].get<std::string>() + ' ' +
                                    record["schedule"].get<std::string>();
                for (const auto& [key, value] : record["options"].items())
                    group += ' ' + key;
                groups[group].push_back(record);
            }
    std::vector<Json> chosen;
    for (const auto& [group, records] : groups)
        chosen.push_back(records[records.size() / 2]);
    return chosen;
}

/// Rows of cells; bubbles at the end of a row do not count.
QByteArray csvOf(const Json& order)
{
    QByteArray csv;
    for (const Json& row : order) {
        QByteArray line;
        for (const Json& cell : row)
            line += QByteArray::fromStdString(cell.get<std::string>()) + ',';
        while (line.endsWith(','))
            line.chop(1);
        csv += line + '\n';
    }
    return csv;
}

QByteArray withoutTrailingBubbles(const QByteArray& csv)
{
    QByteArray rows;
    for (QByteArray line : csv.chopped(csv.endsWith('\n') ? 1 : 0).split('\n')) {
        while (line.endsWith(',') || line == "\"\"")
            line.chop(line == "\"\"" ? 2 : 1);
        rows += line + '\n';
    }
    return rows;
}

} // namespace

class CliConformanceTest : public QObject
{
    Q_OBJECT

private slots:
    void generatePrintsWhatWasRecorded()
    {
        std::map<std::string, int> compared;
        for (const Json& record : chosenRecords()) {
            const std::optional<QStringList> more = lowering(record);
            if (!more)
                continue;
            const QStringList command =
                QStringList{"generate"} + requestOf(record) + *more + QStringList{"-o", "-"};
            const CliRun run = runCli(command);
            // The column scan puts a RECV behind its use in some recorded orders, and is to say so.
            QVERIFY2(
                run.errors.isEmpty() ||
                    run.errors.startsWith("bubblescope-cli: warning: after send-recv:style=hyper-parallel"),
                (command.join(' ').toUtf8() + ": " + run.errors).constData());
            QVERIFY2(withoutTrailingBubbles(run.output) == csvOf(record["order"]),
                     ("bubblescope-cli " + command.join(' ').toUtf8() + "\nprints\n" + run.output +
                      "recorded is\n" + csvOf(record["order"]))
                         .constData());
            ++compared[record["kind"]];
        }
        for (const auto& [kind, count] : compared)
            qInfo("compared the command of %d records of %s", count, kind.c_str());
        QCOMPARE(compared.size(), std::size_t{9});
    }

    void simulateCountsTheActivationSlots()
    {
        int compared = 0;
        for (const Json& record : chosenRecords()) {
            if (record["kind"] != "activation_slots")
                continue;
            const QStringList command = QStringList{"simulate"} + requestOf(record) + QStringList{"--json"};
            const CliRun run = runCli(command);
            QVERIFY2(run.errors.isEmpty(), run.errors.constData());
            const Json counted = Json::parse(run.output.toStdString())["activation_slots"];
            QVERIFY2(counted == record["slots"],
                     (command.join(' ').toStdString() + " prints " + counted.dump()).c_str());
            ++compared;
        }
        qInfo("compared the command of %d records of activation_slots", compared);
        QVERIFY(compared > 0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliConformanceTest)
#include "cli_conformance_test.moc"

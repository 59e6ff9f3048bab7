// SPDX-License-Identifier: Apache-2.0
// Chrome traces whose events are named as cells: our own export, and what torch writes of an order.
#include <QTest>

#include "core/io/chrome_trace.h"
#include "core/io/schedule_csv.h"
#include "core/trace/read_trace.h"
#include "core/trace/record_names.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"
#include "tests/trace/trace_folder.h"
#include "tests/trace/value_of.h"

#include <fmt/format.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string cellOf(const RecordName& name)
{
    std::string cell;
    for (const NamedAction& action : name.actions)
        cell += (cell.empty() ? "" : ";") + actionText({StageId{*action.stage}, action.kind,
                                                        MicrobatchId{action.microbatch.value_or(0)}});
    if (!name.isOverlap)
        return cell;
    const bool isForwardFirst = name.actions.front().kind == ActionKind::Forward;
    return fmt::format("({}){}", cell, isForwardFirst ? "OVERLAP_F_B" : "OVERLAP_B_F");
}

/// The cells of each process by its id, a line each; a name that is no label stands as it is in quotes.
std::string cellsOfTrace(std::string_view json)
{
    const auto file = readChromeTrace(json, "trace.json");
    if (!file)
        return file.error().error.text();
    const NameReader reader;
    std::map<std::string, std::string> rows;
    for (const TraceRecord& record : file->records) {
        const std::string& name = file->strings[record.name];
        const auto read = reader.read(name);
        std::string& row = rows[file->processes[file->threads[record.thread].process].id];
        row += row.empty() ? "" : " ";
        row += read && read->family == NameFamily::D9d ? cellOf(*read) : '\'' + name + '\'';
    }
    std::string text;
    for (const auto& [process, row] : rows)
        text += row + '\n';
    return text;
}

std::string cellsWithoutBubbles(const Schedule& schedule)
{
    std::string text;
    for (const auto& row : cellsOf(schedule)) {
        std::string line;
        for (const std::string& cell : row)
            line += (line.empty() || cell.empty() ? "" : " ") + cell;
        text += line + '\n';
    }
    return text;
}

/// Every cell lasts one unit.
Timeline oneAfterAnother(const SchedulePtr& schedule)
{
    Timeline timeline;
    for (const Row& row : schedule->rows) {
        LaneTimes& lane = timeline.lanes.emplace_back();
        double cell = -1;
        for (const Action& action : row) {
            cell += action.startsCell() ? 1 : 0;
            lane.start.push_back(cell);
            lane.end.push_back(cell + 1);
        }
    }
    timeline.schedule = schedule;
    timeline.unit = "ms";
    return timeline;
}

} // namespace

class TraceNamesInTraces : public QObject
{
    Q_OBJECT
private slots:
    void ourExportIsReadBack_data()
    {
        QTest::addColumn<QString>("order");
        const auto row = [](const char* what, const std::string& order) {
            QTest::newRow(what) << QString::fromStdString(order);
        };
        row("compute", "0F0 . 0B0\n1F0 1B0");
        row("a split backward", "0F0 0I0 0W0\n1F0 1I0 1W0");
        row("overlapped", "0F0 (0F1;1B0)OVERLAP_F_B 0B1\n1F0 (1B1;0F2)OVERLAP_B_F");
        row("communication",
            "0F0 0SEND_F0 0RECV_B0 0B0 0WAIT_SEND_F0\n1RECV_F0 1F0 1B0 1SEND_B0 1WAIT_SEND_B0");
        row("FSDP", "0UNSHARD 0F0 0B0 0RESHARD 0REDUCE_GRAD 0WAIT_REDUCE_GRAD");
        row("a whole schedule", rendered("dualpipev:ranks=4,microbatches=10"));
    }

    void ourExportIsReadBack()
    {
        QFETCH(QString, order);
        const auto schedule = std::make_shared<const Schedule>(parse(order.toStdString()));
        QCOMPARE(QString::fromStdString(cellsOfTrace(writeChromeTrace(oneAfterAnother(schedule)))),
                 QString::fromStdString(cellsWithoutBubbles(*schedule)));
    }

    void torchsOrdersAreRead_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"ScheduleDualPipeV_p4_v2_m10", "ScheduleInterleaved1F1B_p4_v2_m8",
                                 "ScheduleZBVZeroBubble_p4_v2_m8"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }

    void torchsOrdersAreRead()
    {
        QFETCH(QString, name);
        const std::string path = "torch_ir/" + name.toStdString();
        const auto order =
            valueOf(readScheduleCsv(bytesOf(tracePath(path + ".compute_only.csv")), "order.csv"));
        QCOMPARE(QString::fromStdString(cellsOfTrace(bytesOf(tracePath(path + ".chrometrace.json")))),
                 QString::fromStdString(cellsWithoutBubbles(order.schedule)));
    }
};

BUBBLESCOPE_TEST(TraceNamesInTraces)
#include "trace_names_in_traces.moc"

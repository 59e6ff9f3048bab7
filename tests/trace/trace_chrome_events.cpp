// SPDX-License-Identifier: Apache-2.0
// What is kept of a Chrome trace, from its text.
#include <QTest>

#include "core/io/chrome_trace.h"
#include "tests/support/generated.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/chrome_support.h"
#include "tests/trace/value_of.h"

#include <array>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

class ChromeEventsTest : public QObject
{
    Q_OBJECT

private slots:
    void eventsBecomeRecords_data()
    {
        addRows<QString, QString>({
            {"a label",
             R"({"ph":"X","cat":"user_annotation","name":"PP:0F0","pid":1,"tid":2,"ts":1.5,"dur":2})",
             "range PP:0F0 1500..3500 on 1/2"},
            {"fields in another order, text for pid and tid",
             R"({"args":{"name":"x"},"dur":2,"ts":1,"tid":"main","pid":"rank 1","name":"PP:0F0","cat":"user_annotation","ph":"X"})",
             "range PP:0F0 1000..3000 on rank 1/main"},
            {"numbers as text", R"({"ph":"X","name":"F","pid":1,"tid":2,"ts":"1.5","dur":"2"})",
             "range F 1500..3500 on 1/2"},
            {"a category nobody knows",
             R"({"ph":"X","cat":"forward","name":"0F0","pid":1,"tid":1,"ts":1,"dur":1})",
             "range 0F0 1000..2000 on 1/1"},
            {"operators, frames, flows, instants, counters and copies of labels on the GPU are dropped",
             R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":2,"ts":1,"dur":2},
           {"ph":"X","cat":"python_function","name":"f","pid":1,"tid":2,"ts":1,"dur":2},
           {"ph":"X","cat":"gpu_user_annotation","name":"PP:0F0","pid":0,"tid":7,"ts":1,"dur":2},
           {"ph":"X","cat":"Trace","name":"PyTorch Profiler","pid":"Spans","tid":"PyTorch Profiler","ts":1,"dur":2
},
           {"ph":"s","cat":"ac2g","id":4,"name":"ac2g","pid":1,"tid":2,"ts":1},
           {"cat":"async_cpu_to_gpu","ph":"f","id":4,"name":"a","pid":0,"tid":7,"ts":1,"bp":"e"},
           {"ph":"i","s":"g","name":"Record Window End","pid":"","tid":"","ts":1},
           {"ph":"C","name":"mem","pid":1,"ts":1,"args":{"a":1}})",
             ""},
            {"a kernel, its launch, and a call that launches nothing",
             R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":3,"stream":7,"correlation":44,"grid":[1,1,1]}},
           {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":1,"dur":1,"args":{"correlation":44}},
           {"ph":"X","cat":"cuda_runtime","name":"cudaEventQuery","pid":9,"tid":9,"ts":3,"dur":1,"args":{"correlation":45}})",
             "launch cudaLaunchKernel 1000..2000 on 9/9 #44\nkernel gemm 10000..15000 on 0/7 (gpu 3) #44"},
            {"the old spelling",
             R"({"ph":"X","cat":"Kernel","name":"gemm","pid":2,"tid":"stream 7","ts":10,"dur":5,"args":{"correlation":44}},
           {"ph":"X","cat":"Runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":1,"dur":1,"args":{"correlation":44}},
           {"ph":"X","cat":"Memcpy","name":"DtoD","pid":2,"tid":"stream 7","ts":20,"dur":1,"args":{"correlation":45}})",
             "launch cudaLaunchKernel 1000..2000 on 9/9 #44\nkernel gemm 10000..15000 on 2/stream 7 (gpu 2) "
             "#44\n"
             "copy DtoD 20000..21000 on 2/stream 7 (gpu 2) #45"},
            {"a kernel's label under CUDA graphs",
             R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":31,"ts":1,"dur":1,"args":{"correlation":77,"name":"PP:0F3"}},
           {"ph":"X","cat":"gpu_memset","name":"Memset","pid":0,"tid":31,"ts":3,"dur":0,"args":{"correlation":77,"name":"PP:0F4"}})",
             "kernel gemm 1000..2000 on 0/31 (gpu 0) #77 =PP:0F3\ncopy Memset 3000..3000 on 0/31 (gpu 0) #77 "
             "=PP:0F4"},
            {"gloo and NCCL spans are communication",
             R"({"ph":"X","cat":"user_annotation","name":"gloo:recv","pid":1,"tid":2,"ts":1,"dur":9},
           {"ph":"X","cat":"user_annotation","name":"nccl:send 0->1","pid":1,"tid":2,"ts":2,"dur":9})",
             "communication gloo:recv 1000..10000 on 1/2\ncommunication nccl:send 0->1 2000..11000 on 1/2"},
            {"of equal starts the longer first",
             R"({"ph":"X","name":"in","pid":1,"tid":1,"ts":1,"dur":1},{"ph":"X","name":"out","pid":1,"tid":1,"ts":1,"dur":5})",
             "range out 1000..6000 on 1/1\nrange in 1000..2000 on 1/1"},
            {"begin and end nest on each thread",
             R"({"ph":"B","name":"a","pid":1,"tid":1,"ts":1},{"ph":"B","name":"b","pid":1,"tid":1,"ts":2},
           {"ph":"B","name":"c","pid":1,"tid":2,"ts":2},{"ph":"E","pid":1,"tid":1,"ts":3},
           {"ph":"E","pid":1,"tid":1,"ts":4},{"ph":"E","pid":1,"tid":2,"ts":9})",
             "range a 1000..4000 on 1/1\nrange c 2000..9000 on 1/2\nrange b 2000..3000 on 1/1"},
            {"begin and end not in the order of time",
             R"({"ph":"E","pid":1,"tid":1,"ts":3},{"ph":"B","name":"a","pid":1,"tid":1,"ts":1})",
             "range a 1000..3000 on 1/1"},
            {"an end that names what it ends; overlapping communication ends the oldest first",
             R"({"ph":"B","name":"gloo:recv","pid":1,"tid":1,"ts":1},{"ph":"B","name":"a","pid":1,"tid":1,"ts":2},
           {"ph":"B","name":"gloo:recv","pid":1,"tid":1,"ts":3},{"ph":"E","name":"gloo:recv","pid":1,"tid":1,"ts":4},
           {"ph":"E","name":"a","pid":1,"tid":1,"ts":5},{"ph":"E","name":"gloo:recv","pid":1,"tid":1,"ts":6})",
             "communication gloo:recv 1000..4000 on 1/1\nrange a 2000..5000 on 1/1\ncommunication gloo:recv "
             "3000..6000 on 1/1"},
            {"begin without end, end without begin",
             R"({"ph":"E","pid":1,"tid":1,"ts":1},{"ph":"B","name":"a","pid":1,"tid":1,"ts":2})",
             "! 1 event skipped: end without a begin\n! 1 event skipped: begin without an end"},
            {"what cannot be used is counted by reason, in the file's order",
             R"(1,"x",null,[],{"name":"no phase"},{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":-1},
           {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":NaN},{"ph":"X","name":"a","pid":1,"tid":1,"ts":1},
           {"ph":"X","name":"a","pid":1,"tid":1,"dur":1},{"ph":"X","name":"a","pid":1,"tid":1,"ts":"soon","dur":1},
           {"ph":"X","name":"a","pid":1,"tid":1,"ts":1e300,"dur":1},
           {"ph":"X","name":"a","pid":1,"tid":1,"ts":9223372036854775,"dur":9223372036854775},
           {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":-2})",
             "! 4 events skipped: not an object\n! 1 event skipped: no phase (\"ph\")\n"
             "! 2 events skipped: negative duration\n! 1 event skipped: duration is not a number\n"
             "! 1 event skipped: no duration\n! 1 event skipped: no start time\n"
             "! 1 event skipped: start time is not a number\n! 2 events skipped: time out of range"},
            {"escapes in names",
             "{\"ph\":\"X\",\"name\":\"a\\\"b\\\\cäd\\ud83d\\ude00\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}",
             "range a\"b\\cäd😀 1000..2000 on 1/1"},
            {"a name that is none", R"({"ph":"X","name":{"a":["b"]},"pid":1,"tid":1,"ts":1,"dur":1})",
             "range { 1000..2000 on 1/1"},
            {"no pid, no tid, no name", R"({"ph":"X","ts":1,"dur":1})", "range  1000..2000 on /"},
            {"a key twice: the last holds",
             R"({"ph":"X","name":"a","name":"b","pid":1,"tid":1,"ts":1,"dur":1})",
             "range b 1000..2000 on 1/1"},
        });
    }

    void eventsBecomeRecords()
    {
        const auto& [events, records] = givenRow<QString, QString>();
        const std::string list = "[" + events.toStdString() + "]";
        QCOMPARE(QString::fromStdString(readText(R"({"traceEvents":)" + list + "}")), records);
        QCOMPARE(QString::fromStdString(readText(list)), records);
        // The list alone may lack its closing bracket, and may end with a comma.
        QCOMPARE(QString::fromStdString(readText(list.substr(0, list.size() - 1))), records);
        QCOMPARE(QString::fromStdString(readText(list.substr(0, list.size() - 1) + ",\n")), records);
        QCOMPARE(QString::fromStdString(readText("\xEF\xBB\xBF \r\n" + list + " \n")), records);
    }

    void fieldsBesideTheEvents_data()
    {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const char* fields, const char* told) {
            QTest::newRow(name) << QString(fields) << QString(told);
        };
        row("none", R"("schemaVersion":1)", "rank ? of ? on '' at 5000, relative");
        row("a base", R"("baseTimeNanoseconds":1790857026000000000)",
            "rank ? of ? on '' at 1790857026000005000, absolute");
        row("a base as text, a host", R"("baseTimeNanoseconds":"7","host_name":"vm")",
            "rank ? of ? on 'vm' at 5007, absolute");
        row("a base of nought is none", R"("baseTimeNanoseconds":0)", "rank ? of ? on '' at 5000, relative");
        row("a base of null is none", R"("baseTimeNanoseconds":null)", "rank ? of ? on '' at 5000, relative");
        for (const auto& [what, base, shown] :
             {std::array{"a base of words", R"("soon")", "soon"},
              std::array{"a base before 1970", "-5", "-5"},
              std::array{"a base beyond 64 bits", "99999999999999999999", "99999999999999999999"},
              std::array{"a base that is a list", "[1]", "[1]"}})
            row(what, fmt::format("\"baseTimeNanoseconds\":{}", base).c_str(),
                fmt::format("rank ? of ? on '' at 5000, relative\n! baseTimeNanoseconds is no time since "
                            "1970 in nanoseconds: '{}'; times count from the file's own zero",
                            shown)
                    .c_str());
        row("rank and size", R"("distributedInfo":{"backend":"nccl","rank":3,"world_size":8})",
            "rank 3 of 8 on '' at 5000, relative");
        row("no rank", R"("distributedInfo":{"backend":"nccl","rank":null})",
            "rank ? of ? on '' at 5000, relative");
        row("a rank that is none", R"("distributedInfo":{"rank":-1,"world_size":8})",
            "rank ? of 8 on '' at 5000, relative\n! distributedInfo.rank is no rank: '-1'");
        row("groups",
            R"("distributedInfo":{"rank":0,"pg_config":[{"pg_name":"3","pg_desc":"mesh_pp","ranks":[0,2,4]},7,{"pg_name":4}]})",
            "rank 0 of ? on '' at 5000, relative; group 3 mesh_pp 0 2 4; group 4 ");
        row("information that is no object", R"("distributedInfo":[])",
            "rank ? of ? on '' at 5000, relative\n! distributedInfo is no JSON object: rank and process "
            "groups are unknown");
    }

    void fieldsBesideTheEvents()
    {
        QFETCH(QString, fields);
        QFETCH(QString, told);
        const std::string events = R"("traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":5,"dur":1}])";
        for (const std::string& text : {"{" + fields.toStdString() + "," + events + "}",
                                        "{" + events + " , " + fields.toStdString() + "}"}) {
            const auto read = valueOf(readChromeTrace(text, "t.json"));
            std::string found = "rank " + (read.rank ? std::to_string(*read.rank) : "?") + " of " +
                                (read.worldSize ? std::to_string(*read.worldSize) : "?") + " on '" +
                                read.host + "' at " + std::to_string(read.records.front().start) +
                                (read.isAbsolute ? ", absolute" : ", relative");
            for (const ProcessGroup& group : read.groups) {
                found += "; group " + group.name + " " + group.description;
                for (const std::uint32_t rank : group.ranks)
                    found += " " + std::to_string(rank);
            }
            for (const std::string& warning : read.warnings)
                found += "\n! " + warning;
            QCOMPARE(QString::fromStdString(found), told);
        }
    }

    void rowsHaveTheirNames()
    {
        const auto read = valueOf(readChromeTrace(R"([
        {"ph":"M","name":"process_name","pid":1,"tid":0,"ts":1,"args":{"name":"rank 3"}},
        {"name":"process_labels","ph":"M","pid":1,"args":{"labels":"CPU"}},
        {"args":{"name":"thread 2: pt_gloo_runloop"},"ph":"M","name":"thread_name","pid":1,"tid":2
},
        {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"thread 2: python"}},
        {"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"without records"}},
        {"ph":"M","name":"process_name","pid":8,"tid":2,"args":{"name":"without records"}},
        {"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":5}},
        {"ph":"X","name":"a","pid":1,"tid":2,"ts":1,"dur":1}])",
                                                  "t.json"));
        QCOMPARE(read.eventCount, std::uint64_t{8});
        const std::vector<TraceThread> threads{{0, "2", "thread 2: pt_gloo_runloop", {}}};
        const std::vector<TraceProcess> processes{{"1", "rank 3", "CPU"}};
        QVERIFY(read.threads == threads);
        QVERIFY(read.processes == processes);
    }

    void ourOwnTraceIsRead()
    {
        const auto read = readChromeTrace(
            writeChromeTrace(timelineOf(generated("gpipe:ranks=2,microbatches=1"))), "t.json");
        QCOMPARE(textOf(read), "range 0F0 0..1000000 on 0/0\nrange 1F0 1000000..2000000 on 1/0\n"
                               "range 1B0 2000000..4000000 on 1/0\nrange 0B0 4000000..6000000 on 0/0");
        QCOMPARE(read->processes.front().name, "Rank 0");
    }
};

BUBBLESCOPE_TEST(ChromeEventsTest)
#include "trace_chrome_events.moc"

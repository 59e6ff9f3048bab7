// SPDX-License-Identifier: Apache-2.0
// What other profilers write is refused by its first bytes, with what to do; devices and pipes by their first
// block.
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/chrome_support.h"
#include "tests/trace/nsight_files.h"

#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <thread>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const char* const kXPlane = "this is an XPlane protobuf of JAX or TensorFlow (xplane.pb)";
const char* const kPerfetto = "this is a Perfetto trace in protobuf";
const char* const kRocprof = "this is an output of rocprofv3";

} // namespace

class NotReadTest : public QObject
{
    Q_OBJECT

private slots:
    void formatsAreNamed_data()
    {
        const std::string plane = std::string("\n\xb5\x02\x08\x01\x12\x09/host:CPU\x1a\x04\x12\x02") + "ab";
        const std::string uuid =
            std::string("\n\x12\xca\x05\x0f\x08") + "123456789abcde" + "\n\x04\x50\x01\x18\x01";
        addRows<std::string, std::string>({
            {"a plane with a number", plane, kXPlane},
            {"a plane of a GPU", std::string("\n\x20\x12\x0d/device:GPU:0") + "\x1a\x01", kXPlane},
            {"a plane of 123 bytes, which is a brace", std::string("\n{\x12\x09/host:CPU"), kXPlane},
            {"a packet with the trace's id", uuid, kPerfetto},
            {"a packet with clocks", std::string("\n\x06\x32\x04\x0a\x02\x08\x06\n\x02\x18\x01"), kPerfetto},
            {"a packet with a time", std::string("\n\x80\x01\x40\x90\xe5\x01"), kPerfetto},
            {"rocprofv3's JSON", "{\n  \"rocprofiler-sdk-tool\": [", kRocprof},
            {"rocprofv3's kernels", R"("Kind","Agent_Id","Queue_Id","Thread_Id")", kRocprof},
            {"rocprofv3's calls", R"("Domain","Function","Process_Id","Thread_Id")", kRocprof},
        });
    }

    void formatsAreNamed()
    {
        const auto& [bytes, expected] = givenRow<std::string, std::string>();
        TraceFolder folder;
        for (const std::string& packed : {bytes, gzipped(bytes)}) {
            const std::string text = folder.withoutFolder(textOf(readTrace(folder.add("t", packed))));
            QVERIFY2(text.starts_with("t: " + expected + ", which is not read; "), text.c_str());
            QVERIFY2(text.find('\n') == std::string::npos, text.c_str());
        }
    }

    void databaseOfRocprofIsNamed()
    {
        NsightFiles files;
        const std::string path = files.make("t", "CREATE TABLE rocpd_string_0a1b(id INTEGER, string TEXT);");
        QCOMPARE(
            files.withoutFolder(textOf(readTrace(path))),
            std::string("t: this is rocprofv3's database, which is not read; convert it with 'rocpd convert "
                        "-i FILE --output-format pftrace' and that with 'traceconv json', or profile with "
                        "torch's profiler"));
    }

    void jsonAfterALineBreakIsJson_data()
    {
        addRows<std::string>({
            {"an object", "\n{\"traceEvents\":[]}"},
            {"an empty list", "\n[\n]"},
            {"a list", "\n[{\"ph\":\"M\"}]"},
            {"a blank within", "\n\n{ \"traceEvents\":[]}"},
            {"a tab within", "\n{\t\"traceEvents\":[]}"},
        });
    }

    void jsonAfterALineBreakIsJson()
    {
        const auto& [bytes] = givenRow<std::string>();
        TraceFolder folder;
        QVERIFY(readTrace(folder.add("t", bytes)).has_value());
    }

    void zerosAreRefusedAtOnce()
    {
        QCOMPARE(textOf(readTrace("/dev/zero")),
                 std::string("/dev/zero: no trace: it starts with 256 zero bytes"));
        TraceFolder folder;
        const std::string path = folder.add("t", "");
        std::filesystem::resize_file(path, std::uintmax_t{16} << 30U);
        QCOMPARE(folder.withoutFolder(textOf(readTrace(path))),
                 std::string("t: no trace: it starts with 256 zero bytes"));
    }

    void zerosBehindABeginAreRefused_data()
    {
        addRows<std::string, std::string>({
            {"JSON", "{\"traceEvents\":[", "t:1:17: invalid JSON from byte 16 on"},
            {"gzip", gzipped("{\"traceEvents\":[]}"), "t: the data after byte 67108902 is not gzip: "},
        });
    }

    void zerosBehindABeginAreRefused()
    {
        const auto& [begin, expected] = givenRow<std::string, std::string>();
        TraceFolder folder;
        const std::string path = folder.add("t", begin);
        std::filesystem::resize_file(path, std::uintmax_t{16} << 30U);
        const std::string text = folder.withoutFolder(textOf(readTrace(path)));
        QVERIFY2(text.starts_with(expected), text.c_str());
    }

    // Whoever writes into it is never done.
    void anEndlessPipeIsRefusedByItsFirstBlock_data()
    {
        addRows<std::string, std::string>({
            {"words", "words ",
             "t.pipe: not an SQLite database, gzip or Chrome trace JSON: it starts with 'words "
             "words words words '"},
            {"gzip of words", gzipped("words"),
             "t.pipe: not an SQLite database, gzip or Chrome trace JSON: it "
             "starts with 'wordswordswordswordsword'"},
            {"a database", std::string("SQLite format 3\0", 16),
             "t.pipe: this SQLite database is in gzip or comes from a pipe; unpack it to a file first"},
        });
    }

    void anEndlessPipeIsRefusedByItsFirstBlock()
    {
        const auto& [bytes, expected] = givenRow<std::string, std::string>();
        std::signal(SIGPIPE, SIG_IGN);
        TraceFolder folder;
        const std::string path = folder.add("t", "") + ".pipe";
        QCOMPARE(::mkfifo(path.c_str(), S_IRUSR | S_IWUSR), 0);
        const std::jthread writer([&] {
            QFile pipe(QString::fromStdString(path));
            if (!pipe.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
                return;
            std::string block;
            while (block.size() < 4096)
                block += bytes;
            while (pipe.write(block.data(), static_cast<qint64>(block.size())) > 0) {
            }
        });
        QCOMPARE(folder.withoutFolder(textOf(readTrace(path))), expected);
    }
};

BUBBLESCOPE_TEST(NotReadTest)
#include "trace_not_read.moc"

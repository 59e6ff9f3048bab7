// SPDX-License-Identifier: Apache-2.0
// What is around the JSON: gzip once, several times, broken, too large; pipes; reports of other tools.
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/chrome_support.h"

#include <sys/stat.h>
#include <thread>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::string_view kTrace =
    R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},{"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":1}]})";
/// A stream that holds all of the text and does not end.
std::string cutGzip(std::string_view text)
{
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string bytes(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    deflate(&stream, Z_SYNC_FLUSH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

constexpr const char* kRead = "range a 1000..2000 on 1/1\nrange b 3000..4000 on 1/1";

/// A pipe into which somebody else writes; everything is read by whoever reads.
class Pipe
{
public:
    explicit Pipe(std::string bytes) : m_path(m_folder.add("t", "") + ".pipe"), m_bytes(std::move(bytes))
    {
        if (::mkfifo(m_path.c_str(), S_IRUSR | S_IWUSR) != 0)
            qFatal("no pipe");
        m_writer = std::jthread([this] {
            QFile pipe(QString::fromStdString(m_path));
            if (pipe.open(QIODevice::WriteOnly))
                pipe.write(QByteArray::fromStdString(m_bytes));
        });
    }
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] std::string told(const Result<TraceFile, TraceError>& read) const
    {
        return m_folder.withoutFolder(textOf(read));
    }

private:
    TraceFolder m_folder;
    std::string m_path;
    std::string m_bytes;
    std::jthread m_writer;
};

} // namespace

class ChromeContainerTest : public QObject
{
    Q_OBJECT

private slots:
    void contentDecides_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* name, const std::string& bytes, const QString& told) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << told;
        };
        const std::string trace(kTrace);
        const std::string packed = gzipped(trace);
        const std::string half = trace.substr(0, trace.size() / 2);
        row("JSON", trace, kRead);
        row("gzip", packed, kRead);
        row("gzip within gzip", gzipped(gzipped(packed)), kRead);
        row("gzip in two members", gzipped(half) + gzipped(trace.substr(half.size())), kRead);
        row("gzip, then zero bytes", packed + std::string(1000, '\0'), kRead);
        const QString noGzip = "t: the data after byte %1 is not gzip: a part is damaged, or bytes were "
                               "appended; the %2 can be kept";
        row("gzip, then other bytes", packed + "more", noGzip.arg(packed.size()).arg("2 events before that"));
        row("gzip, then zero bytes, then other bytes", packed + std::string(300'000, '\0') + "more",
            noGzip.arg(packed.size() + 300'000).arg("2 events before that"));
        const std::string open = "[" + trace.substr(16, trace.find("},{") - 15);
        const std::string second = trace.substr(trace.find("},{") + 1);
        std::string wrongSecond = gzipped(open) + gzipped(second.substr(0, second.size() - 1));
        row("a list in two members", wrongSecond, kRead);
        wrongSecond[gzipped(open).size()] = 0x1e;
        row("a list in two members, of which the second is damaged in its first byte", wrongSecond,
            noGzip.arg(gzipped(open).size()).arg("1 event before that"));
        const std::string cut = cutGzip(gzipped(open));
        row("gzip within gzip that is cut where an inner member ends", cut,
            QString("t: the gzip stream ends early, after %1 bytes; the 1 event before that can be kept")
                .arg(cut.size()));
        row(
            "many empty members",
            [&] {
                std::string bytes;
                for (int i = 0; i < 1000; ++i)
                    bytes += gzipped("");
                return bytes + packed;
            }(),
            kRead);
        row("gzip five times over", gzipped(gzipped(gzipped(gzipped(packed)))),
            "t: gzip compressed it more than 4 times");
        row("gzip without its last byte", packed.substr(0, packed.size() - 1),
            QString("t: the gzip stream ends early, after %1 bytes; the 2 events before that can be kept")
                .arg(packed.size() - 1));
        std::string wrongSum = packed;
        wrongSum[wrongSum.size() - 8] = static_cast<char>(wrongSum[wrongSum.size() - 8] ^ 1);
        row("gzip with a wrong check sum", wrongSum,
            QString("t: the gzip stream is damaged at byte %1 (incorrect data check); the 2 events before "
                    "that can be kept")
                .arg(packed.size() - 4));
        row("two bytes of gzip", "\x1f\x8b", "t: the gzip stream ends early, after 2 bytes");
        row("gzip of nothing", gzipped(""),
            "t: the file is empty: it has no traceEvents and no NVTX_EVENTS table");
        row("gzip of words", gzipped("hello"),
            "t: not an SQLite database, gzip or Chrome trace JSON: it starts with 'hello'");
        row("a database within gzip", gzipped(std::string("SQLite format 3\0 and more", 25)),
            "t: this SQLite database is in gzip or comes from a pipe; unpack it to a file first");
        row("a report of Nsight Systems", "QDSTRM and more",
            "t: only Nsight Systems can read this report; run 'nsys export --type sqlite' on it and open the "
            ".sqlite file");
        row("JSON that is no list and no object", "5",
            "t: not an SQLite database, gzip or Chrome trace JSON: it starts with '5'");
        row("more after the JSON", trace + "\n{}",
            QString(kRead) +
                QString("\n! the data after the end of the JSON (byte %1) is ignored").arg(trace.size() + 1));
        row("events that are no list", R"({"traceEvents":{}})",
            "t: not a trace: its \"traceEvents\" is not a list");
        row("an object that ends before its value", "{\"traceEvents\"",
            "t:1:15: the JSON ends early, at byte 14\n{\"traceEvents\"\n              ^");
        row("a key that is none", "\n{\r\n  5:1}", "t:3:3: invalid JSON from byte 6 on\n  5:1}\n  ^");
    }

    void contentDecides()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, told);
        TraceFolder folder;
        const auto read = readTrace(folder.add("t", bytes.toStdString()));
        QCOMPARE(QString::fromStdString(folder.withoutFolder(textOf(read))), told);
    }

    void aLimitIsKept_data()
    {
        addRows<int, bool>({
            {"as much as there is", 0, true},
            {"a byte less", -1, false},
            {"nothing", -static_cast<int>(kTrace.size()), false},
        });
    }

    void aLimitIsKept()
    {
        const auto& [more, isRead] = givenRow<int, bool>();
        TraceFolder folder;
        TraceReadOptions options;
        options.maxSize = kTrace.size() + static_cast<std::uint64_t>(more);
        const auto read = readTrace(folder.add("t", gzipped(kTrace)), options);
        QCOMPARE(read.has_value(), isRead);
        if (isRead)
            return;
        QCOMPARE(read.error().refusal, TraceRefusal::TooLarge);
        QCOMPARE(folder.withoutFolder(read.error().error.text()),
                 "t: it inflates to more than " + std::to_string(options.maxSize) +
                     " bytes; set a larger limit to read it");
        // The limit is for what is inflated.
        QVERIFY(readTrace(folder.add("plain", std::string(kTrace)), options));
    }

    void aBombWithinABombIsRefusedEarly()
    {
        TraceFolder folder;
        std::string inner;
        const std::string member = gzipped(std::string(std::size_t{4} << 20U, ' '));
        for (int i = 0; i < 300; ++i)
            inner += member;
        const std::string bytes = gzipped(inner);
        const auto read = readTrace(folder.add("t", bytes));
        QVERIFY(!read);
        QCOMPARE(read.error().refusal, TraceRefusal::TooLarge);
        const std::string text = folder.withoutFolder(read.error().error.text());
        QVERIFY2(text.starts_with("t: its " + std::to_string(bytes.size()) +
                                  " bytes inflate to more than 1074790400") &&
                     text.ends_with(" bytes, over 2000 times as much; set a larger limit to read it"),
                 text.c_str());
    }

    void aPipeIsRead()
    {
        const Pipe packed(gzipped(kTrace));
        QCOMPARE(packed.told(readTrace(packed.path())), std::string(kRead));
        // More than a block of what is kept of a pipe.
        const Pipe large(std::string(std::size_t{3} << 20U, ' ') + std::string(kTrace));
        QCOMPARE(large.told(readTrace(large.path())), std::string(kRead));
    }

    void aPipeOverTheLimitMayBeAllowed()
    {
        const Pipe pipe{std::string(kTrace)};
        TraceReadOptions options;
        options.maxSize = kTrace.size() - 1;
        const auto read = readTrace(pipe.path(), options);
        QVERIFY(!read);
        QCOMPARE(read.error().refusal, TraceRefusal::TooLarge);
        QCOMPARE(pipe.told(read), "t.pipe: the pipe sends more than " + std::to_string(options.maxSize) +
                                      " bytes; set a larger limit to read it");
    }

    /// A pipe may never end, so less of it is kept than a file may have.
    void aPipeHasALimitOfItsOwn()
    {
        const Pipe pipe{std::string(kTrace)};
        TraceReadOptions options;
        QCOMPARE(options.maxPiped, std::uint64_t{256} << 20U);
        options.maxPiped = kTrace.size() - 1;
        const auto read = readTrace(pipe.path(), options);
        QVERIFY(!read);
        QCOMPARE(read.error().refusal, TraceRefusal::TooLarge);
        TraceFolder folder;
        QVERIFY(readTrace(folder.add("t", std::string(kTrace)), options).has_value());
    }

    // A pipe into which nobody ever writes.
    void waitingForAPipeCanBeStopped()
    {
        TraceFolder folder;
        const std::string path = folder.add("t", "") + ".pipe";
        QCOMPARE(::mkfifo(path.c_str(), S_IRUSR | S_IWUSR), 0);
        TraceReadOptions options;
        const std::jthread stopper([&] { options.cancel.cancel(); });
        const auto read = readTrace(path, options);
        QVERIFY(!read);
        QCOMPARE(read.error().error.kind, ErrorKind::Cancelled);
        QCOMPARE(folder.withoutFolder(textOf(read)), "t.pipe: canceled");
    }
};

BUBBLESCOPE_TEST(ChromeContainerTest)
#include "trace_chrome_container.moc"

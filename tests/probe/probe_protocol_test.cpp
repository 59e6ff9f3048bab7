// SPDX-License-Identifier: Apache-2.0
// Events as lines, and the reader that nothing stops.
#include "probe/plan/protocol.h"
#include "probe/plan/protocol_reader.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

std::string someEvents()
{
    std::string lines;
    double seconds = 0;
    ProtocolWriter writer([&](const std::string& line) { lines += line; }, [&] { return seconds += 0.5; });
    writer.hello({"--preset", "llama-3-8b"});
    writer.libraries({{"cublasLt", "13.0"}});
    DeviceFacts device;
    device.name = "NVIDIA H200";
    device.count = 1;
    writer.device(device);
    writer.plan(63, 22.5);
    writer.progress(5, 248, "operations", "layer.F", 12);
    Stat stat;
    stat.median = 2765.25;
    stat.ciLow = 2760.25;
    stat.ciHigh = 2770.25;
    stat.n = 248;
    stat.flags.set(Flag::PowerCapped);
    writer.point("layer.F", stat);
    writer.warning({"closure", "B is 12 % more than I + W – \xC3\xBC\xFF", "layer.B"});
    writer.error("out_of_memory", "no memory", Exit::OutOfMemory);
    writer.result("/tmp/a b.json");
    writer.bye(Exit::WrittenWithFlags);
    return lines;
}

} // namespace

class ProbeProtocolTest : public QObject
{
    Q_OBJECT

private slots:
    void eventsArriveAsTheyWereSent()
    {
        ProtocolReader reader;
        const std::vector<ProbeEvent> events = reader.take(someEvents());
        QCOMPARE(reader.leftOut(), std::size_t{0});
        QCOMPARE(events.size(), std::size_t{10});
        QCOMPARE(events[0].seconds, 0.5);
        QCOMPARE(events[2].text, "NVIDIA H200");
        QCOMPARE(events[3].total, std::size_t{63});
        QCOMPARE(events[3].etaSeconds, 22.5);
        QCOMPARE(events[4].done, std::size_t{5});
        QCOMPARE(events[4].total, std::size_t{248});
        QCOMPARE(events[4].phase, "operations");
        QCOMPARE(events[5].kind, ProbeEvent::Kind::Point);
        QCOMPARE(events[5].point, "layer.F");
        QCOMPARE(events[5].medianUs, 2765.25);
        QVERIFY(std::abs(events[5].relativeCi - 5 / 2765.25) < 1e-9);
        QCOMPARE(events[5].flags, std::vector<std::string>{"power_capped"});
        QCOMPARE(events[6].code, "closure");
        QCOMPARE(events[6].point, "layer.B");
        QCOMPARE(*events[7].exit, 25);
        QCOMPARE(events[8].text, "/tmp/a b.json");
        QCOMPARE(events[9].kind, ProbeEvent::Kind::Bye);
        QCOMPARE(*events[9].exit, 3);
    }

    void linesAreTheDocumentedOnes()
    {
        const QString text = QString::fromStdString(someEvents());
        for (const QChar c : text)
            QVERIFY(c == '\n' || (c >= ' ' && c <= '~'));
        const QStringList lines = text.split('\n');
        QCOMPARE(lines[3], QStringLiteral(R"({"v":1,"event":"plan","t":2.0,"points":63,"eta_s":22.5})"));
        QCOMPARE(
            lines[7],
            QStringLiteral(R"({"v":1,"event":"error","t":4.0,"code":"out_of_memory","message":"no memory",)"
                           R"("exit":25})"));
        QCOMPARE(lines[9], QStringLiteral(R"({"v":1,"event":"bye","t":5.0,"exit":3})"));
    }

    void anyCutOfTheBytesGivesTheSame()
    {
        const std::string all = someEvents();
        for (std::size_t size = 1; size < 90; size += 4) {
            ProtocolReader reader;
            std::vector<ProbeEvent> events;
            for (std::size_t at = 0; at < all.size(); at += size)
                for (ProbeEvent& event : reader.take(std::string_view(all).substr(at, size)))
                    events.push_back(std::move(event));
            QCOMPARE(events.size(), std::size_t{10});
            QCOMPARE(events[5].medianUs, 2765.25);
            QCOMPARE(reader.leftOut(), std::size_t{0});
        }
    }

    void brokenLinesAreCountedAndLeftOut_data()
    {
        addRows<QByteArray>({
            {"no JSON", "CUDA error: busy"},
            {"a list", "[1,2]"},
            {"no event", R"({"v":1})"},
            {"unknown event", R"({"v":2,"event":"dance"})"},
            {"event of a wrong type", R"({"event":7})"},
            {"not UTF-8", "{\"event\":\"hello\",\"version\":\"\xFF\xFE\"}"},
            {"a zero byte", QByteArray("{\"event\":\0\"hello\"}", 18)},
            {"half a line", "{\"event\":\"plan\",\"poin"},
            {"nested too deep", QByteArray(R"({"event":)") + QByteArray(100000, '[')},
            {"a huge number", R"({"event":"plan","points":1e999})"},
        });
    }

    void brokenLinesAreCountedAndLeftOut()
    {
        const auto& [line] = givenRow<QByteArray>();
        ProtocolReader reader;
        const std::vector<ProbeEvent> events =
            reader.take(line.toStdString() + "\n" + R"({"event":"bye","exit":0})" + "\r\n");
        QCOMPARE(events.size(), std::size_t{1});
        QCOMPARE(events[0].kind, ProbeEvent::Kind::Bye);
        QCOMPARE(reader.leftOut(), std::size_t{1});
        // Types that are wrong inside an event are as if they were not there.
        const auto odd = reader.take(
            std::string(R"({"event":"progress","done":"x","total":-5,"phase":3,"flags":7})") + "\n");
        QCOMPARE(odd.size(), std::size_t{1});
        QCOMPARE(odd[0].done, std::size_t{0});
        QCOMPARE(odd[0].total, std::size_t{0});
        QVERIFY(odd[0].phase.empty());
    }

    void endlessLinesTakeNoMemory()
    {
        ProtocolReader reader;
        const std::string block(1 << 16, 'x');
        for (int i = 0; i < 200; ++i)
            QVERIFY(reader.take(block).empty());
        QCOMPARE(reader.take(std::string("\n") + R"({"event":"bye"})" + "\n").size(), std::size_t{1});
        QCOMPARE(reader.leftOut(), std::size_t{1});
    }

    void aLastLineWithoutAnEndIsNotYetAnEvent()
    {
        ProtocolReader reader;
        QVERIFY(reader.take(R"({"event":"bye","exit":0})").empty());
        QCOMPARE(reader.take("\n").size(), std::size_t{1});
    }
};

BUBBLESCOPE_TEST(ProbeProtocolTest)
#include "probe_protocol_test.moc"

// SPDX-License-Identifier: Apache-2.0
// Texts of many slices give what a short text gives: whatever stands where a slice ends.
#include <QTest>

#include "core/trace/chrome_skip.h"
#include "tests/support/generated.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/chrome_support.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::size_t kEnough = std::size_t{3} << 20U; // three slices

std::string eventAt(std::size_t time, const std::string& more)
{
    return R"({"ph":"X","cat":"user_annotation","name":"a","pid":1,"tid":1,"ts":)" + std::to_string(time) +
           R"(,"dur":1,"args":{)" + more + "}}";
}

} // namespace

class ChromeSlicesTest : public QObject
{
    Q_OBJECT

private slots:
    void everyEventIsReadOnce_data()
    {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("between");
        QTest::newRow("plain") << R"("n":1)"
                               << ",";
        QTest::newRow("pretty") << R"("n":1)"
                                << "\r\n  ,\r\n\t";
        QTest::newRow("a text that looks like the end of an event") << "\"n\":\"},{\\\"ph\\\":\\\"X\\\"},{\""
                                                                    << ",";
        QTest::newRow("a text that ends with backslashes") << "\"n\":\"\\\\\\\\},\",\"m\":\"\\\\\\\"},\""
                                                           << ",";
        QTest::newRow("objects within the event") << "\"n\":[{\"a\":[{},{}]},{\"b\":1},{\"c\":\"]\"}]"
                                                  << ",";
        QTest::newRow("blanks that are more than the event") << R"("n":1)" << QString(700, ' ') + ",";
        QString text;
        for (int i = 0; i < 20'000; ++i)
            text += "},{";
        QTest::newRow("a long text that looks like many ends") << "\"n\":\"" + text + "\""
                                                               << ",";
    }

    void everyEventIsReadOnce()
    {
        QFETCH(QString, more);
        QFETCH(QString, between);
        std::string list;
        std::size_t count = 0;
        Dice dice(1);
        const std::string filler = more.toStdString();
        while (list.size() < kEnough) {
            list += count > 0 ? between.toStdString() : "";
            // Of changing length, so that ends of slices fall everywhere.
            list += eventAt(++count, filler + ",\"x\":\"" + std::string(dice.below(40), 'x') + "\"");
        }
        for (const std::string& text :
             {"[" + list + "]", R"({"traceEvents":[)" + list + R"(],"host_name":"vm"})"}) {
            const auto read = valueOf(readChromeTrace(text, "t.json"));
            QCOMPARE(read.eventCount, std::uint64_t{count});
            QCOMPARE(read.records.size(), count);
            for (std::size_t i = 0; i < count; ++i)
                QCOMPARE(read.records[i].start, static_cast<Nanoseconds>(1000 * (i + 1)));
            QVERIFY(read.warnings.empty());
            QCOMPARE(read.host, std::string(text.starts_with('[') ? "" : "vm"));
        }
    }

    void longEventsGrowTheSlice()
    {
        const std::string text = "[" + eventAt(1, "\"n\":\"" + std::string(kEnough, '{') + "\"") + "," +
                                 eventAt(2, R"("n":)" + std::string(kEnough, ' ') + "1") + "," +
                                 eventAt(3, "") + "]";
        QCOMPARE(readText(text),
                 "range a 1000..2000 on 1/1\nrange a 2000..3000 on 1/1\nrange a 3000..4000 on 1/1");
    }

    void anEventBeyondTheLargestSliceIsPassedOver()
    {
        const std::string tooLong = eventAt(2, "\"n\":\"" + std::string(std::size_t{33} << 20U, 'x') + "\"");
        QCOMPARE(
            readText("[" + eventAt(1, "") + "," + tooLong + " , " + eventAt(3, "") + "," + tooLong + "]"),
            "range a 1000..2000 on 1/1\nrange a 3000..4000 on 1/1\n! 2 events skipped: longer than 32 MiB");
    }

    void brokenTextFarIntoTheFile_data()
    {
        const QString isCut = "the JSON ends early, at byte %1; the %2 events before that can be kept";
        const QString isWrong = "this is no JSON from byte %1 on; the %2 events before that can be kept";
        addRows<QString, int, QString>({
            {"two values without a comma", R"({"ph":"X"} {"ph":"X"},{}]})", 1, isWrong},
            {"cut within an event", "{\"ph\":\"X\",\"na", 0, isCut},
            {"cut within a text that looks like ends", "{\"ph\":\"X\",\"name\":\"},{},{},{", 0, isCut},
            {"cut within the text after one", "{\"ph\":\"X\",\"name\":\"},{\"},{\"},{", 1, isCut},
            {"cut after an event", R"({"ph":"X"})", 1, isCut},
            {"cut after a comma", R"({"ph":"X"},)", 1, isCut},
            {"cut after the list", R"({"ph":"X"}])", 1, isCut},
            {"a bracket that closes nothing", R"({"ph":"X"}}])", 1, isWrong},
            {"a field beside without a value", R"({"ph":"X"}],"a"})", 1, isWrong},
        });
    }

    void brokenTextFarIntoTheFile()
    {
        const auto& [broken, whole, message] = givenRow<QString, int, QString>();
        std::string text = "{\"traceEvents\":[\n";
        std::uint64_t count = 0;
        while (text.size() < kEnough)
            text += eventAt(++count, "") + ",\n";
        const std::size_t begin = text.size();
        text += broken.toStdString();
        const auto read = readChromeTrace(text, "t.json");
        QVERIFY(!read);
        QCOMPARE(read.error().refusal, TraceRefusal::Damaged);
        const Error& error = read.error().error;
        QVERIFY(error.where);
        QCOMPARE(std::uint64_t{error.where->line}, count + 2);
        const std::size_t at = begin + error.where->column - 1;
        const std::uint64_t kept = count + static_cast<std::uint64_t>(whole);
        QCOMPARE(QString::fromStdString(error.message.text()), message.arg(at).arg(kept));
        const auto file = valueOf(readChromeTrace(text, "t.json", keepingDamaged()));
        QVERIFY(file.isCut);
        QCOMPARE(file.eventCount, kept);
        QCOMPARE(file.records.size(), std::size_t{count});
        const QString why =
            message.startsWith("the JSON") ? "the JSON ends early" : "what follows is no JSON";
        QCOMPARE(
            QString::fromStdString(file.warnings.front()),
            QString("read only up to byte %1 of the JSON, %2 events kept: %3").arg(at).arg(kept).arg(why));
    }

    void nestingIsBounded_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("open");
        QTest::addColumn<QString>("close");
        QTest::addColumn<QString>("after");
        QTest::addColumn<int>("outside");
        QTest::newRow("within an event") << R"([{"ph":"X","ts":1,"dur":1,"args":)"
                                         << R"({"a":)"
                                         << "}"
                                         << "}]" << 1;
        QTest::newRow("within a dropped event") << R"([{"ph":"X","cat":"cpu_op","args":)"
                                                << "["
                                                << "]"
                                                << "}]" << 1;
        QTest::newRow("in place of an event") << "["
                                              << "["
                                              << "]"
                                              << "]" << 0;
        QTest::newRow("in a field beside") << R"({"a":)"
                                           << R"({"b":)"
                                           << "}"
                                           << R"(,"traceEvents":[]})" << 0;
        QTest::newRow("in a field behind") << R"({"traceEvents":[],"a":)"
                                           << "["
                                           << "]"
                                           << "}" << 0;
    }

    void nestingIsBounded()
    {
        QFETCH(QString, before);
        QFETCH(QString, open);
        QFETCH(QString, close);
        QFETCH(QString, after);
        QFETCH(int, outside);
        const auto nested = [&](int levels) {
            return (before + open.repeated(levels - 1) + (close == "]" ? "[]" : "{}") +
                    close.repeated(levels - 1) + after)
                .toStdString();
        };
        const int most = static_cast<int>(kMostNesting) - outside;
        QVERIFY(readChromeTrace(nested(most), "t.json"));
        for (const int levels : {most + 1, 1'000'000}) {
            const auto read = readChromeTrace(nested(levels), "t.json");
            QVERIFY(!read);
            QCOMPARE(read.error().refusal, TraceRefusal::Final);
            QVERIFY2(read.error().error.message.text().starts_with(
                         "nested too deeply: more than 1000 levels (near byte "),
                     read.error().error.message.text().c_str());
        }
        // Without an end, too.
        const auto read = readChromeTrace((before + open.repeated(1'000'000)).toStdString(), "t.json");
        QVERIFY(!read);
        QVERIFY(read.error().error.message.text().starts_with("nested too deeply"));
    }

    void cancelStopsAndProgressGrows()
    {
        std::string text = "[" + eventAt(1, "");
        while (text.size() < kEnough)
            text += "," + eventAt(2, "");
        TraceReadOptions options;
        std::vector<std::uint64_t> told;
        options.progress = [&](std::uint64_t done, std::uint64_t total) {
            QCOMPARE(total, std::uint64_t{text.size()});
            told.push_back(done);
        };
        QVERIFY(readChromeTrace(text, "t.json", options));
        QVERIFY(told.size() >= 3);
        QVERIFY(std::is_sorted(told.begin(), told.end()));
        QCOMPARE(told.back(), std::uint64_t{text.size()});
        told.clear();
        const CancelToken token;
        options.cancel = token;
        options.progress = [&](std::uint64_t done, std::uint64_t) {
            told.push_back(done);
            token.cancel();
        };
        const auto read = readChromeTrace(text, "t.json", options);
        QVERIFY(!read);
        QCOMPARE(read.error().error.kind, ErrorKind::Cancelled);
        QCOMPARE(told.size(), std::size_t{1});
    }
};

BUBBLESCOPE_TEST(ChromeSlicesTest)
#include "trace_chrome_slices.moc"

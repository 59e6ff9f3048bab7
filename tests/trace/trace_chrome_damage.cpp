// SPDX-License-Identifier: Apache-2.0
// Broken lists of events: where they are broken, what stands before it, and that finding it costs no more
// than reading them.
#include <QTest>

#include "core/trace/chrome_place.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/chrome_support.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kFirst = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1})";
constexpr const char* kTraceChromeDamageSecond = R"({"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":1})";

/// Counts how often it is asked for more.
class CountingSource : public MemorySource
{
public:
    CountingSource(std::string_view bytes, std::size_t& reads) : MemorySource(bytes), m_reads(reads) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override
    {
        ++m_reads;
        return MemorySource::read(to, size);
    }

private:
    std::size_t& m_reads;
};

} // namespace

class ChromeDamageTest : public QObject
{
    Q_OBJECT
private slots:
    void theEventBeforeADamageIsKept_data()
    {
        const QString first = kFirst;
        const QString second = kTraceChromeDamageSecond;
        addRows<QString, QString, QString>({
            {"no comma between two events", "[" + first + " " + second + "]",
             "invalid JSON from byte 54 on; the 1 event before that can be kept",
             "range a 1000..2000 on 1/1"},
            {"no comma between the second and the third", "[" + first + "," + second + first + "]",
             "invalid JSON from byte 106 on; the 2 events before that can be kept",
             "range a 1000..2000 on 1/1\nrange b 3000..4000 on 1/1"},
            {"a colon instead of a comma", "[" + first + ":" + second + "]",
             "invalid JSON from byte 53 on; the 1 event before that can be kept",
             "range a 1000..2000 on 1/1"},
            {"an event that is broken itself", "[" + first + R"(,{"ph" "X"},)" + second + "]",
             "invalid JSON from byte 60 on; the 1 event before that can be kept",
             "range a 1000..2000 on 1/1"},
        });
    }

    void theEventBeforeADamageIsKept()
    {
        const auto& [events, refusal, kept] = givenRow<QString, QString, QString>();
        const auto read = readChromeTrace(events.toStdString(), "t.json");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().error.message.text()), refusal);
        const auto damaged = valueOf(readChromeTrace(events.toStdString(), "t.json", keepingDamaged()));
        QVERIFY(damaged.isCut);
        const QString text = QString::fromStdString(textOf(damaged));
        QCOMPARE(text.left(text.indexOf("\n! read only up to byte")), kept);
    }

    // Behind a spot that is no JSON events are read one by one; the text must not be moved for each.
    void textBehindADamageIsReadOnce()
    {
        std::string text = "[";
        for (int i = 0; i < 520'000; ++i)
            text += "1,";
        text += "\\\"a\",";
        for (int i = 0; i < 520'000; ++i)
            text += "1,";
        std::size_t reads = 0;
        const SourceOpener open = [&]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
            return std::make_unique<CountingSource>(text, reads);
        };
        const auto read = readChromeSource(open, "t.json", {});
        QVERIFY(!read);
        QVERIFY2(reads < 50, std::to_string(reads).c_str());
    }
};

BUBBLESCOPE_TEST(ChromeDamageTest)
#include "trace_chrome_damage.moc"

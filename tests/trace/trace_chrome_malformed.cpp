// SPDX-License-Identifier: Apache-2.0
// The broken files of the shared data: what is read, what is refused, and the words.
#include <QTest>

#include "core/io/file.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_data.h"
#include "tests/trace/chrome_support.h"
#include "tests/trace/value_of.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

class ChromeMalformedTest : public QObject
{
    Q_OBJECT

private slots:
    void filesThatLoad_data()
    {
        addRows<int, QString, QString>({
            {"03_gz_extension_but_plain.json.gz", 44, "1", ""},
            {"04_json_extension_but_gz.json", 44, "1", ""},
            {"07_array_form.json", 44, "none", ""},
            {"11_zero_events.json", 0, "1", ""},
            {"13_events_not_objects.json", 44, "1", "5 events skipped: not an object"},
            {"15_negative_dur.json", 39, "1", "5 events skipped: negative duration"},
            {"16_nan_dur.json", 39, "1", "5 events skipped: duration is not a number"},
            {"18_string_numbers.json", 44, "1", ""},
            {"19_string_pid_tid.json", 44, "1", ""},
            {"22_huge_string.json.gz", 45, "1", "1 name of more than 4096 bytes cut short"},
            {"23_zip_bomb_200MB.json.gz", 0, "none", ""},
            {"24_not_utf8.json", 44, "1",
             "2 bytes are no text (broken UTF-8 or control characters), shown as '?'"},
            {"26_utf8_bom.json", 44, "1", ""},
            {"27_duplicate_labels.json", 49, "1", ""},
            {"28_duplicate_ranks/rank0_trace.json", 44, "1", ""},
            {"28_duplicate_ranks/rank1_trace.json", 44, "1", ""},
            {"31_rank_null.json", 44, "none", ""},
            {"40_stage_overflow.json", 44, "1", ""},
            {"42_crlf_pretty.json", 44, "1", ""},
        });
    }

    void filesThatLoad()
    {
        const auto& [labels, rank, warnings] = givenRow<int, QString, QString>();
        const auto read = valueOf(readTrace(path(QTest::currentDataTag())));
        const auto isLabel = [&](const TraceRecord& record) {
            const std::string& name = read.strings[record.name];
            return name.starts_with("PP:") && name.size() <= 4096 + std::string_view("…").size();
        };
        QCOMPARE(static_cast<int>(std::count_if(read.records.begin(), read.records.end(), isLabel)), labels);
        QCOMPARE(read.rank ? QString::number(*read.rank) : QString("none"), rank);
        QString told;
        for (const std::string& warning : read.warnings)
            told += (told.isEmpty() ? "" : "\n") + QString::fromStdString(warning);
        QCOMPARE(told, warnings);
        QVERIFY(!read.isCut);
    }

    void filesThatAreRefused_data()
    {
        addRows<TraceRefusal, QString>({
            {"01_truncated.json.gz", TraceRefusal::Damaged,
             "01_truncated.json.gz: the gzip stream ends early, after 1448 bytes; the 48 events before that "
             "can be kept"},
            {"05_truncated.json", TraceRefusal::Damaged,
             "05_truncated.json:1:7577: the JSON ends early, at byte 7576; the 39 events before that can be "
             "kept\n"
             "...: \"X\", \"cat\": \"user_annotation\", \"name\": \"PP:1B0\", \"pid\": 19\n"
             "                                                               ^"},
            {"08_empty.json", TraceRefusal::Final,
             "08_empty.json: the file is empty: it has no traceEvents and no NVTX_EVENTS table"},
            {"09_whitespace.json", TraceRefusal::Final,
             "09_whitespace.json: the document is empty: blanks alone"},
            {"10_no_traceEvents.json", TraceRefusal::Final,
             "10_no_traceEvents.json: this is not a trace: its JSON has no \"traceEvents\""},
            {"20_deep_nesting.json.gz", TraceRefusal::Final,
             "20_deep_nesting.json.gz:1:17: nested too deeply: more than 1000 levels (near byte 16)\n"
             "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"PP:0F0\",\"cat\":\"user_an...\n"
             "                ^"},
            {"32_not_sqlite.sqlite", TraceRefusal::Final,
             "32_not_sqlite.sqlite: this is not an SQLite database, nor gzip, nor Chrome trace JSON: it "
             "begins with 'this is not a database f'"},
            {"33_empty.sqlite", TraceRefusal::Final,
             "33_empty.sqlite: the file is empty: it has no traceEvents and no NVTX_EVENTS table"},
            {"38_nsys_rep.sqlite", TraceRefusal::Final,
             "38_nsys_rep.sqlite: this is a report that only Nsight Systems can read; run 'nsys export "
             "--type "
             "sqlite' on it and open the .sqlite file that it makes"},
        });
    }

    void filesThatAreRefused()
    {
        const auto& [refusal, text] = givenRow<TraceRefusal, QString>();
        const auto read = readTrace(path(QTest::currentDataTag()));
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(m_folder.withoutFolder(read.error().error.text())), text);
        QCOMPARE(read.error().refusal, refusal);
        QCOMPARE(read.error().error.kind, ErrorKind::InvalidInput);
    }

    void damagedFilesAreKeptOnDemand_data()
    {
        addRows<std::string, int, std::string>({
            {"gzip", "01_truncated.json.gz", 48,
             "read only up to byte 9441 of the JSON, 48 events kept: the gzip stream ends early, after 1448 "
             "bytes"},
            {"JSON", "05_truncated.json", 39,
             "read only up to byte 7576 of the JSON, 39 events kept: the JSON ends early"},
        });
    }

    void damagedFilesAreKeptOnDemand()
    {
        const auto& [file, events, warning] = givenRow<std::string, int, std::string>();
        const auto read = valueOf(readTrace(path(file), keepingDamaged()));
        QVERIFY(read.isCut);
        QVERIFY(!read.records.empty());
        QCOMPARE(static_cast<int>(read.eventCount), events);
        QCOMPARE(read.warnings.size(), std::size_t{1});
        QCOMPARE(read.warnings.front(), warning);
        QCOMPARE(read.rank, std::optional<std::uint32_t>(1)); // it stands before the damage
    }

    void severalAtOnce()
    {
        const std::vector<std::string> paths{path("07_array_form.json"), path("08_empty.json"),
                                             "/no/such.json", path("04_json_extension_but_gz.json")};
        TraceReadOptions options;
        std::uint64_t last = 0;
        std::uint64_t all = 0;
        options.progress = [&](std::uint64_t done, std::uint64_t total) {
            last = std::max(last, done);
            all = total;
        };
        const auto read = readTraces(paths, options);
        QCOMPARE(read.size(), paths.size());
        QVERIFY(read[0] && read[0]->path == paths[0] && !read[0]->rank);
        QVERIFY(!read[1]);
        QCOMPARE(read[2].error().error.text(), "cannot read /no/such.json: No such file or directory");
        QVERIFY(read[3] && read[3]->rank == 1U);
        QCOMPARE(all, std::uint64_t{14655 + 2167});
        QCOMPARE(last, all);
        QVERIFY(readTraces({}).empty());
    }

private:
    std::string path(const std::string& file)
    {
        return m_folder.add(file.substr(file.find('/') + 1), bytesOf(tracePath("malformed/" + file)));
    }
    TraceFolder m_folder;
};

BUBBLESCOPE_TEST(ChromeMalformedTest)
#include "trace_chrome_malformed.moc"

// SPDX-License-Identifier: Apache-2.0
// Exports that are damaged, are something else, or want to be run: each is refused in words, or read without
// it.
#include <QTest>

#include "core/trace/read_trace.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/nsight_files.h"
#include "tests/trace/value_of.h"

#include <filesystem>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr std::size_t kPageSize = 4096;

std::string rangesOf(int count)
{
    return std::string(kNvtxEvents) +
           fmt::format("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<{}) INSERT INTO "
                       "NVTX_EVENTS SELECT i,i+1,59,'forward_step mb='||i,0,NULL FROM n;",
                       count - 1);
}

std::string refusalOf(const std::string& path, const TraceReadOptions& options = {})
{
    const auto file = readNsightExport(path, options);
    if (file)
        return "read";
    std::string text = file.error().error.text();
    return text.starts_with(path) ? "PATH" + text.substr(path.size()) : text;
}

} // namespace

class TraceNsightDamage : public QObject
{
    Q_OBJECT
private slots:
    void refusals_data()
    {
        const std::string none = "PATH: not an export of Nsight Systems: no NVTX_EVENTS table (and no "
                                 "CUPTI_ACTIVITY_KIND_KERNEL); record with 'nsys profile -t cuda,nvtx' and "
                                 "export with 'nsys export --type sqlite'";
        const auto noColumn = [](const char* table, const char* column) {
            return fmt::format("PATH: the table {} has no column '{}'; export the report again with 'nsys "
                               "export --type sqlite'",
                               table, column);
        };
        addRows<std::string, std::string>({
            {"another database", "CREATE TABLE moz_places(id, url)", none},
            {"a view in its place",
             "CREATE TABLE t(start, end, text); CREATE VIEW NVTX_EVENTS AS SELECT * FROM t", none},
            {"a virtual table in its place", "CREATE VIRTUAL TABLE NVTX_EVENTS USING fts4(start, end, text)",
             none},
            {"no start", "CREATE TABLE NVTX_EVENTS(end, text)", noColumn("NVTX_EVENTS", "start")},
            {"an end that is computed", "CREATE TABLE NVTX_EVENTS(start, text, end AS (start + 1))",
             noColumn("NVTX_EVENTS", "end")},
            {"no stream", "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId)",
             noColumn("CUPTI_ACTIVITY_KIND_KERNEL", "streamId")},
            {"no correlation",
             "CREATE TABLE NVTX_EVENTS(start, end); CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end)",
             noColumn("CUPTI_ACTIVITY_KIND_RUNTIME", "correlationId")},
        });
    }

    void refusals()
    {
        const auto& [statements, message] = givenRow<std::string, std::string>();
        QCOMPARE(refusalOf(m_files.make("r.sqlite", statements)), message);
    }

    void whatIsNoFileIsRefused()
    {
        QCOMPARE(refusalOf(m_files.folder() + "/none.sqlite"),
                 "PATH: cannot be read: No such file or directory");
        QCOMPARE(refusalOf(m_files.folder()), "PATH: cannot be read: it is a folder");
        QCOMPARE(refusalOf("/dev/null"), "PATH: cannot be read: it is no plain file");
        QCOMPARE(refusalOf(m_files.add("short.sqlite", std::string("SQLite format 3\0 and no more", 28))),
                 "PATH: not an SQLite database; a report of Nsight Systems (.nsys-rep, .qdstrm) has to be "
                 "exported with 'nsys export --type sqlite'");
    }

    void aCutFileIsRefusedOrKept()
    {
        const std::string bytes = bytesOf(m_files.make("whole.sqlite", rangesOf(10'000)));
        const std::size_t kept = bytes.size() / 2 / kPageSize * kPageSize;
        const std::string path = m_files.add("cut.sqlite", bytes.substr(0, kept));
        const auto refused = readNsightExport(path);
        QVERIFY(!refused && refused.error().refusal == TraceRefusal::Damaged);
        const auto file = readNsightExport(path, keepingDamaged());
        QVERIFY2(file, file ? "" : file.error().error.text().c_str());
        QVERIFY(file->isCut);
        QVERIFY(file->records.size() > 3'000 && file->records.size() < 7'000);
        QCOMPARE(QString::fromStdString(file->warnings[0]),
                 QStringLiteral("the file ends after %1 of %2 bytes: what is in them was kept")
                     .arg(kept)
                     .arg(bytes.size()));
        QCOMPARE(QString::fromStdString(file->warnings[1]),
                 QStringLiteral("NVTX_EVENTS is damaged after %1 rows: those were kept")
                     .arg(file->records.size()));
    }

    void aDamagedPageIsRefusedOrKept()
    {
        std::string bytes = bytesOf(m_files.make("whole.sqlite", rangesOf(10'000)));
        const std::size_t page = bytes.size() / kPageSize / 2;
        bytes.replace(page * kPageSize, 64, 64, '\x55');
        const std::string path = m_files.add("page.sqlite", bytes);
        const auto refused = readNsightExport(path);
        QVERIFY(!refused && refused.error().refusal == TraceRefusal::Damaged);
        const auto file = readNsightExport(path, keepingDamaged());
        QVERIFY(file && file->isCut);
        QVERIFY(file->records.size() > 3'000 && file->records.size() < 7'000);
        QCOMPARE(
            QString::fromStdString(refusalOf(path)),
            QStringLiteral("PATH: damaged in NVTX_EVENTS after %1 rows: database disk image is malformed; "
                           "copy it again, or export the report again with 'nsys export --type sqlite'")
                .arg(file->records.size()));
    }

    void nothingOfTheFileIsRun()
    {
        // The view would never end, and the computed column would fail, if they ran.
        const auto file = valueOf(readNsightExport(m_files.make(
            "run.sqlite", "CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid);"
                          "INSERT INTO NVTX_EVENTS "
                          "VALUES(1, 2, 59, 'F', 0);"
                          "ALTER TABLE NVTX_EVENTS ADD COLUMN textId AS "
                          "(abs(-9223372036854775808));"
                          "CREATE VIEW StringIds AS SELECT 1 AS id, (WITH RECURSIVE n(i) AS "
                          "(SELECT 0 UNION ALL SELECT i+1 FROM n) SELECT max(i) FROM n) AS value;")));
        QCOMPARE(recordsText(file), "range 'F' 0 0 [1, 2]\n");
    }

    void pagesThatAreSharedDoNotGrow()
    {
        // Every child of the table's root becomes one and the same page.
        std::string bytes = bytesOf(m_files.make("whole.sqlite", rangesOf(20'000)));
        const auto number = [&](std::size_t at, int width) {
            std::size_t value = 0;
            for (int i = 0; i < width; ++i)
                value = value << 8U | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
            return value;
        };
        const std::size_t root = kPageSize;
        QCOMPARE(number(root, 1), std::size_t{5});
        const std::size_t cells = number(root + 3, 2);
        QVERIFY(cells > 20);
        const std::string first = bytes.substr(root + number(root + 12, 2), 4);
        for (std::size_t i = 0; i < cells; ++i)
            bytes.replace(root + number(root + 12 + 2 * i, 2), 4, first);
        const auto file = readNsightExport(m_files.add("shared.sqlite", bytes));
        QVERIFY(!file || file->records.size() <= bytes.size() / 4);
    }

private:
    NsightFiles m_files;
};

BUBBLESCOPE_TEST(TraceNsightDamage)
#include "trace_nsight_damage.moc"

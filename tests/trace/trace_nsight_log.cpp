// SPDX-License-Identifier: Apache-2.0
// What SQLite keeps beside a database while somebody writes it.
#include <QTest>

#include "core/trace/read_trace.h"
#include "tests/support/test_program.h"
#include "tests/trace/nsight_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sqlite3.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr const char* kRange = "range 'F0.0.0' 7 8 [1, 2]\n";

std::string insert(std::string_view name)
{
    return fmt::format("INSERT INTO NVTX_EVENTS VALUES(1,2,59,'{}',{},NULL);", name, globalId(7, 8));
}

std::string traceNsightLogSmallExport()
{
    return std::string(kNvtxEvents) + insert("F0.0.0");
}

/// A copy of a database and its log as they stand while it is written.
std::string copyWhileWritten(const std::string& path, const std::string& sql)
{
    sqlite3* opened = nullptr;
    const bool isOpen = sqlite3_open(path.c_str(), &opened) == SQLITE_OK;
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> writer(opened, sqlite3_close);
    if (!isOpen || sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        qFatal("wrong SQL");
    for (const char* ending : {"", "-wal"})
        std::filesystem::copy_file(path + ending, path + ".copy" + ending);
    return path + ".copy";
}

} // namespace

class TraceNsightLog : public QObject
{
    Q_OBJECT
private slots:
    void aLogWithRowsIsRefusedWithWhatToDo()
    {
        const std::string path = copyWhileWritten(
            m_files.make("w.sqlite", "PRAGMA journal_mode=WAL;" + traceNsightLogSmallExport()),
            insert("F1.0.0"));
        const std::string refusal =
            "w.sqlite.copy: the file is incomplete: the rest is in w.sqlite.copy-wal; close the program that "
            "writes it, or merge them with: sqlite3 w.sqlite.copy 'PRAGMA wal_checkpoint(TRUNCATE)'";
        QCOMPARE(outcomeOf(path), refusal);
        QCOMPARE(outcomeOf(path, true), refusal);
    }

    // What the refusal says to do helps.
    void aMergedDatabaseIsRead()
    {
        const std::string path = copyWhileWritten(
            m_files.make("m.sqlite", "PRAGMA journal_mode=WAL;" + traceNsightLogSmallExport()),
            insert("F1.0.0"));
        sqlite3* opened = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &opened), SQLITE_OK);
        QCOMPARE(sqlite3_exec(opened, "PRAGMA wal_checkpoint(TRUNCATE)", nullptr, nullptr, nullptr),
                 SQLITE_OK);
        QCOMPARE(sqlite3_close(opened), SQLITE_OK);
        QCOMPARE(outcomeOf(path), std::string(kRange) + "range 'F1.0.0' 7 8 [1, 2]\n");
    }

    void aHotJournalIsRefusedWithWhatToDo()
    {
        const std::string path = m_files.make("j.sqlite", traceNsightLogSmallExport());
        m_files.add("j.sqlite-journal", "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 and pages");
        QCOMPARE(outcomeOf(path),
                 "j.sqlite: a change to it was interrupted, and j.sqlite-journal has the previous content; "
                 "close the program that writes it, or undo the change with: sqlite3 j.sqlite .tables");
    }

    void aJournalThatIsDoneWithIsNone()
    {
        const std::string path =
            m_files.make("p.sqlite", "PRAGMA journal_mode=PERSIST;" + traceNsightLogSmallExport());
        QVERIFY(std::filesystem::file_size(path + "-journal") > 0);
        QCOMPARE(outcomeOf(path), std::string(kRange));
    }

private:
    /// The outcome without the folder's name; fails where anything in the folder has changed.
    std::string outcomeOf(const std::string& path, bool keepDamaged = false)
    {
        const auto before = m_files.names();
        const auto file = readTrace(path, keepDamaged ? keepingDamaged() : TraceReadOptions());
        if (m_files.names() != before)
            return "something was written beside it";
        return m_files.withoutFolder(file ? recordsText(*file) : file.error().error.text());
    }
    NsightFiles m_files;
};

BUBBLESCOPE_TEST(TraceNsightLog)
#include "trace_nsight_log.moc"

// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nsight_database.h"

#include "core/base/text_edit.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/trace/container_source.h"
#include "core/trace/nsight_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <sqlite3.h>

namespace bubblescope::nsight {

struct CloseConnection
{
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};

namespace {

// Operations of SQLite's machine between two looks at the cancel token: a few milliseconds.
constexpr int kOperationsPerLook = 50'000;
constexpr int kLongestValue = 64 << 20;
// The shortest row of a table takes more; what tells more rows than fit is damaged or made to be.
constexpr std::uint64_t kFewestBytesPerRow = 4;
// Each text is read once, and UTF-16 grows by half.
constexpr std::uint64_t kTextPerByte = 4;
constexpr std::uint64_t kTextAllowed = 1U << 20U;

struct CloseStatement
{
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, CloseStatement>;

std::string quotedIdentifier(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

/// Reading is all that a statement of ours needs; anything else would come out of the file.
int allowReading(void* /*unused*/, int action, const char* first, const char* /*second*/,
                 const char* /*database*/, const char* /*trigger*/)
{
    if (action == SQLITE_SELECT || action == SQLITE_READ)
        return SQLITE_OK;
    const bool isColumns =
        action == SQLITE_PRAGMA && first != nullptr && std::string_view(first) == "table_info";
    return isColumns ? SQLITE_OK : SQLITE_DENY;
}

} // namespace

struct Database::State
{
    std::string name;
    std::uint64_t size = 0;
    std::uint64_t pageSize = 0;
    TraceReadOptions options;
    std::unique_ptr<sqlite3, CloseConnection> connection;
    std::set<std::string, std::less<>> tables;
    std::vector<std::string> damages;
    std::uint64_t rows = 0;
    std::uint64_t textBytes = 0;

    void tellProgress() const
    {
        if (!options.progress)
            return;
        int pages = 0;
        int highest = 0;
        sqlite3_db_status(connection.get(), SQLITE_DBSTATUS_CACHE_MISS, &pages, &highest, 0);
        options.progress(std::min(size, static_cast<std::uint64_t>(std::max(pages, 0)) * pageSize), size);
    }
    static int look(void* self)
    {
        const auto* const state = static_cast<const State*>(self);
        state->tellProgress();
        return state->options.cancel.isCancelled() ? 1 : 0;
    }
    void protect() const;
};

void Database::State::protect() const
{
    sqlite3* const database = connection.get();
    // What is left of a cut file is reached only where SQLite forgives a wrong header.
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, options.keepDamaged ? 0 : 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, options.keepDamaged ? 1 : 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kLongestValue);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_exec(database, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
    sqlite3_set_authorizer(database, allowReading, nullptr);
}

std::optional<std::int64_t> Row::integer(int column) const
{
    if (sqlite3_column_type(m_statement, column) != SQLITE_INTEGER)
        return std::nullopt;
    return sqlite3_column_int64(m_statement, column);
}

std::optional<std::string_view> Row::text(int column) const
{
    if (sqlite3_column_type(m_statement, column) != SQLITE_TEXT)
        return std::nullopt;
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    if (text == nullptr)
        return std::nullopt;
    return std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
}

bool Row::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

const std::vector<std::string>& Database::damages() const
{
    return m_state->damages;
}

const std::string& Database::name() const
{
    return m_state->name;
}

void Database::tellDone() const
{
    if (m_state->options.progress)
        m_state->options.progress(m_state->size, m_state->size);
}

bool Database::hasTableLike(std::string_view begin) const
{
    const auto first = m_state->tables.lower_bound(begin);
    return first != m_state->tables.end() && first->starts_with(begin);
}

bool Database::hasTable(std::string_view table) const
{
    return m_state->tables.contains(table);
}

tl::unexpected<TraceError> Database::refuse(Sentence message, TraceRefusal refusal) const
{
    return refused(m_state->name, std::move(message), refusal);
}

tl::unexpected<TraceError> Database::failed(int code, const Sentence& where) const
{
    const int primary = code & 0xFF;
    if (primary == SQLITE_INTERRUPT)
        return refused(m_state->name, Sentence({"base.cancelled", "canceled"}), TraceRefusal::Final,
                       ErrorKind::Cancelled);
    if (primary == SQLITE_NOMEM)
        return refuse(Sentence({"trace.no-memory-left-read", "not enough memory to read it"}));
    const std::string why = printable(sqlite3_errmsg(m_state->connection.get()));
    const bool isDamage = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_TOOBIG ||
                          primary == SQLITE_ERROR || primary == SQLITE_IOERR;
    if (!isDamage)
        return refuse(Sentence({"trace.cannot-read-at", "cannot be read{where}: {why}"}, where, why));
    return refuse(
        Sentence({"trace.damaged-copy-again-export", "damaged{where}: {why}; copy it again, or export the "
                                                     "report again with 'nsys export --type sqlite'"},
                 where, why),
        TraceRefusal::Damaged);
}

Database::Database(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Database::Database(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database, TraceError> Database::open(const std::string& path, const TraceReadOptions& options)
{
    Database database(std::make_unique<State>());
    State& state = *database.m_state;
    state.name = path;
    state.options = options;
    const auto head = readHead(path);
    if (!head)
        return database.refuse(Sentence({"trace.cannot-read", "cannot be read: {why}"}, head.error()));
    if (auto why = whyNoDatabase(*head))
        return database.refuse(std::move(*why));
    if (auto why = whyIncomplete(path))
        return database.refuse(std::move(*why));
    const auto told = sizeIfCut(*head);
    if (told && !options.keepDamaged)
        return database.refuse(
            Sentence(
                {"trace.database-disk-image-malformed",
                 "the database disk image is malformed: its header says {told} bytes but the file ends after "
                 "{size}; copy it again, or export the report again with 'nsys export --type sqlite'"},
                *told, head->size),
            TraceRefusal::Damaged);
    state.size = head->size;
    state.pageSize = pageSizeOf(*head);
    if (told)
        state.damages.push_back(
            fmt::format("the file ends after {} of {} bytes: their contents were kept", head->size, *told));
    sqlite3* connection = nullptr;
    const int result = sqlite3_open_v2(readOnlyUri(path).c_str(), &connection,
                                       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    state.connection.reset(connection);
    if (result != SQLITE_OK)
        return database.failed(result, {});
    sqlite3_extended_result_codes(connection, 1);
    state.protect();
    sqlite3_progress_handler(connection, kOperationsPerLook, State::look, &state);
    TRY_VOID(database.readTables());
    return database;
}

Result<void, TraceError> Database::readTables()
{
    State& state = *m_state;
    sqlite3_stmt* statement = nullptr;
    int code =
        sqlite3_prepare_v2(state.connection.get(), "SELECT type, name, rootpage, sql FROM sqlite_master", -1,
                           &statement, nullptr);
    const Statement schema(statement);
    if (code != SQLITE_OK)
        return failed(code, {});
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const Row row(statement);
        const bool isPlain = row.text(0) == "table" && row.integer(2).value_or(0) > 0 &&
                             row.text(3).value_or("").starts_with("CREATE TABLE ");
        if (const auto name = row.text(1); isPlain && name)
            state.tables.emplace(*name);
        if (++state.rows > state.size / kFewestBytesPerRow)
            return refuse(Sentence({"trace.damaged-tells-more-tables",
                                    "damaged: it claims more tables than it has bytes for"}),
                          TraceRefusal::Damaged);
    }
    if (code != SQLITE_DONE)
        return failed(code, Sentence({"trace.list-tables", " in the list of its tables"}));
    return {};
}

Result<std::vector<std::string>, TraceError> Database::columnsOf(std::string_view table)
{
    std::vector<std::string> columns;
    if (!hasTable(table))
        return columns;
    const std::string query = "PRAGMA table_info(" + quotedIdentifier(table) + ")";
    sqlite3_stmt* statement = nullptr;
    int code = sqlite3_prepare_v2(m_state->connection.get(), query.c_str(), -1, &statement, nullptr);
    const Statement owner(statement);
    if (code != SQLITE_OK)
        return failed(code, Sentence({"trace.columns", " in the columns of {table}"}, table));
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        columns.push_back(lowered(Row(statement).text(1).value_or("")));
    if (code != SQLITE_DONE)
        return failed(code, Sentence({"trace.columns", " in the columns of {table}"}, table));
    return columns;
}

namespace {

std::string selectText(std::string_view table, std::span<const std::string_view> wanted,
                       const std::vector<std::string>& present)
{
    std::string query = "SELECT ";
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto found = std::find(present.begin(), present.end(), lowered(wanted[i]));
        query += i > 0 ? "," : "";
        query += found != present.end() ? quotedIdentifier(*found) : "NULL";
    }
    return query + " FROM " + quotedIdentifier(table) + " NOT INDEXED";
}

std::uint64_t textBytesOf(sqlite3_stmt* statement, int columns)
{
    std::uint64_t bytes = 0;
    for (int i = 0; i < columns; ++i)
        if (sqlite3_column_type(statement, i) == SQLITE_TEXT)
            bytes += static_cast<std::uint64_t>(sqlite3_column_bytes(statement, i));
    return bytes;
}

} // namespace

Result<void, TraceError> Database::forEachRow(std::string_view table,
                                              std::span<const std::string_view> columns,
                                              const std::function<void(const Row&)>& take)
{
    TRY(const auto present, columnsOf(table));
    if (present.empty())
        return {};
    State& state = *m_state;
    sqlite3_stmt* statement = nullptr;
    int code = sqlite3_prepare_v2(state.connection.get(), selectText(table, columns, present).c_str(), -1,
                                  &statement, nullptr);
    const Statement owner(statement);
    std::uint64_t count = 0;
    bool isTooMuch = false;
    if (code == SQLITE_OK)
        while (!isTooMuch && (code = sqlite3_step(statement)) == SQLITE_ROW) {
            state.textBytes += textBytesOf(statement, static_cast<int>(columns.size()));
            isTooMuch = ++state.rows > state.size / kFewestBytesPerRow ||
                        state.textBytes > state.size * kTextPerByte + kTextAllowed;
            if (isTooMuch)
                break;
            take(Row(statement));
            ++count;
        }
    if (code == SQLITE_DONE)
        return {};
    const Sentence where({"trace.in-table-after-rows", " in {table} after {count} rows"}, table, count);
    auto error = isTooMuch ? refuse(Sentence({"trace.damaged-more-than-bytes",
                                              "damaged{where}: it claims more content than it has bytes for"},
                                             where),
                                    TraceRefusal::Damaged)
                           : failed(code, where);
    if (error.value().refusal != TraceRefusal::Damaged || !state.options.keepDamaged)
        return error;
    state.damages.push_back(fmt::format("{} is damaged after {} rows: those were kept", table, count));
    return {};
}

} // namespace bubblescope::nsight

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/read_trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

/// SQLite files that are not trusted; private to core/trace.
namespace bubblescope::nsight {

/// The values of the row at which a query stands, by their place in the query.
class Row
{
public:
    explicit Row(sqlite3_stmt* statement) : m_statement(statement) {}
    /// Nothing for NULL and for what is no integer.
    [[nodiscard]] std::optional<std::int64_t> integer(int column) const;
    /// Nothing for NULL and for what is no text; holds until the next row.
    [[nodiscard]] std::optional<std::string_view> text(int column) const;
    [[nodiscard]] bool isNull(int column) const;

private:
    sqlite3_stmt* m_statement;
};

/// A database that is only read: nothing is written beside it, and none of its views, triggers, generated
/// columns or virtual tables is run. What is asked of it is one pass over a table.
class Database
{
public:
    /// Errors name the file, what is wrong with it and what to do.
    [[nodiscard]] static Result<Database, TraceError> open(const std::string& path,
                                                           const TraceReadOptions& options);

    Database(Database&&) noexcept;
    ~Database();

    [[nodiscard]] bool hasTable(std::string_view table) const;
    /// One whose name starts so.
    [[nodiscard]] bool hasTableLike(std::string_view begin) const;
    /// Names of its columns in lower case; none where there is no such table.
    [[nodiscard]] Result<std::vector<std::string>, TraceError> columnsOf(std::string_view table);
    /// Gives each row to `take`, with `columns` in their order; a column that the table has not is NULL
    /// there. A table that is not there has no rows. Damage ends the pass: with keepDamaged it is noted in
    /// damages(), else it is the error.
    [[nodiscard]] Result<void, TraceError> forEachRow(std::string_view table,
                                                      std::span<const std::string_view> columns,
                                                      const std::function<void(const Row&)>& take);
    /// What was passed over because of TraceReadOptions::keepDamaged, one sentence each.
    [[nodiscard]] const std::vector<std::string>& damages() const;
    [[nodiscard]] const std::string& name() const;
    /// Tells the progress that all is read.
    void tellDone() const;

    /// A failure that names this file.
    [[nodiscard]] tl::unexpected<TraceError> refuse(Sentence message,
                                                    TraceRefusal refusal = TraceRefusal::Final) const;

    /// Behind a pointer: SQLite keeps its address for the progress.
    struct State;

private:
    explicit Database(std::unique_ptr<State> state);
    [[nodiscard]] Result<void, TraceError> readTables();
    [[nodiscard]] tl::unexpected<TraceError> failed(int code, const Sentence& where) const;

    std::unique_ptr<State> m_state;
};

/// The records of an export: NVTX ranges, kernels, copies, and the calls that launched them. Each table is
/// read once from its begin to its end; sorting is done in memory. O(rows log rows).
[[nodiscard]] Result<TraceFile, TraceError> readDatabase(Database& database);

} // namespace bubblescope::nsight

// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_edit.h"
#include "core/base/try.h"
#include "core/trace/foreign_format.h"
#include "core/trace/nsight_rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::nsight {

namespace {

constexpr std::string_view kRanges = "NVTX_EVENTS";
constexpr std::string_view kKernels = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr std::string_view kCopies = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr std::string_view kSets = "CUPTI_ACTIVITY_KIND_MEMSET";
constexpr std::string_view kLaunches = "CUPTI_ACTIVITY_KIND_RUNTIME";

/// Numbers of the events that are ranges; those of exports without ENUM_NSYS_EVENT_TYPE.
struct RangeTypes
{
    std::int64_t pushPop = 59;
    std::int64_t startEnd = 60;
};

using Done = Result<void, TraceError>;

class Reader
{
public:
    explicit Reader(Database& database) : m_database(database), m_places(m_file) {}
    Result<TraceFile, TraceError> read();

private:
    Done checkTables();
    Done readSession();
    Done readRangeTypes();
    Done readProcessNames();
    Done readRanges();
    Done readKernels();
    Done readCopies(std::string_view table);
    Done readLaunches();
    Done readThreadNames();
    Done readNames();
    void addRange(const Row& row, const RangeTypes& types);
    bool placeOnDevice(const Row& row, TraceRecord& record);
    void findCorrelations();
    void finish();
    void tellWarnings();

    Database& m_database;
    TraceFile m_file;
    Places m_places;
    PendingNames m_names;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_threadNames; ///< thread, pending name
    SkipCounts m_skipped;
    Clock m_clock;
    RangeTypes m_types;
    std::size_t m_withoutProcess = 0;          ///< on a device
    std::vector<std::uint64_t> m_correlations; ///< of what ran on a device, sorted
};

template <std::size_t count>
Done forEach(Database& database, std::string_view table, const std::array<std::string_view, count>& columns,
             const std::function<void(const Row&)>& take)
{
    return database.forEachRow(table, columns, take);
}

/// Columns without which a table says nothing.
Done requireColumns(Database& database, std::string_view table,
                    std::initializer_list<std::string_view> needed)
{
    TRY(const auto columns, database.columnsOf(table));
    for (const std::string_view column : needed)
        if (!columns.empty() && std::find(columns.begin(), columns.end(), lowered(column)) == columns.end())
            return database.refuse(Sentence({"trace.table-no-column-export",
                                             "the table {table} has no column '{column}'; export the "
                                             "report again with 'nsys export --type sqlite'"},
                                            table, column));
    return {};
}

Done Reader::checkTables()
{
    if (m_database.hasTableLike("rocpd_"))
        return m_database.refuse(rocprofDatabase());
    if (!m_database.hasTable(kRanges) && !m_database.hasTable(kKernels))
        return m_database.refuse(Sentence(
            {"trace.not-export-nsight-systems",
             "not an export of Nsight Systems: no NVTX_EVENTS table (and no CUPTI_ACTIVITY_KIND_KERNEL); "
             "record with 'nsys profile -t cuda,nvtx' and export with 'nsys export --type sqlite'"}));
    if (auto checked = requireColumns(m_database, kRanges, {"start", "end"}); !checked)
        return checked;
    for (const std::string_view table : {kKernels, kCopies, kSets})
        if (auto checked = requireColumns(m_database, table, {"start", "end", "deviceId", "streamId"});
            !checked)
            return checked;
    return requireColumns(m_database, kLaunches, {"start", "end", "correlationId"});
}

Done Reader::readSession()
{
    constexpr std::int64_t latest = std::int64_t{1} << 61U;
    auto read = forEach<1>(m_database, "TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, [&](const Row& row) {
        const auto epoch = row.integer(0);
        if (m_file.isAbsolute || !epoch || *epoch <= 0 || *epoch >= latest)
            return;
        m_file.isAbsolute = true;
        m_clock.setEpoch(*epoch);
    });
    if (!read)
        return read;
    return forEach<2>(m_database, "TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](const Row& row) {
        if (m_file.host.empty() && row.text(0) == "Hostname")
            m_file.host = row.text(1).value_or("");
    });
}

Done Reader::readRangeTypes()
{
    return forEach<2>(m_database, "ENUM_NSYS_EVENT_TYPE", {"id", "name"}, [&](const Row& row) {
        const auto id = row.integer(0);
        if (id && row.text(1) == "NvtxPushPopRange")
            m_types.pushPop = *id;
        else if (id && row.text(1) == "NvtxStartEndRange")
            m_types.startEnd = *id;
    });
}

Done Reader::readProcessNames()
{
    return forEach<2>(m_database, "PROCESSES", {"globalPid", "name"}, [&](const Row& row) {
        if (const auto id = row.integer(0))
            m_places.nameProcess(*id, row.text(1).value_or(""));
    });
}

void Reader::addRange(const Row& row, const RangeTypes& types)
{
    const auto type = row.integer(2);
    // A mark or a category is no range; without types every row is one.
    if (type && *type != types.pushPop && *type != types.startEnd)
        return;
    TraceRecord record;
    if (!m_clock.place(row, record, m_skipped))
        return;
    if (const auto text = row.text(3))
        record.name = m_file.strings.add(*text);
    else if (const auto id = row.integer(4))
        record.name = m_names.pending(*id);
    if (record.name == 0)
        return m_skipped.add("range without a name");
    record.thread = m_places.thread(row.integer(5));
    m_file.records.push_back(record);
}

Done Reader::readRanges()
{
    return forEach<6>(m_database, kRanges, {"start", "end", "eventType", "text", "textId", "globalTid"},
                      [&](const Row& row) {
                          ++m_file.eventCount;
                          addRange(row, m_types);
                      });
}

/// Columns 0 to 5: start, end, deviceId, streamId, correlationId, globalPid.
bool Reader::placeOnDevice(const Row& row, TraceRecord& record)
{
    ++m_file.eventCount;
    if (!m_clock.place(row, record, m_skipped))
        return false;
    const auto device = row.integer(2);
    const auto stream = row.integer(3);
    if (!device || *device < 0 || *device >= 1 << 16 || !stream) {
        m_skipped.add("no device or stream");
        return false;
    }
    const std::uint32_t process = m_places.process(row.integer(5));
    record.thread = m_places.stream(process, static_cast<std::uint32_t>(*device), *stream);
    record.correlation = correlationOf(process, row.integer(4));
    m_withoutProcess += m_places.isUnknown(process) ? 1 : 0;
    return true;
}

Done Reader::readKernels()
{
    return forEach<8>(
        m_database, kKernels,
        {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "demangledName", "shortName"},
        [&](const Row& row) {
            TraceRecord record;
            record.kind = RecordKind::Kernel;
            if (!placeOnDevice(row, record))
                return;
            const auto name = row.integer(6) ? row.integer(6) : row.integer(7);
            record.name = name ? m_names.pending(*name) : 0;
            m_file.records.push_back(record);
        });
}

/// As Kineto calls the directions of a copy; the numbers are CUPTI's.
std::string_view copyName(std::optional<std::int64_t> kind)
{
    constexpr std::array<std::string_view, 11> names{
        "Memcpy",      "Memcpy HtoD", "Memcpy DtoH", "Memcpy HtoA", "Memcpy AtoH", "Memcpy AtoA",
        "Memcpy AtoD", "Memcpy DtoA", "Memcpy DtoD", "Memcpy HtoH", "Memcpy PtoP"};
    const bool isKnown = kind && *kind >= 0 && static_cast<std::size_t>(*kind) < names.size();
    return names[isKnown ? static_cast<std::size_t>(*kind) : 0];
}

Done Reader::readCopies(std::string_view table)
{
    const bool isSet = table == kSets;
    return forEach<7>(m_database, table,
                      {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "copyKind"},
                      [&](const Row& row) {
                          TraceRecord record;
                          record.kind = RecordKind::Copy;
                          if (!placeOnDevice(row, record))
                              return;
                          record.name = m_file.strings.add(isSet ? "Memset" : copyName(row.integer(6)));
                          m_file.records.push_back(record);
                      });
}

void Reader::findCorrelations()
{
    for (const TraceRecord& record : m_file.records)
        if (record.correlation != 0)
            m_correlations.push_back(record.correlation);
    std::sort(m_correlations.begin(), m_correlations.end());
}

Done Reader::readLaunches()
{
    findCorrelations();
    return forEach<5>(
        m_database, kLaunches, {"start", "end", "globalTid", "correlationId", "nameId"}, [&](const Row& row) {
            ++m_file.eventCount;
            TraceRecord record;
            record.kind = RecordKind::Launch;
            const auto globalTid = row.integer(2);
            record.correlation = correlationOf(m_places.process(globalTid), row.integer(3));
            // Most calls start nothing on a device.
            if (record.correlation == 0 ||
                !std::binary_search(m_correlations.begin(), m_correlations.end(), record.correlation))
                return;
            if (!m_clock.place(row, record, m_skipped))
                return;
            record.thread = m_places.thread(globalTid);
            const auto name = row.integer(4);
            record.name = name ? m_names.pending(*name) : 0;
            m_file.records.push_back(record);
        });
}

Done Reader::readThreadNames()
{
    return forEach<2>(m_database, "ThreadNames", {"globalTid", "nameId"}, [&](const Row& row) {
        const auto id = row.integer(0);
        const auto name = row.integer(1);
        if (!id || !name)
            return;
        const auto known = m_places.threads().find(static_cast<std::uint64_t>(*id));
        if (known != m_places.threads().end())
            m_threadNames.emplace_back(known->second, m_names.pending(*name));
    });
}

Done Reader::readNames()
{
    return forEach<2>(m_database, "StringIds", {"id", "value"}, [&](const Row& row) {
        const auto id = row.integer(0);
        const auto text = row.text(1);
        if (id && text)
            m_names.tell(*id, *text, m_file.strings);
    });
}

void Reader::finish()
{
    for (const auto& [thread, name] : m_threadNames)
        if (const auto text = m_names.resolved(name))
            m_file.threads[thread].name = m_file.strings[*text];
    const auto isNameless = [&](TraceRecord& record) {
        record.name = m_names.resolved(record.name).value_or(0);
        const bool isRange = record.kind == RecordKind::Range && record.name == 0;
        if (isRange)
            m_skipped.add("range without a name");
        return isRange;
    };
    std::vector<TraceRecord>& records = m_file.records;
    records.erase(std::remove_if(records.begin(), records.end(), isNameless), records.end());
    std::stable_sort(records.begin(), records.end(), [](const TraceRecord& a, const TraceRecord& b) {
        return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    tellWarnings();
}

void Reader::tellWarnings()
{
    m_file.warnings = m_database.damages();
    m_file.isCut = !m_file.warnings.empty();
    const auto skipped = m_skipped.texts();
    m_file.warnings.insert(m_file.warnings.end(), skipped.begin(), skipped.end());
    if (!m_database.hasTable(kRanges))
        m_file.warnings.emplace_back(
            "no NVTX_EVENTS table: record with 'nsys profile -t cuda,nvtx' to get labels");
    if (m_withoutProcess > 0)
        m_file.warnings.push_back(fmt::format("kernels and copies without a process: {}; they cannot be "
                                              "matched with the calls that launched them",
                                              m_withoutProcess));
    if (!m_file.isAbsolute)
        m_file.warnings.emplace_back("no TARGET_INFO_SESSION_START_TIME: times count from the start of the "
                                     "session and cannot be compared with those of other files");
}

Result<TraceFile, TraceError> Reader::read()
{
    m_file.path = m_database.name();
    m_file.container = TraceContainer::NsightSqlite;
    const std::array steps{&Reader::checkTables,      &Reader::readSession, &Reader::readRangeTypes,
                           &Reader::readProcessNames, &Reader::readRanges,  &Reader::readKernels};
    for (const auto step : steps)
        TRY_VOID((this->*step)());
    for (const std::string_view table : {kCopies, kSets})
        TRY_VOID(readCopies(table));
    for (const auto step : {&Reader::readLaunches, &Reader::readThreadNames, &Reader::readNames})
        TRY_VOID((this->*step)());
    finish();
    m_database.tellDone();
    return std::move(m_file);
}

} // namespace

Result<TraceFile, TraceError> readDatabase(Database& database)
{
    return Reader(database).read();
}

} // namespace bubblescope::nsight

namespace bubblescope {

Result<TraceFile, TraceError> readNsightExport(const std::string& path, const TraceReadOptions& options)
{
    TRY(auto database, nsight::Database::open(path, options));
    return nsight::readDatabase(database);
}

} // namespace bubblescope

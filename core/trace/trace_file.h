// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Whole nanoseconds since the Unix epoch, or since the file's own zero where it has no epoch: a double would
/// not separate neighboring events of an old profile.
using Nanoseconds = std::int64_t;

/// What one kept record of a profile is. Everything else (counters, flows, most Python frames) is dropped
/// while reading; of operators and messages only what says which action ran is kept (TraceOperator,
/// TraceMessage).
enum class RecordKind : std::uint8_t {
    Range,         ///< a label on the CPU: user_annotation, B/E pair, NVTX range, a known Python frame
    Kernel,        ///< on the GPU
    Copy,          ///< memory copy or set on the GPU
    Launch,        ///< a runtime or driver call that starts a kernel or copy
    Communication, ///< a gloo/nccl span on the CPU; spans of one thread may overlap without nesting
};

/// 40 bytes; texts are indices into TraceFile::strings.
struct TraceRecord
{
    Nanoseconds start = 0;
    Nanoseconds end = 0; ///< never before `start`: such records are counted as skipped
    /// Of a launch and what it launched, unique within a process of the file; 0 = none.
    std::uint64_t correlation = 0;
    std::uint32_t name = 0;
    std::uint32_t label = 0;  ///< args.name of a kernel under CUDA graphs (its PP label); 0 = none
    std::uint32_t thread = 0; ///< index into TraceFile::threads
    RecordKind kind = RecordKind::Range;

    bool operator==(const TraceRecord&) const = default;
};

/// An operator on the CPU that lies in no other of its thread, or a node that the autograd engine evaluates:
/// what forwards and backwards without labels are found by. 24 bytes.
struct TraceOperator
{
    static constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;
    static constexpr std::uint32_t kThreadEnd = 1U << 30U;

    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t number = kNoNumber; ///< "Sequence number": of the node, or of the next node of its thread
    std::uint32_t thread : 30 = 0;    ///< index into TraceFile::threads
    std::uint32_t isEngine : 1 = 0;   ///< "autograd::engine::evaluate_function: …"
    std::uint32_t isForward : 1 = 0;  ///< "Fwd thread id" is 0: it belongs to no node of a backward
};

/// A send or receive between two ranks, when it was issued.
struct TraceMessage
{
    static constexpr std::uint32_t kNoPeer = 0xFFFFFFFFU;

    Nanoseconds time = 0;
    std::uint32_t thread = 0;     ///< index into TraceFile::threads
    std::uint32_t group = 0;      ///< ProcessGroup::name, an index into TraceFile::strings; 0 = unknown
    std::uint32_t peer = kNoPeer; ///< global rank of the other side
    bool isSend = false;
};

/// A call of the host that orders what its devices do, without launching anything.
struct TraceHostCall
{
    enum class Kind : std::uint8_t {
        Wait,        ///< what is launched behind it waits for a transfer
        Synchronize, ///< the host waits for a device
    };

    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0; ///< index into TraceFile::threads
    Kind kind = Kind::Wait;
};

/// A collective of several ranks, when it was issued.
struct TraceCollective
{
    Nanoseconds time = 0;
    std::uint32_t thread = 0; ///< index into TraceFile::threads
    std::uint32_t name = 0;   ///< "allreduce", an index into TraceFile::strings
    std::uint32_t group = 0;  ///< ProcessGroup::name, an index into TraceFile::strings; 0 = unknown
};

/// An operation of a straggler timeline (chrome_timeline.h): compute and all else that a step consists of.
struct StepOperation
{
    static constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

    Nanoseconds start = 0;
    Nanoseconds end = 0; ///< before `start` where a message had arrived before its receiver asked for it
    std::uint64_t step = 0;
    std::uint32_t name = 0;             ///< "backward-recv", an index into TraceFile::strings
    std::uint32_t thread = 0;           ///< index into TraceFile::threads
    std::uint32_t chunk = kNoNumber;    ///< of the model, of its rank
    std::uint32_t sequence = kNoNumber; ///< its place among those of its name in its row and step
};

/// A row of the profile: a CPU thread, or a stream of a device.
struct TraceThread
{
    std::uint32_t process = 0;           ///< index into TraceFile::processes
    std::string id;                      ///< tid or stream as the file writes it; need not be a number
    std::string name;                    ///< thread_name; may be empty
    std::optional<std::uint32_t> device; ///< set for GPU rows

    bool operator==(const TraceThread&) const = default;
};

struct TraceProcess
{
    std::string id;     ///< pid as the file writes it; of a GPU row the device's
    std::string name;   ///< process_name
    std::string labels; ///< process_labels

    bool operator==(const TraceProcess&) const = default;
};

/// A torch process group: `description` marks pipeline groups ("mesh_pp", "pp", "pipeline").
struct ProcessGroup
{
    std::string name;
    std::string description;
    std::vector<std::uint32_t> ranks; ///< global ranks

    bool operator==(const ProcessGroup&) const = default;
};

/// Where the bytes came from, for messages and for what times may be compared with.
enum class TraceContainer : std::uint8_t { ChromeJson, NsightSqlite, PrimusJson };

/// Texts, each once.
class StringTable
{
public:
    StringTable() { static_cast<void>(add("")); }
    [[nodiscard]] std::uint32_t add(std::string_view text)
    {
        const auto next = static_cast<std::uint32_t>(m_texts.size());
        const auto [at, isNew] = m_index.try_emplace(std::string(text), next);
        if (isNew)
            m_texts.push_back(&at->first);
        return at->second;
    }
    [[nodiscard]] const std::string& operator[](std::uint32_t index) const { return *m_texts[index]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    std::unordered_map<std::string, std::uint32_t> m_index;
    std::vector<const std::string*> m_texts; ///< keys of m_index: they stay where they are
};

/// What a reader keeps of one file. Movable, not copied.
struct TraceFile
{
    std::string path; ///< as the user gave it
    TraceContainer container = TraceContainer::ChromeJson;
    StringTable strings;
    std::vector<TraceRecord> records; ///< by start; of equal starts the longer first
    std::vector<TraceThread> threads;
    std::vector<TraceProcess> processes;
    std::vector<TraceOperator> operators;     ///< by thread, then start; none where nothing is sent
    std::vector<TraceMessage> messages;       ///< by time
    std::vector<TraceHostCall> hostCalls;     ///< by start; none where nothing is sent
    std::vector<TraceCollective> collectives; ///< by time; none where nothing is sent
    /// Of straggler timelines alone, as the file has them; their times count from any zero.
    std::vector<StepOperation> stepOperations;
    std::vector<ProcessGroup> groups;
    std::optional<std::uint32_t> rank; ///< distributedInfo.rank
    std::optional<std::uint32_t> worldSize;
    std::string host; ///< host_name / Hostname; empty = unknown
    /// Times count from the Unix epoch; else only within this file.
    bool isAbsolute = false;
    std::uint64_t eventCount = 0; ///< all that the file has, kept or not
    /// "5 events skipped: negative duration": what was left out or doubtful, with counts, in the file's
    /// order.
    std::vector<std::string> warnings;
    /// Read only up to a damage that is reported in `warnings` (TraceReadOptions::keepDamaged).
    bool isCut = false;
};

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/trace/primus_times.h"

#include "core/base/number_parse.h"
#include "core/base/text_edit.h"
#include "core/base/text_iterator.h"
#include "core/base/text_list.h"
#include "core/base/try.h"
#include "core/trace/chrome_place.h"
#include "core/trace/chrome_skip.h"
#include "core/trace/skip_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

namespace bubblescope {

namespace {

using PrimusJson = nlohmann::json;

/// Far more than a day of training; what is larger is something else.
constexpr std::uint64_t kMostPrimusBytes = std::uint64_t{16} << 20U;
constexpr Nanoseconds kPrimusIteration = Nanoseconds{3'600} * 1'000'000'000;

enum PrimusField : std::size_t { ForwardStart, ForwardEnd, BackwardStart, BackwardEnd, FieldCount };
constexpr std::array<std::string_view, FieldCount> kPrimusFields{"fwd_start", "fwd_end", "bwd_start",
                                                                 "bwd_end"};

struct PrimusIteration
{
    std::uint64_t number = 0;
    std::optional<double> total;
    std::array<std::vector<double>, FieldCount> times; ///< ms
};

/// The bytes of a source for nlohmann's parser, a block at a time.
class PrimusText
{
public:
    PrimusText(ByteSource& source, const TraceReadOptions& options) : m_source(source), m_options(options)
    {
        static_cast<void>(fill());
        m_begin = m_size - withoutByteOrderMark({m_block.data(), m_size}).size();
        m_at = m_begin;
    }
    [[nodiscard]] bool isAtEnd() const { return m_at == m_size; }
    [[nodiscard]] const char& front() const { return m_block[m_at]; }
    void advance()
    {
        if (++m_at == m_size)
            static_cast<void>(fill());
    }
    [[nodiscard]] std::uint64_t offset() const { return m_before + m_at; }
    /// How many bytes the parser was given.
    [[nodiscard]] std::uint64_t given() const { return offset() - m_begin; }
    [[nodiscard]] bool isTooLong() const { return m_isTooLong; }

private:
    bool fill()
    {
        m_before += m_size;
        m_at = 0;
        m_size = 0;
        m_isTooLong = m_before >= kMostPrimusBytes;
        if (m_isTooLong || m_options.cancel.isCancelled())
            return false;
        m_size = m_source.read(m_block.data(), m_block.size());
        if (m_options.progress)
            m_options.progress(m_source.fileDone(), m_source.fileSize());
        return m_size > 0;
    }

    ByteSource& m_source;
    const TraceReadOptions& m_options;
    std::array<char, std::size_t{64} << 10U> m_block{};
    std::size_t m_size = 0;
    std::size_t m_at = 0;
    std::size_t m_begin = 0; ///< behind the byte order mark
    std::uint64_t m_before = 0;
    bool m_isTooLong = false;
};

/// Keeps iterations as they become whole; all else is passed over.
class PrimusParser : public nlohmann::json_sax<PrimusJson>
{
public:
    bool null() override { return add(std::numeric_limits<double>::quiet_NaN()); }
    bool boolean(bool /*value*/) override { return add(std::numeric_limits<double>::quiet_NaN()); }
    bool number_integer(number_integer_t value) override { return add(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add(static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
    bool string(string_t& /*value*/) override { return add(std::numeric_limits<double>::quiet_NaN()); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(); }
    bool start_array(std::size_t /*size*/) override { return open(); }
    bool end_array() override { return close(); }
    bool end_object() override { return close(); }
    bool key(string_t& name) override
    {
        if (m_depth == 1)
            begin(name);
        else if (m_depth == 2)
            m_field = name;
        return true;
    }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::json::exception& /*error*/) override
    {
        m_errorPosition = position;
        return false;
    }

    [[nodiscard]] std::vector<PrimusIteration>& iterations() { return m_iterations; }
    [[nodiscard]] SkipCounts& skipped() { return m_skipped; }
    [[nodiscard]] bool isTooDeep() const { return m_depth > kMostNesting; }
    /// The parser asked for a byte behind the last one.
    [[nodiscard]] bool wantedMoreThan(std::uint64_t given) const { return m_errorPosition > given; }

private:
    void begin(const std::string& name)
    {
        m_current.reset();
        const auto number = wholeNumberFrom(name);
        if (!number || *number < 0)
            return m_skipped.add("an iteration without a number");
        if (!m_numbers.insert(*number).second)
            return m_skipped.add("an iteration that appears twice");
        m_current = PrimusIteration{static_cast<std::uint64_t>(*number), {}, {}};
    }
    bool add(double value)
    {
        if (m_current && m_depth == 2 && m_field == "total")
            m_current->total = value;
        if (!m_current || m_depth != 3)
            return true;
        for (std::size_t i = 0; i < kPrimusFields.size(); ++i)
            if (m_field == kPrimusFields[i])
                m_current->times[i].push_back(value);
        return true;
    }
    bool open() { return ++m_depth <= kMostNesting; }
    bool close()
    {
        if (--m_depth != 1 || !m_current)
            return true;
        m_iterations.push_back(std::move(*m_current));
        m_current.reset();
        return true;
    }

    std::uint32_t m_depth = 0;
    std::string m_field;
    std::optional<PrimusIteration> m_current;
    std::vector<PrimusIteration> m_iterations;
    std::set<std::int64_t> m_numbers;
    SkipCounts m_skipped;
    std::size_t m_errorPosition = 0; ///< how many bytes the parser asked for
};

class PrimusWriter
{
public:
    explicit PrimusWriter(SkipCounts& skipped) : m_skipped(skipped)
    {
        m_file.container = TraceContainer::PrimusJson;
        m_file.processes.push_back({"0", {}, {}});
        m_file.threads.push_back({0, "0", {}, {}});
    }

    TraceFile write(std::vector<PrimusIteration>& iterations)
    {
        std::stable_sort(iterations.begin(), iterations.end(),
                         [](const auto& a, const auto& b) { return a.number < b.number; });
        for (std::size_t i = 0; i < iterations.size(); ++i)
            addIteration(iterations[i], static_cast<Nanoseconds>(i) * kPrimusIteration);
        std::stable_sort(m_file.records.begin(), m_file.records.end(),
                         [](const TraceRecord& a, const TraceRecord& b) {
                             return a.start != b.start ? a.start < b.start : a.end > b.end;
                         });
        m_file.warnings = m_skipped.texts();
        return std::move(m_file);
    }

private:
    void addIteration(const PrimusIteration& iteration, Nanoseconds zero)
    {
        ++m_file.eventCount;
        m_stepEnd = nanoseconds(iteration.total.value_or(0)).value_or(0);
        addSpans(iteration, ForwardStart, "Primus forward", zero);
        addSpans(iteration, BackwardStart, "Primus backward", zero);
        add(fmt::format("ProfilerStep#{}", iteration.number), zero, zero + m_stepEnd);
    }
    void addSpans(const PrimusIteration& iteration, std::size_t startField, std::string_view name,
                  Nanoseconds zero)
    {
        const auto& starts = iteration.times[startField];
        const auto& ends = iteration.times[startField + 1];
        for (std::size_t i = 0; i < std::max(starts.size(), ends.size()); ++i) {
            ++m_file.eventCount;
            if (i >= ends.size() || i >= starts.size()) {
                m_skipped.add(i >= ends.size() ? "start without an end" : "end without a start");
                continue;
            }
            const auto start = nanoseconds(starts[i]);
            const auto end = nanoseconds(ends[i]);
            if (!start || !end)
                m_skipped.add("its time is no number of milliseconds from 0 to an hour");
            else if (*end < *start)
                m_skipped.add("negative duration");
            else {
                add(name, zero + *start, zero + *end);
                m_stepEnd = std::max(m_stepEnd, *end);
            }
        }
    }
    /// Of milliseconds within an iteration.
    [[nodiscard]] static std::optional<Nanoseconds> nanoseconds(double ms)
    {
        constexpr double kPerMs = 1e6;
        if (!(ms >= 0 && ms * kPerMs < static_cast<double>(kPrimusIteration)))
            return std::nullopt;
        return static_cast<Nanoseconds>(std::llround(ms * kPerMs));
    }
    void add(std::string_view name, Nanoseconds start, Nanoseconds end)
    {
        m_file.records.push_back({start, end, 0, m_file.strings.add(name), 0, 0, RecordKind::Range});
    }

    SkipCounts& m_skipped;
    TraceFile m_file;
    Nanoseconds m_stepEnd = 0;
};

TraceError primusError(const PrimusParser& parser, const PrimusText& text, const std::string& kept,
                       const SourceOpener& open, const std::string& name)
{
    const auto damaged = kept.empty() ? TraceRefusal::Final : TraceRefusal::Damaged;
    const std::uint64_t at = text.offset();
    if (text.isTooLong())
        return traceError(name, Sentence({"trace.primus-too-long",
                                          "longer than {most} bytes, which no pp_rank_N.json of Primus is"},
                                         kMostPrimusBytes));
    if (parser.isTooDeep())
        return {Error{ErrorKind::InvalidInput,
                      Sentence({"trace.nested-too-deeply-more",
                                "nested too deeply: more than {most} levels (near byte {byte})"},
                               kMostNesting, at),
                      placeInText(open, at, name)}};
    if (parser.wantedMoreThan(text.given()))
        return {Error{ErrorKind::InvalidInput,
                      Sentence({"trace.json-ends-early-byte", "the JSON ends early, at byte {byte}{kept}"},
                               at, kept),
                      placeInText(open, at, name)},
                damaged};
    const std::uint64_t wrong = at > 0 ? at - 1 : 0;
    return {
        Error{ErrorKind::InvalidInput,
              Sentence({"trace.no-json-from-byte", "invalid JSON from byte {byte} on{kept}"}, wrong, kept),
              placeInText(open, wrong, name)},
        damaged};
}

std::string_view withoutJsonBlanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

} // namespace

bool looksLikePrimus(std::string_view firstBytes)
{
    constexpr std::array<std::string_view, 6> kKeys{"\"total\"",   "\"memory\"",    "\"fwd_start\"",
                                                    "\"fwd_end\"", "\"bwd_start\"", "\"bwd_end\""};
    std::string_view text = withoutJsonBlanks(withoutByteOrderMark(firstBytes));
    const auto take = [&](std::string_view word) {
        const bool isThere = text.starts_with(word);
        text = withoutJsonBlanks(text.substr(isThere ? word.size() : 0));
        return isThere;
    };
    if (!take("{") || !take("\""))
        return false;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(digits);
    if (digits == 0 || !take("\"") || !take(":") || !take("{"))
        return false;
    return std::any_of(kKeys.begin(), kKeys.end(), [&](auto key) { return text.starts_with(key); });
}

Result<TraceFile, TraceError> readPrimusSource(const SourceOpener& open, const std::string& sourceName,
                                               const TraceReadOptions& options)
{
    TRY(auto source, open());
    PrimusText text(*source, options);
    PrimusParser parser;
    const bool isWhole =
        PrimusJson::sax_parse(TextIterator<PrimusText>{&text}, TextIterator<PrimusText>{}, &parser);
    if (options.cancel.isCancelled())
        return refused(sourceName, Sentence({"base.cancelled", "canceled"}), TraceRefusal::Final,
                       ErrorKind::Cancelled);
    std::optional<TraceError> wrong;
    if (!isWhole) {
        const std::size_t iterations = parser.iterations().size();
        const std::string kept = iterations == 0 ? std::string()
                                                 : fmt::format("; the {} before that can be kept",
                                                               counted(iterations, "iteration"));
        if (const auto& failure = source->failure())
            wrong = traceError(sourceName, failure->error.message, failure->refusal, failure->error.kind);
        else
            wrong = primusError(parser, text, kept, open, sourceName);
        if (wrong->refusal != TraceRefusal::Damaged || !options.keepDamaged || iterations == 0)
            return tl::unexpected(std::move(*wrong));
    }
    TraceFile file = PrimusWriter(parser.skipped()).write(parser.iterations());
    file.path = sourceName;
    file.isCut = wrong.has_value();
    if (wrong)
        file.warnings.insert(file.warnings.begin(),
                             fmt::format("read only up to byte {} of the JSON, {} kept", text.offset(),
                                         counted(parser.iterations().size(), "iteration")));
    return file;
}

} // namespace bubblescope

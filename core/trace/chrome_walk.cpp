// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_walk.h"

#include "core/base/text_show.h"
#include "core/trace/chrome_skip.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <simdjson.h>

namespace bubblescope {

namespace {

namespace json = simdjson::ondemand;

static_assert(EventWalker::kPadding >= simdjson::SIMDJSON_PADDING);

/// Whether the key that begins at `raw` is `key`; the text goes on behind it.
template <std::size_t N>
bool isKey(const char* raw, const char (&key)[N])
{
    return std::memcmp(raw, key, N - 1) == 0 && raw[N - 1] == '"';
}

std::string_view* argOf(ChromeEvent& event, const char* key)
{
    return isKey(key, "correlation")   ? &event.correlation
           : isKey(key, "name")        ? &event.label
           : isKey(key, "labels")      ? &event.labels
           : isKey(key, "device")      ? &event.device
           : isKey(key, "mb_id")       ? &event.microbatch
           : isKey(key, "model_chunk") ? &event.chunk
           : isKey(key, "step")        ? &event.step
           : isKey(key, "seq_id")      ? &event.place
                                       : nullptr;
}

std::string_view* operatorArgOf(ChromeEvent& event, const char* key)
{
    switch (key[0]) {
    case 'S':
        return isKey(key, "Sequence number") ? &event.sequence
               : isKey(key, "Src Rank")      ? &event.peer
                                             : nullptr;
    case 'F':
        return isKey(key, "Fwd thread id") ? &event.forwardThread : nullptr;
    case 'C':
        return isKey(key, "Collective name") ? &event.collective : nullptr;
    case 'P':
        return isKey(key, "Process Group Name")          ? &event.group
               : isKey(key, "Process Group Ranks")       ? &event.groupRanks
               : isKey(key, "Process Group Description") ? &event.groupText
                                                         : nullptr;
    case 'D':
        return isKey(key, "Dst Rank") ? &event.peer : nullptr;
    default:
        return nullptr;
    }
}

/// Where the category is still to come.
std::string_view* anyArgOf(ChromeEvent& event, const char* key)
{
    std::string_view* const found = argOf(event, key);
    return found != nullptr ? found : operatorArgOf(event, key);
}

/// Notes the args whose keys `find` knows. Stops when both numbers of an operator are known: what follows may
/// be a long call stack.
template <auto find>
simdjson::error_code readArgs(json::value& value, ChromeEvent& event)
{
    json::object args;
    if (const auto error = value.get_object().get(args))
        return error == simdjson::INCORRECT_TYPE ? simdjson::SUCCESS : error;
    for (auto item : args) {
        json::field field;
        if (const auto error = std::move(item).get(field))
            return error;
        std::string_view* const wanted = find(event, field.key().raw());
        if (wanted == nullptr)
            continue;
        *wanted = field.value().raw_json_token();
        if (!event.sequence.empty() && !event.forwardThread.empty())
            return simdjson::SUCCESS;
    }
    return simdjson::SUCCESS;
}

std::string_view* fieldOf(ChromeEvent& event, const char* key)
{
    switch (key[0]) {
    case 'p':
        return isKey(key, "ph") ? &event.phase : isKey(key, "pid") ? &event.pid : nullptr;
    case 'c':
        return isKey(key, "cat") ? &event.category : nullptr;
    case 'n':
        return isKey(key, "name") ? &event.name : nullptr;
    case 't':
        return isKey(key, "ts") ? &event.time : isKey(key, "tid") ? &event.tid : nullptr;
    case 'd':
        return isKey(key, "dur") ? &event.duration : nullptr;
    default:
        return nullptr;
    }
}

/// Stops early where nothing of the event is wanted.
simdjson::error_code readEvent(json::object& object, ChromeEvent& event, ChromeCollector& collector)
{
    for (auto item : object) {
        json::field field;
        if (const auto error = std::move(item).get(field))
            return error;
        const char* key = field.key().raw();
        if (std::string_view* wanted = fieldOf(event, key); wanted != nullptr) {
            *wanted = field.value().raw_json_token();
            if (wanted == &event.phase || wanted == &event.category) {
                *wanted = wanted->substr(0, wanted->find_last_not_of(" \t\r\n") + 1);
                if (wanted == &event.category)
                    event.kind = eventClassOf(bareToken(event.category));
                if (event.isUseless())
                    return simdjson::SUCCESS;
            } else if (event.kind == EventClass::Frame && wanted == &event.name) {
                if (event.isUseless())
                    return simdjson::SUCCESS;
            } else if (event.kind == EventClass::Operator && wanted == &event.time) {
                if (!collector.wants(event))
                    return simdjson::SUCCESS;
            }
        } else if (isKey(key, "args") && event.needsArgs()) {
            const bool isOperator = event.kind == EventClass::Operator;
            if (const auto error = event.category.empty() ? readArgs<anyArgOf>(field.value(), event)
                                   : isOperator           ? readArgs<operatorArgOf>(field.value(), event)
                                                          : readArgs<argOf>(field.value(), event))
                return error;
        }
    }
    return simdjson::SUCCESS;
}

std::uint64_t repairText(char* text, std::size_t size)
{
    constexpr char kFirstPrintable = 0x20;
    std::uint64_t replaced = 0;
    bool isInString = false;
    for (std::size_t i = 0; i < size;) {
        const std::size_t length = utf8SequenceLength({text, size}, i);
        if (length == 0 || (isInString && length == 1 && text[i] >= 0 && text[i] < kFirstPrintable)) {
            text[i++] = '?';
            ++replaced;
            continue;
        }
        if (isInString && text[i] == '\\' && i + 1 < size && text[i + 1] >= kFirstPrintable) {
            i += 2;
            continue;
        }
        isInString = isInString != (text[i] == '"');
        i += length;
    }
    return replaced;
}

} // namespace

struct EventWalker::Parser
{
    json::parser parser;
};

EventWalker::EventWalker() : m_parser(std::make_unique<Parser>()) {}
EventWalker::~EventWalker() = default;

namespace {

/// One list; knows what of it is finished.
class Walk
{
public:
    Walk(const char* list, std::size_t size, ChromeCollector& collector, bool isLast)
        : m_begin(list + 1)
        , m_end(m_begin + size)
        , m_at(m_begin)
        , m_collector(collector)
        , m_isLast(isLast)
    {}

    SliceWalk run(json::document& document)
    {
        json::array events;
        if (document.get_array().get(events) != simdjson::SUCCESS)
            return fault(m_begin);
        for (auto item : events) {
            json::value value;
            const char* at = nullptr;
            if (std::move(item).get(value) || document.current_location().get(at))
                return m_isLast ? faultBehindPending() : fault(m_at);
            if (!finishEventAt(at))
                return m_walk;
            // There was a comma before it: the list may end with one.
            if (*at == ']') {
                m_walk.isEnd = at < m_end;
                return m_walk;
            }
            if (*at == ',' || *at == ':' || *at == '}')
                return fault(at);
            if (readOne(value)) {
                const bool isKnown = document.current_location().get(at) == simdjson::SUCCESS;
                return fault(isKnown ? at : m_at);
            }
        }
        return finish(document);
    }

private:
    simdjson::error_code readOne(json::value& value)
    {
        m_isPending = true;
        m_event = {};
        m_isObject = *m_at == '{';
        if (!m_isObject)
            return simdjson::SUCCESS;
        json::object object;
        if (const auto error = value.get_object().get(object))
            return error;
        return readEvent(object, m_event, m_collector);
    }

    /// The event before `next` is whole now.
    bool finishEventAt(const char* next)
    {
        if (m_isPending) {
            if (isNestedTooDeeply({m_at, static_cast<std::size_t>(next - m_at)})) {
                m_walk.isTooDeep = true;
                static_cast<void>(fault(m_at));
                return false;
            }
            ++m_walk.events;
            if (m_isObject)
                m_collector.add(m_event);
            else
                m_collector.skip("not an object");
        }
        m_isPending = false;
        m_at = next;
        m_walk.done = static_cast<std::size_t>(m_at - m_begin);
        return true;
    }

    SliceWalk finish(json::document& document)
    {
        // The closing "]" is ours, unless more follows it.
        const char* end = m_end;
        if (const char* after = nullptr; document.current_location().get(after) == simdjson::SUCCESS) {
            end = std::min(after, m_end);
            while (end > m_at && *--end != ']') {
            }
            m_walk.isEnd = true;
        }
        static_cast<void>(finishEventAt(end));
        return m_walk;
    }

    /// What could not be read follows the event that is pending, if that is whole.
    SliceWalk faultBehindPending()
    {
        JsonSkipper skipper;
        const char* behind = m_at;
        if (m_isPending && m_isObject)
            behind += skipper.skip({m_at, static_cast<std::size_t>(m_end - m_at)});
        if (!skipper.isComplete())
            return fault(m_at);
        behind = std::find_if_not(behind, m_end, isJsonBlank);
        return finishEventAt(behind) ? fault(behind) : m_walk;
    }

    SliceWalk fault(const char* at)
    {
        m_walk.isFaulty = true;
        m_walk.faultAt = static_cast<std::size_t>(std::clamp(at, m_begin, m_end) - m_begin);
        return m_walk;
    }

    const char* m_begin;
    const char* m_end;
    const char* m_at; ///< where the event begins that is read
    ChromeCollector& m_collector;
    bool m_isLast;
    ChromeEvent m_event;
    SliceWalk m_walk;
    bool m_isPending = false;
    bool m_isObject = false;
};

} // namespace

SliceWalk EventWalker::walk(char* list, std::size_t size, ChromeCollector& collector, bool isLast)
{
    const std::size_t length = size + 2;
    json::document document;
    const auto iterate = [&] {
        return m_parser->parser.iterate(list, length, length + kPadding).get(document);
    };
    auto error = iterate();
    if (error == simdjson::UTF8_ERROR || error == simdjson::UNESCAPED_CHARS) {
        m_replacedBytes += repairText(list + 1, size);
        error = iterate();
    }
    if (error == simdjson::MEMALLOC)
        throw std::bad_alloc();
    if (error) {
        SliceWalk walk;
        walk.isFaulty = true;
        return walk;
    }
    return Walk(list, size, collector, isLast).run(document);
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
// What inference needs of the CPU's operators: see infer_passes.h.
#include "core/trace/chrome_collect.h"
#include "core/trace/chrome_decimal.h"
#include "core/trace/name_scanner.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace bubblescope {

namespace {

constexpr std::string_view kParamComms = "record_param_comms";
constexpr std::string_view kEngineEvent = "autograd::engine::evaluate_function: ";
constexpr std::string_view kCollectives = "c10d::";

bool isSendOperator(std::string_view name)
{
    return name == "c10d::send";
}

bool isMessageOperator(std::string_view name)
{
    const char first = name.empty() ? '\0' : name.front();
    return (first == 'r' && name == kParamComms) ||
           (first == 'c' &&
            (isSendOperator(name) || name == "c10d::recv_" || name == "c10d::recv_any_source_"));
}

/// Numbers that no index has are none.
std::optional<std::uint32_t> smallNumber(std::string_view token)
{
    const std::string_view digits = bareToken(token);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isWhole = error == std::errc{} && end == digits.data() + digits.size();
    return isWhole && number != std::numeric_limits<std::uint32_t>::max() ? std::optional(number)
                                                                          : std::nullopt;
}

bool hasDeepSpeedLabels(const StringTable& strings)
{
    for (std::uint32_t i = 0; i < strings.size(); ++i)
        if (names::deepSpeedName(strings[i]))
            return true;
    return false;
}

} // namespace

bool ChromeCollector::wants(const ChromeEvent& event)
{
    // Only where all else is known: Kineto writes the times behind it.
    Nanoseconds start = 0;
    if (event.letter() != 'X' || event.name.empty() || event.pid.empty() || event.tid.empty() ||
        isMessageOperator(bareToken(event.name)) ||
        nanosecondsFrom(bareToken(event.time), start) != DecimalFault::None)
        return true;
    const std::uint32_t thread = threadOf(event.pid, event.tid);
    if (thread >= m_lastOperator.size())
        return true;
    return start <= m_lastOperator[thread].first || start >= m_lastOperator[thread].second;
}

void ChromeCollector::addOperator(const ChromeEvent& event)
{
    // One whose times are none is no loss.
    TraceOperator one;
    Nanoseconds duration = 0;
    if (event.time.empty() || event.duration.empty() ||
        nanosecondsFrom(bareToken(event.time), one.start) != DecimalFault::None ||
        nanosecondsFrom(bareToken(event.duration), duration) != DecimalFault::None || duration < 0 ||
        __builtin_add_overflow(one.start, duration, &one.end))
        return;
    const std::uint32_t thread = threadOf(event.pid, event.tid);
    if (thread >= TraceOperator::kThreadEnd)
        return;
    one.thread = thread & (TraceOperator::kThreadEnd - 1U);
    const std::string_view name = bareToken(event.name);
    if (isMessageOperator(name))
        return addMessage(event, one);
    one.isEngine = name.starts_with(kEngineEvent) ? 1 : 0;
    one.number = smallNumber(event.sequence).value_or(TraceOperator::kNoNumber);
    // Without a number it is no part of a forward; the engine's nodes that add to gradients have none.
    if (name.starts_with(kCollectives) || (one.number == TraceOperator::kNoNumber && one.isEngine == 0))
        return;
    if (thread >= m_lastOperator.size())
        m_lastOperator.resize(thread + std::size_t{1}, {std::numeric_limits<Nanoseconds>::max(),
                                                        std::numeric_limits<Nanoseconds>::min()});
    auto& [start, end] = m_lastOperator[thread];
    if (one.start >= start && one.end <= end)
        return;
    start = one.start;
    end = one.end;
    one.isForward = smallNumber(event.forwardThread).value_or(0) == 0 ? 1 : 0;
    m_file.operators.push_back(one);
}

void ChromeCollector::addMessage(const ChromeEvent& event, const TraceOperator& times)
{
    TraceMessage message;
    message.time = times.start;
    message.thread = times.thread;
    const std::string_view name = bareToken(event.name);
    message.isSend = isSendOperator(name);
    if (name == kParamComms) {
        const std::string_view collective = bareToken(event.collective);
        if (collective == "wait")
            m_file.hostCalls.push_back({times.start, times.end, times.thread, TraceHostCall::Kind::Wait});
        if (collective != "send" && collective != "recv")
            return;
        message.isSend = collective == "send";
        message.group = nameOf(event.group);
        message.peer = smallNumber(event.peer).value_or(TraceMessage::kNoPeer);
        m_hasMessages = true;
        addGroup(event, message.group);
    }
    m_file.messages.push_back(message);
}

/// Older profiles have no pg_config, and say who is in a group beside each of its messages alone.
void ChromeCollector::addGroup(const ChromeEvent& event, std::uint32_t name)
{
    constexpr std::size_t kMostGroups = 1024;
    std::string_view list = bareToken(event.groupRanks);
    if (list.size() < 2 || m_groups.size() >= kMostGroups || !m_groups.insert(name).second)
        return;
    ProcessGroup group{m_file.strings[name], tokenText(event.groupText), {}};
    list = list.substr(1, list.size() - 2);
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const auto rank = smallNumber(list.substr(0, end));
        // A long list is cut, with dots in it.
        if (!rank)
            return;
        group.ranks.push_back(*rank);
        list.remove_prefix(std::min(end + 1, list.size()));
        list.remove_prefix(std::min(list.find_first_not_of(' '), list.size()));
    }
    m_file.groups.push_back(std::move(group));
}

void ChromeCollector::keepOperators()
{
    auto& operators = m_file.operators;
    auto& messages = m_file.messages;
    // Where both are there, the operator and its parameters are one message.
    if (m_hasMessages)
        std::erase_if(messages, [](const TraceMessage& message) {
            return message.peer == TraceMessage::kNoPeer && message.group == 0;
        });
    const bool isAny = (!messages.empty() || hasDeepSpeedLabels(m_file.strings)) &&
                       std::any_of(operators.begin(), operators.end(),
                                   [](const TraceOperator& one) { return one.isEngine; });
    if (!isAny) {
        operators = {};
        messages = {};
        m_file.hostCalls = {};
        return;
    }
    std::stable_sort(m_file.hostCalls.begin(), m_file.hostCalls.end(),
                     [](const TraceHostCall& a, const TraceHostCall& b) { return a.start < b.start; });
    std::stable_sort(messages.begin(), messages.end(),
                     [](const TraceMessage& a, const TraceMessage& b) { return a.time < b.time; });
    const auto isBefore = [](const TraceOperator& a, const TraceOperator& b) {
        return a.thread != b.thread ? a.thread < b.thread
               : a.start != b.start ? a.start < b.start
                                    : a.end > b.end;
    };
    if (!std::is_sorted(operators.begin(), operators.end(), isBefore))
        std::stable_sort(operators.begin(), operators.end(), isBefore);
    std::size_t kept = 0;
    for (const TraceOperator& one : operators) {
        const bool isInside =
            kept > 0 && operators[kept - 1].thread == one.thread && one.end <= operators[kept - 1].end;
        if (!isInside)
            operators[kept++] = one;
    }
    operators.resize(kept);
}

void ChromeCollector::shiftOperators(Nanoseconds base)
{
    std::erase_if(m_file.operators, [&](TraceOperator& one) {
        return __builtin_add_overflow(one.start, base, &one.start) ||
               __builtin_add_overflow(one.end, base, &one.end);
    });
    std::erase_if(m_file.hostCalls, [&](TraceHostCall& call) {
        return __builtin_add_overflow(call.start, base, &call.start) ||
               __builtin_add_overflow(call.end, base, &call.end);
    });
    std::erase_if(m_file.messages, [&](TraceMessage& message) {
        return __builtin_add_overflow(message.time, base, &message.time);
    });
}

} // namespace bubblescope

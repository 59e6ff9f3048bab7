// SPDX-License-Identifier: Apache-2.0
// What inference needs of the CPU's operators: see infer_passes.h.
#include "core/trace/chrome_collect.h"
#include "core/trace/chrome_decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>

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
    return name == kParamComms || isSendOperator(name) || name == "c10d::recv_" ||
           name == "c10d::recv_any_source_";
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

} // namespace

bool ChromeCollector::takeTimes(ChromeEvent& event)
{
    if (event.isTimed)
        return true;
    Nanoseconds duration = 0;
    if (event.time.empty() || event.duration.empty() ||
        nanosecondsFrom(bareToken(event.time), event.start) != DecimalFault::None ||
        nanosecondsFrom(bareToken(event.duration), duration) != DecimalFault::None || duration < 0 ||
        __builtin_add_overflow(event.start, duration, &event.end))
        return false;
    event.thread = threadOf(event.pid, event.tid);
    if (event.thread >= TraceOperator::kThreadEnd)
        return false;
    event.isTimed = true;
    return true;
}

bool ChromeCollector::wants(ChromeEvent& event)
{
    // Only where everything before the times is known: Kineto writes them last.
    if (event.name.empty() || event.pid.empty() || event.tid.empty() || event.time.empty() ||
        isMessageOperator(bareToken(event.name)) || !takeTimes(event))
        return true;
    if (event.thread >= m_lastOperator.size())
        return true;
    const auto& [start, end] = m_lastOperator[event.thread];
    return event.start < start || event.end > end;
}

void ChromeCollector::addOperator(ChromeEvent event)
{
    const std::string_view name = bareToken(event.name);
    if (!takeTimes(event))
        return;
    if (isMessageOperator(name))
        return addMessage(event);
    if (name.starts_with(kCollectives) || !wants(event))
        return;
    TraceOperator one;
    one.isEngine = name.starts_with(kEngineEvent) ? 1 : 0;
    one.number = smallNumber(event.sequence).value_or(TraceOperator::kNoNumber);
    // Without a number it is no part of a forward; the engine's nodes that add to gradients have none.
    if (one.number == TraceOperator::kNoNumber && one.isEngine == 0)
        return;
    one.start = event.start;
    one.end = event.end;
    one.thread = event.thread & (TraceOperator::kThreadEnd - 1U);
    one.isForward = smallNumber(event.forwardThread).value_or(0) == 0 ? 1 : 0;
    m_lastOperator.resize(std::max<std::size_t>(m_lastOperator.size(), event.thread + std::size_t{1}),
                          {std::numeric_limits<Nanoseconds>::max(), std::numeric_limits<Nanoseconds>::min()});
    m_lastOperator[event.thread] = {event.start, event.end};
    m_file.operators.push_back(one);
}

void ChromeCollector::addMessage(const ChromeEvent& event)
{
    TraceMessage message;
    message.time = event.start;
    message.thread = event.thread;
    const std::string_view name = bareToken(event.name);
    message.isSend = isSendOperator(name);
    if (name == kParamComms) {
        const std::string_view collective = bareToken(event.collective);
        if (collective != "send" && collective != "recv")
            return;
        message.isSend = collective == "send";
        message.group = nameOf(event.group);
        message.peer = smallNumber(event.peer).value_or(TraceMessage::kNoPeer);
        m_hasMessages = true;
    }
    m_file.messages.push_back(message);
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
    const bool isAny =
        !messages.empty() && std::any_of(operators.begin(), operators.end(),
                                         [](const TraceOperator& one) { return one.isEngine; });
    if (!isAny) {
        operators = {};
        messages = {};
        return;
    }
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
    std::erase_if(m_file.messages, [&](TraceMessage& message) {
        return __builtin_add_overflow(message.time, base, &message.time);
    });
}

} // namespace bubblescope

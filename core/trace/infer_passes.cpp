// SPDX-License-Identifier: Apache-2.0
#include "core/trace/infer_passes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_set>

namespace bubblescope {

namespace {

/// Nodes that the engine evaluates in one go.
struct EnginePass
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0;
    std::uint32_t lowest = TraceOperator::kNoNumber;
    std::uint32_t highest = 0;

    [[nodiscard]] bool hasNumber() const { return lowest != TraceOperator::kNoNumber; }
};

/// The nodes of one forward and the passes over them.
struct PassGroup
{
    std::uint32_t lowest = 0;
    std::uint32_t highest = 0;
    std::vector<std::size_t> passes; ///< by start
};

/// Most of its operators carry numbers that the engine evaluates later.
std::optional<std::uint32_t> forwardThreadOf(const TraceFile& file)
{
    std::unordered_set<std::uint32_t> evaluated;
    for (const TraceOperator& one : file.operators) {
        if (one.isEngine && one.number != TraceOperator::kNoNumber)
            evaluated.insert(one.number);
    }
    std::map<std::uint32_t, std::size_t> counts;
    for (const TraceOperator& one : file.operators) {
        if (!one.isEngine && one.isForward && evaluated.contains(one.number))
            ++counts[one.thread];
    }
    std::optional<std::uint32_t> thread;
    for (const auto& [candidate, count] : counts) {
        if (!thread || count > counts[*thread])
            thread = candidate;
    }
    return thread;
}

class PassFinder
{
public:
    PassFinder(const TraceFile& file, std::uint32_t thread) : m_file(file), m_thread(thread) {}

    std::vector<EnginePass> find()
    {
        collectEngine();
        collectBetween();
        collectBegins();
        std::size_t next = 0;
        const TraceOperator* last = nullptr;
        for (const TraceOperator* one : m_engine) {
            const bool isBroken = last == nullptr || somethingBetween(*last, *one, next);
            const bool isNumbered = one->number != TraceOperator::kNoNumber;
            if (isBroken || (isNumbered && m_passes.back().hasNumber() && isOfAnother(one->number)))
                m_passes.push_back({one->start, one->end, one->thread, TraceOperator::kNoNumber, 0});
            EnginePass& pass = m_passes.back();
            pass.end = std::max(pass.end, one->end);
            if (isNumbered) {
                pass.lowest = std::min(pass.lowest, one->number);
                pass.highest = std::max(pass.highest, one->number);
            }
            last = one;
        }
        std::erase_if(m_passes, [](const EnginePass& pass) { return !pass.hasNumber(); });
        return std::move(m_passes);
    }

private:
    void collectEngine()
    {
        const std::uint32_t process = m_file.threads[m_thread].process;
        for (const TraceOperator& one : m_file.operators) {
            if (one.isEngine && m_file.threads[one.thread].process == process)
                m_engine.push_back(&one);
        }
        std::stable_sort(m_engine.begin(), m_engine.end(),
                         [](const TraceOperator* a, const TraceOperator* b) { return a->start < b->start; });
    }

    /// When the forward's thread does something of its own.
    void collectBetween()
    {
        for (const TraceOperator& one : m_file.operators) {
            if (!one.isEngine && one.thread == m_thread)
                m_between.push_back(one.start);
        }
        for (const TraceRecord& record : m_file.records) {
            if (record.kind == RecordKind::Launch && record.thread == m_thread)
                m_between.push_back(record.start);
        }
        for (const TraceMessage& message : m_file.messages) {
            if (message.thread == m_thread)
                m_between.push_back(message.time);
        }
        std::sort(m_between.begin(), m_between.end());
    }

    /// The numbers at which the forward's thread goes on after the engine has run.
    void collectBegins()
    {
        std::vector<const TraceOperator*> forwards;
        for (const TraceOperator& one : m_file.operators) {
            if (!one.isEngine && one.thread == m_thread && one.number != TraceOperator::kNoNumber)
                forwards.push_back(&one);
        }
        std::size_t next = 0;
        for (const TraceOperator* one : forwards) {
            const std::size_t before = next;
            while (next < m_engine.size() && m_engine[next]->start < one->start)
                ++next;
            if (next > before)
                m_begins.push_back(one->number);
        }
        std::sort(m_begins.begin(), m_begins.end());
    }

    /// Whether a number is none of the graph that the current pass is over: larger than all of it, or of a
    /// forward that was over before the pass's own began. Requires a pass with numbers.
    [[nodiscard]] bool isOfAnother(std::uint32_t number) const
    {
        const EnginePass& pass = m_passes.back();
        if (number > pass.highest)
            return true;
        const auto begin = std::upper_bound(m_begins.begin(), m_begins.end(), number);
        return begin != m_begins.end() && *begin <= pass.lowest;
    }

    /// Where the engine runs on the forward's thread, only what lies in no node of its counts.
    [[nodiscard]] bool somethingBetween(const TraceOperator& last, const TraceOperator& one,
                                        std::size_t& next) const
    {
        const Nanoseconds from = last.thread == m_thread ? last.end : last.start;
        while (next < m_between.size() && m_between[next] <= from)
            ++next;
        return next < m_between.size() && m_between[next] < one.start;
    }

    const TraceFile& m_file;
    std::uint32_t m_thread;
    std::vector<const TraceOperator*> m_engine;
    std::vector<Nanoseconds> m_between;
    std::vector<std::uint32_t> m_begins;
    std::vector<EnginePass> m_passes;
};

std::vector<PassGroup> groupsOf(const std::vector<EnginePass>& passes)
{
    std::vector<std::size_t> order(passes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return passes[a].lowest < passes[b].lowest; });
    std::vector<PassGroup> groups;
    for (const std::size_t i : order) {
        if (groups.empty() || passes[i].lowest > groups.back().highest)
            groups.push_back({passes[i].lowest, passes[i].highest, {}});
        groups.back().highest = std::max(groups.back().highest, passes[i].highest);
        groups.back().passes.push_back(i);
    }
    for (PassGroup& group : groups)
        std::sort(group.passes.begin(), group.passes.end());
    return groups;
}

/// What the forward's thread ran under the numbers of a group.
class ForwardFinder
{
public:
    ForwardFinder(const TraceFile& file, std::uint32_t thread, const std::vector<EnginePass>& passes)
        : m_passes(passes)
    {
        for (const TraceOperator& one : file.operators) {
            if (!one.isEngine && one.thread == thread && one.number != TraceOperator::kNoNumber)
                m_operators.push_back(&one);
        }
        std::stable_sort(m_operators.begin(), m_operators.end(),
                         [](const TraceOperator* a, const TraceOperator* b) {
                             return a->number != b->number ? a->number < b->number : a->start < b->start;
                         });
    }

    [[nodiscard]] std::optional<InferredForward> find(const PassGroup& group) const
    {
        const TraceOperator* first = nullptr;
        std::optional<InferredForward> forward;
        const auto widen = [&](const TraceOperator& one) {
            if (!forward)
                forward = InferredForward{one.start, one.end, {}};
            forward->start = std::min(forward->start, one.start);
            forward->end = std::max(forward->end, one.end);
        };
        for (auto at = std::lower_bound(
                 m_operators.begin(), m_operators.end(), group.lowest,
                 [](const TraceOperator*one, std::uint32_t number) { return one->number < number; });
             at != m_operators.end() && (*at)->number <= group.highest; ++at) {
            if (isInPass((*at)->start))
                continue;
            // An operator that makes no node carries the number of the next one that does.
            if ((*at)->number == group.lowest)
                first = *at;
            else
                widen(**at);
        }
        if (first != nullptr)
            widen(*first);
        return forward;
    }

private:
    [[nodiscard]] bool isInPass(Nanoseconds time) const
    {
        const auto after =
            std::upper_bound(m_passes.begin(), m_passes.end(), time,
                             [](Nanoseconds at, const EnginePass& pass) { return at < pass.start; });
        return after != m_passes.begin() && time < std::prev(after)->end;
    }

    const std::vector<EnginePass>& m_passes;
    std::vector<const TraceOperator*> m_operators; ///< by number, then start
};

/// One pass is B. Of several the first is I; the others, which make the gradients of a few parameters each,
/// are W. With passes of other forwards among those it is none of our schedules': then the first counts as B.
std::vector<InferredBackward> backwardsOf(const PassGroup& group, const std::vector<EnginePass>& passes)
{
    const std::vector<std::size_t>& own = group.passes;
    const EnginePass& first = passes[own.front()];
    std::vector<InferredBackward> backwards{{first.start, first.end, first.thread, ActionKind::Backward}};
    if (own.size() < 2 || own.back() - own[1] != own.size() - 2)
        return backwards;
    backwards[0].kind = ActionKind::BackwardInput;
    InferredBackward weight{passes[own[1]].start, 0, passes[own[1]].thread, ActionKind::BackwardWeight};
    for (std::size_t i = 1; i < own.size(); ++i)
        weight.end = std::max(weight.end, passes[own[i]].end);
    backwards.push_back(weight);
    return backwards;
}

} // namespace

InferredForwards inferForwards(const TraceFile& file, const CancelToken& cancel)
{
    InferredForwards out;
    const auto thread = forwardThreadOf(file);
    if (!thread || cancel.isCancelled())
        return out;
    out.thread = *thread;
    const std::vector<EnginePass> passes = PassFinder(file, *thread).find();
    const ForwardFinder finder(file, *thread, passes);
    for (const PassGroup& group : groupsOf(passes)) {
        auto forward = finder.find(group);
        if (!forward)
            continue;
        forward->backwards = backwardsOf(group, passes);
        // A pass over numbers that come before its forward is no pass of it.
        if (forward->start < forward->backwards.front().start)
            out.forwards.push_back(std::move(*forward));
    }
    std::stable_sort(out.forwards.begin(), out.forwards.end(),
                     [](const InferredForward& a, const InferredForward& b) { return a.start < b.start; });
    return out;
}

} // namespace bubblescope

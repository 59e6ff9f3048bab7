// SPDX-License-Identifier: Apache-2.0
// What waits for what in a step of Megatron's kind, after the rule of ByteDance-Seed/StragglerAnalysis
// (analyzer/dependency_model.py); docs/slowdown.md says it in words.
#include "core/slowdown/timeline_job.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope::slow {

namespace {

using Operations = std::vector<std::uint32_t>;

/// Clocks of two rows agree to this, seconds.
constexpr double kSameTime = 5e-5;

/// One way that messages go.
struct Direction
{
    OperationKind compute;
    OperationKind send;
    OperationKind receive;
    int next; ///< from a stage to the one that it sends to
};
constexpr std::array kDirections{
    Direction{OperationKind::ForwardCompute, OperationKind::ForwardSend, OperationKind::ForwardReceive, 1},
    Direction{OperationKind::BackwardCompute, OperationKind::BackwardSend, OperationKind::BackwardReceive,
              -1}};

class NeedsOfTimeline
{
public:
    explicit NeedsOfTimeline(TimelineJob& timeline)
        : m_t(timeline)
        , m_job(timeline.job)
        , m_ranks(static_cast<std::uint32_t>(timeline.job.ranks.size()))
    {
        for (const std::uint32_t chunk : timeline.chunks)
            m_chunks = std::max(m_chunks, std::int64_t{chunk} + 1);
        m_separateReduce =
            std::any_of(m_job.operations.begin(), m_job.operations.end(), [](const JobOperation& one) {
                return one.kind == OperationKind::SeparateGradsAllReduce;
            });
    }

    void add()
    {
        for (std::uint32_t rank = 0; rank < m_ranks; ++rank) {
            const Operations compute = computeOf(rank);
            chain(compute);
            for (const Direction& direction : kDirections) {
                addMessages(rank, direction, direction.send);
                addMessages(rank, direction, direction.receive);
            }
            addFirstBackward(rank, compute);
            addParameters(rank);
            addEnd(rank, compute);
        }
        for (const auto& [key, pair] : m_messages)
            addPair(pair);
        for (const Direction& direction : kDirections)
            addUnreceived(direction);
        for (const OperationKind kind : {OperationKind::ParamsAllGather, OperationKind::GradsReduceScatter,
                                         OperationKind::SeparateGradsAllReduce})
            for (std::uint32_t rank = 0; rank < m_ranks; ++rank)
                for (const std::uint32_t operation : m_t.operationsOf(rank, kind))
                    m_job.groups.push_back({{operation}, true});
        addAcrossRanks(OperationKind::EmbeddingGradsAllReduce, false);
        addAcrossRanks(OperationKind::ClipMainGrad, true);
    }

private:
    void need(std::uint32_t operation, std::uint32_t before)
    {
        m_job.operations[operation].needs.push_back(before);
    }

    /// Each after the one before it; the first after `before`.
    void chain(const Operations& operations, Operations before = {})
    {
        for (const std::uint32_t operation : operations) {
            for (const std::uint32_t one : before)
                need(operation, one);
            before = {operation};
        }
    }

    [[nodiscard]] double startOf(std::uint32_t operation) const { return m_t.spanOf(operation).start; }
    [[nodiscard]] double endOf(std::uint32_t operation) const { return m_t.spanOf(operation).end; }

    [[nodiscard]] Operations byStart(std::uint32_t rank, OperationKind first, OperationKind second) const
    {
        Operations both = m_t.operationsOf(rank, first);
        const Operations others = m_t.operationsOf(rank, second);
        both.insert(both.end(), others.begin(), others.end());
        std::stable_sort(both.begin(), both.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return startOf(a) < startOf(b); });
        return both;
    }
    [[nodiscard]] Operations computeOf(std::uint32_t rank) const
    {
        return byStart(rank, OperationKind::ForwardCompute, OperationKind::BackwardCompute);
    }

    /// Place of an operation's chunk in the whole model.
    [[nodiscard]] std::int64_t stageOf(std::uint32_t operation) const
    {
        return std::int64_t{m_t.chunks[operation]} * m_ranks + m_job.operations[operation].rank;
    }
    [[nodiscard]] bool isStage(std::int64_t stage) const { return stage >= 0 && stage < m_chunks * m_ranks; }

    /// Those that carry something: what is posted before the first compute or behind the last is not used.
    [[nodiscard]] Operations usedMessages(const Operations& messages, const Operations& compute,
                                          bool isSend) const
    {
        Operations used;
        if (compute.empty())
            return used;
        double firstEnd = endOf(compute.front());
        double lastStart = startOf(compute.front());
        for (const std::uint32_t one : compute) {
            firstEnd = std::min(firstEnd, endOf(one));
            lastStart = std::max(lastStart, startOf(one));
        }
        for (const std::uint32_t one : messages)
            if (isSend ? endOf(one) >= firstEnd - kSameTime : startOf(one) <= lastStart + kSameTime)
                used.push_back(one);
        return used;
    }

    /// A send follows its compute. A receive follows the compute before the one that waits for it.
    void addMessages(std::uint32_t rank, const Direction& direction, OperationKind kind)
    {
        const bool isSend = kind == direction.send;
        const Operations messages = m_t.operationsOf(rank, kind);
        const Operations compute = m_t.operationsOf(rank, direction.compute);
        Operations used = usedMessages(messages, compute, isSend);
        chain(messages);
        if (used.size() != compute.size() && used.size() + 1 != compute.size() && !used.empty()) {
            m_job.warnings.push_back(fmt::format(
                "rank {} has {} of {} for {} of {}: what waits for them is taken from the order of "
                "compute",
                m_job.ranks[rank], used.size(), operationText(kind), compute.size(),
                operationText(direction.compute)));
            used.clear();
        }
        // The first stage receives nothing for its first forward.
        const std::size_t offset = !isSend && used.size() + 1 == compute.size() ? 1 : 0;
        std::uint32_t number = 0;
        std::set<std::uint32_t> paired;
        for (std::size_t i = 0; i < used.size() && i + offset < compute.size(); ++i) {
            const std::uint32_t one = compute[i + offset];
            if (isSend) {
                need(used[i], one);
            } else {
                need(one, used[i]);
                if (i + offset > 0)
                    need(used[i], compute[i + offset - 1]);
            }
            const std::int64_t step = isSend ? direction.next : -direction.next;
            if (!isStage(stageOf(one) + step))
                continue;
            const auto peer = static_cast<std::uint32_t>((rank + m_ranks + step) % m_ranks);
            m_messages[isSend ? std::tuple(direction.next, rank, peer, number)
                              : std::tuple(direction.next, peer, rank, number)]
                .push_back(used[i]);
            paired.insert(used[i]);
            ++number;
        }
        for (const std::uint32_t one : messages)
            if (!paired.contains(one))
                m_job.groups.push_back({{one}, false});
    }

    /// A send without its receive, or the other way round, goes alone.
    void addPair(const Operations& pair)
    {
        m_job.groups.push_back({pair, false});
        if (pair.size() == 2)
            for (const std::uint32_t one : pair)
                if (const OperationKind kind = m_job.operations[one].kind;
                    kind == OperationKind::ForwardReceive || kind == OperationKind::BackwardReceive)
                    m_isReceived.insert(one);
    }

    /// Compute whose input comes by no recorded message waits for the compute that makes it: the n-th of a
    /// stage for the n-th of its neighbor.
    void addUnreceived(const Direction& direction)
    {
        std::map<std::int64_t, Operations> byStage;
        for (std::uint32_t rank = 0; rank < m_ranks; ++rank)
            for (const std::uint32_t one : m_t.operationsOf(rank, direction.compute))
                byStage[stageOf(one)].push_back(one);
        for (const auto& [stage, compute] : byStage) {
            const auto makers = byStage.find(stage - direction.next);
            if (makers == byStage.end())
                continue;
            for (std::size_t i = 0; i < std::min(compute.size(), makers->second.size()); ++i) {
                const Operations& needs = m_job.operations[compute[i]].needs;
                if (std::none_of(needs.begin(), needs.end(),
                                 [&](std::uint32_t one) { return m_isReceived.contains(one); }))
                    need(compute[i], makers->second[i]);
            }
        }
    }

    /// Backward messages are first posted before the last forward of the warm-up.
    void addFirstBackward(std::uint32_t rank, const Operations& compute)
    {
        const auto backward = std::find_if(compute.begin(), compute.end(), [&](std::uint32_t one) {
            return m_job.operations[one].kind == OperationKind::BackwardCompute;
        });
        if (backward == compute.end() || backward - compute.begin() < 2)
            return;
        for (const OperationKind kind : {OperationKind::BackwardReceive, OperationKind::BackwardSend})
            if (const Operations messages = m_t.operationsOf(rank, kind); !messages.empty())
                need(messages.front(), *(backward - 2));
    }

    /// A chunk's first forward waits for its parameters; its gradients, where they are reduced beside
    /// compute, for its last backward.
    void addParameters(std::uint32_t rank)
    {
        chain(byStart(rank, OperationKind::ParamsAllGather, OperationKind::GradsReduceScatter));
        std::set<std::uint32_t> done;
        Operations gathers = m_t.operationsOf(rank, OperationKind::ParamsAllGather);
        std::reverse(gathers.begin(), gathers.end());
        for (const std::uint32_t gather : gathers)
            if (done.insert(m_t.chunks[gather]).second)
                if (const auto first = firstOfChunk(rank, m_t.chunks[gather]))
                    need(*first, gather);
        done.clear();
        if (!m_separateReduce)
            return;
        for (const std::uint32_t reduce : m_t.operationsOf(rank, OperationKind::GradsReduceScatter))
            if (done.insert(m_t.chunks[reduce]).second)
                if (const auto last = lastOfChunk(rank, m_t.chunks[reduce]))
                    need(reduce, *last);
    }

    [[nodiscard]] std::optional<std::uint32_t> firstOfChunk(std::uint32_t rank, std::uint32_t chunk) const
    {
        std::optional<std::uint32_t> first;
        for (const std::uint32_t one : m_t.operationsOf(rank, OperationKind::ForwardCompute))
            if (m_t.chunks[one] == chunk && (!first || startOf(one) < startOf(*first)))
                first = one;
        return first;
    }
    [[nodiscard]] std::optional<std::uint32_t> lastOfChunk(std::uint32_t rank, std::uint32_t chunk) const
    {
        std::optional<std::uint32_t> last;
        for (const std::uint32_t one : m_t.operationsOf(rank, OperationKind::BackwardCompute))
            if (m_t.chunks[one] == chunk && (!last || endOf(one) > endOf(*last)))
                last = one;
        return last;
    }

    /// What a rank does one after the other once it has computed.
    void addEnd(std::uint32_t rank, const Operations& compute)
    {
        if (compute.empty())
            return;
        const auto end = [&](OperationKind kind) { return m_t.operationsOf(rank, kind); };
        Operations before{
            *std::max_element(compute.begin(), compute.end(),
                              [&](std::uint32_t a, std::uint32_t b) { return endOf(a) < endOf(b); })};
        if (const Operations collections = end(OperationKind::GarbageCollection); !collections.empty()) {
            chain(collections, before);
            before = {collections.back()};
        }
        const Operations reduces = end(OperationKind::GradsReduceScatter);
        if (m_separateReduce && !reduces.empty())
            before.push_back(reduces.back());
        Operations all;
        const auto append = [&](const Operations& more) { all.insert(all.end(), more.begin(), more.end()); };
        append(end(OperationKind::LayernormGradsAllReduce));
        append(end(OperationKind::EmbeddingGradsAllReduce));
        append(m_separateReduce ? end(OperationKind::SeparateGradsAllReduce) : reduces);
        append(end(OperationKind::ClipMainGrad));
        append(end(OperationKind::Optimizer));
        chain(all, before);
    }

    /// The n-th of every rank begin together.
    void addAcrossRanks(OperationKind kind, bool isAcrossReplicas)
    {
        std::vector<Operations> groups;
        for (std::uint32_t rank = 0; rank < m_ranks; ++rank) {
            const Operations all = m_t.operationsOf(rank, kind);
            groups.resize(std::max(groups.size(), all.size()));
            for (std::size_t i = 0; i < all.size(); ++i)
                groups[i].push_back(all[i]);
        }
        for (Operations& group : groups)
            m_job.groups.push_back({std::move(group), isAcrossReplicas});
    }

    TimelineJob& m_t;
    TrainingJob& m_job;
    std::uint32_t m_ranks;
    std::int64_t m_chunks = 1;
    bool m_separateReduce = false;
    /// By direction, sending and receiving rank and number.
    std::map<std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t>, Operations> m_messages;
    std::set<std::uint32_t> m_isReceived;
};

} // namespace

void addNeeds(TimelineJob& timeline)
{
    NeedsOfTimeline(timeline).add();
}

} // namespace bubblescope::slow

// SPDX-License-Identifier: Apache-2.0
#include "core/time/wait_graph.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace bubblescope {

WaitGraph::WaitGraph(const Worklist& worklist, const Schedule& schedule, const WaitsOf& waitsOf,
                     std::span<const std::uint32_t> from)
{
    collect(worklist, schedule, waitsOf, from);
    index();
    m_in.assign(size(), false);
    for (auto* numbers : {&m_part, &m_number, &m_low, &m_out, &m_into, &m_lookAt, &m_by})
        numbers->assign(size(), 0);
    m_reached.resize(size());
}

void WaitGraph::collect(const Worklist& worklist, const Schedule& schedule, const WaitsOf& waitsOf,
                        std::span<const std::uint32_t> from)
{
    std::unordered_map<std::uint32_t, std::uint32_t> nodeOf;
    std::vector<std::uint32_t> open;
    const auto meet = [&](std::uint32_t rank) {
        if (!worklist.isDone(rank) && nodeOf.emplace(rank, 0).second)
            open.push_back(rank);
    };
    for (const std::uint32_t rank : from)
        meet(rank);
    std::vector<Blockage> waits;
    while (!open.empty()) {
        const std::uint32_t rank = open.back();
        open.pop_back();
        m_ranks.push_back(rank);
        waits.clear();
        waitsOf(rank, waits);
        for (const Blockage& wait : waits) {
            const Place& producer = wait.input.producer;
            if (!producer)
                continue;
            const std::size_t next = cellEnd(schedule.rows[producer.rank], worklist.cursor(producer.rank));
            m_edges.push_back({rank, producer.rank, producer.index < next ? 1U : 2U, wait});
            meet(producer.rank);
        }
    }
    std::sort(m_ranks.begin(), m_ranks.end());
    for (std::uint32_t node = 0; node < size(); ++node)
        nodeOf[m_ranks[node]] = node;
    for (Edge& edge : m_edges) {
        edge.from = nodeOf[edge.from];
        edge.to = nodeOf[edge.to];
    }
}

void WaitGraph::index()
{
    std::stable_sort(m_edges.begin(), m_edges.end(),
                     [](const Edge& a, const Edge& b) { return a.from < b.from; });
    m_first.assign(size() + 1, 0);
    m_firstEntering.assign(size() + 1, 0);
    for (const Edge& edge : m_edges) {
        ++m_first[edge.from + 1];
        ++m_firstEntering[edge.to + 1];
    }
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    std::partial_sum(m_firstEntering.begin(), m_firstEntering.end(), m_firstEntering.begin());
    m_entering.resize(m_edges.size());
    std::iota(m_entering.begin(), m_entering.end(), 0U);
    std::stable_sort(m_entering.begin(), m_entering.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return m_edges[a].to < m_edges[b].to; });
}

std::vector<std::vector<std::uint32_t>> WaitGraph::parts(std::span<const std::uint32_t> nodes)
{
    ++m_lastPart;
    m_met = 0;
    for (const std::uint32_t node : nodes) {
        m_in[node] = true;
        m_part[node] = m_lastPart;
        m_number[node] = kNotYet;
    }
    std::vector<std::vector<std::uint32_t>> found;
    for (const std::uint32_t root : nodes)
        if (m_number[root] == kNotYet)
            walkFrom(root, found);
    return found;
}

// Tarjan's strongly connected components (1972), with a stack of its own: ways may be 65,536 ranks long.
void WaitGraph::walkFrom(std::uint32_t root, std::vector<std::vector<std::uint32_t>>& found)
{
    begin(root);
    while (!m_way.empty()) {
        const std::uint32_t node = m_way.back().first;
        if (m_way.back().second < m_first[node + 1]) {
            const Edge& edge = m_edges[m_way.back().second++];
            // A closed part has a number of its own by now.
            if (!isInside(edge))
                continue;
            if (m_number[edge.to] == kNotYet)
                begin(edge.to);
            else
                m_low[node] = std::min(m_low[node], m_number[edge.to]);
            continue;
        }
        m_way.pop_back();
        if (!m_way.empty())
            m_low[m_way.back().first] = std::min(m_low[m_way.back().first], m_low[node]);
        if (m_low[node] == m_number[node])
            close(node, found);
    }
}

void WaitGraph::begin(std::uint32_t node)
{
    m_number[node] = m_low[node] = m_met++;
    m_open.push_back(node);
    m_way.emplace_back(node, m_first[node]);
}

void WaitGraph::close(std::uint32_t node, std::vector<std::vector<std::uint32_t>>& found)
{
    std::vector<std::uint32_t> part;
    ++m_lastPart;
    do {
        part.push_back(m_open.back());
        m_part[m_open.back()] = m_lastPart;
        m_open.pop_back();
    } while (part.back() != node);
    const auto edges = edgesFrom(node);
    const bool turns = part.size() > 1 ||
                       std::any_of(edges.begin(), edges.end(), [](const Edge& e) { return e.from == e.to; });
    if (!turns)
        return;
    std::sort(part.begin(), part.end());
    found.push_back(std::move(part));
}

void WaitGraph::enter(std::span<const std::uint32_t> part)
{
    for (const std::uint32_t node : part) {
        m_in[node] = true;
        m_out[node] = 0;
        m_into[node] = 0;
    }
    for (const std::uint32_t node : part)
        for (const Edge& edge : edgesFrom(node))
            if (isInside(edge)) {
                ++m_out[node];
                ++m_into[edge.to];
            }
}

void WaitGraph::leave(std::uint32_t node)
{
    std::vector<std::uint32_t> leaving{node};
    m_in[node] = false;
    const auto lose = [&](std::uint32_t other, std::uint32_t& edges) {
        if (--edges == 0) {
            m_in[other] = false;
            leaving.push_back(other);
        }
    };
    while (!leaving.empty()) {
        const std::uint32_t gone = leaving.back();
        leaving.pop_back();
        const std::uint32_t part = m_part[gone];
        for (const Edge& edge : edgesFrom(gone))
            if (m_in[edge.to] && m_part[edge.to] == part)
                lose(edge.to, m_into[edge.to]);
        for (std::uint32_t i = m_firstEntering[gone]; i < m_firstEntering[gone + 1]; ++i) {
            const std::uint32_t from = m_edges[m_entering[i]].from;
            if (m_in[from] && m_part[from] == part)
                lose(from, m_out[from]);
        }
    }
}

std::uint64_t WaitGraph::edgesIn(std::span<const std::uint32_t> part) const
{
    std::uint64_t edges = 0;
    for (const std::uint32_t node : part)
        edges += m_out[node];
    return edges;
}

std::optional<WaitGraph::Length> WaitGraph::shortestThrough(std::uint32_t node, const Length& limit,
                                                            std::vector<const Edge*>& cycle)
{
    ++m_look;
    Length best;
    const Edge* last = nullptr;
    std::vector<std::uint32_t> queue{node};
    m_reached[node] = {0, 0};
    m_lookAt[node] = m_look;
    // Breadth first, so the cells of a node are settled when its turn comes.
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::uint32_t here = queue[i];
        if (m_reached[here].ranks >= std::min(limit.ranks, best.ranks))
            break;
        m_steps += edgesFrom(here).size();
        for (const Edge& edge : edgesFrom(here)) {
            const Length way{m_reached[here].ranks + 1, m_reached[here].cells + edge.cells};
            if (!isInside(edge))
                continue;
            if (edge.to == node) {
                if (way < best) {
                    best = way;
                    last = &edge;
                }
            } else if (m_lookAt[edge.to] != m_look || way < m_reached[edge.to]) {
                if (m_lookAt[edge.to] != m_look)
                    queue.push_back(edge.to);
                m_lookAt[edge.to] = m_look;
                m_reached[edge.to] = way;
                m_by[edge.to] = static_cast<std::uint32_t>(&edge - m_edges.data());
            }
        }
    }
    if (last == nullptr || best > limit)
        return std::nullopt;
    cycle.assign(best.ranks, last);
    for (std::uint32_t i = best.ranks - 1; i > 0; --i)
        cycle[i - 1] = &m_edges[m_by[cycle[i]->from]];
    return best;
}

} // namespace bubblescope

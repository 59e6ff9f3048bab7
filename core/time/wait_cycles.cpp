// SPDX-License-Identifier: Apache-2.0
#include "core/time/wait_cycles.h"

#include "core/time/wait_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

using Nodes = std::vector<std::uint32_t>;

class CycleSearch
{
public:
    explicit CycleSearch(WaitGraph graph) : m_graph(std::move(graph)), m_told(m_graph.size(), false) {}

    std::vector<WaitCycle> run()
    {
        Nodes all(m_graph.size());
        std::iota(all.begin(), all.end(), 0U);
        open(all);
        while (!m_open.empty()) {
            const Nodes part = std::move(m_open.back());
            m_open.pop_back();
            tellAll(part, shortestIn(part));
            Nodes rest;
            std::copy_if(part.begin(), part.end(), std::back_inserter(rest),
                         [&](std::uint32_t node) { return !m_told[node]; });
            open(rest);
        }
        std::stable_sort(m_found.begin(), m_found.end(), [](const Found& a, const Found& b) {
            return std::pair(a.length, a.cycle.front().rank) < std::pair(b.length, b.cycle.front().rank);
        });
        std::vector<WaitCycle> cycles;
        cycles.reserve(m_found.size());
        for (Found& found : m_found)
            cycles.push_back(std::move(found.cycle));
        return cycles;
    }

private:
    struct Found
    {
        WaitGraph::Length length;
        WaitCycle cycle;
    };

    void open(const Nodes& nodes)
    {
        for (Nodes& part : m_graph.parts(nodes))
            m_open.push_back(std::move(part));
    }

    /// Leaves the cycle in m_edges. A node that was looked at is on no shorter cycle, so it leaves, and often
    /// a whole way with it.
    WaitGraph::Length shortestIn(const Nodes& part)
    {
        m_graph.enter(part);
        startCounting(part);
        WaitGraph::Length best;
        std::vector<const WaitGraph::Edge*> cycle;
        for (const std::uint32_t node : part) {
            if (!m_graph.isIn(node))
                continue;
            const auto length = m_graph.shortestThrough(node, best, cycle);
            if (length && *length < best) {
                best = *length;
                m_edges.swap(cycle);
            }
            if (isUsedUp())
                break;
            m_graph.leave(node);
        }
        return best;
    }

    /// Reports the cycle in m_edges and the others of its length, in the order of their lowest ranks.
    void tellAll(const Nodes& part, const WaitGraph::Length& length)
    {
        m_graph.enter(part);
        startCounting(part);
        tell(length);
        for (const std::uint32_t node : part) {
            if (!m_graph.isIn(node))
                continue;
            if (isUsedUp())
                return;
            if (m_graph.shortestThrough(node, length, m_edges))
                tell(length);
            else
                m_graph.leave(node);
        }
    }

    void startCounting(const Nodes& part)
    {
        m_lastStep = m_graph.steps() + 64 * m_graph.edgesIn(part) + 1'000'000;
    }
    [[nodiscard]] bool isUsedUp() const { return m_graph.steps() > m_lastStep; }

    void tell(const WaitGraph::Length& length)
    {
        Found& found = m_found.emplace_back();
        found.length = length;
        for (const WaitGraph::Edge* edge : m_edges) {
            found.cycle.push_back({m_graph.rankOf(edge->from), edge->wait});
            m_told[edge->from] = true;
        }
        for (const WaitGraph::Edge* edge : m_edges)
            if (m_graph.isIn(edge->from))
                m_graph.leave(edge->from);
    }

    WaitGraph m_graph;
    std::vector<bool> m_told; ///< by node: on a cycle that was found
    std::vector<Nodes> m_open;
    std::vector<Found> m_found;
    std::vector<const WaitGraph::Edge*> m_edges;
    std::uint64_t m_lastStep = 0;
};

} // namespace

std::vector<WaitCycle> findWaitCycles(const Worklist& worklist, const Schedule& schedule,
                                      const WaitsOf& waitsOf, std::span<const std::uint32_t> from)
{
    return CycleSearch(WaitGraph(worklist, schedule, waitsOf, from)).run();
}

} // namespace bubblescope

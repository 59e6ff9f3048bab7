// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/wait_cycles.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace bubblescope {

/// Who waits for whom at a moment, and which of them are still of interest. Nodes are numbered by rising
/// rank. Inside of findWaitCycles().
class WaitGraph
{
public:
    struct Edge
    {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t cells = 1; ///< 2 if what is waited for is after the other's next cell
        Blockage wait;
    };
    /// Length of a cycle; smaller is shorter.
    struct Length
    {
        std::uint32_t ranks = 0xFFFFFFFFU;
        std::uint32_t cells = 0xFFFFFFFFU;
        auto operator<=>(const Length&) const = default;
    };

    WaitGraph(const Worklist& worklist, const Schedule& schedule, const WaitsOf& waitsOf,
              std::span<const std::uint32_t> from);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_ranks.size()); }
    [[nodiscard]] std::uint32_t rankOf(std::uint32_t node) const { return m_ranks[node]; }

    /// Splits `nodes` into the parts in which every node reaches every other, leaving out those without a
    /// cycle; edges between parts are forgotten. Each part is sorted. O(nodes and their edges).
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> parts(std::span<const std::uint32_t> nodes);
    /// Every node of a part is of interest.
    void enter(std::span<const std::uint32_t> part);
    [[nodiscard]] bool isIn(std::uint32_t node) const { return m_in[node]; }
    /// Takes a node out, and with it those that are on no cycle any more. Amortised O(its edges).
    void leave(std::uint32_t node);
    /// The shortest cycle through a node that is in, as edges from the node on, if it is no longer than
    /// `limit`.
    [[nodiscard]] std::optional<Length> shortestThrough(std::uint32_t node, const Length& limit,
                                                        std::vector<const Edge*>& cycle);
    /// Edges that shortestThrough() has looked at since the beginning.
    [[nodiscard]] std::uint64_t steps() const { return m_steps; }
    /// Edges between nodes of a part that was entered, before any left.
    [[nodiscard]] std::uint64_t edgesIn(std::span<const std::uint32_t> part) const;

private:
    void collect(const Worklist& worklist, const Schedule& schedule, const WaitsOf& waitsOf,
                 std::span<const std::uint32_t> from);
    void index();
    void begin(std::uint32_t node);
    void walkFrom(std::uint32_t root, std::vector<std::vector<std::uint32_t>>& found);
    void close(std::uint32_t node, std::vector<std::vector<std::uint32_t>>& found);
    [[nodiscard]] bool isInside(const Edge& edge) const
    {
        return m_in[edge.from] && m_in[edge.to] && m_part[edge.from] == m_part[edge.to];
    }
    [[nodiscard]] std::span<const Edge> edgesFrom(std::uint32_t node) const
    {
        return std::span(m_edges).subspan(m_first[node], m_first[node + 1] - m_first[node]);
    }

    static constexpr std::uint32_t kNotYet = 0xFFFFFFFFU;

    std::vector<std::uint32_t> m_ranks;         ///< by node
    std::vector<Edge> m_edges;                  ///< sorted by where they begin
    std::vector<std::uint32_t> m_first;         ///< by node, of its edges; one more at the end
    std::vector<std::uint32_t> m_entering;      ///< edges sorted by where they end
    std::vector<std::uint32_t> m_firstEntering; ///< by node; one more at the end
    std::vector<bool> m_in;
    std::vector<std::uint32_t> m_part; ///< by node
    std::uint32_t m_lastPart = 0;

    // parts()
    std::vector<std::uint32_t> m_number; ///< by node: when it was met
    std::vector<std::uint32_t> m_low;    ///< by node: earliest open one that it reaches
    std::vector<std::uint32_t> m_open;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_way; ///< node and its next edge
    std::uint32_t m_met = 0;

    // leave(): edges to and from nodes that are in, by node
    std::vector<std::uint32_t> m_out;
    std::vector<std::uint32_t> m_into;

    // shortestThrough(), by node
    std::vector<std::uint32_t> m_lookAt; ///< number of the look that reached it
    std::vector<Length> m_reached;       ///< its way from where that look began
    std::vector<std::uint32_t> m_by;     ///< last edge of that way
    std::uint32_t m_look = 0;
    std::uint64_t m_steps = 0;
};

} // namespace bubblescope

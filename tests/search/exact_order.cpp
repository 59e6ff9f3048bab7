// SPDX-License-Identifier: Apache-2.0
#include "tests/search/exact_order.h"

#include <Cbc_C_Interface.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace bubblescope::test {

namespace {

constexpr std::array kKinds{ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight};

struct Job
{
    std::uint32_t rank = 0;
    double duration = 0;
    double memory = 0;
};

/// `before` ends at least `lag` before `after` starts.
struct Precedence
{
    int before = 0;
    int after = 0;
    double lag = 0;
};

class Program
{
public:
    explicit Program(const ExactProblem& problem)
        : m_problem(problem)
        , m_stages(problem.placement.stageCount())
        , m_model(Cbc_newModel())
    {
        addJobs();
        addPrecedences();
        closeOrder();
    }
    ~Program() { Cbc_deleteModel(m_model); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    ExactAnswer solve()
    {
        if (!settle())
            return {true, std::nullopt};
        addColumns();
        addTimes();
        addPairs();
        addMemory();
        Cbc_setObjSense(m_model, 1);
        Cbc_setParameter(m_model, "logLevel", "0");
        // A guard against an endless run; it is reported where it ends one.
        Cbc_setParameter(m_model, "seconds", "10");
        Cbc_solve(m_model);
        if (Cbc_isProvenOptimal(m_model) != 0)
            return {true, Cbc_getObjValue(m_model)};
        return {Cbc_isProvenInfeasible(m_model) != 0, std::nullopt};
    }

private:
    [[nodiscard]] int job(std::size_t kind, std::uint32_t stage, std::uint32_t microbatch) const
    {
        return static_cast<int>((kind * m_stages + stage) * m_problem.microbatches + microbatch);
    }
    [[nodiscard]] int count() const { return static_cast<int>(m_jobs.size()); }

    void addJobs()
    {
        const CostModel& costs = m_problem.costs;
        for (const ActionKind kind : kKinds)
            for (std::uint32_t s = 0; s < m_stages; ++s)
                for (std::uint32_t m = 0; m < m_problem.microbatches; ++m) {
                    const StageId stage{s};
                    const double kept = costs.activationKeptUntilWeight.at(stage);
                    const double share = kind == ActionKind::Forward         ? 1
                                         : kind == ActionKind::BackwardInput ? kept - 1
                                                                             : -kept;
                    m_jobs.push_back({m_problem.placement.rankOf(stage).value, costs.durationOf(kind, stage),
                                      share * costs.activation.at(stage)});
                }
    }

    void addPrecedences()
    {
        const double latency = m_problem.costs.transfer.latency;
        const auto lag = [&](int a, int b) { return m_jobs[a].rank == m_jobs[b].rank ? 0 : latency; };
        const auto add = [&](int a, int b) { m_precedences.push_back({a, b, lag(a, b)}); };
        for (std::uint32_t m = 0; m < m_problem.microbatches; ++m)
            for (std::uint32_t s = 0; s < m_stages; ++s) {
                if (s > 0) {
                    add(job(0, s - 1, m), job(0, s, m));
                    add(job(1, s, m), job(1, s - 1, m));
                }
                add(job(0, s, m), job(1, s, m));
                add(job(1, s, m), job(2, s, m));
                for (std::size_t kind = 0; kind < kKinds.size() && m > 0; ++kind)
                    add(job(kind, s, m - 1), job(kind, s, m));
            }
    }

    /// Which of two is first whatever is chosen.
    void closeOrder()
    {
        const std::size_t n = m_jobs.size();
        m_isBefore.assign(n, std::vector<bool>(n, false));
        for (const Precedence& each : m_precedences)
            m_isBefore[each.before][each.after] = true;
        closeWays();
    }

    void closeWays()
    {
        const std::size_t n = m_jobs.size();
        for (std::size_t via = 0; via < n; ++via)
            for (std::size_t a = 0; a < n; ++a)
                for (std::size_t b = 0; b < n && m_isBefore[a][via]; ++b)
                    if (m_isBefore[via][b])
                        m_isBefore[a][b] = true;
    }

    /// The earliest start, and what must pass from a start to the end, by what stands before and after.
    void fillWindows()
    {
        m_head.assign(m_jobs.size(), 0);
        m_tail.assign(m_jobs.size(), 0);
        bool changes = true;
        const auto raise = [&](double& value, double to) {
            changes = changes || to > value + 1e-9;
            value = std::max(value, to);
        };
        while (changes) {
            changes = false;
            for (int i = 0; i < count(); ++i)
                raise(m_tail[i], m_jobs[i].duration);
            for (const Precedence& each : m_precedences) {
                raise(m_head[each.after], m_head[each.before] + m_jobs[each.before].duration + each.lag);
                raise(m_tail[each.before], m_jobs[each.before].duration + each.lag + m_tail[each.after]);
            }
            for (int i = 0; i < count(); ++i)
                raiseByRank(i, raise);
        }
    }

    /// All that stands before on the same rank takes its time one after the other, and so does what follows.
    template <typename Raise>
    void raiseByRank(int i, Raise&& raise)
    {
        double before = 0;
        double after = m_jobs[i].duration;
        double first = m_problem.below;
        double last = m_problem.below;
        for (int j = 0; j < count(); ++j) {
            if (m_jobs[j].rank != m_jobs[i].rank)
                continue;
            if (m_isBefore[j][i]) {
                before += m_jobs[j].duration;
                first = std::min(first, m_head[j]);
            } else if (m_isBefore[i][j]) {
                after += m_jobs[j].duration;
                last = std::min(last, m_tail[j] - m_jobs[j].duration);
            }
        }
        if (before > 0)
            raise(m_head[i], first + before);
        if (after > m_jobs[i].duration)
            raise(m_tail[i], after + last);
    }

    /// Settles pairs of which only one order leaves time; false if there is no order at all.
    bool settle()
    {
        for (bool changes = true; changes;) {
            changes = false;
            fillWindows();
            for (int a = 0; a < count(); ++a) {
                if (m_head[a] + m_tail[a] > m_problem.below)
                    return false;
                for (int b = 0; b < count(); ++b) {
                    if (a == b || m_jobs[a].rank != m_jobs[b].rank || m_isBefore[a][b] ||
                        m_head[b] + m_jobs[b].duration + m_tail[a] <= m_problem.below)
                        continue;
                    if (m_isBefore[b][a])
                        return false;
                    m_isBefore[a][b] = true;
                    m_precedences.push_back({a, b, 0});
                    changes = true;
                }
            }
            closeWays();
        }
        return true;
    }

    int addColumn(const std::string& name, double low, double high, double cost, bool isInteger)
    {
        Cbc_addCol(m_model, name.c_str(), low, high, cost, isInteger ? 1 : 0, 0, nullptr, nullptr);
        return m_columns++;
    }

    /// A row of sum >= bound ('G') or sum <= bound ('L').
    void addRow(const std::vector<int>& columns, const std::vector<double>& factors, char sense, double bound)
    {
        Cbc_addRow(m_model, fmt::format("r{}", m_rows++).c_str(), static_cast<int>(columns.size()),
                   columns.data(), factors.data(), sense, bound);
    }

    void addColumns()
    {
        for (int i = 0; i < count(); ++i)
            (void)addColumn(fmt::format("t{}", i), m_head[i], m_problem.below - m_tail[i], 0, false);
        m_makespan = addColumn("makespan", 0, m_problem.below, 1, false);
    }

    void addTimes()
    {
        for (int i = 0; i < count(); ++i)
            addRow({m_makespan, i}, {1, -1}, 'G', m_tail[i]);
        for (const Precedence& each : m_precedences)
            addRow({each.after, each.before}, {1, -1}, 'G', m_jobs[each.before].duration + each.lag);
    }

    /// How far `a` can at most end behind the start of `b`.
    [[nodiscard]] double overlapOf(int a, int b) const
    {
        return m_problem.below - m_tail[a] + m_jobs[a].duration - m_head[b];
    }

    void addPairs()
    {
        const std::size_t n = m_jobs.size();
        m_first.assign(n, std::vector<int>(n, -1));
        for (int a = 0; a < count(); ++a)
            for (int b = a + 1; b < count(); ++b) {
                if (m_jobs[a].rank != m_jobs[b].rank || m_isBefore[a][b] || m_isBefore[b][a])
                    continue;
                const int y = addColumn(fmt::format("y{}_{}", a, b), 0, 1, 0, true);
                m_first[a][b] = y;
                const double aFirst = overlapOf(a, b);
                const double bFirst = overlapOf(b, a);
                addRow({b, a, y}, {1, -1, -aFirst}, 'G', m_jobs[a].duration - aFirst);
                addRow({a, b, y}, {1, -1, bFirst}, 'G', m_jobs[b].duration);
            }
    }

    /// What a rank holds once `at` has started: all that stands before it, and its own.
    void addMemory()
    {
        if (std::isinf(m_problem.memoryLimit))
            return;
        for (int at = 0; at < count(); ++at) {
            if (m_jobs[at].memory <= 0)
                continue;
            double room = m_problem.memoryLimit * (1 + 1e-9) - m_jobs[at].memory;
            std::vector<int> columns;
            std::vector<double> factors;
            for (int other = 0; other < count(); ++other) {
                const double memory = m_jobs[other].memory;
                if (other == at || m_jobs[other].rank != m_jobs[at].rank || memory == 0)
                    continue;
                if (m_isBefore[other][at])
                    room -= memory;
                const int forward = m_first[other][at];
                const int backward = m_first[at][other];
                if (forward >= 0) {
                    columns.push_back(forward);
                    factors.push_back(memory);
                } else if (backward >= 0) {
                    columns.push_back(backward);
                    factors.push_back(-memory);
                    room -= memory;
                }
            }
            addRow(columns, factors, 'L', room);
        }
    }

    const ExactProblem& m_problem;
    std::uint32_t m_stages;
    Cbc_Model* m_model;
    std::vector<Job> m_jobs;
    std::vector<Precedence> m_precedences;
    std::vector<std::vector<bool>> m_isBefore;
    std::vector<double> m_head;
    std::vector<double> m_tail;            ///< its own time counted
    std::vector<std::vector<int>> m_first; ///< column that is 1 where the first is before the second
    int m_columns = 0;
    int m_rows = 0;
    int m_makespan = 0;
};

} // namespace

ExactAnswer solveExactly(const ExactProblem& problem)
{
    return Program(problem).solve();
}

} // namespace bubblescope::test

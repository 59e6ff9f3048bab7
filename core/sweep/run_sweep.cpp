// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "core/sweep/configuration_runner.h"
#include "core/sweep/memory_gate.h"
#include "core/sweep/sweep.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace bubblescope {

namespace {

/// How far the fastest thread may be ahead of the row that is handed out next.
constexpr std::uint64_t kMostWaiting = 4096;

/// Finished rows, handed out in turn by whichever thread finished the next one.
class RowOrder
{
public:
    RowOrder(std::uint64_t begin, std::uint64_t end, const std::function<void(const SweepRow&)>& take)
        : m_end(end)
        , m_taken(begin)
        , m_rows(std::min(kMostWaiting, end - begin))
        , m_take(take)
    {}

    /// Waits until the place is near enough to the next that is handed out; false if all was given up.
    bool waitFor(std::uint64_t place)
    {
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [&] { return m_isGivenUp || place - m_taken < m_rows.size(); });
        return !m_isGivenUp;
    }

    void put(std::uint64_t place, SweepRow row)
    {
        std::unique_lock lock(m_mutex);
        m_rows[place % m_rows.size()] = std::move(row);
        if (m_isHandingOut)
            return;
        m_isHandingOut = true;
        while (m_taken < m_end && m_rows[m_taken % m_rows.size()]) {
            std::optional<SweepRow>& slot = m_rows[m_taken % m_rows.size()];
            const SweepRow next = std::move(*slot);
            slot.reset();
            lock.unlock();
            m_take(next);
            lock.lock();
            ++m_taken;
            m_moved.notify_all();
        }
        m_isHandingOut = false;
    }

    void giveUp()
    {
        const std::scoped_lock lock(m_mutex);
        m_isGivenUp = true;
        m_moved.notify_all();
    }

    /// Once no thread runs any more.
    [[nodiscard]] bool isComplete() const { return m_taken == m_end; }

private:
    std::mutex m_mutex;
    std::condition_variable m_moved;
    std::uint64_t m_end;
    std::uint64_t m_taken;                       ///< the place that is handed out next
    std::vector<std::optional<SweepRow>> m_rows; ///< by place, in a ring
    bool m_isHandingOut = false;
    bool m_isGivenUp = false;
    const std::function<void(const SweepRow&)>& m_take;
};

std::uint64_t countOfShard(std::uint64_t configurations, const SweepShard& shard)
{
    if (shard.index < 1 || shard.index > configurations)
        return 0;
    return (configurations - shard.index) / shard.count + 1;
}

/// How many that follow each other one thread takes at a time: those of one order, as long as there is enough
/// for all.
std::uint64_t groupOf(const SweepPlan& plan, const SweepShard& shard, std::uint64_t count,
                      std::uint64_t threads)
{
    constexpr std::uint64_t kMost = 16;
    constexpr std::uint64_t kGroupsAThread = 8;
    const std::uint64_t ofOneOrder = std::min(kMost, plan.p2pLatencies.size() / shard.count);
    return std::max<std::uint64_t>(1, std::min(ofOneOrder, count / (threads * kGroupsAThread)));
}

} // namespace

std::uint64_t configurationCount(const SweepPlan& plan, const SweepShard& shard)
{
    return countOfShard(configurationCount(plan), shard);
}

std::uint64_t indexInPlan(const SweepShard& shard, std::uint64_t place)
{
    return shard.index - 1 + place * shard.count;
}

bool runSweep(const SweepPlan& plan, const SweepRun& run, const std::function<void(const SweepRow&)>& take,
              const CancelToken& cancel)
{
    const std::uint64_t count = configurationCount(plan, run.shard);
    if (run.skipped >= count)
        return true;
    const std::uint64_t left = count - run.skipped;
    const std::uint64_t threads = std::min({std::uint64_t{threadsFor(run.threads)}, left, kMostWaiting});
    const std::uint64_t group = groupOf(plan, run.shard, left, threads);
    RowOrder order(run.skipped, count, take);
    MemoryGate gate(memoryBudget());
    std::vector<ConfigurationRunner> runners(threads, ConfigurationRunner(plan, &gate));
    const auto runGroup = [&](std::uint64_t number, unsigned thread) {
        const std::uint64_t begin = run.skipped + number * group;
        for (std::uint64_t place = begin; place < std::min(count, begin + group); ++place) {
            std::optional<SweepRow> row;
            if (!cancel.isCancelled() && order.waitFor(place))
                row = runners[thread].run(configurationAt(plan, indexInPlan(run.shard, place)), cancel);
            if (!row)
                return order.giveUp();
            order.put(place, std::move(*row));
        }
    };
    const auto runGroupOrGiveUp = [&](std::uint64_t number, unsigned thread) {
        try {
            runGroup(number, thread);
        } catch (...) { // nobody waits for what will not come
            order.giveUp();
            throw;
        }
    };
    parallelFor((left + group - 1) / group, runGroupOrGiveUp,
                {.threads = static_cast<unsigned>(threads), .cancel = &cancel});
    return order.isComplete();
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/examine.h"
#include "core/sweep/memory_gate.h"
#include "core/sweep/sweep.h"

#include <cstdint>
#include <optional>

namespace bubblescope {

/// The costs of one stage in that configuration: a whole share divided, unless the plan says that they are of
/// a stage; lists that know each stage of one pipeline divided or joined for this one (costsForStages()), and
/// then nothing is a whole share. Refused in words where they do not fit. O(stages).
[[nodiscard]] Result<CostModel> costsOfConfiguration(const SweepPlan& plan,
                                                     const SweepConfiguration& configuration,
                                                     std::uint32_t stageCount);

/// Bytes that timing it takes at most, roughly; 0 for what is refused. Nothing is generated.
[[nodiscard]] std::uint64_t memoryOfConfiguration(const SweepConfiguration& configuration);

/// What runConfiguration() does, for many of one plan: the order of the one before is used again where only
/// its times differ. One for each thread.
class ConfigurationRunner
{
public:
    /// `gate`: what this one holds is counted there beside what those of other threads do; null = not at all.
    explicit ConfigurationRunner(const SweepPlan& plan, MemoryGate* gate = nullptr)
        : m_plan(plan)
        , m_gate(gate)
    {}

    /// Nothing if it was stopped.
    [[nodiscard]] std::optional<SweepRow> run(const SweepConfiguration& configuration,
                                              const CancelToken& cancel);

private:
    /// What ends a configuration before it is timed.
    struct NotTimed
    {
        SweepStatus status = SweepStatus::Refused;
        std::string reason;
        bool isStopped = false;
    };
    template <typename T>
    using Timing = tl::expected<T, NotTimed>;

    [[nodiscard]] static tl::unexpected<NotTimed> notTimed(SweepStatus status, const std::string& reason);
    [[nodiscard]] static tl::unexpected<NotTimed> stopped();
    [[nodiscard]] Timing<void> fill(SweepRow& row, const CancelToken& cancel);
    [[nodiscard]] Timing<void> time(SweepRow& row, const Examined& examined, const CancelToken& cancel);
    [[nodiscard]] Timing<SchedulePtr> orderFor(const ScheduleRequest& request,
                                               const std::vector<std::string>& passes, const CostModel& costs,
                                               const CancelToken& cancel);

    const SweepPlan& m_plan;
    MemoryGate* m_gate;
    ScheduleRequest m_lastRequest;
    std::vector<std::string> m_lastPasses;
    SchedulePtr m_lastOrder; ///< null if it is made for its costs, or large
};

} // namespace bubblescope

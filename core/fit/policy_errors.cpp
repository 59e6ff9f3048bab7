// SPDX-License-Identifier: Apache-2.0
#include "core/fit/policy_errors.h"

#include "core/time/simulate.h"

namespace bubblescope {

std::vector<PolicyError> policyErrors(const MeasuredRun& run, const CostModel& costs,
                                      const CancelToken& cancel)
{
    std::vector<PolicyError> errors;
    if (costs.communicators.policy == CommunicatorPolicy::None || !absentRanks(run).empty())
        return errors;
    const Timeline measured = measuredTimeline(run);
    for (const CommunicatorPolicy policy :
         {CommunicatorPolicy::None, CommunicatorPolicy::Torch, CommunicatorPolicy::TorchSingleStage,
          CommunicatorPolicy::Megatron, CommunicatorPolicy::MegatronOverlapped}) {
        CostModel under = costs;
        under.step = StepCosts();
        under.communicators.policy = policy;
        const Result<Timeline, TimingFailure> timed = simulate(measured.schedule, under, cancel);
        if (timed && measured.makespan > 0)
            errors.push_back({policy, timed->makespan / measured.makespan - 1});
    }
    return errors;
}

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#include "core/time/communicator_times.h"

#include "core/base/try.h"
#include "core/time/communicator_run.h"
#include "core/time/dependencies.h"

namespace bubblescope {

namespace {

/// Whether an order runs without communicators, as far as that can be told from single actions: where it is
/// true and no message is crossed, an order that runs with them runs without them.
class InputCheck
{
public:
    InputCheck(const Schedule& schedule, const ActionTable& table, const CostModel& costs)
        : m_schedule(schedule)
        , m_table(table)
        , m_dependencies(schedule, table, dependencyRule(costs.profile), TransferMode::Async)
        , m_isWritten(table.hasCommunication())
    {}

    [[nodiscard]] bool hasAllInputs()
    {
        const bool hasWaits =
            m_table.has(ActionClass::WaitSendForward) || m_table.has(ActionClass::WaitSendBackward);
        for (std::uint32_t rank = 0; rank < m_schedule.rankCount(); ++rank) {
            const Row& row = m_schedule.rows[rank];
            std::uint32_t begin = 0;
            for (std::uint32_t i = 0; i < row.size(); ++i) {
                if (row[i].startsCell())
                    begin = i;
                if (isReceive(row[i].kind()))
                    m_mayMiss = m_mayMiss || comesAfterItsUse({rank, i});
                for (const Input& input : m_dependencies.inputsOf(row[i], rank)) {
                    if (!input.producer || (input.producer.rank == rank && input.producer.index >= begin))
                        return false;
                    // Where there are SEND and RECV, they are what is waited for.
                    m_mayMiss = m_mayMiss ||
                                (m_isWritten && input.producer.rank != rank && isCompute(input.wanted.kind));
                }
            }
        }
        return !hasWaits;
    }

    /// A compute action of an order with messages that has no receive before it for what another rank makes.
    [[nodiscard]] std::optional<TimingFailure> missingReceive() const
    {
        if (!m_mayMiss)
            return std::nullopt;
        const Neighbours neighbours(m_table);
        for (std::uint32_t rank = 0; rank < m_schedule.rankCount(); ++rank) {
            const Row& row = m_schedule.rows[rank];
            for (std::uint32_t i = 0; i < row.size(); ++i) {
                if (!neighbours.hasProducer(row[i]))
                    continue;
                const Place maker = neighbours.producerOf(row[i]);
                const Place receive = m_table.find(isForward(row[i].kind()) ? ActionClass::ReceiveForward
                                                                            : ActionClass::ReceiveBackward,
                                                   row[i].stage(), row[i].microbatch());
                if (!maker || maker.rank == rank || (receive && receive.rank == rank && receive.index < i))
                    continue;
                return TimingFailure{
                    TimingFailure::Kind::MissingInput,
                    Sentence({"time.needs-its-receive",
                              "rank {rank} {action} has no receive before it for {input} of rank {other}: "
                              "under a policy of communicators an order with messages must have all of them"},
                             rank, actionText(row[i].id()), actionText(m_schedule.at(maker.position()).id()),
                             maker.rank),
                    {{RankId{rank}, i}}};
            }
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool comesAfterItsUse(const Place& receive) const
    {
        const Action& action = m_schedule.at(receive.position());
        const Place use = m_table.find(
            action.kind() == ActionKind::ReceiveForward ? ActionClass::Forward : ActionClass::InputGradient,
            action.stage(), action.microbatch());
        return use.rank != receive.rank || use.index < receive.index;
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
    Dependencies m_dependencies;
    bool m_isWritten;
    bool m_mayMiss = false; ///< a receive
};

} // namespace

Result<Timeline, TimingFailure> timeWithCommunicators(SchedulePtr schedule, const ActionTable& table,
                                                      const CostModel& costs,
                                                      const CheckWithout& checkWithout,
                                                      const CancelToken& cancel)
{
    NoNotes notes;
    CommunicatorRun run =
        runCommunicators(*schedule, table, costs.forStages(table.stageCount()), notes, cancel);
    const bool isWrong = run.failure && run.failure->kind == TimingFailure::Kind::Deadlock;
    if ((!run.isSure || costs.profile != TimingProfile::Strict) && (!run.failure || isWrong)) {
        InputCheck inputs(*schedule, table, costs);
        if (!inputs.hasAllInputs() || isWrong || run.areCrossed)
            TRY_VOID(checkWithout());
        if (auto missing = inputs.missingReceive())
            return tl::unexpected(*std::move(missing));
    }
    if (run.failure)
        return tl::unexpected(*std::move(run.failure));
    Timeline timeline = run.times.take(std::move(schedule));
    timeline.unit = costs.unit;
    return timeline;
}

} // namespace bubblescope

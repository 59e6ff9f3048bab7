// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"
#include "core/time/cost_model.h"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace bubblescope {

/// Whose rules say what an action needs.
enum class DependencyRule : std::uint8_t {
    Strict,                  ///< cost-model rules of ours
    PpScheduleVisualization, ///< that tool's: no F before B of one stage, every stage boundary is a transfer
    UnitGrid,                ///< PyTorch's visualiser: B of the last stage needs F of the one before it
};
[[nodiscard]] DependencyRule dependencyRule(TimingProfile profile) noexcept;

/// One thing that an action needs.
struct Input
{
    ActionId wanted;          ///< by what it is; a B may replace an I and an I a B
    Place producer;           ///< nowhere if no rank runs it
    bool transferred = false; ///< arrives a transfer after the producer's end
    bool reachedOnly = false; ///< it is enough that the producer's rank has come to it
};

/// Up to four inputs without allocation; more only where all ranks have a share of the vocabulary. One is
/// made for each action that is looked at, so room that is not used is not cleared.
class InputList
{
public:
    void add(const Input& input)
    {
        if (m_size == kFew)
            m_many = std::make_unique<std::vector<Input>>(begin(), end());
        if (m_size >= kFew)
            m_many->push_back(input);
        else
            ::new (static_cast<void*>(m_few.data() + m_size * sizeof(Input))) Input(input);
        ++m_size;
    }
    [[nodiscard]] const Input* begin() const
    {
        return m_many ? m_many->data() : std::launder(reinterpret_cast<const Input*>(m_few.data()));
    }
    [[nodiscard]] const Input* end() const { return begin() + m_size; }

private:
    static_assert(std::is_trivially_destructible_v<Input>);
    static constexpr std::size_t kFew = 4;

    alignas(Input) std::array<std::byte, kFew * sizeof(Input)> m_few;
    std::size_t m_size = 0;
    std::unique_ptr<std::vector<Input>> m_many; ///< all of them, where there are more
};

/// What each action waits for, besides the action before it on its rank (docs/cost-model.md, "When an action
/// starts", and PyTorch's spacing rule). An input from another rank with a SEND and no RECV, or the other way
/// round, is one that no rank runs; with neither it arrives as in an order without communication.
class Dependencies
{
public:
    Dependencies(const Schedule& schedule, const ActionTable& table, DependencyRule rule, TransferMode mode)
        : m_schedule(schedule)
        , m_table(table)
        , m_rule(rule)
        , m_mode(mode)
        , m_lastStage(table.stageCount() > 0 ? table.stageCount() - 1 : 0)
    {}

    [[nodiscard]] InputList inputsOf(const Action& action, std::uint32_t rank) const;
    /// A SEND that has a WAIT_SEND only posts its message and never blocks.
    [[nodiscard]] bool onlyPosts(const Action& send) const;
    [[nodiscard]] const ActionTable& table() const { return m_table; }
    [[nodiscard]] std::uint32_t lastStage() const { return m_lastStage; }

private:
    void addForward(InputList& list, const Action& action, std::uint32_t rank) const;
    void addInputGradient(InputList& list, const Action& action, std::uint32_t rank) const;
    void addWeight(InputList& list, const Action& action) const;
    /// What a backward needs of an activation that is made again or was moved away.
    void addReturned(InputList& list, const Action& action) const;
    /// S needs what the last stage made, T the rank's own S.
    void addVocabulary(InputList& list, const Action& action, std::uint32_t rank) const;
    /// The backward of the last stage needs the S of every rank: their sums are the loss and its gradient.
    void addAllShares(InputList& list, const Action& action, std::uint32_t rank) const;
    void addPart(InputList& list, const Action& action) const;
    void addCommunication(InputList& list, const Action& action) const;
    [[nodiscard]] Input find(ActionClass kind, StageId stage, MicrobatchId microbatch) const;
    void addTransferred(InputList& list, Input input, const Action& consumer, std::uint32_t rank) const;

    const Schedule& m_schedule;
    const ActionTable& m_table;
    DependencyRule m_rule;
    TransferMode m_mode;
    std::uint32_t m_lastStage;
};

} // namespace bubblescope

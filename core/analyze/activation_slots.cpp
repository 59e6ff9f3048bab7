// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/activation_slots.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool endsActivation(ActionKind kind)
{
    return kind == ActionKind::Backward || kind == ActionKind::BackwardWeight ||
           kind == ActionKind::BackwardAttention || kind == ActionKind::WeightAttention;
}

/// Whether each activation has one begin and one end on its rank, in this order, and a W its I before it.
class Lifetimes
{
public:
    Lifetimes(const Schedule& schedule, const ActionTable& table) : m_schedule(schedule), m_table(table) {}

    bool areWhole() const
    {
        const std::size_t weights = m_table.countOf(ActionClass::Weight);
        const std::size_t gradients = m_table.countOf(ActionClass::InputGradient);
        if (!m_table.duplicates().empty() || gradients == 0 ||
            m_table.countOf(ActionClass::Forward) != gradients)
            return false;
        std::size_t inputs = 0;
        for (std::uint32_t r = 0; r < m_schedule.rankCount(); ++r)
            for (std::uint32_t i = 0; i < m_schedule.rows[r].size(); ++i) {
                const Action& action = m_schedule.rows[r][i];
                inputs +=
                    action.kind() == ActionKind::BackwardInput || action.kind() == ActionKind::InputAttention;
                const auto kind = classOf(action.kind());
                if (kind == ActionClass::InputGradient && !standsBefore(ActionClass::Forward, action, r, i))
                    return false;
                if (kind == ActionClass::Weight && !hasInput(action, r, i))
                    return false;
            }
        return weights == inputs;
    }

private:
    bool standsBefore(ActionClass kind, const Action& action, std::uint32_t rank, std::uint32_t index) const
    {
        const Place place = m_table.find(kind, action.stage(), action.microbatch());
        return place.rank == rank && place.index < index;
    }
    bool hasInput(const Action& weight, std::uint32_t rank, std::uint32_t index) const
    {
        const Place place = m_table.find(ActionClass::InputGradient, weight.stage(), weight.microbatch());
        return place.rank == rank && place.index < index &&
               wholeOf(m_schedule.rows[rank][place.index].kind()) == ActionKind::BackwardInput;
    }

    const Schedule& m_schedule;
    const ActionTable& m_table;
};

/// The microbatches of one rank, numbered without gaps.
class MicrobatchNumbers
{
public:
    explicit MicrobatchNumbers(const Row& row)
    {
        for (const Action& action : row)
            if (takesActivation(action.kind()))
                m_numbers.push_back(action.microbatch().value);
        std::sort(m_numbers.begin(), m_numbers.end());
        m_numbers.erase(std::unique(m_numbers.begin(), m_numbers.end()), m_numbers.end());
    }
    [[nodiscard]] std::size_t size() const { return m_numbers.size(); }
    [[nodiscard]] std::size_t of(MicrobatchId microbatch) const
    {
        // Mostly all from 0 on.
        if (microbatch.value < m_numbers.size() && m_numbers[microbatch.value] == microbatch.value)
            return microbatch.value;
        return static_cast<std::size_t>(
            std::lower_bound(m_numbers.begin(), m_numbers.end(), microbatch.value) - m_numbers.begin());
    }

private:
    std::vector<std::uint32_t> m_numbers;
};

/// Slots are given out lowest first, so their number is the highest number of activations alive at once.
struct Peak
{
    std::uint32_t alive = 0;
    std::uint32_t most = 0;

    void begin() { most = std::max(most, ++alive); }
    void end() { --alive; }
};

/// Both numbers of one rank. All parts of a cell are alive together in it.
std::pair<std::uint32_t, std::uint32_t> slotsOf(const Row& row)
{
    const MicrobatchNumbers numbers(row);
    struct Microbatch
    {
        std::uint32_t stages = 0; ///< activations that are still to end
        bool isAlive = false;
    };
    std::vector<Microbatch> microbatches(numbers.size());
    for (const Action& action : row)
        if (takesActivation(action.kind()))
            ++microbatches[numbers.of(action.microbatch())].stages;
    Peak single;
    Peak whole;
    for (std::size_t i = 0; i < row.size();) {
        const std::size_t end = cellEnd(row, i);
        for (std::size_t k = i; k < end; ++k)
            if (takesActivation(row[k].kind())) {
                single.begin();
                Microbatch& microbatch = microbatches[numbers.of(row[k].microbatch())];
                if (!microbatch.isAlive)
                    whole.begin();
                microbatch.isAlive = true;
            }
        for (std::size_t k = i; k < end; ++k)
            if (endsActivation(row[k].kind())) {
                single.end();
                if (--microbatches[numbers.of(row[k].microbatch())].stages == 0)
                    whole.end();
            }
        i = end;
    }
    return {single.most, whole.most};
}

} // namespace

std::optional<ActivationSlots> activationSlots(const Schedule& schedule)
{
    return activationSlots(schedule, ActionTable(schedule));
}

std::optional<ActivationSlots> activationSlots(const Schedule& schedule, const ActionTable& table)
{
    if (!Lifetimes(schedule, table).areWhole())
        return std::nullopt;
    ActivationSlots slots;
    for (const Row& row : schedule.rows) {
        const auto [single, whole] = slotsOf(row);
        slots.stageMicrobatch.push_back(single);
        slots.microbatch.push_back(whole);
    }
    return slots;
}

} // namespace bubblescope

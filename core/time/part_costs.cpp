// SPDX-License-Identifier: Apache-2.0
#include "core/time/part_costs.h"

#include <array>
#include <utility>

namespace bubblescope {

namespace {

struct PartMember
{
    PartTimes PartCosts::*whole;
    std::optional<StageValues> PartTimes::*part;
};

/// By kind, from the first part on.
constexpr std::array<PartMember, 14> kPartMembers{{
    {&PartCosts::forward, &PartTimes::attention},
    {&PartCosts::forward, &PartTimes::dispatch},
    {&PartCosts::forward, &PartTimes::experts},
    {&PartCosts::forward, &PartTimes::combine},
    {&PartCosts::backwardInput, &PartTimes::attention},
    {&PartCosts::backwardInput, &PartTimes::dispatch},
    {&PartCosts::backwardInput, &PartTimes::experts},
    {&PartCosts::backwardInput, &PartTimes::combine},
    {&PartCosts::backwardWeight, &PartTimes::attention},
    {&PartCosts::backwardWeight, &PartTimes::experts},
    {&PartCosts::backward, &PartTimes::attention},
    {&PartCosts::backward, &PartTimes::dispatch},
    {&PartCosts::backward, &PartTimes::experts},
    {&PartCosts::backward, &PartTimes::combine},
}};

const PartMember& memberOf(ActionKind part)
{
    return kPartMembers[static_cast<std::size_t>(part) -
                        static_cast<std::size_t>(ActionKind::ForwardAttention)];
}

} // namespace

const std::optional<StageValues>& PartCosts::of(ActionKind part) const
{
    const PartMember& member = memberOf(part);
    return this->*member.whole.*member.part;
}

std::optional<StageValues>& PartCosts::of(ActionKind part)
{
    return const_cast<std::optional<StageValues>&>(std::as_const(*this).of(part));
}

} // namespace bubblescope

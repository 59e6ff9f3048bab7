// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

enum class ProblemKind : std::uint8_t {
    Deadlock, ///< actions is the cycle, in order: each that waits, and what it waits for
    MissingAction,
    DuplicateAction,
    DependencyOrder, ///< an action stands before one on its own rank that it needs
    WrongRank,
    UnmatchedSend,
    UnmatchedReceive,
    MissingReceive, ///< a compute action whose input never arrives
    UnshardMissing,
    Syntax,
};
/// "deadlock", "missing-action", … as `validate --json` prints them.
[[nodiscard]] std::string_view problemKindName(ProblemKind kind) noexcept;

/// An action that a problem is about. A missing action has the rank where it belongs and no index.
struct ProblemAction
{
    RankId rank;
    std::optional<std::size_t> index; ///< cell number in the rank's row, bubbles counted
    ActionId action;
};

struct Problem
{
    ProblemKind kind = ProblemKind::Deadlock;
    Sentence message;                   ///< one line for people, with rank and action
    std::vector<ProblemAction> actions; ///< may be empty: MissingAction of an order that has none
    std::uint32_t line = 0;             ///< Syntax only
    std::uint32_t column = 0;           ///< Syntax only
};

/// What a message waits for. In both, a RECV waits until its SEND is done, and a WAIT_SEND until the other
/// side has come to the RECV.
enum class SendSemantics : std::uint8_t {
    Buffered,   ///< a SEND never waits
    Rendezvous, ///< a SEND and its RECV wait for each other; one with a WAIT_SEND only posts (torch's way)
};

struct ValidateOptions
{
    SendSemantics sends = SendSemantics::Buffered;
    /// Of these nothing is known, as of a measured run's ranks without a trace (absentRanks()): what may run
    /// there is neither missing nor unmatched. In any order; ranks that the schedule lacks may be among them.
    std::vector<std::uint32_t> absentRanks = {};
};

/// Every problem of an order, grouped by rule, inside a rule by rank and index, deadlocks by the number of
/// waits before that. Empty = complete and can run.
/// Each rule is a function of its own in core/validate. It cannot return an error: too little memory (about
/// 40 bytes an action) throws std::bad_alloc.
[[nodiscard]] std::vector<Problem> validate(const Schedule& schedule, const ValidateOptions& options = {});

/// {"valid": …, "problems": […]}
[[nodiscard]] std::string problemsJson(const std::vector<Problem>& problems);

} // namespace bubblescope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/bubble_chain.h"
#include "core/analyze/lane_gaps.h"
#include "core/base/sentence.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Why a rank computes nothing.
enum class BubbleCause : std::uint8_t {
    WarmUp,     ///< before the rank's first action, or a dependency whose gap lies in its warm-up
    Dependency, ///< the next action's input is still being computed, in the rank's steady phase
    Transfer,   ///< it has been computed and is on its way (or waits for its link)
    /// The rank itself sends, receives or waits for a partner; or a message that was posted before holds up
    /// the one that it waits for.
    Communication,
    Fsdp,        ///< the rank gathers or reduces parameters, or waits for that
    CoolDown,    ///< a dependency whose gap lies in the rank's cool-down
    NothingLeft, ///< after the rank's last action
    Host,        ///< the rank's host issues what comes next late, or there is a gap between its kernels
    StepPhase,   ///< before a phase of the step's head or tail that it does together with others
};
inline constexpr std::size_t kBubbleCauseCount = 9;
/// "warm-up", "dependency", "transfer", "communication", "fsdp", "cool-down", "nothing-left", "host",
/// "step-phase".
[[nodiscard]] std::string_view bubbleCauseId(BubbleCause cause) noexcept;

/// Why a rank idles, apart from when; a wait by the kind of action that it is for.
enum class BubbleWhy : std::uint8_t {
    WaitsForB,
    WaitsForI,
    WaitsForW,
    WaitsForF,
    Waits, ///< for what is none of these
    Transfer,
    Communication,
    Fsdp,
    Host,
    NothingLeft,
};
inline constexpr std::size_t kBubbleWhyCount = 10;

/// A message that stood in its rank's stream before another one, which was ready.
struct HeldUpBy
{
    std::uint32_t rank = 0;
    Place maker; ///< the action whose result it carries
    bool isSend = false;
};

/// A maximal stretch in which a rank computes nothing. Of several reasons in a row the cause is that which
/// took most of it, of equal ones the last.
struct Bubble
{
    RankId rank;
    Time start = 0;
    Time length = 0; ///< > 0
    BubbleCause cause = BubbleCause::Dependency;
    RankPhase phase = RankPhase::Steady;
    /// What the gap waited for last: a compute action of another rank wherever that is the reason (who makes
    /// the message, not who sends it; what a partner does before it comes to its RECV), else a RECV that
    /// takes a message, or an FSDP action; nowhere for none.
    Place waitsFor;
    Place during; ///< the rank's own SEND, RECV, WAIT or FSDP action that took the time; nowhere else
    /// Under a policy of communicators: what held up the message of `waitsFor`, at its sender or here.
    std::optional<HeldUpBy> heldBy = {};
    Place next;        ///< the action that ends the gap; nowhere after the last
    Time transfer = 0; ///< part of the length in which that action's message was on its way
    std::optional<bubblescope::StepPhase> before = {}; ///< the phase that ends it, where one does
    std::uint32_t lastReplica = 0; ///< of data parallelism, whose rank came last to it; 0 = the timeline's

    [[nodiscard]] Time end() const { return start + length; }
};

[[nodiscard]] BubbleWhy whyOf(const Timeline& timeline, const Bubble& bubble);

/// Every gap of a timeline, by rank, then by start. For each rank the lengths, added up in this order, are
/// its idle time to the last bit.
struct BubbleLedger
{
    std::vector<Bubble> bubbles;
    std::vector<Time> idlePerRank;
    Time total = 0; ///< of all ranks
    std::array<Time, kBubbleCauseCount> byCause{};
    std::array<Time, kBubbleWhyCount> byWhy{};
    BubbleChains chains; ///< by bubble; empty where they were not asked for
};

/// What a rank does in a phase: "clipping gradients".
[[nodiscard]] Sentence phaseWords(StepPhase phase);

/// "waits for 2F3 from rank 1, 0.1 of it transfer", "nothing left to do", …
[[nodiscard]] Sentence bubbleReason(const Timeline& timeline, const Bubble& bubble);

/// The gaps as a JSON array, an object a line: {"rank": 1, "start": 0.0, "length": 1.5, "cause": "warm-up",
/// "phase": "warm-up", "waits_for": {"rank": 0, "action": "0F0"} | null, "next": "1F0" | null,
/// "transfer": 0.5, "chain": [{"rank": 1, "action": "1F0"}, …], "chain_parts": {"compute": 1.0, "transfer":
/// 0.5, "fsdp": 0.0, "other": 0.0}}. With communicators also "held_by": {"rank": 1, "receive": "2B1"} (or
/// "send"), the message that was posted before. Lengths are exact to the last bit, other numbers as in
/// simulationJson().
[[nodiscard]] std::string bubblesJson(const Timeline& timeline, const BubbleLedger& ledger);
/// The same as CSV with a header line; "waits_for_rank" and "waits_for" are two columns, what is nowhere is
/// empty. The last columns are bubbleReason() and chainText().
[[nodiscard]] std::string bubblesCsv(const Timeline& timeline, const BubbleLedger& ledger);

} // namespace bubblescope
